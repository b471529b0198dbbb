import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { MINUTE_MS } from "../../stateful-detector.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { objectEnumeration } from "./object-enumeration.ts";

const detector = objectEnumeration(BEHAVIOR_DEFAULTS.objectEnumeration);
const START = Date.parse("2026-03-10T09:00Z");

const read = (minute: number, event: number, more: object) =>
  seenRow("SecurityEvent", START + minute * MINUTE_MS, {
    EventID: event,
    Computer: "dc-1.fabrikam.example",
    SubjectUserName: "ruben",
    SubjectDomainName: "FABRIKAM",
    ...more,
  });
const objects = (count: number, every: number, more: object = {}) =>
  times(count, (index) => read(index * every, 4662, { ObjectName: `%{object-${index}}`, ...more }));

test("many different objects read in minutes are reported, more severe for a whole domain", () => {
  const [finding, ...more] = findingsOf(detector, objects(80, 0.05));
  expect(more).toEqual([]);
  expect(finding?.severity).toBe("medium");
  expect(finding?.summary).toContain("different objects of the directory within 10 min, among them %{object-0}");
  expect(findingsOf(detector, objects(900, 0.01))[0]?.severity).toBe("high");
});

test("groups, accounts and queries count, in columns or in EventData", () => {
  const groups = times(80, (index) => read(index * 0.05, 4799, { TargetUserName: `group-${index}` }));
  const data = (index: number) => `<EventData><Data Name="ObjectName">CN=${index}</Data></EventData>`;
  const inData = times(80, (index) => read(index * 0.05, 4661, { EventData: data(index) }));
  const queries = times(80, (index) => read(index * 0.05, 1644, { Filter: `(cn=${index})` }));
  for (const rows of [groups, inData, queries]) expect(findingsOf(detector, rows)).toHaveLength(1);
});

test("few or repeated objects, slow reading, machines and the synchronization are not reported", () => {
  const silent = [
    objects(50, 0.05),
    times(200, (index) => read(index * 0.01, 4662, { ObjectName: `%{object-${index % 20}}` })),
    objects(200, 1),
    objects(200, 0.01, { SubjectUserName: "DC-2$" }),
    objects(200, 0.01, { SubjectUserName: "MSOL_1a2b3c" }),
  ];
  for (const rows of silent) expect(findingsOf(detector, rows)).toEqual([]);
});
