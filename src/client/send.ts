import { NotReadyError, ParapetError } from "./client-error.ts";
import { detailsOf, type NotModified, type Received } from "./response.ts";

export interface SendOptions {
  readonly fetch: typeof fetch;
  /** How often a request is sent again. */
  readonly retries: number;
  /** The longest wait before a retry; if the service asks for a longer one, its response is thrown. */
  readonly maxWaitMs: number;
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether sending it twice has the same effect as sending it once. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request and retries it as long as that is safe and the service asks to wait no longer than `maxWaitMs`. */
export async function send(request: Outgoing, options: SendOptions): Promise<Received<unknown> | NotModified> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await sendOnce(request, options.fetch).catch((error: unknown) => ({ error }));
    if (!("error" in outcome)) return outcome;
    const waitMs = attempt < options.retries ? waitBefore(outcome.error, attempt, request.repeatable) : undefined;
    if (waitMs === undefined || waitMs > options.maxWaitMs || request.signal?.aborted) throw outcome.error;
    await options.wait(waitMs, request.signal);
  }
}

async function sendOnce(request: Outgoing, fetchIt: typeof fetch): Promise<Received<unknown> | NotModified> {
  const { url, method, headers, body, signal } = request;
  const response = await fetchIt(url, {
    method,
    headers,
    // A redirect would send the key to an address that the caller has not named.
    redirect: "manual",
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  const text = await response.text();
  if (response.status === 304) return { ...detailsOf(response), notModified: true };
  if (!response.ok) throw toError(response, text);
  return { ...detailsOf(response), notModified: false, data: parseBody(response, text) };
}

function parseBody({ status, headers }: Response, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const message = "the response is not JSON; check that baseUrl is the address of a Parapet server";
    throw new ParapetError(status, { error: "invalid_response", message }, headers);
  }
}

function toError({ status, headers }: Response, text: string): ParapetError {
  if (status >= 300 && status < 400) {
    const message = "the server redirects to another address; set baseUrl to that address";
    return new ParapetError(status, { error: "unexpected_redirect", message }, headers);
  }
  const body = readErrorBody(text);
  return status === 423 ? new NotReadyError(status, body, headers) : new ParapetError(status, body, headers);
}

/** Returns the error body; a proxy in between may send another body or none. */
function readErrorBody(text: string): Readonly<Record<string, unknown>> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const FIRST_WAIT_MS = 250;

/** Returns how long to wait before a retry; undefined if the request must not be sent again. */
function waitBefore(error: unknown, attempt: number, repeatable: boolean): number | undefined {
  const backoffMs = FIRST_WAIT_MS * 2 ** attempt;
  if (error instanceof ParapetError) return waitAsked(error, backoffMs, repeatable);
  const isAborted = error instanceof Error && error.name === "AbortError";
  return repeatable && !isAborted ? backoffMs : undefined;
}

function waitAsked({ status, error: code, retryAfterMs }: ParapetError, backoffMs: number, repeatable: boolean) {
  // The service has done nothing, so even a write may be sent again.
  if (status === 429 || code === "idempotency_in_progress") return retryAfterMs ?? backoffMs;
  // A request that timed out may have taken effect.
  return repeatable && [502, 503, 504].includes(status) ? (retryAfterMs ?? backoffMs) : undefined;
}
