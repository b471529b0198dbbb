import { describe, expect, it } from "vitest";
import { describeFalseCases, describeMissed } from "../../scripts/evaluate/detection/describe-outcome.ts";
import { attackedMeasures } from "../../scripts/evaluate/detection/detection-measures.ts";
import { addDetectorScores, scoreDetectors } from "../../scripts/evaluate/detection/detector-scores.ts";
import { chosenOf } from "../../scripts/evaluate/detection/evaluate-detection-seed.ts";
import { compareOutcomes } from "../../scripts/evaluate/detection/evaluate-learning.ts";
import { detectorTruthOf, queueOf, scoreOutcome } from "../../scripts/evaluate/detection/score-outcome.ts";
import { accountOf } from "../../src/synth/account.ts";
import type { PlantedAttack } from "../../src/synth/attacks/plant-attacks.ts";
import { generateAttacked, itemIdOf } from "../../src/synth/detection/generate-attacked.ts";
import { syslogRow } from "../../src/synth/rows/network.ts";
import { planUntidyOrganization } from "../../src/synth/untidy/untidy-organization.ts";

const at = (hour: number): Date => new Date(Date.UTC(2026, 9, 22, hour));
const rowAt = (hour: number) => syslogRow({ at: at(hour), host: "h", process: "sshd", message: `row ${hour}` });
const person = accountOf("maya.ito@northwind.example", "Maya Ito");

const attack = (id: string, hours: readonly number[]): PlantedAttack => ({
  id,
  kind: id,
  isSlow: false,
  subjects: [{ kind: "user", name: person.email }],
  types: ["account_compromise"],
  rows: hours.map(rowAt),
  start: at(Math.min(...hours)),
  end: at(Math.max(...hours)),
});

const event = (eventId: string, detector: string, hour: number, rowHours: readonly number[]) => ({
  eventId,
  detector,
  title: detector,
  subject: null,
  recordedAt: at(hour),
  rowIds: rowHours.map((rowHour) => itemIdOf(rowAt(rowHour))),
});

const caseOf = (
  caseId: string,
  hour: number,
  eventIds: readonly string[],
  threatType = "account_compromise" as const,
) => ({
  caseId,
  user: person.email,
  threatType,
  threatBrief: "brief",
  createdAt: at(hour),
  eventIds,
});

const period = { from: at(0), until: at(24), users: 500 };

const outcome = {
  cases: [caseOf("late", 9, ["e1", "e2"]), caseOf("false", 10, ["e3"]), caseOf("history", -5, ["e3"])],
  events: [
    event("e1", "spray", 3, [1, 90]),
    event("e2", "travel", 8, [2]),
    event("e3", "rule", 10, [91]),
    event("e4", "rule", 11, [2]),
  ],
};
const attacks = [attack("found", [1, 2]), attack("missed", [5])];
const scored = scoreOutcome(outcome, attacks, period);

describe("the score of an outcome", () => {
  it("counts cases of the period without a row of an attack as false, per 1,000 users a day", () => {
    expect(scored.falseCases.map(({ caseId }) => caseId)).toEqual(["false"]);
    expect(scored.falsePerThousandDays).toBe(2);
    expect(scored.eventsPerThousandDays).toBe(8);
  });

  it("finds the case with most events of an attack, and when it had the first", () => {
    const [found, missed] = scored.attacks;
    expect(found?.found?.caseId).toBe("late");
    expect(found?.foundAt).toEqual(at(9));
    expect(found?.share).toBeCloseTo(2 / 3);
    expect([found?.isInTime, found?.isRightType]).toEqual([false, true]);
    expect([missed?.found, missed?.isInTime, missed?.isRightType]).toEqual([undefined, false, false]);
  });

  it("counts a case that existed before the attack from the first event of the attack on", () => {
    const earlier = { ...outcome, cases: [caseOf("open", 0, ["e1"])] };
    const [found] = scoreOutcome(earlier, attacks, period).attacks;
    expect(found?.foundAt).toEqual(at(3));
    expect(found?.isInTime).toBe(true);
  });

  it("lists what is missed with its events, and false cases with the origin of their rows", () => {
    expect(describeMissed(scored).map(({ attack: id, problem }) => [id, problem])).toEqual([
      ["found", "late"],
      ["missed", "no case"],
    ]);
    const origins = new Map([[itemIdOf(rowAt(91)), "travel"]]);
    const [one] = describeFalseCases(outcome, scored, { origins });
    expect(one).toMatchObject({ case_id: "false", detectors: { rule: 1 }, origins: { travel: 1 } });
  });

  it("has a value for every measure, and gates on false cases, found attacks and types", () => {
    const measures = attackedMeasures(scored);
    expect(measures.filter(({ gate }) => gate).map(({ value }) => value)).toEqual([2, 0.5, 1]);
  });
});

describe("the score of detectors", () => {
  it("counts events, those on rows of attacks, cases, false cases and attacks found alone", () => {
    const rule = scoreDetectors(outcome, detectorTruthOf(attacks, scored)).find(({ detector }) => detector === "rule");
    expect(rule).toEqual({ detector: "rule", events: 2, hits: 1, cases: 2, falseCases: 1, foundAlone: 0 });
    const alone = { cases: [caseOf("one", 3, ["e1"])], events: outcome.events.slice(0, 1) };
    const [spray] = scoreDetectors(alone, detectorTruthOf(attacks, scoreOutcome(alone, attacks, period)));
    expect(spray?.foundAlone).toBe(1);
  });

  it("adds up over several organizations", () => {
    const scores = scoreDetectors(outcome, detectorTruthOf(attacks, scored));
    const [first] = addDetectorScores([scores, scores]);
    expect(first).toMatchObject({ detector: "rule", events: 4, falseCases: 2 });
  });
});

describe("the queue", () => {
  it("has a case from its creation until eight hours later", () => {
    const sizes = queueOf([{ createdAt: at(2) }, { createdAt: at(3) }], { from: at(0), until: at(14) });
    expect(sizes).toEqual([0, 1, 2, 2, 2, 2, 2, 2, 2, 1, 0, 0, 0, 0]);
  });
});

describe("learning", () => {
  it("compares false cases and found attacks after the last verdict", () => {
    const taught = scoreOutcome({ ...outcome, cases: [] }, attacks, period);
    const { measures, missed } = compareOutcomes(scored, taught, at(0));
    const measured = (metric: string) => measures.find((measure) => measure.metric === metric)?.value;
    expect(measured("share of false cases that is left")).toBe(0);
    expect(measured("attacks lost")).toBe(1);
    expect(missed.map(({ attack: id }) => id)).toEqual(["found"]);
  });

  it("is not measured when there were too few verdicts", () => {
    expect(compareOutcomes(scored, scored, undefined).measures.map(({ value }) => value)).toEqual(Array(5).fill(null));
  });
});

describe("kinds chosen by name", () => {
  it("are all without names, and an unknown name is refused", () => {
    expect(chosenOf(["a", "b"], String)).toEqual(["a", "b"]);
    expect(chosenOf(["a", "b"], String, ["b"])).toEqual(["b"]);
    expect(() => chosenOf(["a", "b"], String, ["c"])).toThrow(/there is no c/);
  });
});

it("an organization without kinds and attacks has plain work only", () => {
  const knobs = {
    seed: 5,
    until: new Date("2026-11-01T00:00:00.000Z"),
    users: 60,
    days: 6,
    history: 3,
    rows: 1,
    nhis: 3,
  };
  const { rows, origins, attacks: none } = generateAttacked(planUntidyOrganization(knobs), [], []);
  expect(rows.length).toBeGreaterThan(100);
  expect([origins.size, none.length]).toEqual([0, 0]);
});
