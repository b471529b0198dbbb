import { Type } from "typebox";
import { CONNECTOR_CATEGORIES, INTEGRATION_STATUSES, SIGNALS } from "../model/vocabulary.ts";
import { endpoint } from "./endpoint.ts";
import { DateTime, nullable, openEnum, PageSize, Text } from "./shapes.ts";

export const IntegrationPoint = Type.Object({
  connector_type: Text,
  display_name: Text,
  category: Text,
  description: Text,
  signals: Type.Array(openEnum(SIGNALS, "A signal that the connector provides.")),
  configured: Type.Boolean(),
  enabled: Type.Boolean(),
  status: openEnum(
    INTEGRATION_STATUSES,
    "`not_configured`: the domain has no record for it. `disabled`: switched off. `degraded`: the last 3 or more polls failed. `pending`: no poll has succeeded yet. `active`: anything else.",
  ),
  created_at: nullable(DateTime),
  updated_at: nullable(DateTime),
});

const integrationExample = {
  connector_type: "okta",
  display_name: "Okta",
  category: "identity_provider",
  description: "System log, users and applications of an Okta organization.",
  signals: ["core_iam", "mfa"],
  configured: true,
  enabled: true,
  status: "active",
  created_at: "2026-09-01T08:00:00.000Z",
  updated_at: "2026-11-02T09:00:00.000Z",
};

export const getIntegration = endpoint({
  method: "GET",
  path: "/integrations/:connector_type",
  operationId: "getIntegration",
  tag: "Integrations",
  summary: "Get an integration",
  description:
    "Returns one connector type of the catalog with its status in the domain. A type that the domain has not set up has `configured: false`.",
  scope: "integrations:read",
  readiness: null,
  params: Type.Object({ connector_type: Type.String({ minLength: 1, maxLength: 128 }) }),
  reply: IntegrationPoint,
  replyExample: integrationExample,
  failures: ["integration_not_found"],
});

const ConnectorCursor = Type.String({
  minLength: 1,
  maxLength: 128,
  description:
    "The `next_cursor` of the previous page, which is the `connector_type` of its last item. Send it with the same filters.",
});

export const listIntegrations = endpoint({
  method: "GET",
  path: "/integrations",
  operationId: "listIntegrations",
  tag: "Integrations",
  summary: "List integrations",
  description:
    "Returns every connector type of the catalog with its status in the domain, by `connector_type`, ascending. A type that the domain has not set up has `configured: false`. Never responds with 423.",
  scope: "integrations:read",
  readiness: null,
  extension: true,
  query: Type.Object({
    status: Type.Optional(
      Type.Enum(INTEGRATION_STATUSES, { description: "Returns only integrations with this status." }),
    ),
    category: Type.Optional(
      Type.Enum(CONNECTOR_CATEGORIES, { description: "Returns only integrations of this category." }),
    ),
    signal: Type.Optional(Type.Enum(SIGNALS, { description: "Returns only integrations that provide this signal." })),
    page_size: Type.Optional(PageSize),
    next_cursor: Type.Optional(ConnectorCursor),
  }),
  reply: Type.Object({
    next_cursor: Type.Union([Text, Type.Null()], {
      description: "The `connector_type` of the last item if there are more pages, otherwise null.",
    }),
    items: Type.Array(IntegrationPoint),
  }),
  replyExample: { next_cursor: null, items: [integrationExample] },
  failures: ["invalid_cursor"],
});
