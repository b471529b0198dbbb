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
