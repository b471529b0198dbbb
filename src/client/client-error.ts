/** An unsuccessful response. Narrow it by `error`, the stable code of the body. */
export class ParapetError extends Error {
  readonly status: number;
  readonly error: string;
  readonly requestId: string | undefined;
  /** How long the service asks to wait before a retry. */
  readonly retryAfterMs: number | undefined;
  readonly headers: Headers;
  /** The whole body, for members such as `param`, `allowed` or `event_ids`. */
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers: Headers) {
    super(`${status} ${String(body["error"] ?? "error")}: ${String(body["message"] ?? "no message")}`);
    this.name = "ParapetError";
    this.status = status;
    this.error = String(body["error"] ?? "unknown");
    this.requestId = headers.get("x-request-id") ?? undefined;
    this.retryAfterMs = readRetryAfterMs(headers);
    this.headers = headers;
    this.body = body;
  }
}

/** The resource is not ready for this domain yet (423). */
export class NotReadyError extends ParapetError {
  get resource(): string {
    return String(this.body["resource"]);
  }

  get daysUntilReady(): number {
    return Number(this.body["days_until_ready"]);
  }
}

/** Returns the wait that a Retry-After header gives in seconds; Parapet never sends a date. */
function readRetryAfterMs(headers: Headers): number | undefined {
  const seconds = headers.get("retry-after") ?? "";
  return /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}
