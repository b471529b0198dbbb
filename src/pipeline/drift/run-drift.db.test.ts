import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import type { DriftSubject } from "../../analysis/drift/drift-subject.ts";
import type { ActivityDay } from "../../model/identity/activity.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { listDrift } from "../../store/people/drift.ts";
import { finalDayOf } from "./final-day.ts";
import { publishEpisodes } from "./publish-episodes.ts";
import { runDrift } from "./run-drift.ts";

const DAY = 20_000;
const NOW = new Date(DAY * 86_400_000 + 3_600_000);
let opened: TestDatabase;
let db: DomainHandle;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

const SUBJECTS: readonly DriftSubject[] = Array.from({ length: 24 }, (_, user) => ({
  id: `00000000-0000-4000-8000-${String(user).padStart(12, "0")}`,
  kind: "user",
  group: null,
}));

const row = (day: number, key: number) => ({
  table: "SigninLogs" as const,
  contentKey: `00000000-0000-4000-8000-${String(day * 10 + key).padStart(12, "0")}`,
});

/** 20 events a day in one application; from a day on, 10 of them in another one. */
const activityOf = (newFrom: number | undefined, until: number): readonly ActivityDay[] =>
  Array.from({ length: 150 }, (_, index) => DAY - 140 + index)
    .filter((day) => day < until)
    .map((day) => {
      const isNew = newFrom !== undefined && day >= newFrom;
      const use = (key: string, count: number, place: number) =>
        ({ dimension: "application", key, label: key, count, sample: row(day, place) }) as const;
      return {
        day,
        events: 20,
        failures: 0,
        signIns: 1,
        bytes: 0,
        hours: Array.from({ length: 24 }, (_, hour) => (hour === 9 || hour === 14 ? 10 : 0)),
        tables: ["SigninLogs"],
        uses: isNew ? [use("mail", 10, 1), use("ledger", 10, 2)] : [use("mail", 20, 1)],
        others: {},
        minutes: [],
        firstCalls: [],
      };
    });

/** The first user begins to use another application on a day. */
const run = async (day: number, newFrom: number | undefined) => {
  await runDrift(
    { db, day, now: NOW, slice: createTimeSlice(), isStopped: () => false },
    {
      subjects: SUBJECTS,
      digestInputs: async () => new Map(),
      readActivity: async (subjects, _from, to) =>
        new Map(subjects.map(({ id }) => [id, activityOf(id === SUBJECTS[0]?.id ? newFrom : undefined, to)])),
    },
    async () => [],
  );
  await publishEpisodes(db, finalDayOf(day), NOW);
};

interface Listed {
  readonly drift_id: string;
  readonly computator: string;
  readonly time_period: string;
  readonly detected_at: string;
  readonly period_start_at: string;
  readonly delta: { readonly summary: string; readonly items: readonly { readonly label: string }[] };
}
const listed = async (): Promise<readonly Listed[]> => {
  const page = await listDrift(db, { limit: 100 });
  if (typeof page === "string") throw new Error(page);
  return page.items.map((text) => JSON.parse(text) as Listed);
};

it("a change is published once it can no longer be withdrawn, and running again changes nothing", async () => {
  await run(DAY, DAY - 5);
  const first = await listed();
  const week = first.find(({ computator, time_period }) => computator === "application_set" && time_period === "7d");
  expect(week).toMatchObject({ detected_at: new Date((DAY - 3) * 86_400_000).toISOString() });
  expect(Date.parse(String(week?.detected_at)) - Date.parse(String(week?.period_start_at))).toBe(7 * 86_400_000);
  expect(week?.delta.items.map(({ label }) => label)).toEqual(["ledger"]);
  await run(DAY, DAY - 5);
  expect(await listed()).toEqual(first);
  await run(DAY + 1, DAY - 5);
  expect((await listed()).filter(({ drift_id }) => first.some((one) => one.drift_id === drift_id))).toEqual(first);
});

it("what a late row explains is withdrawn before it is published", async () => {
  await run(DAY, DAY - 2);
  expect(await listed()).toEqual([]);
  await run(DAY + 1, undefined);
  await run(DAY + 3, undefined);
  expect(await listed()).toEqual([]);
});

it("evaluating day by day gives the same events as evaluating all days at once", async () => {
  for (let day = DAY - 6; day <= DAY; day++) await run(day, DAY - 8);
  const daily = await listed();
  db = await opened.addDomain();
  await run(DAY, DAY - 8);
  const strip = (events: readonly Listed[]) => events.map(({ drift_id: _id, ...event }) => event);
  expect(strip(await listed())).toEqual(strip(daily));
  expect(daily.length).toBeGreaterThan(0);
});
