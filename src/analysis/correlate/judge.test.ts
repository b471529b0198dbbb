import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ADDRESS,
  access,
  aFinding,
  DAY,
  effect,
  HOUR,
  knowing,
  role,
  START,
  scoreOf,
  shuffled,
  used,
  withHistory,
} from "../../../test/support/case-findings.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { SEVERITIES, type Severity } from "../../model/vocabulary.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { earlierFindings } from "./earlier-findings.ts";
import { MAIL } from "./fold-evidence.ts";
import { completedAt, judge } from "./judge.ts";
import { NO_KNOWLEDGE } from "./knowledge.ts";
import { MEASURED_PRECISION } from "./measured-precision.ts";
import { shownScore } from "./shown-score.ts";

const ofSeverity = (severity: Severity, fields: Partial<CaseFinding> = {}) =>
  aFinding({ severity, detector: "one_detector", title: `A ${severity} finding`, ...fields });
const promotes = (...findings: CaseFinding[]) => judge(findings, NO_KNOWLEDGE).promoted;
const since = START - 60 * DAY;
/** Three acts of an attack from an unknown address, each of which is found in rows of its own. */
const ATTACK = [
  access({ severity: "high", rows: ["SigninLogs/1"], facts: { address: ADDRESS, isMultiFactor: false } }),
  role({ severity: "high", at: START + HOUR, rows: ["AuditLogs/1"], facts: { address: ADDRESS } }),
  effect({ severity: "critical", rows: ["OfficeActivity/1"], facts: { address: ADDRESS } }),
];

describe("a single piece of evidence", () => {
  test("of a rule that is named like a property of every object weighs like one of which nothing was measured", () => {
    const [unmeasured, ...named] = ["one_detector", "constructor", "__proto__"].map((detector) =>
      scoreOf([aFinding({ detector })]),
    );
    expect(named).toEqual([unmeasured, unmeasured]);
  });

  test("weighs more the more severe it is, and nothing if its severity is none", () => {
    const scores = SEVERITIES.map((severity) => scoreOf([ofSeverity(severity)]));
    expect(scores[0]).toBe(0);
    for (const [index, score] of scores.entries()) if (index > 0) expect(score).toBeGreaterThan(scores[index - 1] ?? 1);
  });

  test("weighs what its detector declares, whatever its severity", () => {
    const declared = (severity: Severity, precision: number) => scoreOf([ofSeverity(severity, { precision })]);
    expect(declared("medium", 0.7)).toBe(declared("critical", 0.7));
    expect(declared("medium", 0.7)).toBeGreaterThan(scoreOf([ofSeverity("critical")]));
    expect(declared("critical", 0.05)).toBeLessThan(scoreOf([ofSeverity("medium")]));
  });

  test("makes no case where it is nothing new, however severe it is", () => {
    expect(promotes(ofSeverity("high"))).toBe(false);
    const others = Array.from({ length: 30 }, () => ({ detector: "one_detector", day: 0 }));
    const knowledge = knowing({ ...withHistory(), earlier: earlierFindings(others, []) });
    expect(judge([ofSeverity("critical")], knowledge).promoted).toBe(false);
  });

  test("counts once, however often it is repeated on many days", () => {
    const repeats = Array.from({ length: 500 }, (_, n) => ofSeverity("high", { at: START + n * DAY }));
    expect(scoreOf(repeats)).toBe(scoreOf([ofSeverity("high")]));
  });

  test("counts once when several tables report it", () => {
    const tables = ["AuditLogs", "OfficeActivity", "CloudAppEvents"] as const;
    const reports = (act: string | undefined) =>
      tables.map((table, n) =>
        role({
          table,
          detector: table,
          rows: [`${table}/1`],
          at: START + n * 20_000,
          facts: act === undefined ? {} : { act },
        }),
      );
    expect(judge(reports("consent.added"), NO_KNOWLEDGE).inputs).toMatchObject([
      { findings: 3, corroborating: [{}, {}] },
    ]);
    expect(scoreOf(reports("consent.added"))).toBeLessThan(scoreOf(reports(undefined)));
  });

  test("counts little more when several rules match its row", () => {
    const match = (detector: string, row: string) => ofSeverity("high", { detector, rows: [row] });
    const oneRow = scoreOf(["a", "b", "c"].map((detector) => match(detector, "OfficeActivity/1")));
    const threeRows = scoreOf(["a", "b", "c"].map((detector) => match(detector, `OfficeActivity/${detector}`)));
    expect(oneRow).toBeGreaterThan(scoreOf([match("a", "OfficeActivity/1")]));
    expect(oneRow).toBeLessThan(threeRows);
  });
});

describe("several pieces of evidence", () => {
  test("make a case that none of them makes alone", () => {
    expect(judge(ATTACK, knowing({ since })).promoted).toBe(true);
    const vague = ATTACK.map((finding) => ({ ...finding, severity: "medium" as const }));
    const scores = [1, 2, 3].map((count) => scoreOf(vague.slice(0, count), { since }));
    expect(scores).toEqual([...scores].sort((left, right) => left - right));
    expect(new Set(scores).size).toBe(3);
  });

  test("weigh less from an address that the person used before, or that many share", () => {
    const score = scoreOf(ATTACK, { since });
    expect(scoreOf(ATTACK, { since, addresses: used({ since: START - 3 * DAY }) })).toBeLessThan(score);
    expect(scoreOf(ATTACK, { since, addresses: used({ people: 20 }) })).toBeLessThan(score);
    expect(scoreOf(ATTACK, { since, addresses: used({ people: 2, since: START }) })).toBe(score);
  });

  test("weigh the same however long they take: what belongs together was decided before", () => {
    const scores = [1, 24, 24 * 20].map((hours) =>
      scoreOf([access({ severity: "high" }), effect({ severity: "high", at: START + hours * HOUR })]),
    );
    expect(new Set(scores).size).toBe(1);
  });

  test("of a message that arrived and what the subject did after it weigh more than that alone", () => {
    const mail = access({ severity: "critical", rows: ["EmailEvents/1"], facts: { act: MAIL } });
    const done = effect({ severity: "high" });
    expect(scoreOf([mail, done])).toBeGreaterThanOrEqual(scoreOf([done]));
    expect(promotes(mail)).toBe(false);
  });

  test("are not hidden by earlier findings of the same detectors", () => {
    const noise = Array.from({ length: 40 }, (_, n) =>
      access({ at: START - (20 - n / 4) * DAY, severity: "low", rows: [`SigninLogs/n${n}`] }),
    );
    expect(scoreOf([...noise, ...ATTACK])).toBeGreaterThanOrEqual(scoreOf(ATTACK));
  });

  test("never become less by another detector, unless more are found than are combined", () => {
    const severities = fc.array(fc.constantFrom(...SEVERITIES), { maxLength: CORRELATION.combined.most });
    fc.assert(
      fc.property(severities, (found) => {
        const pieces = found.map((severity, n) =>
          ofSeverity(severity, { detector: `d${n}`, rows: [`SigninLogs/${n}`] }),
        );
        expect(scoreOf(pieces)).toBeGreaterThanOrEqual(scoreOf(pieces.slice(1)));
      }),
    );
  });
});

describe("what was measured", () => {
  const measured = Object.entries(MEASURED_PRECISION);

  test("is possible: no detector was right more often than it found something", () => {
    for (const [, [right, found]] of measured) {
      expect(right).toBeGreaterThanOrEqual(0);
      expect(found).toBeGreaterThanOrEqual(right);
    }
  });

  test.skipIf(measured.length < 2)(
    "counts: of two findings the one of the detector that was right more often weighs more",
    () => {
      const shareOf = (right: number, found: number) => right / (found + 8);
      const [worst, best] = measured
        .sort(([, left], [, right]) => shareOf(...left) - shareOf(...right))
        .filter((_, n, all) => n === 0 || n === all.length - 1);
      const scores = [worst, best].map((each) => scoreOf([ofSeverity("high", { detector: each?.[0] ?? "" })]));
      expect(scores[0]).toBeLessThan(scores[1] ?? 0);
    },
  );
});

describe("acts of others on the account", () => {
  const reset = role({ severity: "high", at: START - HOUR, title: "Password reset by an administrator" });

  test("add to what the account did in the days after, and make no case alone", () => {
    const own = access({ severity: "medium" });
    const concerning = [reset];
    const decision = judge([own], knowing({ concerning }));
    expect(decision.score).toBeGreaterThan(scoreOf([own]));
    expect(decision.deciding).toEqual([own]);
    expect(decision.reasons.join(" ")).toContain(
      '"Password reset by an administrator" weighs as usual: another account did it to this one.',
    );
    const before = access({ severity: "medium", at: START - 5 * HOUR });
    const daysLater = access({ severity: "medium", at: START + CORRELATION.ofOthersMs });
    expect(scoreOf([before, daysLater], { concerning })).toBe(scoreOf([before, daysLater]));
    const alone = { ...reset, severity: "critical" } as const;
    expect(scoreOf([access({ severity: "none" })], { concerning: [alone] })).toBe(0);
  });
});

describe("reports of other products", () => {
  const report = (table: CaseFinding["table"], fields: Partial<CaseFinding> = {}) =>
    ofSeverity("critical", { table, detector: `of ${table}`, precision: 0.9, rows: [`${table}/1`], ...fields });

  test.each(["AADUserRiskEvents", "Anomalies", "BehaviorAnalytics"] as const)(
    "in %s add to acts, and make no case alone",
    (table) => {
      const act = access({ severity: "high", rows: ["SigninLogs/1"] });
      expect(scoreOf([act, report(table)])).toBeGreaterThan(scoreOf([act]));
      expect(scoreOf([report(table), report("Anomalies", { detector: "another", rows: ["Anomalies/2"] })])).toBe(0);
    },
  );

  test("count as an act where a row shows the act too", () => {
    const occurrence = "sign-in 1";
    const act = access({ severity: "high", rows: ["SigninLogs/1"], facts: { occurrence } });
    const both = scoreOf([act, report("AADUserRiskEvents", { facts: { occurrence } })]);
    expect(both).toBeGreaterThan(scoreOf([act]));
  });
});

describe("a decision", () => {
  test("has its pieces of evidence and its reasons in plain words, with titles of detectors", () => {
    const findings = [
      access({ rows: ["SigninLogs/1"], facts: { isMultiFactor: false } }),
      access({ rows: ["SigninLogs/1"], detector: "new_device", severity: "low", title: "New device" }),
      effect({ severity: "critical" }),
    ];
    const { inputs, reasons, deciding, promoted, score } = judge(findings, NO_KNOWLEDGE);
    expect(inputs).toMatchObject([
      { detector: "an_effect", stage: "effect", precision: CORRELATION.priors.critical, findings: 1 },
      { detector: "an_access", corroborating: ["new_device"], stage: "access", findings: 2, decides: true },
    ]);
    expect([promoted, deciding]).toEqual([true, findings]);
    expect(reasons).toEqual([
      `The score of ${shownScore(score)} reaches the required ${CORRELATION.promoteScore.toFixed(2)}.`,
      'Evidence within 2 h: access to an account ("First sign-in from a new country"), then an effect ("Many files downloaded").',
      '"First sign-in from a new country" weighs more (×1.4): one factor was enough (×1.4).',
      '"Many files downloaded" weighs more (×1.7): such rows are known for less than 10 days (×1.7).',
      '2 findings report the same act and count once; "First sign-in from a new country" is the strongest, beside New device.',
    ]);
    expect(reasons.join()).not.toMatch(/an_access|an_effect/);
  });

  test("that makes no case has reasons too", () => {
    const { score, reasons } = judge([ofSeverity("low")], NO_KNOWLEDGE);
    expect(reasons).toEqual([
      `The score of ${shownScore(score)} is below the required ${CORRELATION.promoteScore.toFixed(2)}.`,
      '"A low finding" stands alone; 3 of 100 findings of this kind are taken to be right.',
    ]);
  });

  test("does not depend on the order of the findings", () => {
    const severities = ["low", "medium", "high", "none"] as const;
    const acts = ["sign_in", "role_add", undefined] as const;
    const findings = Array.from({ length: 90 }, (_, n) => {
      const make = [access, role, effect][n % 3] ?? access;
      const act = acts[n % 3];
      return make({
        severity: severities[n % 4] ?? "low",
        detector: `d${n % 7}`,
        at: START + ((n * 37) % 50) * HOUR,
        rows: [`SigninLogs/${n % 20}`, `SigninLogs/${(n * 7) % 20}`],
        facts: { ...(act === undefined ? {} : { act }), object: `o${n % 4}`, address: `198.51.100.${n % 5}` },
      });
    });
    const knowledge = knowing({ since: START - 20 * DAY, addresses: used({ people: 12 }) });
    const expected = judge(findings, knowledge);
    for (let seed = 0; seed < 10; seed++) expect(judge(shuffled(findings, seed), knowledge)).toEqual(expected);
  });

  test("is the same if every finding is there twice", () => {
    const doubled = ATTACK.flatMap((finding) => [finding, { ...finding }]);
    const [once, twice] = [judge(ATTACK, knowing({ since })), judge(doubled, knowing({ since }))];
    expect([twice.score, twice.promoted, twice.steps]).toEqual([once.score, once.promoted, once.steps]);
  });

  test("never reaches certainty", () => {
    const findings = Array.from({ length: 10 }, (_, n) =>
      access({ ...ATTACK[0], detector: `d${n}`, precision: 1, rows: [`SigninLogs/${n}`] }),
    );
    const score = scoreOf(findings, { since, privileged: true, ...withHistory() });
    expect(score).toBeGreaterThan(0.9);
    expect(score).toBeLessThanOrEqual(CORRELATION.mostCertain);
  });
});

describe("completedAt", () => {
  test("is the time of the first finding with which the judge would have promoted", () => {
    const certain = { severity: "critical", precision: 0.98 } as const;
    const findings = [
      access({ severity: "low" }),
      role({ at: START + DAY, ...certain }),
      effect({ at: START + 2 * DAY, ...certain }),
    ];
    const promoting = findings.find((_, index) => promotes(...findings.slice(0, index + 1)));
    expect(promoting?.at).toBeGreaterThan(START);
    expect(completedAt(judge(shuffled(findings, 1), NO_KNOWLEDGE), NO_KNOWLEDGE)).toBe(promoting?.at);
    expect(completedAt(judge(findings.slice(0, 1), NO_KNOWLEDGE), NO_KNOWLEDGE)).toBeUndefined();
  });
});
