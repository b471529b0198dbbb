import { Type } from "typebox";
import { DETECTION_KINDS } from "../../model/rule-list.ts";
import { SEVERITIES } from "../../model/vocabulary.ts";
import { Text } from "../shapes.ts";
import { adminEndpoint, DOMAIN_PATH, DomainParams } from "./admin-endpoint.ts";
import { RECEIVED_EXAMPLE, Received } from "./overview.ts";

const Day = Type.String({ format: "date" });

export const getCoverage = adminEndpoint({
  method: "GET",
  path: `${DOMAIN_PATH}/coverage`,
  operationId: "getCoverage",
  tag: "Data coverage",
  // The first request after a start may have to wait for the rules to be compiled.
  slow: true,
  summary: "Get the data coverage",
  description:
    "Returns for every log table what was received, on which of the last 30 days of UTC it has rows, and the detections that read it.",
  requires: "posture:read",
  params: DomainParams,
  reply: Type.Object({
    days: Type.Array(Day, { description: "The last 30 days; the last one is today." }),
    items: Type.Array(
      Type.Object({
        ...Received,
        days_with_rows: Type.Array(Day, { description: "The days with processed rows, by event time." }),
        missing_days: Type.Integer({
          minimum: 0,
          description: "The days without rows between the first row and yesterday, of those in `days`.",
        }),
        detections: Type.Array(
          Type.Object({
            name: Text,
            title: Text,
            kind: Type.Enum(DETECTION_KINDS),
            severity: Type.Enum(SEVERITIES),
            is_blind: Type.Boolean({ description: "Rows of none of the tables that it reads were received." }),
          }),
        ),
      }),
    ),
  }),
  replyExample: {
    days: ["2026-11-01", "2026-11-02"],
    items: [
      {
        ...RECEIVED_EXAMPLE,
        days_with_rows: ["2026-11-01", "2026-11-02"],
        missing_days: 0,
        detections: [
          {
            name: "impossible_travel",
            title: "Impossible travel",
            kind: "behavior",
            severity: "high",
            is_blind: false,
          },
        ],
      },
    ],
  },
  failures: [],
});
