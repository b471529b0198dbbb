import { Type } from "typebox";
import { CREATOR_STATES } from "../../model/key-creator.ts";
import { SCOPES } from "../../model/vocabulary.ts";
import { DateTime, nullable, Text, Uuid } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH, DomainParams } from "./admin-endpoint.ts";
import { DONE_EXAMPLE, Done } from "./session.ts";

export const KEY_STATES = ["active", "expired", "revoked", "disabled"] as const;

export const KeyItem = Type.Object({
  key_id: Text,
  name: nullable(Text),
  scopes: Type.Array(Type.Enum(SCOPES)),
  allowed_addresses: Type.Array(Text),
  state: Type.Enum(KEY_STATES),
  created_at: DateTime,
  created_by: Text,
  creator_name: nullable(Text),
  creator_state: Type.Union([Type.Enum(CREATOR_STATES), Type.Null()], {
    description:
      "Whether the account that created the key is disabled or no longer has a role in the domain; the key works nevertheless. Null if no account created it.",
  }),
  expires_at: nullable(DateTime),
  revoked_at: nullable(DateTime),
  replaces: nullable(Text),
  last_used_at: nullable(DateTime),
  last_used_ip: nullable(Text),
});

const KEY_EXAMPLE = {
  key_id: "a1B2c3D4",
  name: "siem",
  scopes: ["cases:read", "cases:verdict"],
  allowed_addresses: ["192.0.2.0/24"],
  state: "active",
  created_at: "2026-11-02T09:00:00.000Z",
  created_by: "account:018f2f6e-0000-7000-8000-0000000000a1",
  creator_name: "maya.ito@northwind.example",
  creator_state: "active",
  expires_at: "2027-01-31T00:00:00.000Z",
  revoked_at: null,
  replaces: null,
  last_used_at: null,
  last_used_ip: null,
};

const KeyParams = Type.Object({ domain_id: Uuid, key_id: Type.String({ pattern: "^[0-9A-Za-z]{8}$" }) });
const ExpiresAt = nullable(
  Type.String({ format: "date-time", description: "When the key expires; null for a key that never does." }),
);
const IssuedKey = Type.Object({
  key_id: Text,
  key: Type.String({ description: "The whole key. It is shown only here." }),
  expires_at: nullable(DateTime),
});
const ISSUED_EXAMPLE = { key_id: "a1B2c3D4", key: "ppt_a1B2c3D4_…", expires_at: "2027-01-31T00:00:00.000Z" };

const common = { tag: "API keys", requires: "keys:manage" } as const;

export const listKeys = adminEndpoint({
  ...common,
  method: "GET",
  path: `${DOMAIN_PATH}/keys`,
  operationId: "listKeys",
  summary: "List the API keys",
  description:
    "Returns every API key of the domain, the newest first. The keys themselves are not stored. A key belongs to a program: it works on after the account that created it was removed or disabled, which `creator_state` shows.",
  params: DomainParams,
  reply: Type.Object({ items: Type.Array(KeyItem) }),
  replyExample: { items: [KEY_EXAMPLE] },
  failures: [],
});

export const createKey = adminEndpoint({
  ...common,
  method: "POST",
  path: `${DOMAIN_PATH}/keys`,
  operationId: "createKey",
  summary: "Create an API key",
  description: "Creates an API key. The response is the only place that shows it.",
  sensitive: true,
  params: DomainParams,
  body: Type.Object(
    {
      name: Type.String({ minLength: 1, maxLength: 128 }),
      scopes: Type.Array(Type.Enum(SCOPES), { minItems: 1, uniqueItems: true }),
      allowed_addresses: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 64 })),
      expires_at: ExpiresAt,
    },
    { additionalProperties: false },
  ),
  bodyExample: { name: "siem", scopes: ["cases:read", "cases:verdict"], expires_at: "2027-01-31T00:00:00.000Z" },
  reply: IssuedKey,
  replyExample: ISSUED_EXAMPLE,
  failures: ["invalid_request"],
});

export const rotateKey = adminEndpoint({
  ...common,
  method: "POST",
  path: `${DOMAIN_PATH}/keys/:key_id/rotate`,
  operationId: "rotateKey",
  summary: "Replace an API key",
  description:
    "Creates a key with the same name, scopes and addresses. It lives as long as the old key was to live when it was created, unless `expires_at` is given; null is for a key that never expires. The old key works until the overlap ends.",
  sensitive: true,
  params: KeyParams,
  body: Type.Object(
    { overlap_seconds: Type.Integer({ minimum: 0, maximum: 604_800 }), expires_at: Type.Optional(ExpiresAt) },
    { additionalProperties: false },
  ),
  bodyExample: { overlap_seconds: 86_400 },
  reply: IssuedKey,
  replyExample: ISSUED_EXAMPLE,
  failures: ["invalid_request", "key_not_found"],
});

export const revokeKey = adminEndpoint({
  ...common,
  method: "DELETE",
  path: `${DOMAIN_PATH}/keys/:key_id`,
  operationId: "revokeKey",
  summary: "Revoke an API key",
  description: "Revokes a key, effective with its next request.",
  params: KeyParams,
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["key_not_found"],
});
