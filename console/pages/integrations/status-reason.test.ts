import { expect, it } from "vitest";
import { statusReason } from "./status-reason.ts";

const fine = {
  status: "active",
  consecutive_failures: 0,
  problem: null,
  is_polled: true,
  polled_at: "2026-11-02T10:00:00.000Z",
  last_success_at: "2026-11-02T10:00:00.000Z",
} as const;

it.each([
  [{}, "The last poll succeeded."],
  [{ status: "disabled", problem: "x" }, "Switched off: it is not polled."],
  [{ status: "degraded", consecutive_failures: 3 }, "The last 3 polls failed."],
  [
    { status: "degraded", consecutive_failures: 4, problem: "It is down." },
    "The last 4 polls failed. Last problem: It is down.",
  ],
  [{ status: "pending" }, "No poll has succeeded yet."],
  [{ status: "pending", problem: "401" }, "No poll has succeeded yet. Last problem: 401"],
  [{ consecutive_failures: 2, problem: "401" }, "The last 2 polls failed; three make it degraded. Last problem: 401"],
  [{ polled_at: null }, "Rows arrive through the ingest API."],
  [{ is_polled: false }, "Rows arrive through the ingest API."],
  [{ is_polled: false, last_success_at: null }, "No rows have arrived yet."],
] as const)("an integration with %j is explained by: %s", (given, reason) => {
  expect(statusReason({ ...fine, ...given })).toBe(reason);
});
