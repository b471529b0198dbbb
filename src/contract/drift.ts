import { Type } from "typebox";
import { DRIFT_PERIODS } from "../model/vocabulary.ts";
import { endpoint } from "./endpoint.ts";
import { DateTime, nullable, Text, Uuid } from "./shapes.ts";

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
  replyExample: {
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
  },
  failures: ["drift_not_found"],
});
