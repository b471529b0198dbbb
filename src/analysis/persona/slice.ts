/** Lets long computation yield: `pause` is called when `isOver`. */
export interface Slice {
  readonly isOver: () => boolean;
  pause(): Promise<void>;
}

/** Never yields. */
export const UNSLICED: Slice = { isOver: () => false, pause: async () => {} };
