import { Failure } from "../model/failure.ts";
import { type ApiKey, lockApiKey, shortenApiKey } from "../store/domains/api-keys.ts";
import { type ActionContext, runIssuingAction } from "./context.ts";
import { describeKey, type IssuedKey, issueKey } from "./create-api-key.ts";
import { noSuchKey } from "./no-such-key.ts";

export const MAX_OVERLAP_MS = 7 * 86_400_000;
export const DEFAULT_OVERLAP_MS = 86_400_000;

export interface RotationRequest {
  readonly keyId: string;
  readonly overlapMs: number;
  /** When the new key expires, null for never; undefined gives it the lifetime that the old one was created with. */
  readonly expiresAt: Date | null | undefined;
}

/** Creates a key with the same name, scopes and addresses; the old key expires after the overlap. */
export function rotateApiKey(ctx: ActionContext, pepper: string, request: RotationRequest): Promise<IssuedKey> {
  if (!(request.overlapMs >= 0 && request.overlapMs <= MAX_OVERLAP_MS)) {
    throw new Failure("invalid_request", "the overlap of a rotation must be between 0 and 7 days");
  }
  return runIssuingAction(ctx, pepper, async (tx) => {
    const old = await lockApiKey(tx, request.keyId);
    const now = ctx.clock();
    const ended = !old || old.revokedAt || old.disabled || (old.expiresAt && old.expiresAt <= now);
    if (ended) throw await noSuchKey(tx, "active", request.keyId);
    const successor = {
      name: old.name,
      scopes: old.scopes,
      allowedAddresses: old.allowedAddresses,
      expiresAt: request.expiresAt === undefined ? sameLifetime(old, now) : request.expiresAt,
      replaces: old.keyId,
    };
    const issued = await issueKey(ctx, tx, pepper, successor);
    const endsAt = await shortenApiKey(tx, old.keyId, new Date(now.getTime() + request.overlapMs));
    return {
      result: issued,
      audit: {
        action: "api_key.rotate",
        target: { kind: "api_key", id: old.keyId },
        before: { expires_at: old.expiresAt },
        after: { expires_at: endsAt, successor: { key_id: issued.keyId, ...describeKey(successor) } },
      },
    };
  });
}

/** Keys that are to live for thousands of years end here: later years have no RFC 3339 form. */
const LAST_EXPIRY_MS = Date.UTC(10_000, 0) - 1;

/** Returns when a key that is created now ends, if it lives as long as an older one was to; null if that was to live for ever. */
function sameLifetime({ createdAt, issuedUntil }: ApiKey, now: Date): Date | null {
  if (issuedUntil === null) return null;
  const lifetimeMs = issuedUntil.getTime() - createdAt.getTime();
  return new Date(Math.min(now.getTime() + lifetimeMs, LAST_EXPIRY_MS));
}
