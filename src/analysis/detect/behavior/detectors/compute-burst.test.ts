import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { DAY_MS, MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { computeBurst } from "./compute-burst.ts";

const detector = computeBurst(BEHAVIOR_DEFAULTS.computeBurst);
const NOW = Date.parse("2026-03-30T03:00Z");

const created = (when: number, name: string, more: object = {}) =>
  seenRow("AzureActivity", when, {
    Caller: "ana@ours.test",
    OperationNameValue: "MICROSOFT.COMPUTE/VIRTUALMACHINES/WRITE",
    ActivityStatusValue: "Success",
    ActivitySubstatusValue: "Created",
    _ResourceId: `/subscriptions/s/resourcegroups/rg${name.length % 3}/providers/microsoft.compute/virtualmachines/${name}`,
    ...more,
  });
const many = (count: number, more: object = {}, day = 0) =>
  times(count, (index) => created(NOW + day * DAY_MS + index * MINUTE_MS, `vm${index}`, more));

test("many new machines within an hour are severe", () => {
  const [finding, ...rest] = findingsOf(detector, many(20));
  expect(rest).toEqual([]);
  expect(finding).toMatchObject({ severity: "high", count: 20 });
  expect(finding?.summary).toContain(
    "Created 20 virtual machines or other computers within 60 min in 2 resource groups",
  );
  expect(findingsOf(detector, [...many(20)].reverse())).toHaveLength(1);
});

test("one resource group is not counted in the summary", () => {
  const machines = times(20, (index) => {
    const path = `/subscriptions/s/resourcegroups/rg/providers/microsoft.compute/virtualmachines/vm${index}`;
    return created(NOW + index, `vm${index}`, { _ResourceId: path });
  });
  const [finding] = findingsOf(detector, machines);
  expect(finding?.summary).toContain("within 60 min, among them vm0, vm1, vm2;");
});

test("containers, pools and scale sets count like machines, and steps of one creation once", () => {
  const mixed = times(12, (index) =>
    created(NOW + index, `c${index}`, {
      OperationNameValue: [
        "Microsoft.ContainerInstance/containerGroups/write",
        "Microsoft.Batch/batchAccounts/pools/write",
      ][index % 2],
    }),
  );
  expect(findingsOf(detector, mixed)).toHaveLength(1);
  const steps = times(30, (index) => created(NOW + index, `vm${index % 5}`));
  expect(findingsOf(detector, steps)).toEqual([]);
});

test("changes of machines that exist, failures and a few machines are silent", () => {
  expect(findingsOf(detector, many(30, { ActivitySubstatusValue: "OK" }))).toEqual([]);
  expect(findingsOf(detector, many(30, { ActivityStatusValue: "Failure" }))).toEqual([]);
  expect(findingsOf(detector, many(8))).toEqual([]);
});

test("a caller that creates machines on two earlier days is silent, another caller is not", () => {
  const pipeline = [-20, -9, -2].flatMap((day) => many(6, {}, day));
  expect(findingsOf(detector, [...pipeline, ...many(20)])).toEqual([]);
  expect(findingsOf(detector, [...pipeline, ...many(20, { Caller: "kim@ours.test" })])).toHaveLength(1);
});
