import { expect, it } from "vitest";
import { DIMENSIONS } from "../identity/activity.ts";
import { LOG_TABLES } from "../rows/log-row.ts";
import { TABLE_CODES } from "./activity-codes.ts";

it("gives every table a code, and fits them into 31 bits", () => {
  expect([...TABLE_CODES].sort()).toEqual([...LOG_TABLES].sort());
  expect(TABLE_CODES.length).toBeLessThan(31);
});

it("never changes a code, because stored days contain them", () => {
  expect(DIMENSIONS.slice(0, 12)).toEqual([
    "application",
    "operation",
    "resource",
    "country",
    "network",
    "device",
    "authentication",
    "credential",
    "caller",
    "call",
    "failure",
    "alert",
  ]);
  expect([TABLE_CODES[0], TABLE_CODES[4], TABLE_CODES[12], TABLE_CODES[18], TABLE_CODES[24]]).toEqual([
    "SigninLogs",
    "OfficeActivity",
    "SecurityEvent",
    "AzureActivity",
    "MicrosoftGraphActivityLogs",
  ]);
});
