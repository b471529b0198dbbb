import { Type } from "typebox";
import { MISSING_ROW_REASONS } from "../model/evidence.ts";
import { LOG_TABLES } from "../model/rows/log-row.ts";
import { endpoint } from "./endpoint.ts";
import { DateTime, FreeForm, nullable, openEnum, Text, Uuid } from "./shapes.ts";

/** The maximum number of rows in one response. */
export const MAX_EVIDENCE_ROWS = 100;

export const EvidenceItem = Type.Object({
  source_table: nullable(openEnum(LOG_TABLES, "The log table of the row.")),
  source_event_id: nullable(Text),
  time: nullable(DateTime),
  row: nullable(FreeForm),
  reason: nullable(
    openEnum(
      MISSING_ROW_REASONS,
      "Why `row` is null; null if it is not. `removed`: the row has been deleted. `not_stored`: the event was imported and its row was never delivered, or has been deleted. `response_limit`: the rows before it fill the response, which is limited to 8 MiB.",
    ),
  ),
});

export const getEvidence = endpoint({
  method: "GET",
  path: "/threats/:event_id/evidence",
  operationId: "getEvidence",
  tag: "Threats",
  summary: "Get the log rows behind a threat event",
  description:
    "Returns the stored log rows behind a threat event, at most 100; the row that triggered it comes first. A row that is no longer stored has `row: null` and a `reason`. Log rows contain more personal data than threat events, so the scope `evidence:read` is not among the default scopes of a new key.",
  scope: "evidence:read",
  readiness: "threats",
  extension: true,
  params: Type.Object({ event_id: Uuid }),
  reply: Type.Object({ event_id: Uuid, items: Type.Array(EvidenceItem, { maxItems: MAX_EVIDENCE_ROWS }) }),
  replyExample: {
    event_id: "7d0c1f3e-52a1-5b8e-8d3e-2f6a90c1b7aa",
    items: [
      {
        source_table: "SigninLogs",
        source_event_id: "0f6d2a54-3c1e-4b7a-9d20-6a1b2c3d4e5f",
        time: "2026-11-02T09:12:44.000Z",
        row: {
          TimeGenerated: "2026-11-02T09:12:44.000Z",
          UserPrincipalName: "maya.ito@northwind.example",
          IPAddress: "203.0.113.24",
          ResultType: "0",
        },
        reason: null,
      },
    ],
  },
  failures: ["threat_not_found"],
});
