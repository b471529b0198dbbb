import { hash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { LRUCache } from "lru-cache";
import { WRONG_KEYS_PER_MINUTE } from "../contract/rate-limits.ts";
import { hasApiKey, readApiKey } from "../http/credentials.ts";
import type { Limiter } from "../http/rate-limit/limiter.ts";
import { Failure } from "../model/failure.ts";
import { type ParsedKey, parseKey } from "../runtime/api-key-format.ts";
import { monotonicMs } from "../runtime/clock.ts";
import { hmacSha256, sameDigest } from "../runtime/hashing.ts";
import type { Database } from "../store/database/database.ts";
import { findApiKey, findKeyDomain } from "../store/domains/api-keys.ts";
import { createKeyIndex, type KeyIndex } from "./key-index.ts";
import { rateLimited } from "./rate-limited.ts";

/** A key whose secret matched, with its domain. */
export interface ProvenKey {
  readonly keyId: string;
  readonly domainId: string;
}

/** Returns the domain of a request's key if it was proven before, to share the server fairly; authenticates nothing. */
export function callerOf(prover: Pick<KeyProver, "recall">, headers: IncomingHttpHeaders): string {
  if (!hasApiKey(headers)) return "open";
  try {
    return prover.recall(readApiKey(headers))?.domainId ?? "unknown callers";
  } catch {
    return "unknown callers";
  }
}

/** Authenticates API keys. Wrong keys are counted by address. */
export interface KeyProver {
  /** Returns the owner of a key whose secret has matched before. */
  recall(text: string): ProvenKey | undefined;
  /** Compares the secret; throws if it is wrong, or if the address has sent too many wrong ones. */
  prove(text: string, address: string): Promise<ProvenKey>;
}

export interface KeyProverParts {
  readonly database: Database;
  /** The server's secret that key digests are made under. */
  readonly pepper: string;
  readonly limiter: Limiter;
}

const MAX_PROVEN = 50_000;
const MAX_ADDRESSES = 10_000;
/** How long an address over its limit is refused without asking the limiter. */
const HELD_BACK_MS = 1_000;

export function createKeyProver(parts: KeyProverParts): KeyProver {
  const proven = new LRUCache<string, ProvenKey>({ max: MAX_PROVEN });
  const underWay = new Map<string, Promise<ProvenKey>>();
  const budget = createBudget(parts.limiter);
  const index = createKeyIndex(parts.database, monotonicMs);
  const digestOf = (text: string) => hash("sha256", text, "base64url");
  return {
    recall: (text) => proven.get(digestOf(text)),
    prove: async (text, address) => {
      const digest = digestOf(text);
      // Concurrent first requests with one key are one attempt: the others wait for it.
      await underWay.get(digest)?.catch(() => undefined);
      const known = proven.get(digest);
      if (known) return known;
      const proof = prove(parts, budget, index, text, address);
      underWay.set(digest, proof);
      try {
        proven.set(digest, await proof);
        return await proof;
      } finally {
        if (underWay.get(digest) === proof) underWay.delete(digest);
      }
    },
  };
}

async function prove(
  parts: KeyProverParts,
  budget: Budget,
  index: KeyIndex,
  text: string,
  address: string,
): Promise<ProvenKey> {
  const parsed = parseKey(text);
  const attempt = await budget.admit(address);
  if (!attempt.admitted) return matchIndex(parts, index, parsed, attempt.retryAfterMs);
  try {
    const key = await matchStored(parts, parsed);
    await attempt.release();
    return key;
  } catch (error) {
    const isWrong = error instanceof Failure && error.code === "invalid_api_key";
    // Only a wrong key counts, not a failure to reach the database.
    if (!isWrong) await attempt.release();
    // The last attempt within the budget refreshes the index, so that later ones need no database.
    else if (attempt.remaining === 0) await index.refresh().catch(() => undefined);
    throw error;
  }
}

async function matchStored({ database, pepper }: KeyProverParts, parsed: ParsedKey | undefined): Promise<ProvenKey> {
  const domainId = parsed && (await findKeyDomain(database.system, parsed.keyId));
  const key = domainId && (await findApiKey(database.forDomain(domainId), parsed.keyId));
  if (!key || !hasSecret(pepper, parsed, key.secretDigest)) throw invalidKey();
  return { keyId: key.keyId, domainId };
}

/** Accepts a valid key from an address that has sent too many wrong ones. */
async function matchIndex(
  { pepper }: KeyProverParts,
  index: KeyIndex,
  parsed: ParsedKey | undefined,
  retryAfterMs: number,
): Promise<ProvenKey> {
  const key = parsed && (await index.find(parsed.keyId));
  if (key && hasSecret(pepper, parsed, key.secretDigest)) return { keyId: key.keyId, domainId: key.domainId };
  throw rateLimited("bad-credentials", retryAfterMs, "too many wrong keys from this address");
}

const hasSecret = (pepper: string, { secret }: ParsedKey, digest: string): boolean =>
  sameDigest(hmacSha256(pepper, secret), digest);

type Budget = ReturnType<typeof createBudget>;

/** Limits how many wrong keys an address may send. */
function createBudget(limiter: Limiter) {
  const heldBack = new LRUCache<string, number>({ max: MAX_ADDRESSES, ttl: HELD_BACK_MS });
  return {
    admit: async (address: string) => {
      const until = heldBack.get(address);
      if (until !== undefined) return { admitted: false, retryAfterMs: until - monotonicMs() } as const;
      const bucket = `a:${address}`;
      const attempt = await limiter.admit([{ bucket, quota: WRONG_KEYS_PER_MINUTE, windowMs: 60_000 }]);
      if (!attempt.admitted) heldBack.set(address, monotonicMs() + attempt.retryAfterMs);
      return attempt;
    },
  };
}

export const invalidKey = () => new Failure("invalid_api_key", "this is not a valid API key");
