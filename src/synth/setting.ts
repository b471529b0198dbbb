/** The input of a synthetic organization. */
export interface Setting {
  readonly seed: number;
  /** The end of its logs. */
  readonly until: Date;
}

/** How many full days the logs cover before the day of their end. */
export const HISTORY_DAYS = 30;
