import { type LookupAddress, lookup as lookUpName } from "node:dns";
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createGunzip } from "node:zlib";
import { ConnectorProblem } from "../connector-problem.ts";
import type { AddressRules } from "./address-rules.ts";

export interface ExchangeRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

export interface ExchangeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
}

export interface ExchangeLimits {
  /** For the whole exchange, including the name lookup. */
  readonly timeoutMs: number;
  /** The most bytes of the response, after decompression. */
  readonly maxBytes: number;
}

/** Sends one request and returns the response, whatever its status. Throws a ConnectorProblem otherwise. */
export interface Exchange {
  send(request: ExchangeRequest, limits: ExchangeLimits, signal?: AbortSignal): Promise<ExchangeReply>;
  close(): void;
}

/**
 * Creates an exchange that connects only to addresses that the rules allow. The connection is made to the very address
 * that was checked, so DNS rebinding between check and connect has no effect.
 */
export function createExchange(rules: AddressRules): Exchange {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  return {
    send: (request, limits, signal) => send(request, limits, { rules, agents, signal }),
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

interface SendOptions {
  readonly rules: AddressRules;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly signal: AbortSignal | undefined;
}

async function send(request: ExchangeRequest, limits: ExchangeLimits, options: SendOptions): Promise<ExchangeReply> {
  const { url } = request;
  checkAddress(url, options.rules);
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
  try {
    const answer = await ask(request, options, signal);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readBody(answer, limits, signal) };
  } catch (error) {
    if (error instanceof ConnectorProblem) throw error;
    if (options.signal?.aborted) throw new ConnectorProblem("unreachable", "the poll was stopped");
    if (timeout.aborted)
      throw new ConnectorProblem("too_slow", `${url.host} did not respond within ${limits.timeoutMs} ms`);
    const code = codeOf(error);
    throw new ConnectorProblem("unreachable", `${url.host} cannot be reached (${code})`, { code });
  }
}

/** Checks a literal IP address; a host name is checked when it is resolved. */
function checkAddress(url: URL, rules: AddressRules): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.username || url.password)
    throw new ConnectorProblem("bad_settings", `${url.host}: a URL must not contain a user name or password`);
  if (isIP(host) !== 0 && !rules.mayReach(host)) throw refusedAddress(url.host);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ConnectorProblem("bad_settings", `${url.host}: only https URLs are supported`);
  }
  if (url.protocol === "http:" && isIP(host) !== 0 && !rules.isTrusted(host)) throw unencrypted(url.host);
}

const refusedAddress = (host: string): ConnectorProblem =>
  new ConnectorProblem(
    "address_refused",
    `${host} is an internal address; an operator can allow it with PARAPET_CONNECTOR_ADDRESSES`,
  );

const unencrypted = (host: string): ConnectorProblem =>
  new ConnectorProblem(
    "address_refused",
    `the connection to ${host} would be unencrypted; use https, or allow its address with PARAPET_CONNECTOR_ADDRESSES`,
  );

function ask(request: ExchangeRequest, { rules, agents }: SendOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, method, headers, body } = request;
  const encrypted = url.protocol === "https:";
  const lookup = checkedLookup(rules, encrypted);
  return new Promise((resolve, reject) => {
    const options = { method, lookup, signal, headers: { ...headers, "accept-encoding": "gzip" } };
    const sent = encrypted
      ? requestHttps(url, { ...options, agent: agents.https })
      : requestHttp(url, { ...options, agent: agents.http });
    sent.once("response", resolve);
    sent.once("error", reject);
    sent.end(body);
  });
}

/** Resolves a name to the addresses that may be reached; fails if there is none. */
function checkedLookup(rules: AddressRules, encrypted: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookUpName(hostname, { ...options, all: true }, (error, found) => {
      const usable = error ?? usableAmong(found, hostname, { rules, encrypted });
      if (usable instanceof Error) callback(usable, "", 0);
      else if (options.all) callback(null, [...usable]);
      else callback(null, usable[0].address, usable[0].family);
    });
  };
}

function usableAmong(
  found: readonly LookupAddress[],
  host: string,
  { rules, encrypted }: { readonly rules: AddressRules; readonly encrypted: boolean },
): readonly [LookupAddress, ...LookupAddress[]] | ConnectorProblem {
  const reachable = found.filter(({ address }) => rules.mayReach(address));
  const [first, ...others] = encrypted ? reachable : reachable.filter(({ address }) => rules.isTrusted(address));
  if (first) return [first, ...others];
  return reachable.length > 0 ? unencrypted(host) : refusedAddress(host);
}

async function readBody(answer: IncomingMessage, { maxBytes }: ExchangeLimits, signal: AbortSignal): Promise<Buffer> {
  const packed = answer.headers["content-encoding"] === "gzip";
  const stream = packed ? answer.pipe(createGunzip()) : answer;
  // A pipe does not forward errors: a truncated response must end the decompression too.
  if (packed) answer.once("error", (error) => stream.destroy(error));
  const abort = (): void => void stream.destroy(new Error("aborted"));
  signal.addEventListener("abort", abort, { once: true });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw new ConnectorProblem("too_large", `a response is larger than ${maxBytes} bytes`);
      chunks.push(chunk as Buffer);
    }
    if (!answer.complete) throw new Error("cut short");
  } finally {
    signal.removeEventListener("abort", abort);
    // The unread rest of a response must not keep the connection open.
    if (!answer.complete) answer.destroy();
  }
  return Buffer.concat(chunks);
}

const codeOf = (error: unknown): string =>
  String((error as NodeJS.ErrnoException)?.code ?? "connection lost").slice(0, 64);
