import { Failure } from "../model/failure.ts";
import { READ_SCOPES, type Scope } from "../model/vocabulary.ts";
import { mintKey } from "../runtime/api-key-format.ts";
import { hmacSha256 } from "../runtime/hashing.ts";
import type { DomainDb } from "../store/database/database.ts";
import { addApiKey } from "../store/domains/api-keys.ts";
import { enableExternalApi, findOwnDomain } from "../store/domains/domains.ts";
import { type ActionContext, runIssuingAction } from "./context.ts";

export const DEFAULT_KEY_LIFETIME_DAYS = 90;

export interface KeyRequest {
  readonly name: string | null;
  readonly scopes?: readonly Scope[] | undefined;
  readonly allowedAddresses?: readonly string[] | undefined;
  /** Null for a key that never expires. */
  readonly expiresAt: Date | null;
  readonly replaces?: string | undefined;
}

export interface IssuedKey {
  readonly keyId: string;
  /** The whole key. It is not stored and cannot be shown again. */
  readonly key: string;
  readonly expiresAt: Date | null;
}

/** Creates an API key. The first key of a domain enables its external API. */
export function createApiKey(ctx: ActionContext, pepper: string, request: KeyRequest): Promise<IssuedKey> {
  return runIssuingAction(ctx, pepper, async (tx) => {
    const issued = await issueKey(ctx, tx, pepper, request);
    return {
      result: issued,
      audit: {
        action: "api_key.create",
        target: { kind: "api_key", id: issued.keyId },
        before: null,
        after: describeKey(request),
      },
    };
  });
}

/** Returns what the audit log records of a key. */
export const describeKey = ({ name, scopes = READ_SCOPES, allowedAddresses = [], expiresAt }: KeyRequest) => ({
  name,
  scopes,
  allowed_addresses: allowedAddresses,
  expires_at: expiresAt,
});

/** Generates and stores a key in the caller's transaction. */
export async function issueKey(
  ctx: ActionContext,
  tx: DomainDb,
  pepper: string,
  request: KeyRequest,
): Promise<IssuedKey> {
  const domain = await findOwnDomain(tx);
  if (request.expiresAt === null && domain?.keysMayNeverExpire === false) {
    throw new Failure("invalid_request", "this domain does not allow keys that never expire; give an expiry");
  }
  const { key, keyId, secret } = mintKey();
  const at = ctx.clock();
  // Before the key, whose foreign key shares a lock on the domain: two transactions that both want it for themselves after
  // that would wait for each other. A distributed database has one such lock for all domains.
  await enableExternalApi(tx, at);
  await addApiKey(tx, {
    keyId,
    name: request.name,
    secretDigest: hmacSha256(pepper, secret),
    scopes: request.scopes ?? READ_SCOPES,
    allowedAddresses: request.allowedAddresses ?? [],
    createdAt: at,
    createdBy: `${ctx.actor.kind}:${ctx.actor.id}`,
    expiresAt: request.expiresAt,
    replaces: request.replaces ?? null,
  });
  return { keyId, key, expiresAt: request.expiresAt };
}
