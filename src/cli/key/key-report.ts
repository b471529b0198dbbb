import type { ApiKey } from "../../store/domains/api-keys.ts";
import type { Invocation } from "../command.ts";

/** Prints a new key, which is not stored and cannot be printed again. */
export function printIssuedKey(
  { terminal, json }: Invocation,
  issued: { readonly key: string; readonly keyId: string },
  expiresAt: Date | null,
): void {
  if (json) terminal.data(JSON.stringify({ key: issued.key, key_id: issued.keyId, expires_at: expiresAt }));
  else terminal.out(issued.key);
  terminal.note(`Key ${issued.keyId} ${expiresAt ? `works until ${expiresAt.toISOString()}` : "never expires"}.`);
  terminal.note("Store it now: it is not kept and cannot be shown again.");
}

/** Returns a key as `--json` prints it. */
export function describeKey(key: ApiKey, now: Date): Record<string, unknown> {
  return {
    key_id: key.keyId,
    name: key.name,
    state: stateOf(key, now),
    scopes: key.scopes,
    allowed_addresses: key.allowedAddresses,
    created_at: key.createdAt,
    created_by: key.createdBy,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt,
    replaces: key.replaces,
    last_used_at: key.lastUsedAt,
    last_used_ip: key.lastUsedIp,
  };
}

/** Returns a key as one line of text. */
export function keyLine(key: ApiKey, now: Date): string {
  const ends = key.expiresAt?.toISOString().slice(0, 10) ?? "never";
  const used = key.lastUsedAt?.toISOString().slice(0, 16) ?? "never";
  return `${key.keyId}  ${stateOf(key, now).padEnd(8)}  ends ${ends.padEnd(10)}  used ${used.padEnd(16)}  ${key.name ?? "-"}  ${key.scopes.join(",")}`;
}

function stateOf(key: ApiKey, now: Date): string {
  if (key.revokedAt) return "revoked";
  if (key.disabled) return "disabled";
  return key.expiresAt && key.expiresAt <= now ? "expired" : "active";
}
