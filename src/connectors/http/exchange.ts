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
  /** For the whole exchange, name lookup included. */
  readonly timeoutMs: number;
  /** Of the answer, unpacked. */
  readonly maxBytes: number;
}

/** One request and its answer, whatever its status. Anything else that happens is a problem. */
export interface Exchange {
  send(request: ExchangeRequest, limits: ExchangeLimits, signal?: AbortSignal): Promise<ExchangeReply>;
  close(): void;
}

/**
 * Talks to addresses that the rules allow. A name is resolved once per connection and the connection is made to the
 * very address that was checked, so a name that changes its mind between the two reaches nothing.
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

interface Means {
  readonly rules: AddressRules;
  readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly signal: AbortSignal | undefined;
}

async function send(request: ExchangeRequest, limits: ExchangeLimits, means: Means): Promise<ExchangeReply> {
  const { url } = request;
  checkAddress(url, means.rules);
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const signal = means.signal ? AbortSignal.any([timeout, means.signal]) : timeout;
  try {
    const answer = await ask(request, means, signal);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readBody(answer, limits, signal) };
  } catch (error) {
    if (error instanceof ConnectorProblem) throw error;
    if (means.signal?.aborted) throw new ConnectorProblem("unreachable", "the poll was stopped");
    if (timeout.aborted)
      throw new ConnectorProblem("too_slow", `${url.host} did not answer within ${limits.timeoutMs} ms`);
    throw new ConnectorProblem("unreachable", `${url.host} cannot be reached (${codeOf(error)})`);
  }
}

/** A name is checked when it is resolved; an address that is written out is never resolved, so it is checked here. */
function checkAddress(url: URL, rules: AddressRules): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.username || url.password)
    throw new ConnectorProblem("bad_settings", `${url.host}: no password in an address`);
  if (isIP(host) !== 0 && !rules.mayReach(host)) throw refusedAddress(url.host);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ConnectorProblem("bad_settings", `${url.host}: only https addresses are asked`);
  }
  if (url.protocol === "http:" && isIP(host) !== 0 && !rules.isTrusted(host)) throw unencrypted(url.host);
}

const refusedAddress = (host: string): ConnectorProblem =>
  new ConnectorProblem(
    "address_refused",
    `${host} is inside the network; an operator can allow its address with PARAPET_CONNECTOR_ADDRESSES`,
  );

const unencrypted = (host: string): ConnectorProblem =>
  new ConnectorProblem(
    "address_refused",
    `${host} would be asked unencrypted; use https, or allow its address with PARAPET_CONNECTOR_ADDRESSES`,
  );

function ask(request: ExchangeRequest, { rules, agents }: Means, signal: AbortSignal): Promise<IncomingMessage> {
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

/** Resolves a name to the addresses that may be reached; a name with none of them is refused. */
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
  // A pipe does not hand on errors: a cut answer must end the unpacking too.
  if (packed) answer.once("error", (error) => stream.destroy(error));
  const abort = (): void => void stream.destroy(new Error("aborted"));
  signal.addEventListener("abort", abort, { once: true });
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw new ConnectorProblem("too_large", `an answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk as Buffer);
    }
    if (!answer.complete) throw new Error("cut short");
  } finally {
    signal.removeEventListener("abort", abort);
    // What is left of an answer nobody reads must not keep the connection.
    if (!answer.complete) answer.destroy();
  }
  return Buffer.concat(chunks);
}

const codeOf = (error: unknown): string =>
  String((error as NodeJS.ErrnoException)?.code ?? "connection lost").slice(0, 64);
