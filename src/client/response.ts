/** Options of a call. */
export interface CallOptions {
  /** Aborts the call, including any wait before a retry. */
  readonly signal?: AbortSignal | undefined;
  readonly ifNoneMatch?: undefined;
}

/** Options of a conditional call. */
export interface ConditionalOptions {
  /** Aborts the call, including any wait before a retry. */
  readonly signal?: AbortSignal | undefined;
  /** The `etag` of an earlier response; if nothing has changed since, the result is `NotModified`. */
  readonly ifNoneMatch: string | undefined;
}

/** The rate limit that a request counted against, and what is left of it. */
export interface RateLimit {
  readonly limit: number;
  readonly remaining: number;
  /** When the oldest counted request leaves the window, in seconds since 1970. */
  readonly resetAt: number;
}

/** The status and the headers of a response. */
export interface ResponseDetails {
  readonly status: number;
  readonly headers: Headers;
  /** The id of the request, by which the server's log has it. */
  readonly requestId: string | undefined;
  /** The entity tag, for `ifNoneMatch` of the next call or `if-match` of a verdict. */
  readonly etag: string | undefined;
  readonly rateLimit: RateLimit | undefined;
}

/** A successful response with its body. */
export interface Received<T> extends ResponseDetails {
  readonly notModified: false;
  readonly data: T;
}

/** The response to a conditional call if nothing has changed. */
export interface NotModified extends ResponseDetails {
  readonly notModified: true;
  readonly data?: undefined;
}

/** Returns the status and headers of a response with the most used headers parsed. */
export function detailsOf({ status, headers }: Response): ResponseDetails {
  return {
    status,
    headers,
    requestId: headers.get("x-request-id") ?? undefined,
    etag: headers.get("etag") ?? undefined,
    rateLimit: rateLimitOf(headers),
  };
}

function rateLimitOf(headers: Headers): RateLimit | undefined {
  const limit = headers.get("x-ratelimit-limit");
  if (limit === null) return undefined;
  return {
    limit: Number(limit),
    remaining: Number(headers.get("x-ratelimit-remaining")),
    resetAt: Number(headers.get("x-ratelimit-reset")),
  };
}
