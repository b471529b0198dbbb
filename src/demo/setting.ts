/** What one synthetic organization is made from. */
export interface Setting {
  readonly seed: number;
  /** The end of what its logs tell. */
  readonly until: Date;
}

/** How many whole days the logs reach back, besides the day of their end. */
export const DEMO_DAYS = 30;
