import { describe, expect, it } from "vitest";
import type { ActivityDay } from "../../model/identity/activity.ts";
import { activityHistoryOf } from "./activity-history.ts";
import { rhythmChanges, withoutOutages } from "./rhythm-changes.ts";

const DAY = 20_000;
const HOUR_MS = 3_600_000;

/** Returns a day with calls at these times, in milliseconds since its start. */
const dayOf = (day: number, calls: readonly number[]): ActivityDay => ({
  day,
  events: calls.length,
  failures: 0,
  signIns: 0,
  bytes: 0,
  hours: Array.from({ length: 24 }, (_, hour) => calls.filter((at) => Math.floor(at / HOUR_MS) === hour).length),
  tables: ["AADServicePrincipalSignInLogs"],
  uses: [
    {
      dimension: "operation",
      key: "sign_in:service principal",
      label: "sign_in:service principal",
      count: calls.length,
      sample: { table: "AADServicePrincipalSignInLogs", contentKey: `row-${day}` },
    },
  ],
  others: {},
  minutes: [...new Set(calls.map((at) => Math.floor(at / 60_000)))],
  firstCalls: calls.slice(0, 32),
});

const every = (hours: number) => Array.from({ length: 24 / hours }, (_, index) => index * hours * HOUR_MS + 7_321);
const daily = (day: number) => [2 * HOUR_MS + (day % 5) * 9_000, 2 * HOUR_MS + 70_000];

/** Nine calls in the hours of work of a weekday and some at night, each day at other minutes. */
const officeHours = (atNight: number) => (day: number) => {
  if ((day + 3) % 7 > 4) return [];
  const hours = [
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    16,
    ...[1, 2, 3, 4, 20, 21, 22, 23, 0, 5, 19, 6, 1.5, 2.5].slice(0, atNight),
  ];
  return hours.map((hour, at) => hour * HOUR_MS + ((day * 7919 + at * 104_729) % 50) * 60_000).sort((a, b) => a - b);
};

/** Returns the changes of an identity that called in one way up to 120 days ago and in another since `from`. */
const changesOf = (
  before: (day: number) => readonly number[],
  after: (day: number) => readonly number[],
  from: number,
) => {
  const days = Array.from({ length: 120 }, (_, index) => DAY - 120 + index);
  const activity = days.map((day) => dayOf(day, day < from ? before(day) : after(day)));
  const history = activityHistoryOf(activity, "nhi");
  if (!history) throw new Error("There is no activity");
  return rhythmChanges({ id: "job", kind: "nhi", group: null }, history, DAY);
};

describe("the rhythm of calls", () => {
  it("is no change while it stays the same", () => {
    expect(
      changesOf(
        () => every(1),
        () => every(1),
        DAY,
      ),
    ).toEqual([]);
    expect(changesOf(daily, daily, DAY)).toEqual([]);
  });

  it("is a change of class when a daily schedule becomes an interval, with rows of the days", () => {
    const [found, ...more] = changesOf(daily, () => every(1), DAY - 30);
    expect(more).toEqual([]);
    expect(found?.change).toMatchObject({ computator: "call_rhythm", period: "30d", direction: "shift" });
    expect(found?.change.items[0]).toMatchObject({ key: "class", before: "scheduled_daily", after: "fixed_interval" });
    expect(found?.change.items[0]?.rows.length).toBeGreaterThan(0);
    expect(found?.change.summary).toBe(
      "The rhythm of calls in the last 30 days is: fixed interval of 60 min, 24 calls per active day; before, it was: daily schedule, 2 calls per active day.",
    );
  });

  it("is a change of period when it is at least a quarter longer", () => {
    const [found] = changesOf(
      () => every(1),
      () => every(2),
      DAY - 30,
    );
    expect(found?.change).toMatchObject({ value: 2, items: [{ key: "period_seconds", before: 3600, after: 7200 }] });
  });

  it("is no change of a weekly schedule when a month lacks one of its runs", () => {
    const weekly = (day: number) => (day % 7 === 2 ? [0, 1, 2, 3, 4, 5].map((at) => 3 * HOUR_MS + at * 60_000) : []);
    const lost = DAY - 7 - ((DAY - 7 - 2) % 7);
    expect(changesOf(weekly, (day) => (day === lost ? [] : weekly(day)), DAY - 30)).toEqual([]);
  });

  it("is no change when the calls move little across the limit between two classes", () => {
    expect(changesOf(officeHours(2), officeHours(2), DAY)).toEqual([]);
    expect(changesOf(officeHours(2), officeHours(4), DAY - 30)).toEqual([]);
    expect(changesOf(officeHours(2), officeHours(14), DAY - 30)).toMatchObject([
      { change: { items: [{ key: "class", before: "business_hours" }] } },
    ]);
  });

  it("is no change when a month of the reference had the same rhythm", () => {
    const isAtTimes = (day: number): boolean => day >= DAY - 85 && day < DAY - 52;
    const rhythm = (day: number) => (isAtTimes(day) ? every(2) : every(1));
    expect(changesOf(rhythm, () => every(2), DAY - 30)).toEqual([]);
  });

  it("is silence when calls are overdue, in the week in which they stop", () => {
    const stopped = changesOf(
      () => every(1),
      () => [],
      DAY - 7,
    );
    expect(stopped.map(({ change }) => [change.period, change.items[0]?.after])).toEqual([["7d", "silent"]]);
    expect(
      changesOf(
        () => every(1),
        () => [],
        DAY - 2,
      ),
    ).toEqual([]);
  });

  it("of identities that fall silent together is an outage of the logs", () => {
    const [one] = changesOf(
      () => every(1),
      () => [],
      DAY - 7,
    );
    if (!one) throw new Error("Silence was not found");
    const several = ["a", "b", "c"].map((subject) => ({ ...one, change: { ...one.change, subject } }));
    expect(withoutOutages(several.slice(0, 2), 10)).toHaveLength(2);
    expect(withoutOutages(several, 10)).toEqual([]);
    expect(withoutOutages(several, 1_000)).toHaveLength(3);
  });
});
