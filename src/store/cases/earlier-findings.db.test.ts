import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { DAY, type Found, givenFindings, HOUR, NOW } from "../../../test/support/judged.ts";
import { newId } from "../../runtime/ids.ts";
import type { DomainHandle } from "../database/database.ts";
import { readFirstFindings, readOwnFindings } from "./earlier-findings.ts";

let opened: TestDatabase;
let db: DomainHandle;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  db = await opened.addDomain();
});

const [maya, jon, omar] = [newId(), newId(), newId()];
const TODAY = Math.floor(NOW / DAY);
const found = (subject: string, daysAgo: number, fields: Partial<Found> = {}): Found => ({
  subject,
  at: NOW - daysAgo * DAY,
  severity: "medium",
  detector: "d",
  ...fields,
});
const until = new Date(NOW);
const from = new Date(NOW - 60 * DAY);
const firstOf = async (detectors: readonly string[], limit = 100) => {
  const rows = await readFirstFindings(db, detectors, { except: maya, from, until, limit });
  return rows.map(({ detector, day }) => `${detector} ${TODAY - day}`).sort();
};
const readOwn = ({ detectors = ["d", "e"], limit = 100 } = {}, handle = db) =>
  readOwnFindings(handle, maya, { detectors, from, until, limit });
const supersede = () => db.execute("update threat_findings set superseded = true where domain_id = $1");

test("the first day of each other subject is read for each of the detectors", async () => {
  await givenFindings(db, [
    found(jon, 5),
    found(jon, 2),
    found(omar, 1),
    found(omar, 1, { detector: "e" }),
    found(omar, 4, { detector: "another" }),
    found(maya, 9),
  ]);
  expect(await firstOf(["d", "e", "nothing"])).toEqual(["d 1", "d 5", "e 1"]);
  expect(await firstOf([])).toEqual([]);
});

test("findings from the time on, superseded ones and those of other domains count nowhere", async () => {
  await givenFindings(db, [found(jon, 0), found(jon, -1)]);
  expect(await firstOf(["d"])).toEqual([]);
  const before = db;
  db = await opened.addDomain();
  await givenFindings(db, [found(jon, 1), found(maya, 1)]);
  expect(await firstOf(["d"])).toEqual(["d 1"]);
  await supersede();
  expect(await firstOf(["d"])).toEqual([]);
  expect(await readOwn()).toEqual([]);
  expect(await readOwn({}, before)).toEqual([]);
});

test("only the oldest findings of each detector are read, so that later ones hide none and the cost is bounded", async () => {
  const many = Array.from({ length: 9 }, (_, n) => found(newId(), 1 + n));
  await givenFindings(db, [...many, found(jon, 30, { detector: "e" })]);
  expect(await firstOf(["d", "e"], 3)).toEqual(["d 7", "d 8", "d 9", "e 30"]);
});

test("many findings of the subject and superseded ones hide those of others only beyond ten times the limit", async () => {
  const own = Array.from({ length: 29 }, (_, n) => found(maya, 20 + n));
  await givenFindings(db, [...own, found(jon, 5), found(omar, 4)]);
  expect(await firstOf(["d"], 3)).toEqual(["d 5"]);
  expect(await firstOf(["d"], 4)).toEqual(["d 4", "d 5"]);
});

test("of the subject only its newest findings are read, and only those of the detectors", async () => {
  await givenFindings(db, [found(maya, 3), found(maya, 2, { detector: "e" }), found(maya, 1)]);
  const shown = async (options: Parameters<typeof readOwn>[0]) =>
    (await readOwn(options)).map(({ detector, day }) => `${detector} ${TODAY - day}`).sort();
  expect(await shown({})).toEqual(["d 1", "d 3", "e 2"]);
  expect(await shown({ detectors: ["d"] })).toEqual(["d 1", "d 3"]);
  expect(await shown({ limit: 2 })).toEqual(["d 1", "e 2"]);
});

test("the days of the subject itself are read by detector and by what it was done to", async () => {
  const on = (object: string) => ({ facts: { object, resource: "site:finance", host: "web01" } });
  await givenFindings(db, [
    found(maya, 2, on("Owner")),
    found(maya, 2 + HOUR / DAY, on("Owner")),
    found(maya, 2 - HOUR / DAY, on("Reader")),
    found(maya, 3, { facts: { resource: "site:finance", host: "web01" } }),
    found(maya, 4, { facts: { host: "web01" } }),
    found(maya, 5, { detector: "e" }),
    found(jon, 2, on("Owner")),
    found(maya, 0, on("Owner")),
  ]);
  const rows = await readOwn();
  const shown = rows.map(({ detector, day, object, findings }) => [detector, TODAY - day, object, findings].join("/"));
  expect(shown.sort()).toEqual(["d/2/Owner/2", "d/2/Reader/1", "d/3/site:finance/1", "d/4/web01/1", "e/5//1"]);
});

test("days are those of UTC", async () => {
  const midnight = TODAY * DAY;
  await givenFindings(db, [
    { ...found(maya, 0), at: midnight },
    { ...found(maya, 0), at: midnight - 1 },
  ]);
  const days = (await readOwn()).map(({ day }) => day);
  expect([...days].sort()).toEqual([TODAY - 1, TODAY]);
});
