import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Endpoint } from "../contract/endpoint.ts";
import { CONDITIONAL_FACTOR, type RateLimits } from "../contract/rate-limits.ts";
import { type Allowance, allowanceHeaders, type Policy } from "../http/allowance.ts";
import { readApiKey } from "../http/credentials.ts";
import type { Slots } from "../http/edge/slots.ts";
import type { Limit, Limiter } from "../http/rate-limit/limiter.ts";
import type { Guard } from "../http/route.ts";
import { Failure } from "../model/failure.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Database } from "../store/database/database.ts";
import type { ApiKey } from "../store/domains/api-keys.ts";
import type { Domain } from "../store/domains/domains.ts";
import type { Versions } from "../store/domains/version-memory.ts";
import type { ApiCaller } from "./caller.ts";
import type { DomainState } from "./domain-state.ts";
import { createInactiveKeys } from "./inactive-keys.ts";
import { invalidKey, type KeyProver, type ProvenKey } from "./key-prover.ts";
import type { KeyUses } from "./key-uses.ts";
import { rateLimited } from "./rate-limited.ts";
import { requireReady } from "./require-ready.ts";
import type { VersionReader } from "./version-reader.ts";

export interface GatekeeperParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly prover: KeyProver;
  readonly limiter: Limiter;
  readonly limits: RateLimits;
  readonly slots: Slots;
  readonly versions: VersionReader;
  readonly state: DomainState;
  readonly uses: KeyUses;
}

interface Identified extends ProvenKey {
  readonly key: ApiKey;
  readonly versions: Versions;
}

/** Returns the guard of an endpoint: it authenticates a request, applies rate limits and checks scope and address. */
export function createGatekeeper(parts: GatekeeperParts): Guard<ApiCaller> {
  const inactive = createInactiveKeys(parts.limiter);
  return async (request, reply, endpoint) => {
    const proven = await prove(parts, request, reply);
    inactive.check(proven.keyId);
    const identified = await loadKey(parts, proven);
    if (hasEnded(identified.key, parts.clock())) throw await inactive.refuse(proven.keyId);
    const allowance = await admit(parts, identified, request, reply);
    const stored = await parts.state.domain(identified.domainId, identified.versions);
    checkRights(identified.key, endpoint, request.ip);
    const domain = checkDomain(stored, request.ip);
    parts.uses.note(identified.domainId, identified.keyId, request.ip, parts.clock());
    const caller: ApiCaller = {
      domainId: identified.domainId,
      versions: identified.versions,
      allowance,
      db: parts.database.forDomain(identified.domainId),
      clock: parts.clock,
      actor: { kind: "api_key", id: identified.keyId, origin: request.ip },
      key: identified.key,
      domain,
      limits: parts.limits,
      readiness: () => parts.state.readiness(identified.domainId, identified.versions),
      requireReady: (resource) => requireReady(caller, resource),
    };
    return caller;
  };
}

/** Authenticates the request's key; from then on the request takes a slot of its domain. */
async function prove(
  { slots, prover }: GatekeeperParts,
  request: FastifyRequest,
  { raw: response }: FastifyReply,
): Promise<ProvenKey> {
  const text = readApiKey(request.headers);
  let proven = prover.recall(text);
  if (!proven) {
    slots.take(response, "unknown callers");
    proven = await slots.during(response, () => prover.prove(text, request.ip));
  }
  request.keyId = proven.keyId;
  slots.take(response, proven);
  return proven;
}

/** Loads the key and versions. A key that was proven before may have been deleted, but its secret cannot change. */
async function loadKey(parts: GatekeeperParts, { keyId, domainId }: ProvenKey): Promise<Identified> {
  const versions = await parts.versions(domainId);
  const key = await parts.state.key(domainId, versions, keyId);
  if (!key) throw invalidKey();
  return { keyId, domainId, key, versions };
}

function hasEnded(key: ApiKey, now: Date): boolean {
  return (
    key.disabled || (key.revokedAt !== null && key.revokedAt <= now) || (key.expiresAt !== null && key.expiresAt <= now)
  );
}

/** Counts the request against the limits of its key and its domain. */
async function admit(
  parts: GatekeeperParts,
  known: ProvenKey,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<Allowance> {
  const { limits, limiter, clock } = parts;
  const policy: Policy = /^(GET|HEAD)$/.test(method) ? "read" : "write";
  const { windowMs } = limits;
  const quota = limits[policy];
  const admission = await limiter.admit(limitsOf(parts, known, policy, quota));
  const allowance = { policy, quota, windowMs, admission };
  reply.headers(allowanceHeaders(allowance, clock()));
  if (!admission.admitted) throw usedUp(policy, quota, windowMs, admission);
  if (policy !== "read" || !isConditional(headers["if-none-match"])) return allowance;
  const conditionalQuota = quota * CONDITIONAL_FACTOR;
  const conditional = await limiter.admit(limitsOf(parts, known, "conditional", conditionalQuota));
  if (conditional.admitted) return allowance;
  reply.headers(allowanceHeaders(allowance, clock(), await admission.release()));
  throw usedUp("conditional", conditionalQuota, windowMs, conditional);
}

/** Whether a request is conditional, so that a 304 does not count as a read. `*` is not: it would make every read free. */
const isConditional = (ifNoneMatch: string | undefined): boolean =>
  ifNoneMatch !== undefined && ifNoneMatch.trim() !== "*";

function limitsOf(
  { limits: { windowMs, domainFactor } }: GatekeeperParts,
  { keyId, domainId }: ProvenKey,
  policy: Policy | "conditional",
  quota: number,
): readonly [Limit, Limit] {
  return [
    { bucket: `k:${keyId}:${policy}`, quota, windowMs },
    { bucket: `d:${domainId}:${policy}`, quota: quota * domainFactor, windowMs },
  ];
}

function usedUp(
  policy: Policy | "conditional",
  quota: number,
  windowMs: number,
  { refusedBy, retryAfterMs }: Allowance["admission"],
): Failure {
  const isOwn = refusedBy === 0;
  const limit = isOwn ? `the limit of ${quota} ${policy} requests` : "the domain's limit of requests";
  const message = `${limit} per ${Math.ceil(windowMs / 1_000)} seconds is used up`;
  return rateLimited(isOwn ? policy : `domain-${policy}`, retryAfterMs, message);
}

function checkRights(key: ApiKey, endpoint: Endpoint, address: string): void {
  if (endpoint.scope !== null && !key.scopes.includes(endpoint.scope)) {
    throw new Failure("insufficient_scope", `this key lacks the scope ${endpoint.scope}`, {
      required_scope: endpoint.scope,
    });
  }
  if (!isAllowedFrom(key.allowedAddresses, address)) {
    throw new Failure("ip_not_allowed", "this key may not be used from your address");
  }
}

function checkDomain(domain: Domain | undefined, address: string): Domain {
  if (domain && !isAllowedFrom(domain.allowedAddresses, address)) {
    throw new Failure("ip_not_allowed", "this domain may not be used from your address");
  }
  if (!domain || domain.externalApiDisabled) {
    throw new Failure("external_api_disabled", "the external API is switched off for this domain");
  }
  return domain;
}

function isAllowedFrom(blocks: readonly string[], address: string): boolean {
  if (blocks.length === 0) return true;
  const list = new BlockList();
  for (const block of blocks) {
    const [network = "", bits] = block.split("/");
    const family = isIPv4(network) ? "ipv4" : "ipv6";
    list.addSubnet(network, bits === undefined ? (family === "ipv4" ? 32 : 128) : Number(bits), family);
  }
  const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
  return list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
}
