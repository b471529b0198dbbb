import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ADDRESS, aFinding, HOUR, START, shuffled } from "../../../test/support/case-findings.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { MAIL } from "./fold-evidence.ts";
import { incidentsOf } from "./incidents.ts";

const HOME = "198.51.100.7";
const OTHER = "192.0.2.66";
const isUsual = (address: string): boolean => address === HOME;
const MINUTE = HOUR / 60;
const { sessionMs, entityMs, planMs } = CORRELATION.link;

/** A finding some hours after the start; a place is what keeps it apart from what happened at about the same time. */
const at = (hours: number, detector: string, facts: FindingFacts = {}, fields: Partial<CaseFinding> = {}) =>
  aFinding({ at: START + hours * HOUR, detector, rows: [`${detector}/${hours}`], facts, ...fields });
const groups = (...findings: readonly CaseFinding[]) =>
  incidentsOf(findings, isUsual).map((incident) => incident.map(({ detector }) => detector));
const [TOGETHER, APART] = [[["a", "b"]], [["a"], ["b"]]];
const hoursOf = (ms: number): number => ms / HOUR;

describe("findings of one incident", () => {
  test.each<[string, FindingFacts, FindingFacts]>([
    ["come from one foreign address", { address: ADDRESS }, { address: ADDRESS }],
    [
      "come from one foreign network",
      { address: ADDRESS, network: "as:64500" },
      { address: "203.0.113.77", network: "as:64500" },
    ],
    ["are about one object", { address: HOME, object: "Owner" }, { address: ADDRESS, object: "Owner" }],
    ["are about one account", { address: HOME, account: "oid:1" }, { address: ADDRESS, account: "oid:1" }],
    ["send to one recipient", { address: HOME, recipient: "r.example" }, { address: ADDRESS, recipient: "r.example" }],
    ["name one malware", { address: HOME, malware: "Emotet" }, { address: ADDRESS, malware: "Emotet" }],
  ])("%s, also some days apart, but not for ever", (_, one, other) => {
    expect(groups(at(0, "a", one), at(hoursOf(entityMs), "b", other))).toEqual(TOGETHER);
    expect(groups(at(0, "a", one), at(hoursOf(entityMs) + 0.1, "b", other))).toEqual(APART);
  });

  test("are acts that serve one plan, wherever they were done from", () => {
    const [lowered, moved] = [{ techniques: ["T1562.001"] }, { techniques: ["T1567.002"] }];
    const second = (hours: number) => at(hours, "b", { address: OTHER }, moved);
    expect(groups(at(0, "a", { address: HOME }, lowered), second(hoursOf(planMs)))).toEqual(TOGETHER);
    expect(groups(at(0, "a", { address: HOME }, lowered), second(hoursOf(planMs) + 0.1))).toEqual(APART);
  });

  test("are those of one session at a usual place or on a machine", () => {
    const next = hoursOf(sessionMs);
    for (const facts of [{ address: HOME }, { address: ADDRESS, isOwnNetwork: true }]) {
      expect(groups(at(0, "a", facts), at(next, "b", { address: HOME }))).toEqual(TOGETHER);
      expect(groups(at(0, "a", facts), at(next + 0.1, "b", { address: HOME }))).toEqual(APART);
    }
    expect(groups(at(0, "a", { address: HOME, host: "w" }), at(1, "b", { address: ADDRESS, host: "w" }))).toEqual(
      TOGETHER,
    );
  });

  test("have one occurrence, however late it is reported", () => {
    const one = (hours: number, detector: string, address: string) =>
      at(hours, detector, { address, occurrence: "sign-in 1" });
    expect(groups(one(0, "a", HOME), one(hoursOf(entityMs) + 9, "b", ADDRESS))).toEqual(TOGETHER);
  });

  test("are linked through others", () => {
    const chain = [
      at(0, "a", { address: ADDRESS }),
      at(30, "b", { address: ADDRESS, object: "Owner" }),
      at(60, "c", { address: HOME, object: "Owner" }),
    ];
    expect(groups(...chain)).toEqual([["a", "b", "c"]]);
  });

  test("are reports of one act, whatever else they name", () => {
    const act = { act: "consent.added" };
    const reports = [
      at(0, "a", { ...act, address: HOME }, { table: "AuditLogs" }),
      at(0.01, "b", { ...act, address: OTHER }, { table: "CloudAppEvents" }),
    ];
    expect(groups(...reports)).toEqual(TOGETHER);
  });
});

describe("what only happened in the same days", () => {
  test("stays apart: an attack from a foreign place and what the subject does at its own", () => {
    const attack = [at(0, "in", { address: ADDRESS }), at(20, "out", { address: ADDRESS })];
    const ordinary = [3, 10, 17].map((hours) => at(hours, "usual", { address: HOME }));
    expect(groups(...attack, ...ordinary)).toEqual([["in", "out"], ["usual"], ["usual"], ["usual"]]);
  });

  test("stays apart where two foreign places have nothing in common", () => {
    expect(groups(at(0, "a", { address: ADDRESS }), at(1, "b", { address: OTHER }))).toEqual(APART);
  });
});

describe("a finding without a place", () => {
  const placed = [at(0, "in", { address: ADDRESS }), at(3, "home", { address: HOME })];

  test("joins the nearest one within a session", () => {
    expect(groups(...placed, at(1, "x"))).toEqual([["in", "x"], ["home"]]);
    expect(groups(...placed, at(2, "x"))).toEqual([["in"], ["x", "home"]]);
    expect(groups(...placed, at(3 + hoursOf(sessionMs) + 0.1, "x"))).toEqual([["in"], ["home"], ["x"]]);
  });

  test("does so too if several rules found it", () => {
    const [one, other] = [at(1, "x"), at(1, "y", {}, { rows: ["x/1"] })];
    expect(groups(...placed, one, other)).toEqual([["in", "x", "y"], ["home"]]);
  });
});

describe("messages and findings of severity none", () => {
  const incident = [at(0, "a", { address: ADDRESS }), at(5, "b", { address: ADDRESS })];
  const mail = (hours: number) => at(hours, "mail", { act: MAIL, address: OTHER }, { severity: "high" });
  const none = (hours: number) => at(hours, "none", {}, { severity: "none" });

  test("are added to what they precede or fall into", () => {
    expect(groups(...incident, mail(-20), none(1))).toEqual([["mail", "a", "none", "b"]]);
  });

  test("add nothing to other incidents: a message that arrived too early or after is one of its own", () => {
    const early = -hoursOf(CORRELATION.receivedMs) - 1;
    expect(groups(...incident, mail(early), mail(6))).toEqual([["mail"], ["a", "b"], ["mail"]]);
  });

  test("of severity none outside of incidents are in none, and link nothing", () => {
    expect(groups(...incident, none(-1), none(6))).toEqual([["a", "b"]]);
    expect(groups(none(0))).toEqual([]);
    const linking = at(2, "none", { address: ADDRESS, object: "Owner" }, { severity: "none" });
    const other = at(3, "c", { address: OTHER, object: "Owner" });
    expect(groups(incident[0] as CaseFinding, linking, other)).toEqual([["a"], ["c"]]);
  });
});

test("an incident that goes on for longer than a case may is cut", () => {
  const days = Array.from({ length: 70 }, (_, day) => at(day * 24, "a", { address: ADDRESS }));
  const incidents = incidentsOf(days, isUsual);
  expect(incidents.length).toBeGreaterThan(1);
  expect(incidents.flat()).toEqual(days);
  for (const incident of incidents) {
    const [first, last] = [incident[0], incident.at(-1)];
    expect((last?.at ?? 0) - (first?.at ?? 0)).toBeLessThanOrEqual(CORRELATION.spanMs);
  }
});

const optional = (...values: string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
/** Findings of all kinds in a few days, with much in common. */
const mixed = fc.array(
  fc
    .record({
      minutes: fc.integer({ min: 0, max: 6 * 1440 }),
      severity: fc.constantFrom("none", "low", "high"),
      row: fc.integer({ min: 0, max: 40 }),
      act: optional("sign_in", "role.added", MAIL),
      address: optional(HOME, ADDRESS, OTHER),
      object: optional("Owner", "Reader"),
      technique: fc.constantFrom("T1530", "T1078", "T1485"),
    })
    .map(({ minutes, severity, row, technique, ...facts }) =>
      aFinding({
        at: START + minutes * MINUTE,
        severity: severity as CaseFinding["severity"],
        rows: [`SigninLogs/${row}`],
        techniques: [technique],
        facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)),
      }),
    ),
  { maxLength: 40 },
);
const idsOf = (findings: readonly CaseFinding[]): string =>
  JSON.stringify(
    incidentsOf(findings, isUsual)
      .map((incident) => [...new Set(incident.map(({ eventId }) => eventId))].sort())
      .sort(),
  );
/** As sets: a message that is in the list twice may be two incidents. */
const distinct = (ids: string): unknown => new Set((JSON.parse(ids) as string[][]).map(String));

describe("the incidents", () => {
  test("do not depend on the order of the findings", () => {
    fc.assert(
      fc.property(mixed, fc.nat(), (findings, seed) => {
        expect(idsOf(shuffled(findings, seed))).toBe(idsOf(findings));
      }),
    );
  });

  test("are the same if every finding is there twice", () => {
    fc.assert(
      fc.property(mixed, (findings) => {
        const doubled = findings.flatMap((finding) => [finding, { ...finding }]);
        expect(distinct(idsOf(doubled))).toEqual(distinct(idsOf(findings)));
      }),
    );
  });

  test("have each scored finding exactly once", () => {
    fc.assert(
      fc.property(mixed, (findings) => {
        const shown = incidentsOf(findings, isUsual).flat();
        expect(new Set(shown).size).toBe(shown.length);
        const scored = findings.filter(({ severity }) => severity !== "none");
        expect(scored.every((finding) => shown.includes(finding))).toBe(true);
      }),
    );
  });
});
