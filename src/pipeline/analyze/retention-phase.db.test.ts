import { afterAll, beforeAll, expect, it } from "vitest";
import {
  deliverDays,
  deliverObjects,
  type OwnDay,
  readResults,
  serviceObject,
  userObject,
} from "../../../test/support/changing-organization.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { newId } from "../../runtime/ids.ts";
import { REMOVED_AT_ONCE } from "../../store/activity/remove-days.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { addDomain } from "../../store/domains/domains.ts";
import { analyzeDomain } from "./analyze-domain.ts";
import { PHASES } from "./phases.ts";
import { KEPT_DAYS, retentionPhase } from "./retention-phase.ts";

const DAY_MS = 86_400_000;
const DAY = 20_000;
const at = (day: number, hour = 3): Date => new Date(day * DAY_MS + hour * 3_600_000);
const OLDEST_KEPT = DAY - KEPT_DAYS;

let opened: readonly [TestDatabase, TestDatabase];
beforeAll(async () => {
  opened = [await openTestDatabase(), await openTestDatabase()];
});
afterAll(() => Promise.all(opened.map((one) => one.close())));

const dayOf = (kind: OwnDay["kind"], place: number, day: number): OwnDay => ({
  kind,
  place,
  day,
  uses:
    kind === "user"
      ? [["application", `app-${place % 2}`, `App ${place % 2}`, 5]]
      : [["operation", "Export", "Export", 4]],
});

/** Days of four users and two services, from `first` to the day before `end`. */
const daysOf = (first: number, end: number, step = 1): readonly OwnDay[] =>
  Array.from({ length: Math.ceil((end - first) / step) }, (_, index) => first + index * step).flatMap((day) => [
    ...[0, 1, 2, 3].map((place) => dayOf("user", place, day)),
    ...[0, 1].map((place) => dayOf("service", place, day)),
  ]);

async function givenOrganization({ database }: TestDatabase, domainId = newId()): Promise<DomainHandle> {
  await addDomain(database, { domainId, name: domainId, createdAt: at(DAY) });
  const db = database.forDomain(domainId);
  const users = [0, 1, 2, 3].map((place) => userObject(place));
  await deliverObjects(db, "users", users, at(DAY));
  const services = [0, 1].map((place) => serviceObject(place));
  await deliverObjects(db, "service-principals", services, at(DAY));
  await deliverDays(db, daysOf(OLDEST_KEPT, DAY, 3));
  await deliverDays(db, daysOf(DAY - 1, DAY + 1));
  return db;
}

const analyze = ({ database }: TestDatabase, db: DomainHandle, day = DAY, now = at(day), phases = PHASES) =>
  analyzeDomain({ database, clock: () => now, chance: () => 1, phases }, db.domainId, { asOf: at(day) });

const storedDays = async (db: DomainHandle): Promise<readonly number[]> =>
  (await db.query<{ day: number }>("select day from activity_days where domain_id = $1 order by day")).map(
    ({ day }) => day,
  );

/** Returns the results, and digests of everything that they were computed from. */
const resultsWithInputs = async (db: DomainHandle) => [
  await readResults(db),
  await db.query("select kind, id, hash from analysis_inputs where domain_id = $1 order by kind, id"),
];

it("no day that an analysis reads is removed: results are the same with and without the days before", async () => {
  const domainId = newId();
  const [kept, removed] = [await givenOrganization(opened[0], domainId), await givenOrganization(opened[1], domainId)];
  const expected = await storedDays(removed);
  for (const db of [kept, removed]) await deliverDays(db, daysOf(OLDEST_KEPT - 90, OLDEST_KEPT));
  const keepingAll = PHASES.filter((phase) => phase !== retentionPhase);
  for (const hour of [3, 5]) {
    // A first evaluation of drift reads the most; the second time, one of the domains has no other days.
    for (const table of ["drift_runs", "drift_episodes", "drift_held_days", "analysis_inputs"]) {
      for (const db of [kept, removed]) await db.execute(`delete from ${table} where domain_id = $1`);
    }
    await analyze(opened[0], kept, DAY, at(DAY, hour), keepingAll);
    await analyze(opened[1], removed, DAY, at(DAY, hour));
    expect(await resultsWithInputs(removed)).toEqual(await resultsWithInputs(kept));
  }
  expect(await storedDays(removed)).toEqual(expected);
  expect(await storedDays(kept)).toHaveLength(expected.length + 90 * 6);
});

it("rows that arrive later for a removed day change no result and are removed by the next run", async () => {
  const db = await givenOrganization(opened[0]);
  await deliverDays(db, daysOf(OLDEST_KEPT - 2, OLDEST_KEPT));
  await analyze(opened[0], db);
  const [results, days] = [await readResults(db), await storedDays(db)];
  await deliverDays(db, daysOf(OLDEST_KEPT - 1, OLDEST_KEPT));
  expect(await storedDays(db)).not.toEqual(days);
  expect((await analyze(opened[0], db, DAY, at(DAY, 5)))?.counts).toMatchObject({ days_removed: 6 });
  expect(await storedDays(db)).toEqual(days);
  expect((await analyze(opened[0], db, DAY, at(DAY, 6)))?.counts).toMatchObject({ days_removed: 0 });
  expect(await readResults(db)).toEqual(results);
});

/** Runs the removal alone. */
const remove = ({ database }: TestDatabase, db: DomainHandle, day: number, now: Date) =>
  analyzeDomain({ database, clock: () => now, chance: () => 1, phases: [retentionPhase] }, db.domainId, {
    asOf: at(day),
  });

it("only old days of the analyzed domain are removed, in steps, whatever their number", async () => {
  const [db, other] = [await givenOrganization(opened[0]), await givenOrganization(opened[0])];
  const many = daysOf(OLDEST_KEPT - 400, OLDEST_KEPT);
  expect(many.length).toBeGreaterThan(2 * REMOVED_AT_ONCE);
  for (const one of [db, other]) await deliverDays(one, many);
  const [before, untouched] = [await storedDays(db), await storedDays(other)];
  await remove(opened[0], db, DAY, at(DAY));
  expect(await storedDays(db)).toEqual(before.filter((day) => day >= OLDEST_KEPT));
  expect(await storedDays(other)).toEqual(untouched);
});

it("the analysis of a day to come, or of a day long past, removes nothing that the present one reads", async () => {
  const db = await givenOrganization(opened[0]);
  const days = await storedDays(db);
  await remove(opened[0], db, DAY + 1_000, at(DAY));
  await remove(opened[0], db, DAY + 1_000, at(DAY + 1_000));
  await remove(opened[0], db, DAY - 1_000, at(DAY));
  expect(await storedDays(db)).toEqual(days);
});
