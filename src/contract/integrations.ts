import { Type } from "typebox";
import { INTEGRATION_STATUSES, SIGNALS } from "../model/vocabulary.ts";
import { endpoint } from "./endpoint.ts";
import { DateTime, nullable, openEnum, Text } from "./shapes.ts";

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
  replyExample: {
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
  },
  failures: ["integration_not_found"],
});
