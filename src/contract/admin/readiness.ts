import { Type } from "typebox";
import { READINESS_RESOURCES } from "../../model/vocabulary.ts";
import { DateTime, nullable, Text, Uuid } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH, DomainParams } from "./admin-endpoint.ts";
import { DONE_EXAMPLE, Done } from "./session.ts";

export const getReadiness = adminEndpoint({
  method: "GET",
  path: `${DOMAIN_PATH}/readiness`,
  operationId: "getReadiness",
  tag: "Readiness",
  summary: "Get the readiness of every resource",
  description: "Returns whether each resource is ready, what is missing, and the history that was observed.",
  requires: "posture:read",
  params: DomainParams,
  reply: Type.Object({
    items: Type.Array(
      Type.Object({
        resource: Type.Enum(READINESS_RESOURCES),
        ready: Type.Boolean(),
        days_until_ready: Type.Number(),
        details: Text,
        required_days: Type.Number(),
        first_event_at: nullable(DateTime),
        newest_event_at: nullable(DateTime),
        ready_at: nullable(DateTime),
      }),
    ),
  }),
  replyExample: {
    items: [
      {
        resource: "personas",
        ready: false,
        days_until_ready: 2.5,
        details: "Personas need 7 days of observed history.",
        required_days: 7,
        first_event_at: "2026-10-28T21:00:00.000Z",
        newest_event_at: "2026-11-02T09:00:00.000Z",
        ready_at: null,
      },
    ],
  },
  failures: [],
});

export const forceReady = adminEndpoint({
  method: "POST",
  path: `${DOMAIN_PATH}/readiness/:resource/force`,
  operationId: "forceReady",
  tag: "Readiness",
  summary: "Make a resource ready now",
  description:
    "Serves a resource from now on, although less history was observed than it needs. This cannot be taken back.",
  requires: "readiness:manage",
  params: Type.Object({ domain_id: Uuid, resource: Type.Enum(READINESS_RESOURCES) }),
  reply: Done,
  replyExample: DONE_EXAMPLE,
  failures: [],
});
