import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anyRows, SMALL_NUMBERS } from "../../../test/support/behavior-rows.ts";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { type DeliveredRow, deliver, forgetRows } from "../../../test/support/row-sets.ts";
import { createBehaviors } from "../../analysis/detect/behavior/behaviors.ts";
import { DAY_MS, type SeenRow, type StatefulDetector } from "../../analysis/detect/stateful-detector.ts";
import { ingestDirectory } from "../../ingest/directory/ingest-directory.ts";
import { newId } from "../../runtime/ids.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { addDomain } from "../../store/domains/domains.ts";
import { processBatch } from "../schedule/process-batch.ts";
import type { DetectorSet } from "./detector-set.ts";
import { createKnownHits, type KnownHits } from "./known-hits.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const START = NOW.getTime() - 60 * DAY_MS;
const clock = (): Date => NOW;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const toSet = (stateful: readonly StatefulDetector[]): DetectorSet => ({
  look: (row, actor) => ({ seen: { row, actor, matches: new Set() }, findings: [] }),
  stateful,
  supersession: new Map(),
});

const readingDays = createBehaviors(SMALL_NUMBERS).filter(({ days }) => days !== undefined);
/** The same detectors with every hit stored. */
const storingAll = readingDays.map(({ days, ...detector }): StatefulDetector => detector);

async function givenDomain(): Promise<DomainHandle> {
  const domainId = newId();
  await addDomain(opened.database, { domainId, name: `d${newId()}`, createdAt: NOW });
  return opened.database.forDomain(domainId);
}

interface Delivery {
  readonly detectors: readonly StatefulDetector[];
  readonly rows: readonly DeliveredRow[];
  readonly cuts?: readonly number[];
  readonly limit?: number;
  /** Without a shared cache every batch starts with an empty one. */
  readonly knownHits?: KnownHits;
}

async function eventsAfter(db: DomainHandle, delivery: Delivery): Promise<readonly string[]> {
  const { detectors, rows, cuts = [], limit = 1_000, knownHits } = delivery;
  await forgetRows(db);
  await deliverDirectory(db);
  const edges = [0, ...[...cuts].sort((a, b) => a - b), rows.length];
  const fail = (_: string, error: Error): never => {
    throw error;
  };
  for (const [index, edge] of edges.slice(1).entries()) {
    await deliver(db, rows.slice(edges[index], edge), NOW);
    const options = { limit, onProblem: fail, ...(knownHits && { knownHits }) };
    while ((await processBatch(db, clock, toSet(detectors), options)).rows > 0);
  }
  return eventLines(db);
}

/** Each event without the name of its actor, which follows from the directory. */
async function eventLines(db: DomainHandle): Promise<readonly string[]> {
  const rows = await db.query<{ line: string }>(
    `select concat_ws(' ', event_id, severity, title, regexp_replace(summary, '^[^:]*: ', ''), source_event_ids::text) as line
     from threats where domain_id = $1 and removed_at is null order by event_id`,
  );
  return rows.map(({ line }) => line);
}

/** Some rows name their actor by an object id only, which the directory links to the name. */
const OBJECT_IDS = [0, 1, 2].map((user) => `00000000-0000-4000-9000-00000000000${user}`);

async function deliverDirectory(db: DomainHandle): Promise<void> {
  const lines = OBJECT_IDS.map((id, user) => ({
    line: user + 1,
    value: { id, userPrincipalName: `user${user}@ours.test`, displayName: `User ${user}` },
  }));
  await ingestDirectory(db, clock, { kind: "users", lines });
}

function toDelivered({ row: { table, fields, at, rowId } }: SeenRow, index: number): DeliveredRow {
  const { UserPrincipalName: name, ...others } = fields;
  const user = index % 3 === 0 && typeof name === "string" ? Number(name.charAt(4)) : -1;
  const who = OBJECT_IDS[user] === undefined ? fields : { ...others, UserId: OBJECT_IDS[user] };
  const TimeGenerated = new Date(START + (at % (40 * DAY_MS))).toISOString();
  return { table, columns: { ...who, TimeGenerated, _ItemId: `${rowId}-${index}` } };
}

const anyDelivery = anyRows.chain((seen) =>
  fc.record({
    rows: fc.constant(seen.map(toDelivered)),
    order: fc.shuffledSubarray([...seen.keys()], { minLength: seen.length, maxLength: seen.length }),
    cuts: fc.array(fc.nat(seen.length), { maxLength: 4 }),
    limit: fc.integer({ min: 5, max: 60 }),
  }),
);

/** These count hits in the same way from days as from stored hits; the days of the others are more exact. */
const EQUAL: ReadonlySet<string> = new Set(["rare_country", "dormant_account"]);
const equalOf = (detectors: readonly StatefulDetector[]) => detectors.filter(({ facts }) => EQUAL.has(facts.slug));
const idOf = (line: string): string => line.slice(0, line.indexOf(" "));

it("gives the same events in any order, split and size of batches, with or without a cache", async () => {
  const db = await givenDomain();
  const fired = new Set<string>();
  await fc.assert(
    fc.asyncProperty(anyDelivery, async ({ rows, order, cuts, limit }) => {
      const expected = await eventsAfter(db, { detectors: readingDays, rows });
      for (const { facts } of readingDays) {
        if (expected.some((line) => line.includes(facts.title))) fired.add(facts.slug);
      }
      const shuffled = order.map((index) => rows[index] as DeliveredRow);
      const split = { detectors: readingDays, cuts, limit };
      expect(await eventsAfter(db, { ...split, rows: shuffled })).toEqual(expected);
      expect(await eventsAfter(db, { ...split, rows: shuffled, knownHits: createKnownHits() })).toEqual(expected);
      expect(await eventsAfter(db, { ...split, rows, knownHits: createKnownHits() })).toEqual(expected);
    }),
    { numRuns: 12, seed: 23 },
  );
  expect([...fired].sort()).toEqual(readingDays.map(({ facts }) => facts.slug).sort());
});

it("finds whatever is found with every hit stored", async () => {
  const db = await givenDomain();
  await fc.assert(
    fc.asyncProperty(anyDelivery, async ({ rows, limit }) => {
      const equal = await eventsAfter(db, { detectors: equalOf(storingAll), rows });
      expect(await eventsAfter(db, { detectors: equalOf(readingDays), rows, limit })).toEqual(equal);
      const stored = await eventsAfter(db, { detectors: storingAll, rows });
      const found = await eventsAfter(db, { detectors: readingDays, rows, limit });
      expect(found.map(idOf)).toEqual(expect.arrayContaining(stored.map(idOf)));
    }),
    { numRuns: 6, seed: 29 },
  );
});

const signIn = (daysAgo: number, country: string): DeliveredRow => ({
  table: "SigninLogs",
  columns: {
    TimeGenerated: new Date(NOW.getTime() - daysAgo * DAY_MS - 3_600_000).toISOString(),
    UserPrincipalName: "user0@ours.test",
    ResultType: "0",
    LocationDetails: { countryOrRegion: country },
    _ItemId: `${daysAgo}-${country}`,
  },
});
const [rareCountry] = readingDays.filter(({ facts }) => facts.slug === "rare_country");
const [storingCountries] = storingAll.filter(({ facts }) => facts.slug === "rare_country");
const history = [5, 4, 3, 2, 1].map((daysAgo) => signIn(daysAgo, "DE"));

async function summariesAfter(
  db: DomainHandle,
  detector: StatefulDetector | undefined,
  rows: readonly DeliveredRow[],
  knownHits: KnownHits,
): Promise<readonly string[]> {
  await deliver(db, rows, NOW);
  while ((await processBatch(db, clock, toSet(detector ? [detector] : []), { knownHits })).rows > 0);
  const events = await db.query<{ summary: string }>(
    "select summary from threats where domain_id = $1 and removed_at is null order by event_id",
  );
  return events.map(({ summary }) => summary);
}

it("withdraws a finding when a late row shows that the value was usual, and finds nothing because of a late row", async () => {
  const db = await givenDomain();
  const known = createKnownHits();
  const found = await summariesAfter(db, rareCountry, [...history, signIn(0, "NG")], known);
  expect(found).toEqual(["user0@ours.test: First seen from NG in the last 5 days; usual: DE."]);
  expect(await summariesAfter(db, rareCountry, [signIn(3, "NG"), signIn(3, "JP")], known)).toEqual([]);
});

it("stores only the first hit of a value, and reads the others from the days", async () => {
  const db = await givenDomain();
  const known = createKnownHits();
  for (const row of [...history, signIn(0, "DE")])
    expect(await summariesAfter(db, rareCountry, [row], known)).toEqual([]);
  const stored = await db.query<{ at: string }>("select at from hits where domain_id = $1");
  expect(stored.map(({ at }) => Number(at))).toEqual([NOW.getTime() - 5 * DAY_MS - 3_600_000]);
  expect(await summariesAfter(db, rareCountry, [signIn(0, "NG")], known)).toHaveLength(1);
});

it("uses the hits that an earlier release stored for rows without days", async () => {
  const db = await givenDomain();
  const none = await summariesAfter(db, storingCountries, [...history, signIn(5, "JP")], createKnownHits());
  expect(none).toEqual([]);
  await db.query("delete from activity_days where domain_id = $1");
  const found = await summariesAfter(db, rareCountry, [signIn(0, "JP"), signIn(0, "NG")], createKnownHits());
  expect(found).toEqual(["user0@ours.test: First seen from NG in the last 5 days; usual: DE, JP."]);
});

it("claims less where neither days nor hits reach back", async () => {
  const db = await givenDomain();
  await summariesAfter(db, rareCountry, history, createKnownHits());
  await db.query("delete from activity_days where domain_id = $1 and day < $2", [
    Math.floor(NOW.getTime() / DAY_MS) - 2,
  ]);
  await db.query("delete from hits where domain_id = $1");
  expect(await summariesAfter(db, rareCountry, [signIn(0, "NG")], createKnownHits())).toEqual([
    "user0@ours.test: First seen from NG in the 2 days on record; usual: DE.",
  ]);
});
