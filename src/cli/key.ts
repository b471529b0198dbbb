import { createApiKey, DEFAULT_KEY_LIFETIME_DAYS } from "../actions/create-api-key.ts";
import { revokeApiKey } from "../actions/revoke-api-key.ts";
import { DEFAULT_OVERLAP_MS, MAX_OVERLAP_MS, rotateApiKey } from "../actions/rotate-api-key.ts";
import { isAddressBlock } from "../config.ts";
import { READ_SCOPES, SCOPES, type Scope } from "../model/vocabulary.ts";
import { systemClock } from "../runtime/clock.ts";
import { type ApiKey, listApiKeys } from "../store/domains/api-keys.ts";
import { type Command, type Invocation, required, UsageProblem } from "./command.ts";
import { readDuration } from "./duration.ts";
import { namedDomain, OPERATOR, pepperOf, withDatabase } from "./with-database.ts";

export const keyCommand: Command = {
  name: "key",
  summary: "Make, list, rotate and revoke API keys",
  usage: [
    "key create --domain NAME [--name LABEL] [--scopes a,b] [--expires 90d|never] [--allow-from CIDR,CIDR]",
    "key list --domain NAME",
    "key rotate --domain NAME KEY_ID [--overlap 24h] [--expires 90d|never]",
    "key revoke --domain NAME KEY_ID",
  ],
  options: {
    domain: "the domain the key belongs to",
    name: "a label to know the key by",
    scopes: `comma-separated, of: ${SCOPES.join(", ")} (default: every :read scope)`,
    expires: "when the key ends, such as 90d or never (default: 90d)",
    overlap: "how long the old key of a rotation still works, up to 7d (default: 24h)",
    "allow-from": "addresses or CIDR blocks the key may be used from (default: anywhere)",
  },
  examples: [
    "parapet key create --domain northwind --name siem --scopes cases:read,cases:verdict",
    "parapet key rotate --domain northwind a1B2c3D4 --overlap 1h",
  ],
  run: (invocation) => {
    const [verb, keyId, ...rest] = invocation.positionals;
    if (rest.length > 0) throw new UsageProblem(`unexpected '${rest[0]}'`);
    refuseForeignOptions(verb, invocation.options);
    if (verb === "create" && keyId === undefined) return create(invocation);
    if (verb === "list" && keyId === undefined) return list(invocation);
    if (verb === "rotate" && keyId) return rotate(invocation, keyId);
    if (verb === "revoke" && keyId) return revoke(invocation, keyId);
    throw new UsageProblem("expected: parapet key create, list, rotate KEY_ID or revoke KEY_ID");
  },
};

const OWN_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  create: ["name", "scopes", "expires", "allow-from"],
  rotate: ["expires", "overlap"],
};

/** An option that has no effect here was given in the belief that it has one. */
function refuseForeignOptions(verb: string | undefined, options: Invocation["options"]): void {
  const known = ["name", "scopes", "expires", "overlap", "allow-from"];
  const own = OWN_OPTIONS[verb ?? ""] ?? [];
  const foreign = known.find((option) => options[option] !== undefined && !own.includes(option));
  if (foreign) throw new UsageProblem(`key ${verb} takes no --${foreign}`);
}

function create(invocation: Invocation): Promise<number> {
  const { options } = invocation;
  required(invocation, "domain");
  const request = {
    name: options["name"] ?? null,
    scopes: readScopes(options["scopes"]),
    allowedAddresses: readAddresses(options["allow-from"]),
    expiresAt: readExpiry(options["expires"]),
  };
  return withDatabase(invocation, async (database) => {
    const db = await namedDomain(invocation, database);
    const ctx = { db, clock: systemClock, actor: OPERATOR };
    return show(invocation, await createApiKey(ctx, await pepperOf(invocation), request), request.expiresAt);
  });
}

function rotate(invocation: Invocation, keyId: string): Promise<number> {
  required(invocation, "domain");
  const overlapMs = readDuration("--overlap", invocation.options["overlap"]) ?? DEFAULT_OVERLAP_MS;
  if (overlapMs > MAX_OVERLAP_MS) throw new UsageProblem("--overlap: 7d at the most");
  const expiresAt = readExpiry(invocation.options["expires"]);
  return withDatabase(invocation, async (database) => {
    const db = await namedDomain(invocation, database);
    const ctx = { db, clock: systemClock, actor: OPERATOR };
    return show(
      invocation,
      await rotateApiKey(ctx, await pepperOf(invocation), { keyId, overlapMs, expiresAt }),
      expiresAt,
    );
  });
}

function revoke(invocation: Invocation, keyId: string): Promise<number> {
  required(invocation, "domain");
  return withDatabase(invocation, async (database) => {
    const db = await namedDomain(invocation, database);
    await revokeApiKey({ db, clock: systemClock, actor: OPERATOR }, keyId);
    if (invocation.json) invocation.terminal.out(JSON.stringify({ key_id: keyId, revoked: true }));
    invocation.terminal.note(`Key ${keyId} is revoked.`);
    return 0;
  });
}

function list(invocation: Invocation): Promise<number> {
  required(invocation, "domain");
  const { terminal, json } = invocation;
  return withDatabase(invocation, async (database) => {
    const keys = await listApiKeys(await namedDomain(invocation, database));
    const now = systemClock();
    if (json) terminal.out(JSON.stringify(keys.map((key) => describe(key, now))));
    else for (const key of keys) terminal.out(lineOf(key, now));
    return 0;
  });
}

function show(
  { terminal, json }: Invocation,
  issued: { readonly key: string; readonly keyId: string },
  expiresAt: Date | null,
): number {
  if (json) terminal.out(JSON.stringify({ key: issued.key, key_id: issued.keyId, expires_at: expiresAt }));
  else terminal.out(issued.key);
  terminal.note(`Key ${issued.keyId} ${expiresAt ? `works until ${expiresAt.toISOString()}` : "never expires"}.`);
  terminal.note("Store it now: it is not kept and cannot be shown again.");
  return 0;
}

function stateOf(key: ApiKey, now: Date): string {
  if (key.revokedAt) return "revoked";
  if (key.disabled) return "disabled";
  return key.expiresAt && key.expiresAt <= now ? "expired" : "active";
}

function describe(key: ApiKey, now: Date): Record<string, unknown> {
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

function lineOf(key: ApiKey, now: Date): string {
  const ends = key.expiresAt?.toISOString().slice(0, 10) ?? "never";
  const used = key.lastUsedAt?.toISOString().slice(0, 16) ?? "never";
  return `${key.keyId}  ${stateOf(key, now).padEnd(8)}  ends ${ends.padEnd(10)}  used ${used.padEnd(16)}  ${key.name ?? "-"}  ${key.scopes.join(",")}`;
}

function readScopes(text: string | undefined): readonly Scope[] {
  if (text === undefined) return READ_SCOPES;
  const asked = text.split(",").map((scope) => scope.trim());
  const unknown = asked.find((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown !== undefined) throw new UsageProblem(`--scopes: '${unknown}' is not one of ${SCOPES.join(", ")}`);
  return [...new Set(asked as Scope[])];
}

function readAddresses(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  // An empty list means anywhere, so a part that is empty is refused like any other that names no address.
  const blocks = text.split(",").map((block) => block.trim());
  const bad = blocks.find((block) => !isAddressBlock(block));
  if (bad !== undefined) throw new UsageProblem(`--allow-from: '${bad}' is not an address or CIDR block`);
  return blocks;
}

function readExpiry(text: string | undefined): Date | null {
  if (text === "never") return null;
  const lifetime = readDuration("--expires", text) ?? DEFAULT_KEY_LIFETIME_DAYS * 86_400_000;
  if (lifetime === 0) throw new UsageProblem("--expires: a key must live for some time");
  return new Date(systemClock().getTime() + lifetime);
}
