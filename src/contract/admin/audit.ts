import { Type } from "typebox";
import { ACTOR_KINDS, AUDIT_ACTIONS } from "../../model/audit.ts";
import { DateTime, FreeForm, nullable, openEnum, PageSize, Text } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH, DomainParams } from "./admin-endpoint.ts";

export const AuditItem = Type.Object({
  sequence: Type.Integer({ minimum: 1 }),
  recorded_at: DateTime,
  actor: Type.Object({ kind: openEnum(ACTOR_KINDS, "Who acted."), id: Text, name: nullable(Text), origin: Text }),
  action: openEnum(AUDIT_ACTIONS, "What was done."),
  target: Type.Object({ kind: Text, id: Text, name: nullable(Text) }),
  before: nullable(FreeForm),
  after: nullable(FreeForm),
  hash: Text,
});

const AuditQuery = Type.Object({
  actor_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: "Only entries of this actor." })),
  action: Type.Optional(Type.Enum(AUDIT_ACTIONS, { description: "Only entries of this action." })),
  before: Type.Optional(Type.Integer({ minimum: 1, description: "Only entries before this sequence number." })),
  page_size: Type.Optional(PageSize),
});

const Verified = Type.Object({
  entries: Type.Integer({ minimum: 0 }),
  head_hash: Text,
  broken_at: nullable(Type.Integer({ minimum: 1 })),
  reason: nullable(Text),
});
const VERIFIED_EXAMPLE = {
  entries: 17,
  head_hash: "9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab",
  broken_at: null,
  reason: null,
};

export const listAudit = adminEndpoint({
  method: "GET",
  path: `${DOMAIN_PATH}/audit`,
  operationId: "listAudit",
  tag: "Audit",
  summary: "List the audit log",
  description: "Returns who changed what in the domain, newest first.",
  requires: "audit:read",
  params: DomainParams,
  query: AuditQuery,
  reply: Type.Object({ items: Type.Array(AuditItem) }),
  replyExample: {
    items: [
      {
        sequence: 17,
        recorded_at: "2026-11-02T09:41:00.000Z",
        actor: {
          kind: "account",
          id: "018f2f6e-0000-7000-8000-0000000000a1",
          name: "maya.ito@northwind.example",
          origin: "203.0.113.24",
        },
        action: "api_key.revoke",
        target: { kind: "api_key", id: "a1B2c3D4", name: null },
        before: { revoked_at: null },
        after: { revoked_at: "2026-11-02T09:41:00.000Z" },
        hash: "9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab",
      },
    ],
  },
  failures: [],
});

export const verifyAudit = adminEndpoint({
  method: "POST",
  path: `${DOMAIN_PATH}/audit/verify`,
  operationId: "verifyAudit",
  tag: "Audit",
  summary: "Verify the audit log",
  description:
    "Computes the hash of every entry again. `broken_at` is the first entry that was changed, added or removed; null if there is none. One verification of a log runs at a time.",
  requires: "audit:read",
  slow: true,
  params: DomainParams,
  reply: Verified,
  replyExample: VERIFIED_EXAMPLE,
  failures: [],
});

export const listInstallationAudit = adminEndpoint({
  method: "GET",
  path: "/audit",
  operationId: "listInstallationAudit",
  tag: "Audit",
  summary: "List the audit log of the installation",
  description:
    "Returns what happened to accounts, sessions, operators and the secret, newest first: what belongs to no domain. For operators.",
  requires: "operator",
  query: AuditQuery,
  reply: Type.Object({ items: Type.Array(AuditItem) }),
  replyExample: {
    items: [
      {
        sequence: 41,
        recorded_at: "2026-11-02T09:41:00.000Z",
        actor: { kind: "operator", id: "maya", name: null, origin: "cli@parapet-1" },
        action: "account.disable",
        target: {
          kind: "account",
          id: "018f2f6e-0000-7000-8000-0000000000a2",
          name: "jon.bell@northwind.example",
        },
        before: { disabled_at: null },
        after: { disabled_at: "2026-11-02T09:41:00.000Z", sessions_ended: 1 },
        hash: "9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab",
      },
    ],
  },
  failures: [],
});

export const verifyInstallationAudit = adminEndpoint({
  method: "POST",
  path: "/audit/verify",
  operationId: "verifyInstallationAudit",
  tag: "Audit",
  summary: "Verify the audit log of the installation",
  description:
    "Computes the hash of every entry again, as for the log of a domain. One verification runs at a time. For operators.",
  requires: "operator",
  slow: true,
  reply: Verified,
  replyExample: VERIFIED_EXAMPLE,
  failures: [],
});
