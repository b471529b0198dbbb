import { expect, test } from "vitest";
import { findingsOf, seenRow, times } from "../../../../../test/support/run-detectors.ts";
import { BEHAVIOR_DEFAULTS } from "../behavior-defaults.ts";
import { directoryRecon } from "./directory-recon.ts";

const detector = directoryRecon(BEHAVIOR_DEFAULTS.directoryRecon);
const START = Date.parse("2026-03-10T09:00Z");

const query = (number: number, everyMs: number, more: object = {}) =>
  seenRow("IdentityQueryEvents", START + number * everyMs, {
    AccountUpn: "ana@ours.test",
    ActionType: "LDAP query",
    QueryType: "Group",
    QueryTarget: `Admins ${number}`,
    ...more,
  });
const queries = (count: number, everyMs: number, more?: object) => times(count, (n) => query(n, everyMs, more));

test("twenty distinct sensitive queries within ten minutes are reported", () => {
  const [finding, ...more] = findingsOf(detector, queries(22, 10_000));
  expect(more).toEqual([]);
  expect(finding?.summary).toBe(
    "ana@ours.test: 22 different sensitive queries to the directory within 10 min, among them for Admins 0, Admins 1, Admins 2; " +
      "20 or more is reported as reconnaissance.",
  );
  expect(finding?.severity).toBe("medium");
});

test("nineteen queries, a slower pace, one query repeatedly, or harmless ones are not reported", () => {
  expect(findingsOf(detector, queries(19, 1_000))).toEqual([]);
  expect(findingsOf(detector, queries(25, 33_000))).toEqual([]);
  expect(findingsOf(detector, queries(99, 1_000, { QueryTarget: "Domain Admins" }))).toEqual([]);
  expect(
    findingsOf(
      detector,
      times(99, (n) => query(n, 1_000, { QueryTarget: `printer ${n}` })),
    ),
  ).toEqual([]);
});

test("queries without an actor are reported for the machine", () => {
  const rows = queries(20, 1_000, { AccountUpn: "", DeviceName: "KIOSK" });
  expect(findingsOf(detector, rows)[0]?.actor).toBeNull();
});
