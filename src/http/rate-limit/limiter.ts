/** At most `quota` requests in any span of `windowMs`, counted in one bucket. */
export interface Limit {
  /** Unique among all limits, and always used with the same window: "k:<keyId>:read", "d:<domainId>:read". */
  readonly bucket: string;
  readonly quota: number;
  readonly windowMs: number;
}

/** The limiter's decision on one request. */
export interface Admission {
  readonly admitted: boolean;
  /** Requests left under the first limit (the key's own), after this one. */
  readonly remaining: number;
  /** Whole milliseconds until the oldest counted request of the first limit leaves the window, 0 when none. */
  readonly resetMs: number;
  /** Whole milliseconds until one request would be admitted if refused; otherwise 0. */
  readonly retryAfterMs: number;
  /** Index of the limit that refused the request: of several, the one with the longest wait. */
  readonly refusedBy: number | undefined;
  /**
   * Undoes this admission, as if the request had never been made (a 304 costs nothing); resolves to the remaining
   * count. A second call, or a call on a refusal, changes nothing.
   */
  release(): Promise<number>;
}

/** Admits a request only if every limit has room; a refused request consumes nothing of any limit. */
export interface Limiter {
  admit(limits: readonly [Limit, ...Limit[]]): Promise<Admission>;
  close(): Promise<void>;
}
