import { hash } from "node:crypto";
import { BlockList, isIPv4, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { Endpoint } from "../contract/endpoint.ts";
import { type Allowance, allowanceHeaders, type Policy, type RateLimits } from "../http/allowance.ts";
import { readApiKey } from "../http/credentials.ts";
import type { Limiter } from "../http/rate-limit/limiter.ts";
import type { Guard } from "../http/route.ts";
import { Failure } from "../model/failure.ts";
import { parseKey } from "../runtime/api-key-format.ts";
import type { Clock } from "../runtime/clock.ts";
import { hmacSha256, sameDigest } from "../runtime/hashing.ts";
import { type ApiKey, findKeyDomain } from "../store/api-keys.ts";
import type { Database } from "../store/database.ts";
import type { Versions } from "../store/version-memory.ts";
import type { ApiCaller } from "./caller.ts";
import type { DomainState } from "./domain-state.ts";
import type { KeyUses } from "./key-uses.ts";
import type { VersionReader } from "./version-reader.ts";

export interface GatekeeperParts {
  readonly database: Database;
  readonly clock: Clock;
  /** The server's secret that key digests are made under. */
  readonly pepper: string;
  readonly limiter: Limiter;
  readonly limits: RateLimits;
  readonly versions: VersionReader;
  readonly state: DomainState;
  readonly uses: KeyUses;
  readonly onRefused: (code: string) => void;
}

const BAD_CREDENTIALS_PER_MINUTE = 60;

interface Known {
  readonly keyId: string;
  readonly domainId: string;
}

interface Identified extends Known {
  readonly key: ApiKey;
  readonly versions: Versions;
}

/** Lets a request in: who it is, whether it may ask now, and whether it may ask this. */
export function createGatekeeper(parts: GatekeeperParts): Guard<ApiCaller> {
  const prover = createProver(parts);
  return async (request, reply, endpoint) => {
    try {
      const identified = await identify(parts, prover, request);
      const allowance = await admit(parts, identified, /^(GET|HEAD)$/.test(request.method) ? "read" : "write");
      reply.headers(allowanceHeaders(allowance, parts.clock()));
      checkAdmitted(allowance);
      const domain = await parts.state.domain(identified.domainId, identified.versions);
      checkRights(identified.key, endpoint, request.ip);
      if (!domain || domain.externalApiDisabled) {
        throw new Failure("external_api_disabled", "the external API is switched off for this domain");
      }
      parts.uses.note(identified.domainId, identified.keyId, request.ip, parts.clock());
      return {
        domainId: identified.domainId,
        versions: identified.versions,
        allowance,
        db: parts.database.forDomain(identified.domainId),
        clock: parts.clock,
        key: identified.key,
        domain,
        limits: parts.limits,
        readiness: () => parts.state.readiness(identified.domainId, identified.versions),
      };
    } catch (error) {
      if (error instanceof Failure) parts.onRefused(error.code);
      throw error;
    }
  };
}

async function identify(parts: GatekeeperParts, prover: Prover, request: FastifyRequest): Promise<Identified> {
  const identified = await recall(parts, await prover(readApiKey(request.headers), request.ip));
  checkActive(identified.key, parts.clock());
  return identified;
}

/** Says whose key a text is, or throws. */
type Prover = (text: string, address: string) => Promise<Known>;

/** Remembers the keys whose secret has matched. */
function createProver(parts: GatekeeperParts): Prover {
  const proven = new LRUCache<string, Known>({ max: 50_000 });
  const underWay = new Map<string, Promise<Known>>();
  return async (text, address) => {
    const digest = hash("sha256", text, "base64url");
    // A burst of first requests with one good key is one attempt: the others wait for it.
    const earlier = underWay.get(digest);
    if (earlier !== undefined) await earlier.catch(() => undefined);
    const known = proven.get(digest);
    if (known) return known;
    const proof = prove(parts, text, address);
    underWay.set(digest, proof);
    try {
      proven.set(digest, await proof);
      return await proof;
    } finally {
      if (underWay.get(digest) === proof) underWay.delete(digest);
    }
  };
}

/** A key that was proven before still has to exist; its secret cannot have changed. */
async function recall(parts: GatekeeperParts, { keyId, domainId }: Known): Promise<Identified> {
  const versions = await parts.versions(domainId);
  const key = await parts.state.key(domainId, versions, keyId);
  if (!key) throw invalidKey();
  return { keyId, domainId, key, versions };
}

/** Holds a key against the store. Wrong ones are counted by address, and too many are not even looked at. */
async function prove(parts: GatekeeperParts, text: string, address: string): Promise<Known> {
  const attempt = await parts.limiter.admit([
    { bucket: `a:${address}`, quota: BAD_CREDENTIALS_PER_MINUTE, windowMs: 60_000 },
  ]);
  if (!attempt.admitted) {
    const seconds = Math.max(1, Math.ceil(attempt.retryAfterMs / 1_000));
    throw rateLimited("bad-credentials", seconds, "too many wrong keys from this address");
  }
  try {
    const known = await match(parts, text);
    await attempt.release();
    return known;
  } catch (error) {
    // Only a wrong key counts: a database that is away says nothing about the key.
    if (!(error instanceof Failure && error.code === "invalid_api_key")) await attempt.release();
    throw error;
  }
}

async function match(parts: GatekeeperParts, text: string): Promise<Known> {
  const parsed = parseKey(text);
  const domainId = parsed && (await findKeyDomain(parts.database.system, parsed.keyId));
  if (!parsed || !domainId) throw invalidKey();
  const known = { keyId: parsed.keyId, domainId };
  const { key } = await recall(parts, known);
  if (!sameDigest(hmacSha256(parts.pepper, parsed.secret), key.secretDigest)) throw invalidKey();
  return known;
}

function checkActive(key: ApiKey, now: Date): void {
  const over = key.disabled || (key.revokedAt && key.revokedAt <= now) || (key.expiresAt && key.expiresAt <= now);
  if (over) throw new Failure("inactive_api_key", "this API key has expired, was revoked or is disabled; use another");
}

async function admit(parts: GatekeeperParts, { keyId, domainId }: Known, policy: Policy): Promise<Allowance> {
  const { windowMs, domainFactor } = parts.limits;
  const quota = parts.limits[policy];
  const admission = await parts.limiter.admit([
    { bucket: `k:${keyId}:${policy}`, quota, windowMs },
    { bucket: `d:${domainId}:${policy}`, quota: quota * domainFactor, windowMs },
  ]);
  return { policy, quota, windowMs, admission };
}

function checkAdmitted({ admission, policy, quota, windowMs }: Allowance): void {
  if (admission.admitted) return;
  const seconds = Math.max(1, Math.ceil(admission.retryAfterMs / 1_000));
  const name = admission.refusedBy === 0 ? policy : `domain-${policy}`;
  const whose = admission.refusedBy === 0 ? `${quota} ${policy} requests` : "the domain's share of requests";
  throw rateLimited(name, seconds, `${whose} in ${Math.ceil(windowMs / 1_000)} seconds are used up`);
}

function rateLimited(policy: string, seconds: number, message: string): Failure {
  const details = { retry_after: seconds, policy };
  return new Failure("rate_limited", `${message}; retry in ${seconds} s`, details, { "retry-after": String(seconds) });
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

const invalidKey = () => new Failure("invalid_api_key", "this is not a valid API key");
