import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ADDRESS,
  access,
  DAY,
  effect,
  HOUR,
  knowing,
  role,
  START,
  shuffled,
  withHistory,
} from "../../../test/support/case-findings.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import type { Severity } from "../../model/vocabulary.ts";
import { incidentsOf } from "./incidents.ts";
import { judge } from "./judge.ts";

const since = START - 60 * DAY;
/** Three acts of an attack from an unknown address, each of which is found in rows of its own. */
const ATTACK = [
  access({ severity: "high", rows: ["SigninLogs/1"], facts: { address: ADDRESS, isMultiFactor: false } }),
  role({ severity: "high", at: START + HOUR, rows: ["AuditLogs/1"], facts: { address: ADDRESS } }),
  effect({ severity: "critical", rows: ["OfficeActivity/1"], facts: { address: ADDRESS } }),
];

describe("ordinary findings of the same subject", () => {
  const HOME = "198.51.100.7";
  const isUsual = (address: string): boolean => address === HOME;
  const knowledge = knowing({
    since,
    ...withHistory(),
    addresses: new Map([[HOME, { people: 1, programs: 0, days: 40, since }]]),
  });
  const incidentOf = (findings: readonly CaseFinding[]) =>
    incidentsOf(findings, isUsual).find((incident) => incident.includes(ATTACK[0] as CaseFinding)) ?? [];
  /** At home, on any day, but not within an hour of an act of the attack. */
  const ordinary = fc.array(
    fc
      .record({
        minutes: fc.oneof(fc.integer({ min: -30_000, max: -90 }), fc.integer({ min: 300, max: 30_000 })),
        severity: fc.constantFrom("low", "medium", "critical"),
        detector: fc.constantFrom("an_access", "an_effect", "a_download", "a_share"),
        object: fc.constantFrom("a.docx", "b.docx"),
      })
      .map(({ minutes, severity, detector, object }) =>
        effect({
          at: START + minutes * 60_000,
          severity: severity as Severity,
          detector,
          rows: [`OfficeActivity/ordinary ${minutes} ${detector}`],
          facts: { address: HOME, object, act: detector },
        }),
      ),
    { maxLength: 60 },
  );

  test("change neither the incident of an attack nor the decision about it, in any order", () => {
    const expected = judge(ATTACK, knowledge);
    expect(expected.promoted).toBe(true);
    fc.assert(
      fc.property(ordinary, fc.nat(), (findings, seed) => {
        const incident = incidentOf(shuffled([...findings, ...ATTACK], seed));
        expect(incident).toEqual(ATTACK);
        expect(judge(incident, knowledge)).toEqual(expected);
      }),
    );
  });
});
