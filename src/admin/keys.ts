import { createApiKey, type IssuedKey } from "../actions/create-api-key.ts";
import { revokeApiKey } from "../actions/revoke-api-key.ts";
import { rotateApiKey } from "../actions/rotate-api-key.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import type { KEY_STATES } from "../contract/admin/keys.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import type { KeyCreator } from "../model/key-creator.ts";
import { isAddressBlock } from "../runtime/address-block.ts";
import type { DomainDb } from "../store/database/database.ts";
import { type ApiKey, findApiKey, listApiKeys } from "../store/domains/api-keys.ts";
import { findKeyCreators } from "../store/domains/key-creators.ts";
import { type AdminParts, DONE, type MountAdmin } from "./admin-plane.ts";
import { readExpiry } from "./read-expiry.ts";

/** Mounts the management of API keys. */
export function mountKeys({ secret, storeKeyUses }: AdminParts, mount: MountAdmin): void {
  mount(at.listKeys, async ({ db, database, clock }) => {
    // Whoever has just made a key watches for its first request.
    await storeKeyUses();
    const keys = await listApiKeys(db);
    const creatorOf = await findKeyCreators(database, db, keys);
    const now = clock();
    return answerOf(JSON.stringify({ items: keys.toReversed().map((key) => describeKey(key, creatorOf(key), now)) }));
  });

  mount(at.createKey, async (caller, { body }) => {
    const issued = await createApiKey(caller, secret, {
      name: body.name,
      scopes: body.scopes,
      allowedAddresses: readBlocks(body.allowed_addresses ?? []),
      expiresAt: readExpiry(body.expires_at, caller.clock()),
    });
    return answerOf(describeIssued(issued));
  });

  mount(at.rotateKey, async (caller, { params, body }) => {
    const keyId = await requireActive(caller.db, params.key_id, caller.clock());
    const expiresAt = body.expires_at === undefined ? undefined : readExpiry(body.expires_at, caller.clock());
    const issued = await rotateApiKey(caller, secret, { keyId, overlapMs: body.overlap_seconds * 1_000, expiresAt });
    return answerOf(describeIssued(issued));
  });

  mount(at.revokeKey, async (caller, { params }) => {
    const key = await findApiKey(caller.db, params.key_id);
    if (!key) throw noSuchKey();
    // Revoking a key twice is as good as once.
    if (key.revokedAt === null) await revokeApiKey(caller, params.key_id);
    return answerOf(DONE);
  });
}

const describeIssued = ({ keyId, key, expiresAt }: IssuedKey): string =>
  JSON.stringify({ key_id: keyId, key, expires_at: expiresAt });

function describeKey(key: ApiKey, creator: KeyCreator, now: Date) {
  return {
    key_id: key.keyId,
    name: key.name,
    scopes: key.scopes,
    allowed_addresses: key.allowedAddresses,
    state: stateOf(key, now),
    created_at: key.createdAt,
    created_by: key.createdBy,
    creator_name: creator.name,
    creator_state: creator.state,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    replaces: key.replaces,
    last_used_at: key.lastUsedAt,
    last_used_ip: key.lastUsedIp,
  };
}

function stateOf({ revokedAt, expiresAt, disabled }: ApiKey, now: Date): (typeof KEY_STATES)[number] {
  if (revokedAt !== null && revokedAt <= now) return "revoked";
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return disabled ? "disabled" : "active";
}

async function requireActive(db: DomainDb, keyId: string, now: Date): Promise<string> {
  const key = await findApiKey(db, keyId);
  if (!key) throw noSuchKey();
  const state = stateOf(key, now);
  if (state === "active") return keyId;
  throw new Failure("invalid_request", `this key is ${state}; create a new one`);
}

const noSuchKey = () => new Failure("key_not_found", "there is no such API key");

function readBlocks(blocks: readonly string[]): readonly string[] {
  const wrong = blocks.find((block) => !isAddressBlock(block));
  if (wrong === undefined) return blocks;
  const message = `field 'allowed_addresses' must hold addresses or CIDR blocks such as 192.0.2.0/24; '${wrong}' is neither`;
  throw new Failure("invalid_body", message, { field: "allowed_addresses" });
}
