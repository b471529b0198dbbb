import { expect, it } from "vitest";
import { ingestStatus } from "./ingest-status.ts";

const NOW = Date.parse("2026-11-02T10:00:00.000Z");

it.each([
  [null, "never"],
  ["2026-11-02T09:59:59.000Z", "receiving"],
  ["2026-11-01T10:00:00.000Z", "receiving"],
  ["2026-11-01T09:59:59.999Z", "quiet"],
])("a log table of which the last row was received at %s is: %s", (received_at, status) => {
  expect(ingestStatus({ received_at }, NOW)).toBe(status);
});
