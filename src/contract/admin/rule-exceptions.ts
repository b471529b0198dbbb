import { Type } from "typebox";
import { MAX_ENTITY_LENGTH } from "../../model/rule-settings.ts";
import { DateTime, nullable, Text, Uuid } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH, DomainParams } from "./admin-endpoint.ts";
import { ACTOR_EXAMPLE, CaseActor } from "./cases.ts";
import { Reason, RuleName } from "./rules.ts";
import { DONE_EXAMPLE, Done } from "./session.ts";

const EXCEPTIONS_PATH = `${DOMAIN_PATH}/rule-exceptions`;

export const EXCEPTION_ORIGINS = ["member", "verdict"] as const;

const RuleExceptionItem = Type.Object({
  exception_id: Uuid,
  origin: Type.Enum(EXCEPTION_ORIGINS, {
    description:
      "`member`: nothing is reported. `verdict`: a verdict that the findings were harmless makes them weigh less for the subject.",
  }),
  rule: Text,
  rule_title: Type.Union([Text, Type.Null()], { description: "Null if no rule of this name is loaded." }),
  entity: Text,
  entity_name: Type.Union([Text, Type.Null()], { description: "The address or name of a user, if it is known." }),
  reason: nullable(Text),
  by: nullable(CaseActor),
  case_id: Type.Union([Uuid, Type.Null()], { description: "The case of the verdict." }),
  made_at: DateTime,
  expires_at: nullable(DateTime),
  is_expired: Type.Boolean(),
});

const EXCEPTION_EXAMPLE = {
  exception_id: "018f2f6e-0000-7000-8000-0000000000e1",
  origin: "member",
  rule: "impossible_travel",
  rule_title: "Impossible travel between sign-ins",
  entity: "maya.ito@northwind.example",
  entity_name: null,
  reason: "Works through the VPN of a customer.",
  by: ACTOR_EXAMPLE,
  case_id: null,
  made_at: "2026-11-02T09:00:00.000Z",
  expires_at: "2026-12-02T09:00:00.000Z",
  is_expired: false,
};

export const listExceptions = adminEndpoint({
  method: "GET",
  path: EXCEPTIONS_PATH,
  operationId: "listExceptions",
  tag: "Rules",
  slow: true,
  summary: "List exceptions",
  description:
    "Returns the entities about which rules report nothing, expired exceptions too, and those that verdicts left and that still apply, the newest first.",
  requires: "posture:read",
  params: DomainParams,
  query: Type.Object({
    rule: Type.Optional({ ...RuleName, description: "The name of a rule, to list only its exceptions." }),
  }),
  reply: Type.Object({ items: Type.Array(RuleExceptionItem) }),
  replyExample: { items: [EXCEPTION_EXAMPLE] },
  failures: [],
});

export const makeException = adminEndpoint({
  method: "POST",
  path: EXCEPTIONS_PATH,
  operationId: "makeException",
  tag: "Rules",
  slow: true,
  summary: "Make an exception",
  description:
    "A rule creates no threat events about the entity from rows that are processed afterwards, until the exception expires or is ended. The entity is an identifier of the actor (email address, user name, object id, application id, host) or what a correlation or behavior groups by (an address); it is compared as a whole and without case. Making the same exception again replaces its reason and expiry.",
  requires: "rules:manage",
  params: DomainParams,
  body: Type.Object(
    {
      rule: RuleName,
      entity: Type.String({ minLength: 1, maxLength: MAX_ENTITY_LENGTH }),
      reason: Reason,
      expires_at: nullable(DateTime),
    },
    { additionalProperties: false },
  ),
  bodyExample: {
    rule: "impossible_travel",
    entity: "maya.ito@northwind.example",
    reason: "Works through the VPN of a customer.",
    expires_at: "2027-02-02T09:00:00Z",
  },
  reply: Type.Object({ exception_id: Uuid }),
  replyExample: { exception_id: EXCEPTION_EXAMPLE.exception_id },
  failures: ["rule_not_found", "invalid_request"],
});

export const endException = adminEndpoint({
  method: "DELETE",
  path: `${EXCEPTIONS_PATH}/:exception_id`,
  operationId: "endException",
  tag: "Rules",
  summary: "End an exception",
  description: "The rule reports about the entity again. An exception that a verdict left ends; the verdict stays.",
  requires: "rules:manage",
  params: Type.Object({ domain_id: Uuid, exception_id: Uuid }),
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["exception_not_found"],
});
