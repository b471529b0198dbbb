import { Type } from "typebox";
import { DRIFT_PERIODS } from "../model/vocabulary.ts";
import { endpoint } from "./endpoint.ts";
import { DateTime, NextCursor, nullable, PageSize, pageOf, Text, Uuid } from "./shapes.ts";

export const DriftItem = Type.Object({
  drift_id: Uuid,
  computator: Text,
  time_period: Type.Enum(DRIFT_PERIODS),
  delta: Type.Unknown({
    description: "What changed. Deltas computed by the service have `schema: 1`; imported ones can be any JSON.",
  }),
  period_start_at: nullable(DateTime),
  detected_at: nullable(DateTime),
  user: Type.Object({ name: nullable(Text), email: nullable(Text) }),
});

const window = (start: string, end: string, active_days: number, events: number) => ({
  start,
  end,
  active_days,
  events,
});

const driftExample = {
  drift_id: "9b2f6c1e-8d7a-5c4b-9a3f-1e2d3c4b5a69",
  computator: "application_set",
  time_period: "7d",
  delta: {
    schema: 1,
    summary: "38 % of this week's activity is in an application never used before.",
    measure: "first_ever_share",
    value: 0.38,
    threshold: 0.05,
    direction: "added",
    severity: "medium",
    current: window("2026-10-26T00:00:00.000Z", "2026-11-02T00:00:00.000Z", 5, 214),
    reference: window("2026-09-28T00:00:00.000Z", "2026-10-26T00:00:00.000Z", 20, 870),
    significance: null,
    items: [
      {
        key: "app:ledger-export",
        label: "Ledger Export",
        status: "new",
        before: 0,
        after: 0.38,
        contribution: 1,
        tier: null,
        evidence: [{ source_table: "SigninLogs", source_event_ids: ["0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f"] }],
      },
    ],
  },
  period_start_at: "2026-10-26T00:00:00.000Z",
  detected_at: "2026-11-02T00:00:00.000Z",
  user: { name: "Maya Ito", email: "maya.ito@northwind.example" },
};

export const getDrift = endpoint({
  method: "GET",
  path: "/drift/:drift_id",
  operationId: "getDrift",
  tag: "Drift",
  summary: "Get a drift event",
  description:
    "Returns one measured change in what an identity does or what access it holds, compared with its own past.",
  scope: "drift:read",
  readiness: null,
  params: Type.Object({ drift_id: Uuid }),
  reply: DriftItem,
  replyExample: driftExample,
  failures: ["drift_not_found"],
});

export const listDrift = endpoint({
  method: "GET",
  path: "/drift",
  operationId: "listDrift",
  tag: "Drift",
  summary: "List drift events",
  description:
    "Returns drift events, newest first (`detected_at` descending, then `drift_id` descending); events without a `detected_at` come last. Never responds with 423.",
  scope: "drift:read",
  readiness: null,
  extension: true,
  query: Type.Object({
    tuid: Type.Optional(Type.String({ format: "uuid", description: "Returns only events about this user." })),
    computator: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 256,
        description: "Returns only events with exactly this `computator`. Case-sensitive.",
      }),
    ),
    time_period: Type.Optional(
      Type.Enum(DRIFT_PERIODS, { description: "Returns only events with this length of the current window." }),
    ),
    detected_after: Type.Optional(
      Type.String({ format: "date-time", description: "Returns only events detected at or after this time." }),
    ),
    page_size: Type.Optional(PageSize),
    next_cursor: Type.Optional(NextCursor),
  }),
  reply: pageOf("items", DriftItem),
  replyExample: { next_cursor: null, items: [driftExample] },
  failures: ["invalid_cursor"],
});
