import { backoffMs } from "../../runtime/backoff.ts";
import type { ConnectorWorld } from "../connector.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { createExchange, type Exchange, type ExchangeLimits, type ExchangeReply } from "./exchange.ts";
import { oneOf, requestedDelayMs } from "./requested-delay.ts";

/** Provides the Authorization header; `renew` is true after the last value was refused. */
export interface Credentials {
  authorization(renew: boolean): Promise<string>;
}

export interface ClientRequest {
  readonly method?: "GET" | "POST";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: Credentials;
  /** Statuses besides 200 to 299 that are returned rather than thrown. */
  readonly accept?: readonly number[];
}

export interface Client {
  /** Returns a response with an accepted status; retries temporary failures. */
  ask(request: ClientRequest): Promise<ExchangeReply>;
  close(): void;
}

export interface ClientLimits extends ExchangeLimits {
  readonly attempts: number;
  /** If the server asks for a longer delay, the client throws and the scheduler waits instead. */
  readonly maxDelayMs: number;
}

export const CLIENT_LIMITS: ClientLimits = {
  timeoutMs: 60_000,
  maxBytes: 16 * 1_048_576,
  attempts: 5,
  maxDelayMs: 60_000,
};

const IMPATIENT_ATTEMPTS = 2;
const BACKOFF = { baseMs: 1_000, maxMs: 30_000 };
const MAX_REDIRECTS = 3;

/**
 * Creates the client for all outgoing connector requests: bounded in time, size and attempts, and only to allowed
 * addresses.
 */
export function createHttpClient(world: ConnectorWorld, limits: Partial<ClientLimits> = {}): Client {
  const exchange = createExchange(world.addresses);
  const all = { ...CLIENT_LIMITS, ...limits };
  const attempts = world.isImpatient ? Math.min(IMPATIENT_ATTEMPTS, all.attempts) : all.attempts;
  const client = new RetryingClient(world, exchange, { ...all, attempts });
  return { ask: (request) => client.ask(request), close: () => exchange.close() };
}

class RetryingClient {
  private readonly world: ConnectorWorld;
  private readonly exchange: Exchange;
  private readonly limits: ClientLimits;

  constructor(world: ConnectorWorld, exchange: Exchange, limits: ClientLimits) {
    this.world = world;
    this.exchange = exchange;
    this.limits = limits;
  }

  async ask(request: ClientRequest): Promise<ExchangeReply> {
    let renewed = false;
    let problem: string | undefined;
    for (let attempt = 1; ; attempt++) {
      this.world.onAttempt?.({ host: request.url.host, attempt, maxAttempts: this.limits.attempts, problem });
      const outcome = await this.attempt(request, renewed);
      if (!(outcome instanceof ConnectorProblem)) return outcome;
      problem = outcome.message;
      if (outcome.status === 401 && request.credentials && !renewed) {
        renewed = true;
        continue;
      }
      await this.waitOrGiveUp(outcome, attempt);
    }
  }

  /** Returns a response, or the problem if a retry may help. */
  private async attempt(request: ClientRequest, renew: boolean): Promise<ExchangeReply | ConnectorProblem> {
    // Its requests are retried themselves: retrying their last failure would multiply the attempts.
    const authorization = await request.credentials?.authorization(renew);
    try {
      const reply = await this.follow(request, authorization);
      if (isAnswer(reply.status, request)) return reply;
      return problemOf(request.url, reply, this.world.clock());
    } catch (error) {
      if (error instanceof ConnectorProblem && isTemporary(error)) return error;
      throw error;
    }
  }

  private async follow(request: ClientRequest, authorization: string | undefined): Promise<ExchangeReply> {
    const headers = {
      accept: "application/json",
      "user-agent": "parapet",
      ...request.headers,
      ...(authorization && { authorization }),
    };
    let { url } = request;
    for (let hops = 0; ; hops++) {
      const { method = "GET", body } = request;
      const reply = await this.exchange.send({ method, url, headers, body }, this.limits, this.world.signal);
      if (!REDIRECTS.has(reply.status)) return reply;
      if (method !== "GET" || hops >= MAX_REDIRECTS) {
        const what = method === "GET" ? `redirects more than ${MAX_REDIRECTS} times` : `redirects a ${method} request`;
        throw new ConnectorProblem("refused", `${url.host} ${what}`, { status: reply.status });
      }
      url = onSameOrigin(url, oneOf(reply.headers, "location") ?? "");
    }
  }

  private async waitOrGiveUp(problem: ConnectorProblem, attempt: number): Promise<void> {
    const delay = problem.retryAfterMs ?? backoffMs(attempt, BACKOFF, this.world.chance);
    const isHopeless = this.world.isImpatient && isLasting(problem);
    if (!isTemporary(problem) || isHopeless || attempt >= this.limits.attempts || delay > this.limits.maxDelayMs) {
      throw problem;
    }
    await this.world.sleep(delay, this.world.signal);
    if (this.world.signal?.aborted) throw new ConnectorProblem("unreachable", "the poll was stopped");
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const isAnswer = (status: number, { accept = [] }: ClientRequest): boolean =>
  (status >= 200 && status < 300) || accept.includes(status);

/** Whether a retry may help. */
function isTemporary({ kind }: ConnectorProblem): boolean {
  return kind === "busy" || kind === "unreachable";
}

/** Errors of a connection that a retry within seconds hardly changes: an unknown host, a closed port, a certificate. */
const LASTING = /^(ENOTFOUND|ECONNREFUSED|EPROTO|UNABLE_TO_VERIFY_LEAF_SIGNATURE|HOSTNAME_MISMATCH)$|CERT|_(SSL|TLS)_/;

const isLasting = ({ kind, code = "" }: ConnectorProblem): boolean => kind === "unreachable" && LASTING.test(code);

/** Resolves a link of the server; it must stay on the origin that the credentials belong to. */
export function onSameOrigin(base: URL, address: string): URL {
  const next = URL.canParse(address, base.href) ? new URL(address, base) : undefined;
  if (next?.origin === base.origin) return next;
  throw new ConnectorProblem("refused", `${base.host} links to another host, which is not followed`);
}

function problemOf(url: URL, reply: ExchangeReply, now: Date): ConnectorProblem {
  const { status } = reply;
  const code = errorCodeOf(reply.body);
  const details = { status, code, retryAfterMs: requestedDelayMs(reply.headers, now) };
  const message = `${url.host} responded with ${status}${code ? ` ${code}` : ""}`;
  if (status === 429 || status === 503) return new ConnectorProblem("busy", message, details);
  if (status >= 500) return new ConnectorProblem("busy", message, { status, code });
  if (status === 401)
    return new ConnectorProblem("bad_credentials", `${message}: the credentials were refused`, details);
  if (status === 403) return new ConnectorProblem("not_permitted", `${message}: a permission is missing`, details);
  return new ConnectorProblem("refused", message, details);
}

/** Returns the error code of a response body, if it is a plain word; other text may quote the request. */
export function errorCodeOf(body: Buffer): string | undefined {
  if (body.length > 65_536) return undefined;
  try {
    const { error, errorCode } = JSON.parse(body.toString("utf8")) as { error?: unknown; errorCode?: unknown };
    const code = errorCode ?? (typeof error === "object" ? (error as { code?: unknown } | null)?.code : error);
    return typeof code === "string" && /^[\w.-]{1,64}$/.test(code) ? code : undefined;
  } catch {
    return undefined;
  }
}
