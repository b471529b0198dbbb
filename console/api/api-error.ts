import type { FailureCode } from "../../src/model/failure.ts";

/** Error codes of the server, and those of requests that got no usable response. */
type ErrorCode = FailureCode | "network" | "bad_response";

/** A failed request to the admin API. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** 0 if there was no response. */
  readonly status: number;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly body: Readonly<Record<string, unknown>>;

  constructor(status: number, body: Readonly<Record<string, unknown>>, headers: Headers = new Headers()) {
    super(textOf(body["message"]) ?? "The server could not be reached.");
    this.name = "ApiError";
    this.status = status;
    this.code = (textOf(body["error"]) ?? (status === 0 ? "network" : "bad_response")) as ErrorCode;
    this.requestId = textOf(body["request_id"]) ?? headers.get("x-request-id");
    const seconds = Number(headers.get("retry-after"));
    this.retryAfterSeconds = headers.has("retry-after") && Number.isFinite(seconds) ? seconds : null;
    this.body = body;
  }

  /** Whether the same request may succeed if it is sent again. */
  get isTransient(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
