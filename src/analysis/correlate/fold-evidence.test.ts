import { describe, expect, test } from "vitest";
import { aFinding, START, shuffled } from "../../../test/support/case-findings.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { foldEvidence } from "./fold-evidence.ts";

const MINUTE = 60_000;
const at = (minute: number, fields: Partial<CaseFinding>) => aFinding({ at: START + minute * MINUTE, ...fields });
const sizes = (...findings: CaseFinding[]) => foldEvidence(findings).map((piece) => piece.length);

describe("foldEvidence", () => {
  test("folds findings that one row triggered", () => {
    expect(sizes(at(0, { rows: ["a"] }), at(0, { rows: ["a", "b"] }), at(0, { rows: ["c"] }))).toEqual([2, 1]);
  });

  test("folds the single acts of a burst, but not what a sequence began with", () => {
    const single = (row: string, act: string) => at(0, { rows: [row], facts: { act, object: row } });
    const burst = at(9, { rows: ["c", "a", "b"], facts: { act: "filedeleted", object: "c" } });
    expect(sizes(single("a", "filedeleted"), single("b", "filedeleted"), burst)).toEqual([3]);
    const sequence = at(9, { rows: ["c", "a"], facts: { act: "consent" } });
    expect(sizes(single("a", "sign_in"), sequence)).toEqual([1, 1]);
  });

  test("folds the same act within two minutes: in one table on the same object, in several whatever they name it", () => {
    const consent = { act: "consent", object: "Ledger" };
    expect(sizes(at(0, { facts: consent }), at(2, { facts: consent }))).toEqual([2]);
    expect(sizes(at(0, { facts: consent }), at(3, { facts: consent }))).toEqual([1, 1]);
    expect(sizes(at(0, { facts: consent }), at(0, { facts: { ...consent, object: "Other" } }))).toEqual([1, 1]);
    const elsewhere = at(1, { table: "OfficeActivity", facts: { act: "consent", object: "9f0c" } });
    expect(sizes(at(0, { facts: consent }), elsewhere)).toEqual([2]);
  });

  test("folds what has the id of one occurrence, however late it is reported", () => {
    const occurrence = "sign-in 5d2f";
    const risk = at(300, { table: "AADUserRiskEvents", facts: { act: "sign_in", occurrence } });
    expect(sizes(at(0, { facts: { act: "sign_in", occurrence } }), risk)).toEqual([2]);
  });

  test("distinguishes sign-ins at one time by their addresses, and messages by their ids", () => {
    const from = (address: string) => at(0, { facts: { act: "sign_in", address } });
    expect(sizes(from("192.0.2.1"), from("192.0.2.1"), from("192.0.2.2"))).toEqual([2, 1]);
    const message = (id: string) => at(0, { facts: { act: "mail", occurrence: `message ${id}` } });
    expect(sizes(message("1"), message("1"), message("2"))).toEqual([2, 1]);
  });

  test("leaves findings of an earlier release, which have no facts, apart", () => {
    expect(sizes(at(0, {}), at(0, {}))).toEqual([1, 1]);
  });

  test("depends on the set of findings alone", () => {
    const findings = Array.from({ length: 80 }, (_, n) =>
      at((n * 13) % 29, {
        table: n % 2 === 0 ? "AuditLogs" : "CloudAppEvents",
        rows: [`r${n % 30}`, `r${(n * 11) % 30}`],
        facts: { act: `act${n % 4}`, object: `o${n % 3}` },
      }),
    );
    const idsOf = (list: readonly CaseFinding[]) =>
      foldEvidence(list).map((piece) => piece.map(({ eventId }) => eventId));
    const expected = idsOf(findings);
    for (let seed = 0; seed < 10; seed++) expect(idsOf(shuffled(findings, seed))).toEqual(expected);
  });
});
