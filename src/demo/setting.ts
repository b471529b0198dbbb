/** What one synthetic organization is made from. */
export interface Setting {
  readonly seed: number;
  /** End of the 30 days; a whole UTC day. */
  readonly until: Date;
}

/** How much of the past the threats, cases and drift cover. */
export const DEMO_DAYS = 30;
