import { Type } from "typebox";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import { CASE_STATES, INTEGRATION_STATUSES, READINESS_RESOURCES, THREAT_TYPES } from "../../model/vocabulary.ts";
import { DateTime, nullable, openEnum, Text } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH, DomainParams } from "./admin-endpoint.ts";

const Count = Type.Integer({ minimum: 0 });
const StateCounts = Type.Array(Type.Object({ state: Type.Enum(CASE_STATES), count: Count }));

/** What was received of a log table. */
export const Received = {
  table: openEnum(LOG_TABLES, "The log table."),
  received_at: Type.Union([DateTime, Type.Null()], { description: "The time of the last delivery." }),
  first_row_at: Type.Union([DateTime, Type.Null()], { description: "The earliest event time of its rows." }),
  last_row_at: Type.Union([DateTime, Type.Null()], { description: "The latest event time of its rows." }),
  rows_last_day: Type.Integer({
    minimum: 0,
    description: "New rows of the last 24 hours, counted by the hour of their receipt.",
  }),
};

export const RECEIVED_EXAMPLE = {
  table: "SigninLogs",
  received_at: "2026-11-02T09:58:00.000Z",
  first_row_at: "2026-10-01T00:00:12.000Z",
  last_row_at: "2026-11-02T09:57:41.000Z",
  rows_last_day: 18_204,
};

export const getOverview = adminEndpoint({
  method: "GET",
  path: `${DOMAIN_PATH}/overview`,
  operationId: "getOverview",
  tag: "Overview",
  summary: "Get the figures of the overview",
  description:
    "Returns how many cases there are and how long they wait, what was received, and the states of integrations and resources. Counts stop at `count_limit`.",
  requires: "posture:read",
  params: DomainParams,
  reply: Type.Object({
    count_limit: Type.Integer({ description: "A count that is this high may be higher." }),
    cases: Type.Object({
      by_state: StateCounts,
      waiting: Type.Object(
        {
          oldest_at: nullable(DateTime),
          last_day: Count,
          last_week: Type.Integer({ minimum: 0, description: "Older than a day and not older than 7 days." }),
          older: Count,
          by_threat_type: Type.Array(Type.Object({ threat_type: Type.Enum(THREAT_TYPES), count: Count })),
        },
        { description: "Cases that nobody has looked at: those in the state `discover`." },
      ),
      by_day: Type.Array(Type.Object({ day: Type.String({ format: "date" }), counts: StateCounts }), {
        description: "Cases created on each of the last 30 days of UTC, by their present state.",
      }),
    }),
    ingest: Type.Array(Type.Object(Received), { description: "The log tables of which rows were received." }),
    integrations: Type.Array(
      Type.Object({ status: openEnum(INTEGRATION_STATUSES, "The status in the domain."), count: Count }),
      { description: "The integrations that were set up, by status." },
    ),
    readiness: Type.Array(
      Type.Object({
        resource: Type.Enum(READINESS_RESOURCES),
        ready: Type.Boolean(),
        days_until_ready: Type.Number(),
        details: Text,
      }),
    ),
    drift_last_week: Type.Integer({ minimum: 0, description: "Drift events detected in the last 7 days." }),
  }),
  replyExample: {
    count_limit: 10_000,
    cases: {
      by_state: [
        { state: "discover", count: 12 },
        { state: "closed", count: 40 },
      ],
      waiting: {
        oldest_at: "2026-10-20T11:00:00.000Z",
        last_day: 3,
        last_week: 7,
        older: 2,
        by_threat_type: [{ threat_type: "account_compromise", count: 12 }],
      },
      by_day: [{ day: "2026-11-02", counts: [{ state: "discover", count: 3 }] }],
    },
    ingest: [RECEIVED_EXAMPLE],
    integrations: [{ status: "active", count: 2 }],
    readiness: [{ resource: "cases", ready: true, days_until_ready: 0, details: "Cases are ready." }],
    drift_last_week: 4,
  },
  failures: [],
});
