import { describe, expect, it } from "vitest";
import { changesOn } from "../../../test/support/changes-on.ts";
import {
  type Member,
  type OrganizationPlan,
  organizationOf,
  type Plant,
} from "../../../test/support/drift-organization.ts";
import type { ActivityDay } from "../../model/identity/activity.ts";
import type { DriftChange } from "./drift-change.ts";

const DAY = 20_000;
const USERS = 400;
const PLANTED = 5;

const evaluate = (members: readonly Member[], day = DAY): readonly DriftChange[] => changesOn(day, members);

/** One plant of each kind among every 80 users. */
const PLANTS: readonly Plant[] = [
  { kind: "applications", size: 0.2, fromDay: DAY - 7 },
  { kind: "applications", size: 0.2, fromDay: DAY - 30 },
  { kind: "hours", size: 0.35, fromDay: DAY - 30 },
  { kind: "volume", size: 2.5, fromDay: DAY - 30 },
  { kind: "country", size: 0.3, fromDay: DAY - 7 },
];
const plan: OrganizationPlan = {
  users: USERS,
  fromDay: DAY - 200,
  toDay: DAY,
  seed: "all",
  rolloutDay: DAY - 20,
  plantOf: (user) => PLANTS[user % (USERS / PLANTED)],
};

describe("changes planted among varied days, alternating projects, vacations, adopted applications and a rollout", () => {
  const members = [...organizationOf(plan)];
  const changes = evaluate(members);
  const score = (place: number, computator: string, period: string) => {
    const isPlanted = (user: number): boolean => user % (USERS / PLANTED) === place;
    const wanted = new Set(members.filter((_, user) => isPlanted(user)).map(({ subject }) => subject.id));
    const found = changes.filter((change) => change.computator === computator && change.period === period);
    const right = found.filter(({ subject }) => wanted.has(subject)).length;
    const quiet = found.filter(({ subject }) => {
      const user = members.findIndex((one) => one.subject.id === subject);
      return plan.plantOf?.(user) === undefined;
    });
    return {
      recall: right / PLANTED,
      precision: right / Math.max(1, right + quiet.length),
      quiet: quiet.length / (USERS - PLANTED * PLANTS.length),
    };
  };

  it("20 % of the activity in new applications is found in a week and in a month", () => {
    for (const [place, period] of [
      [0, "7d"],
      [1, "30d"],
    ] as const) {
      const { recall, quiet } = score(place, "application_set", period);
      expect(recall).toBeGreaterThanOrEqual(0.95);
      expect(quiet).toBeLessThanOrEqual(0.02);
    }
  });

  it("a change of the mix of applications is found in a month", () => {
    const { recall, precision } = score(1, "application_mix", "30d");
    expect(recall).toBeGreaterThanOrEqual(0.7);
    expect(precision).toBeGreaterThanOrEqual(0.65);
  });

  it("35 % of the activity at other hours is found in a month", () => {
    const { recall, precision } = score(2, "working_hours", "30d");
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(precision).toBeGreaterThanOrEqual(0.85);
  });

  it("2.5 times the activity is found in a month", () => {
    const { recall, precision } = score(3, "activity_volume", "30d");
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(precision).toBeGreaterThanOrEqual(0.9);
  });

  it("a country never seen before is found in a week", () => {
    expect(score(4, "location_set", "7d")).toEqual({ recall: 1, precision: 1, quiet: 0 });
  });

  it("the application that was rolled out is no change of anybody", () => {
    expect(changes.flatMap(({ items }) => items).filter(({ label }) => label === "rollout")).toEqual([]);
  });
});

it("of an organization without a change, at most 10 per 1,000 identities are found on a day that were not a week before", () => {
  const quiet = [...organizationOf({ users: 240, fromDay: DAY - 200, toDay: DAY, seed: "quiet", isQuiet: true })];
  const placeOf = ({ subject, computator, period }: DriftChange): string => `${subject}|${computator}|${period}`;
  const known = new Set(evaluate(quiet, DAY - 7).map(placeOf));
  const opened = evaluate(quiet).filter((change) => !known.has(placeOf(change)));
  expect(opened.length / 240).toBeLessThanOrEqual(0.01);
});

describe("an evaluation", () => {
  const members = [...organizationOf({ ...plan, users: 90, seed: "few" })];
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

  it("does not report an absence as a change of volume or of hours, also if a message arrives every day", () => {
    const few = (day: ActivityDay): ActivityDay => ({ ...day, events: 1, uses: day.uses.slice(0, 1) });
    const isAway = ({ day }: ActivityDay): boolean => day >= DAY - 26 && day < DAY - 4;
    const away = members.slice(0, 30).map(({ subject, activity }, user) => ({
      subject,
      activity: activity
        .map((day) => (user === 1 && isAway(day) ? few(day) : day))
        .filter((day) => user > 0 || !isAway(day)),
    }));
    const found = evaluate(away).filter(
      ({ period, computator }) => period === "30d" && computator !== "application_set",
    );
    for (const { subject } of away.slice(0, 2)) expect(found.filter((one) => one.subject === subject.id)).toEqual([]);
  });

  it("does not report somebody new whose mail arrived before the first day of work", () => {
    const few = (day: ActivityDay): ActivityDay => ({ ...day, events: 5, uses: day.uses.slice(0, 2) });
    const joined = members.slice(0, 30).map(({ subject, activity }, user) => ({
      subject,
      activity:
        user > 0
          ? activity
          : activity.filter(({ day }) => day >= DAY - 100).map((day) => (day.day < DAY - 35 ? few(day) : day)),
    }));
    const volumes = evaluate(joined).filter(({ computator }) => computator === "activity_volume");
    expect(volumes.filter(({ subject }) => subject === joined[0]?.subject.id)).toEqual([]);
  });
});
