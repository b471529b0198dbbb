import { describe, expect, it } from "vitest";
import {
  type Member,
  type OrganizationPlan,
  organizationOf,
  type Plant,
} from "../../../test/support/drift-organization.ts";
import type { DriftChange } from "./drift-change.ts";
import { createDayEvaluation } from "./evaluate-day.ts";

const DAY = 20_000;
const USERS = 240;
const PLANTED = 5;

function evaluate(members: readonly Member[], day = DAY): readonly DriftChange[] {
  const evaluation = createDayEvaluation(day);
  for (const { subject, activity } of members) evaluation.observe(subject, activity);
  for (const { subject, activity } of members) evaluation.measure(subject, activity);
  const survivors = evaluation.survivors();
  for (const { subject, activity } of members) {
    if (survivors.has(subject.id)) evaluation.describe(subject, activity);
  }
  return evaluation.changes();
}

const isPlanted = (user: number): boolean => user % (USERS / PLANTED) === 0;

function planted(plant: Omit<Plant, "fromDay">, days: number, more: Partial<OrganizationPlan> = {}): readonly Member[] {
  return [
    ...organizationOf({
      users: USERS,
      fromDay: DAY - 200,
      toDay: DAY,
      seed: plant.kind,
      plantOf: (user) => (isPlanted(user) ? { ...plant, fromDay: DAY - days } : undefined),
      ...more,
    }),
  ];
}

function score(members: readonly Member[], computator: string, period: string) {
  const wanted = new Set(members.filter((_, user) => isPlanted(user)).map(({ subject }) => subject.id));
  const found = evaluate(members).filter((change) => change.computator === computator && change.period === period);
  const right = found.filter(({ subject }) => wanted.has(subject)).length;
  return {
    recall: right / PLANTED,
    precision: found.length === 0 ? 1 : right / found.length,
    quiet: (found.length - right) / (USERS - PLANTED),
  };
}

describe("changes planted in an organization with varied days, alternating projects, vacations and adopted applications", () => {
  it("20 % of the activity in new applications is found in a week and in a month, in spite of a rollout", () => {
    for (const [days, period] of [
      [7, "7d"],
      [30, "30d"],
    ] as const) {
      const members = planted({ kind: "applications", size: 0.2 }, days, { rolloutDay: DAY - 20 });
      const { recall, quiet } = score(members, "application_set", period);
      expect(recall).toBeGreaterThanOrEqual(0.95);
      expect(quiet).toBeLessThanOrEqual(0.02);
    }
  });

  it("35 % of the activity at other hours is found in a month", () => {
    const { recall, precision } = score(planted({ kind: "hours", size: 0.35 }, 30), "working_hours", "30d");
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(precision).toBeGreaterThanOrEqual(0.85);
  });

  it("2.5 times the activity is found in a month", () => {
    const { recall, precision } = score(planted({ kind: "volume", size: 2.5 }, 30), "activity_volume", "30d");
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(precision).toBeGreaterThanOrEqual(0.9);
  });

  it("a country never seen before is found in a week", () => {
    const { recall, quiet } = score(planted({ kind: "country", size: 0.3 }, 7), "location_set", "7d");
    expect(recall).toBe(1);
    expect(quiet).toBe(0);
  });
});

describe("an evaluation", () => {
  const members = planted({ kind: "applications", size: 0.3 }, 7).slice(0, 90);
  const changes = evaluate(members);

  it("depends neither on the order of subjects nor on the order of values within a day", () => {
    const shuffled = members
      .map(({ subject, activity }) => ({
        subject,
        activity: activity.map((day) => ({ ...day, uses: day.uses.toReversed() })).toReversed(),
      }))
      .toReversed();
    expect(changes.length).toBeGreaterThan(0);
    expect(evaluate(shuffled)).toEqual(changes);
  });

  it("names only values and rows of the subject's own activity", () => {
    for (const { subject, items } of changes) {
      const uses = members.find((one) => one.subject.id === subject)?.activity.flatMap((day) => day.uses) ?? [];
      const labels = items.filter(({ key }) => !key.startsWith("week")).map(({ label }) => label);
      expect(uses.map(({ label }) => label)).toEqual(expect.arrayContaining(labels));
      const rows = items.flatMap((item) => item.rows).map(({ contentKey }) => contentKey);
      expect(rows.length).toBeGreaterThan(0);
      expect(uses.map(({ sample }) => sample.contentKey)).toEqual(expect.arrayContaining(rows));
    }
  });

  it("uses only the days before its own", () => {
    const earlier = evaluate(members, DAY - 10);
    const cut = members.map(({ subject, activity }) => ({
      subject,
      activity: activity.filter(({ day }) => day < DAY - 10),
    }));
    expect(evaluate(cut, DAY - 10)).toEqual(earlier);
  });

  it("does not report an absence as a change of volume or of hours", () => {
    const away = members.slice(0, 30).map(({ subject, activity }, user) => ({
      subject,
      activity: activity.filter(({ day }) => user > 0 || day < DAY - 30 || day >= DAY - 4),
    }));
    const about = evaluate(away).filter(({ subject }) => subject === away[0]?.subject.id);
    expect(about.filter(({ computator, period }) => period === "30d" && computator !== "application_set")).toEqual([]);
  });
});
