import { NotReadyError, ParapetError } from "./client-error.ts";

export interface SendOptions {
  readonly fetch: typeof fetch;
  /** How often a request is sent again after 429, 503 or a lost connection. */
  readonly retries: number;
  /** The longest the client waits before it tries again; a longer Retry-After is given to the caller as an error. */
  readonly maxWaitMs: number;
  readonly wait: (ms: number) => Promise<void>;
}

export interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether sending it twice does no more than sending it once. */
  readonly repeatable: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Sends a request until it is answered for good: waits as the service asks when it is busy. */
export async function send(request: Outgoing, options: SendOptions): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await sendOnce(request, options).catch((error: unknown) => ({ error }));
    if ("value" in outcome) return outcome.value;
    const waitMs = attempt < options.retries ? waitBefore(outcome.error, attempt, request.repeatable) : undefined;
    if (waitMs === undefined || waitMs > options.maxWaitMs || request.signal?.aborted) throw outcome.error;
    await options.wait(waitMs);
  }
}

class Refused extends Error {
  readonly answer: ParapetError;
  readonly retryAfterMs: number;

  constructor(answer: ParapetError, retryAfterMs: number) {
    super(answer.message);
    this.answer = answer;
    this.retryAfterMs = retryAfterMs;
  }
}

async function sendOnce(request: Outgoing, options: SendOptions): Promise<{ value: unknown } | { error: unknown }> {
  const { url, method, headers, body, signal } = request;
  const response = await options.fetch(url, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  if (response.ok) return { value: await response.json() };
  const error = await toError(response);
  const retryAfterMs = Number(response.headers.get("retry-after") ?? Number.NaN) * 1_000;
  return { error: response.status === 429 || response.status === 503 ? new Refused(error, retryAfterMs) : error };
}

async function toError(response: Response): Promise<ParapetError> {
  const body = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const requestId = response.headers.get("x-request-id") ?? undefined;
  return response.status === 423
    ? new NotReadyError(response.status, body, requestId)
    : new ParapetError(response.status, body, requestId);
}

const FIRST_WAIT_MS = 250;

/** How long to wait before trying again; undefined when trying again would not be right. */
function waitBefore(error: unknown, attempt: number, repeatable: boolean): number | undefined {
  if (error instanceof Refused) {
    // Neither status means that anything was done, so even a write may be sent again.
    return Number.isFinite(error.retryAfterMs) ? error.retryAfterMs : FIRST_WAIT_MS * 2 ** attempt;
  }
  if (error instanceof ParapetError || (error as Error)?.name === "AbortError") return undefined;
  return repeatable ? FIRST_WAIT_MS * 2 ** attempt : undefined;
}

/** What the caller sees: the answer itself, not the wrapper that carried its Retry-After. */
export function unwrap(error: unknown): unknown {
  return error instanceof Refused ? error.answer : error;
}
