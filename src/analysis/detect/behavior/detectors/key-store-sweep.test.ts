import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { keyStoreSweep } from "./key-store-sweep.ts";

const detector = keyStoreSweep(BEHAVIOR_DEFAULTS.keyStoreSweep);
const START = Date.parse("2026-03-10T09:00Z");

const read = (minute: number, resource: string, more: object = {}) =>
  seenRow("AzureActivity", START + minute * MINUTE_MS, {
    Caller: "ruben.ortiz@fabrikam.example",
    OperationNameValue: "MICROSOFT.KEYVAULT/VAULTS/SECRETS/GETSECRET/ACTION",
    ActivityStatusValue: "Success",
    ResourceId: `/subscriptions/1/vaults/${resource}`,
    ...more,
  });
const secrets = (count: number, every: number, more: object = {}) =>
  times(count, (index) => read(index * every, `v/secrets/s-${index}`, more));

test("many different secrets read in minutes are reported", () => {
  const [finding, ...more] = findingsOf(detector, secrets(12, 1));
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("high");
  expect(finding?.summary).toContain("Read 12 different secrets, keys or credentials of cloud resources within 30 min");
});

test("keys of storage and clusters count, and an application is of low severity", () => {
  const operations = [
    "Microsoft.Storage/storageAccounts/listKeys/action",
    "Microsoft.KeyVault/vaults/keys/read/action",
  ];
  const mixed = times(12, (index) => read(index, `r-${index}`, { OperationNameValue: operations[index % 2] }));
  expect(findingsOf(detector, mixed)).toHaveLength(1);
  const service = { Caller: "7c1f5e3a-52a4-4f0e-9d5c-2f1f4a1b2c3d" };
  expect(findingsOf(detector, secrets(12, 1, service)).map(({ severity }) => severity)).toEqual(["low"]);
});

test("few, repeated, slow or failed reads are not reported", () => {
  const silent = [
    secrets(7, 1),
    times(30, (index) => read(index * 0.5, `v/secrets/s-${index % 3}`)),
    secrets(20, 10),
    secrets(20, 1, { ActivityStatusValue: "Failure" }),
  ];
  for (const rows of silent) expect(findingsOf(detector, rows)).toEqual([]);
});
