/** At most `quota` requests in any span of `windowMs`, counted under one name. */
export interface Limit {
  /** Unique among all limits, and always used with the same window: "k:<keyId>:read", "d:<domainId>:read". */
  readonly bucket: string;
  readonly quota: number;
  readonly windowMs: number;
}

/** The answer to one request. */
export interface Admission {
  readonly admitted: boolean;
  /** Of the first limit (the key's own), after this request. */
  readonly remaining: number;
  /** Whole milliseconds until the oldest counted request of the first limit leaves the window, 0 when none. */
  readonly resetMs: number;
  /** When refused: whole milliseconds until one request would be admitted; otherwise 0. */
  readonly retryAfterMs: number;
  /** When refused: index of the limit that refused, of several the one that holds the request back longest. */
  readonly refusedBy: number | undefined;
  /**
   * Takes this admission back, as if the request had never been made (a 304 costs nothing); resolves to the
   * remaining count after it. A second call, or one on a refusal, takes nothing back.
   */
  release(): Promise<number>;
}

/** Admits a request only when every limit has room; a refused request consumes nothing anywhere. */
export interface Limiter {
  admit(limits: readonly [Limit, ...Limit[]]): Promise<Admission>;
  close(): Promise<void>;
}
