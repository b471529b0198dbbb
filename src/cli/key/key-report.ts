import type { IssuedKey } from "../../actions/create-api-key.ts";
import type { KeyCreator } from "../../model/key-creator.ts";
import type { ApiKey } from "../../store/domains/api-keys.ts";
import type { Invocation } from "../command.ts";

/** Prints a new key, which is not stored and cannot be printed again. */
export function printIssuedKey({ terminal, json }: Invocation, { key, keyId, expiresAt }: IssuedKey): void {
  if (json) terminal.data(JSON.stringify({ key, key_id: keyId, expires_at: expiresAt }));
  else terminal.out(key);
  terminal.note(`Key ${keyId} ${expiresAt ? `works until ${expiresAt.toISOString()}` : "never expires"}.`);
  terminal.note("Store it now: it is not kept and cannot be shown again.");
}

/** Returns a key as `--json` prints it. */
export function describeKey(key: ApiKey, creator: KeyCreator, now: Date): Record<string, unknown> {
  return {
    key_id: key.keyId,
    name: key.name,
    state: stateOf(key, now),
    scopes: key.scopes,
    allowed_addresses: key.allowedAddresses,
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

/** Returns a key as one line of text. */
export function keyLine(key: ApiKey, creator: KeyCreator, now: Date): string {
  const ends = key.expiresAt?.toISOString().slice(0, 10) ?? "never";
  const used = key.lastUsedAt?.toISOString().slice(0, 16) ?? "never";
  const lost = { disabled: "is disabled", removed: "has no role in the domain any more" };
  const isMarked = stateOf(key, now) === "active" && (creator.state === "disabled" || creator.state === "removed");
  const mark = isMarked ? `  its creator ${creator.name ?? key.createdBy} ${lost[creator.state]}` : "";
  return `${key.keyId}  ${stateOf(key, now).padEnd(8)}  ends ${ends.padEnd(10)}  used ${used.padEnd(16)}  ${key.name ?? "-"}  ${key.scopes.join(",")}${mark}`;
}

function stateOf(key: ApiKey, now: Date): string {
  if (key.revokedAt) return "revoked";
  if (key.disabled) return "disabled";
  return key.expiresAt && key.expiresAt <= now ? "expired" : "active";
}
