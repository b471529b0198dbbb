import { Type } from "typebox";
import { INTEGRATION_STATUSES } from "../../model/vocabulary.ts";
import { DateTime, nullable, openEnum, Text, Texts, Uuid } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH } from "./admin-endpoint.ts";
import { DONE_EXAMPLE, Done } from "./session.ts";

const PATH = `${DOMAIN_PATH}/integrations/:connector_type`;
const Params = Type.Object({ domain_id: Uuid, connector_type: Type.String({ minLength: 1, maxLength: 128 }) });
const Values = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 65_536 }), { maxProperties: 32 });

export const IntegrationSetup = Type.Object({
  connector_type: Text,
  is_polled: Type.Boolean({ description: "False if the rows of this type are delivered to the ingest API." }),
  operator_only: Type.Boolean({ description: "Only an operator may set it up: it reads files of the server." }),
  fields: Type.Array(
    Type.Object({
      name: Text,
      meaning: Text,
      is_secret: Type.Boolean(),
      is_required: Type.Boolean(),
      is_multiline: Type.Boolean({ description: "It has several lines, such as a key in PEM." }),
      default: nullable(Text),
    }),
  ),
  settings: Type.Record(Type.String(), Text),
  secrets_set: Type.Array(Text, {
    description: "Names of the secrets that are stored. Their values are never returned.",
  }),
  enabled: Type.Boolean(),
  status: openEnum(INTEGRATION_STATUSES, "The status in the domain."),
  consecutive_failures: Type.Integer({ minimum: 0 }),
  last_success_at: nullable(DateTime),
  polled_at: nullable(DateTime),
  next_poll_at: nullable(DateTime),
  problem: Type.Union([Text, Type.Null()], { description: "Why the last poll failed; null if it did not." }),
  notes: Type.Array(Type.Object({ at: DateTime, text: Text })),
});

const SETUP_EXAMPLE = {
  connector_type: "okta",
  is_polled: true,
  operator_only: false,
  fields: [
    {
      name: "org_url",
      meaning: "address of the organization",
      is_secret: false,
      is_required: true,
      is_multiline: false,
      default: null,
    },
    {
      name: "api_token",
      meaning: "API token",
      is_secret: true,
      is_required: false,
      is_multiline: false,
      default: null,
    },
  ],
  settings: { org_url: "https://northwind.okta.com" },
  secrets_set: ["api_token"],
  enabled: true,
  status: "active",
  consecutive_failures: 0,
  last_success_at: "2026-11-02T09:41:00.000Z",
  polled_at: "2026-11-02T09:41:00.000Z",
  next_poll_at: "2026-11-02T09:42:00.000Z",
  problem: null,
  notes: [],
};

export const getIntegrationSetup = adminEndpoint({
  method: "GET",
  path: `${PATH}/setup`,
  operationId: "getIntegrationSetup",
  tag: "Integrations",
  summary: "Get the setup of an integration",
  description: "Returns the settings of a connector type, those that are stored, and the state of its polls.",
  requires: "integrations:manage",
  params: Params,
  reply: IntegrationSetup,
  replyExample: SETUP_EXAMPLE,
  failures: ["integration_not_found"],
});

export const configureIntegration = adminEndpoint({
  method: "PUT",
  path: `${PATH}/setup`,
  operationId: "configureIntegration",
  tag: "Integrations",
  summary: "Set up an integration",
  description:
    "Stores settings and secrets; what is not given stays as it is. Secrets are encrypted and never returned; they must be given again when an address that they are sent to changes. A connector that reads files of the server can be set up only by an operator.",
  requires: "integrations:manage",
  sensitive: true,
  params: Params,
  body: Type.Object(
    {
      settings: Type.Optional(Values),
      secrets: Type.Optional(Values),
      restart: Type.Optional(Type.Boolean({ description: "Reads everything again from the start." })),
    },
    { additionalProperties: false },
  ),
  bodyExample: { settings: { org_url: "https://northwind.okta.com" }, secrets: { api_token: "…" } },
  reply: IntegrationSetup,
  replyExample: SETUP_EXAMPLE,
  failures: ["integration_not_found", "invalid_request", "insufficient_role"],
});

export const removeIntegration = adminEndpoint({
  method: "DELETE",
  path: `${PATH}/setup`,
  operationId: "removeIntegration",
  tag: "Integrations",
  summary: "Remove an integration",
  description: "Deletes the settings, secrets and polls of a connector. The rows that it delivered stay.",
  requires: "integrations:manage",
  params: Params,
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["integration_not_found"],
});

export const setIntegrationEnabled = adminEndpoint({
  method: "PUT",
  path: `${PATH}/enabled`,
  operationId: "setIntegrationEnabled",
  tag: "Integrations",
  summary: "Enable or disable an integration",
  description: "A disabled connector is not polled. Enabling it resets the count of its failures.",
  requires: "integrations:manage",
  params: Params,
  body: Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }),
  bodyExample: { enabled: false },
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["integration_not_found"],
});

export const TEST_STEPS = ["settings", "address", "connection", "sign_in", "permission", "first_row"] as const;
export const STEP_STATES = ["passed", "failed", "skipped"] as const;

export const testIntegration = adminEndpoint({
  method: "POST",
  path: `${PATH}/test`,
  operationId: "testIntegration",
  tag: "Integrations",
  summary: "Test an integration",
  description:
    "Signs in with the stored settings and reads until something comes. Nothing is stored. Returns what passed, step by step, and what failed. One test of a domain runs at a time.",
  requires: "integrations:manage",
  slow: true,
  params: Params,
  reply: Type.Object({
    ok: Type.Boolean(),
    steps: Type.Array(
      Type.Object({ step: Type.Enum(TEST_STEPS), state: Type.Enum(STEP_STATES), detail: nullable(Text) }),
    ),
    rows: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    directory: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
    notes: Texts,
  }),
  replyExample: {
    ok: false,
    steps: [
      { step: "settings", state: "passed", detail: null },
      { step: "address", state: "passed", detail: null },
      { step: "connection", state: "passed", detail: "northwind.okta.com" },
      { step: "sign_in", state: "failed", detail: "the token is not valid" },
      { step: "permission", state: "skipped", detail: null },
      { step: "first_row", state: "skipped", detail: null },
    ],
    rows: {},
    directory: {},
    notes: [],
  },
  failures: ["integration_not_found"],
});

export const pollIntegration = adminEndpoint({
  method: "POST",
  path: `${PATH}/poll`,
  operationId: "pollIntegration",
  tag: "Integrations",
  summary: "Poll an integration now",
  description: "Makes the connector due, so that it is polled within seconds. The list of polls has the result.",
  requires: "integrations:manage",
  params: Params,
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: ["integration_not_found", "invalid_request"],
});

export const listIntegrationPolls = adminEndpoint({
  method: "GET",
  path: `${PATH}/polls`,
  operationId: "listIntegrationPolls",
  tag: "Integrations",
  summary: "List the polls of an integration",
  description: "Returns how the last 50 polls of a connector ended, the newest first.",
  requires: "posture:read",
  params: Params,
  reply: Type.Object({
    items: Type.Array(
      Type.Object({
        poll_id: Uuid,
        started_at: DateTime,
        ended_at: DateTime,
        pages: Type.Integer({ minimum: 0 }),
        accepted: Type.Integer({ minimum: 0 }),
        duplicates: Type.Integer({ minimum: 0 }),
        rejected: Type.Integer({ minimum: 0 }),
        problem: nullable(Text),
      }),
    ),
  }),
  replyExample: {
    items: [
      {
        poll_id: "018f2f6e-0000-7000-8000-0000000000d1",
        started_at: "2026-11-02T09:40:58.000Z",
        ended_at: "2026-11-02T09:41:00.000Z",
        pages: 2,
        accepted: 140,
        duplicates: 0,
        rejected: 0,
        problem: null,
      },
    ],
  },
  failures: ["integration_not_found"],
});
