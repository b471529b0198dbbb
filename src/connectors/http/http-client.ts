import { backoffMs } from "../../runtime/backoff.ts";
import type { ConnectorWorld } from "../connector.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { createExchange, type Exchange, type ExchangeLimits, type ExchangeReply } from "./exchange.ts";
import { askedDelayMs, oneOf } from "./retry-delay.ts";

/** Proves who asks; `renew` is told that the last proof was refused. */
export interface Credentials {
  authorization(renew: boolean): Promise<string>;
}

export interface ClientRequest {
  readonly method?: "GET" | "POST";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: Credentials;
  /** Statuses that are answers and not failures, beside 200 to 299. */
  readonly accept?: readonly number[];
}

export interface Client {
  /** An answer of a status that was asked for; waits and asks again where that helps. */
  ask(request: ClientRequest): Promise<ExchangeReply>;
  close(): void;
}

export interface ClientLimits extends ExchangeLimits {
  readonly attempts: number;
  /** Asked to wait longer than this, the client gives up and says so: the scheduler waits better. */
  readonly maxDelayMs: number;
}

export const CLIENT_LIMITS: ClientLimits = {
  timeoutMs: 60_000,
  maxBytes: 16 * 1_048_576,
  attempts: 5,
  maxDelayMs: 60_000,
};

const BACKOFF = { baseMs: 1_000, maxMs: 30_000 };
const MAX_REDIRECTS = 3;

/** The one way out of the network: bounded in time, size and attempts, and only to addresses that are allowed. */
export function createHttpClient(world: ConnectorWorld, limits: Partial<ClientLimits> = {}): Client {
  const exchange = createExchange(world.addresses);
  const client = new RetryingClient(world, exchange, { ...CLIENT_LIMITS, ...limits });
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
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.attempt(request, renewed);
      if (!(outcome instanceof ConnectorProblem)) return outcome;
      if (outcome.status === 401 && request.credentials && !renewed) {
        renewed = true;
        continue;
      }
      await this.waitOrGiveUp(outcome, attempt);
    }
  }

  /** One answer, or the problem it was. */
  private async attempt(request: ClientRequest, renew: boolean): Promise<ExchangeReply | ConnectorProblem> {
    try {
      const reply = await this.follow(request, renew);
      if (isAnswer(reply.status, request)) return reply;
      return problemOf(request.url, reply, this.world.clock());
    } catch (error) {
      if (error instanceof ConnectorProblem && isPassing(error)) return error;
      throw error;
    }
  }

  private async follow(request: ClientRequest, renew: boolean): Promise<ExchangeReply> {
    const authorization = await request.credentials?.authorization(renew);
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
        throw new ConnectorProblem("refused", `${url.host} redirects once too often`, { status: reply.status });
      }
      url = onSameOrigin(url, oneOf(reply.headers, "location") ?? "");
    }
  }

  private async waitOrGiveUp(problem: ConnectorProblem, attempt: number): Promise<void> {
    const delay = problem.retryAfterMs ?? backoffMs(attempt, BACKOFF, this.world.chance);
    if (!isPassing(problem) || attempt >= this.limits.attempts || delay > this.limits.maxDelayMs) throw problem;
    await this.world.sleep(delay, this.world.signal);
    if (this.world.signal?.aborted) throw new ConnectorProblem("unreachable", "the poll was stopped");
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const isAnswer = (status: number, { accept = [] }: ClientRequest): boolean =>
  (status >= 200 && status < 300) || accept.includes(status);

/** Whether asking again may help. */
function isPassing({ kind }: ConnectorProblem): boolean {
  return kind === "busy" || kind === "unreachable";
}

/** An address the other side names: it must stay where the credentials belong. */
export function onSameOrigin(base: URL, address: string): URL {
  const next = URL.canParse(address, base.href) ? new URL(address, base) : undefined;
  if (next?.origin === base.origin) return next;
  throw new ConnectorProblem("refused", `${base.host} points to another host; it is not followed`);
}

function problemOf(url: URL, reply: ExchangeReply, now: Date): ConnectorProblem {
  const { status } = reply;
  const code = errorCodeOf(reply.body);
  const details = { status, code, retryAfterMs: askedDelayMs(reply.headers, now) };
  const said = `${url.host} answered ${status}${code ? ` ${code}` : ""}`;
  if (status === 429 || status === 503) return new ConnectorProblem("busy", said, details);
  if (status >= 500) return new ConnectorProblem("busy", said, { status, code });
  if (status === 401) return new ConnectorProblem("bad_credentials", `${said}: the credentials are refused`, details);
  if (status === 403) return new ConnectorProblem("not_permitted", `${said}: a permission is missing`, details);
  return new ConnectorProblem("refused", said, details);
}

/** The error's name where the answer has one in a usual place. Only a plain word is taken: the rest may quote us. */
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
