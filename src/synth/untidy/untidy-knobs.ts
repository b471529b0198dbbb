/** The input of an untidy organization. */
export interface UntidyKnobs {
  readonly seed: number;
  readonly until: Date;
  readonly users: number;
  /** All days of logs; the first of them are only history. */
  readonly days: number;
  readonly history: number;
  /** Average rows of a person on a working day, apart from what is untidy. */
  readonly rows: number;
  readonly nhis: number;
}
