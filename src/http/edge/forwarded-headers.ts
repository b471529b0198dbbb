import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressIn, createBlockMatcher, plainAddress } from "../../runtime/address-block.ts";
import type { Clock } from "../../runtime/clock.ts";

export interface ForwardedParts {
  readonly trustedProxies: readonly string[];
  readonly clock: Clock;
  /** Records the address of a proxy that is not trusted, for other processes. */
  readonly record: (address: string, at: Date) => Promise<void>;
}

const HEADERS = ["x-forwarded-for", "x-forwarded-proto", "forwarded"] as const;
/** Any client can send such a header, so the addresses are bounded. */
const MAX_PEERS = 10;
const RECORD_AGAIN_MS = 86_400_000;

/**
 * Reports requests with forwarded headers from addresses that are not trusted proxies, where everybody behind the proxy shares one
 * address and its limits: each address is logged once, and recorded at most once a day.
 */
export function reportForwarded(app: FastifyInstance, { trustedProxies, clock, record }: ForwardedParts): void {
  const isTrusted = createBlockMatcher(trustedProxies);
  const recordedMs = new Map<string, number>();
  app.addHook("onRequest", async ({ headers, raw, log }: FastifyRequest) => {
    const header = HEADERS.find((name) => headers[name] !== undefined);
    const { remoteAddress } = raw.socket;
    if (header === undefined || remoteAddress === undefined || isTrusted(remoteAddress)) return;
    const peer = plainAddress(remoteAddress);
    const now = clock();
    const before = recordedMs.get(peer);
    if (before === undefined ? recordedMs.size >= MAX_PEERS : now.getTime() - before < RECORD_AGAIN_MS) return;
    recordedMs.set(peer, now.getTime());
    if (before === undefined) log.warn({ peer, header }, UNTRUSTED);
    // Not awaited: the request must not wait for the database.
    void record(peer, now).catch((error: Error) => {
      log.warn({ err: error.message }, "the address of an untrusted proxy could not be recorded");
    });
  });
}

/**
 * Leaves only addresses in `X-Forwarded-For`, without ports. What is no address, and whatever was forwarded before it, is removed:
 * the caller is then the last proxy that is known.
 */
export function cleanForwardedFor(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw: { headers } }: FastifyRequest) => {
    const text = headers["x-forwarded-for"];
    if (text === undefined) return;
    const addresses = [text]
      .flat()
      .join(",")
      .split(",")
      .map((part) => addressIn(part.trim()));
    const known = addresses.slice(addresses.lastIndexOf(undefined) + 1);
    if (known.length === 0) delete headers["x-forwarded-for"];
    else headers["x-forwarded-for"] = known.join(", ");
  });
}

const UNTRUSTED =
  "a request has a forwarded header that is ignored, because its sender is not in PARAPET_TRUSTED_PROXIES: if this is your " +
  "proxy, everybody behind it shares one address and its limits until you add the proxy's address to that setting";
