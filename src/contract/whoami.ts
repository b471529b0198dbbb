import { Type } from "typebox";
import { readyDetails } from "../model/readiness.ts";
import { READINESS_RESOURCES, SCOPES } from "../model/vocabulary.ts";
import { endpoint } from "./endpoint.ts";
import { DateTime, nullable, Text, Uuid } from "./shapes.ts";

const Bucket = Type.Object({ limit: Type.Integer(), window_seconds: Type.Integer() });
const ReadinessState = Type.Object({ ready: Type.Boolean(), days_until_ready: Type.Number(), details: Text });

export const whoami = endpoint({
  method: "GET",
  path: "/whoami",
  operationId: "whoami",
  tag: "Service",
  summary: "Get the calling key, its scopes and limits",
  description:
    "Returns the domain, scopes, expiry and rate limits of the API key that made the request, and the readiness of each resource.",
  scope: null,
  readiness: null,
  extension: true,
  reply: Type.Object({
    domain: Type.Object({ domain_id: Uuid, name: Text }),
    key: Type.Object({
      key_id: Text,
      name: nullable(Text),
      scopes: Type.Array(Type.Enum(SCOPES)),
      expires_at: nullable(DateTime),
    }),
    limits: Type.Object({ read: Bucket, write: Bucket }),
    readiness: Type.Object(
      Object.fromEntries(READINESS_RESOURCES.map((resource) => [resource, ReadinessState])) as Record<
        (typeof READINESS_RESOURCES)[number],
        typeof ReadinessState
      >,
    ),
  }),
  replyExample: {
    domain: { domain_id: "018f2f6e-0000-7000-8000-000000000001", name: "northwind" },
    key: { key_id: "a1B2c3D4", name: "siem", scopes: ["cases:read"], expires_at: "2027-01-31T00:00:00.000Z" },
    limits: { read: { limit: 1000, window_seconds: 60 }, write: { limit: 200, window_seconds: 60 } },
    readiness: Object.fromEntries(
      READINESS_RESOURCES.map((resource) => [
        resource,
        { ready: true, days_until_ready: 0, details: readyDetails(resource) },
      ]),
    ),
  },
  failures: [],
});
