import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { foldSlot } from "../../analysis/detect/periods.ts";
import { DAY_MS, HOUR_MS, type RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { Actor } from "../../model/rows/actor.ts";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import type { DomainHandle } from "../../store/database/database.ts";
import { migrate } from "../../store/database/migrate.ts";
import { splitStatements } from "../../store/distribution/split-statements.ts";
import { readHitActors } from "../../store/threats/hit-actors.ts";
import { readHits, saveHits } from "../../store/threats/hits.ts";
import { bucketOf, type HitMemory } from "./hit-memory.ts";
import { packActor, unpackActor } from "./pack-actor.ts";
import { hitReader } from "./pack-hit.ts";
import { packHits } from "./pack-hits.ts";
import { storableName } from "./packed-text.ts";

const MIGRATION = "202611170400_pack_hits.sql";
const AT = Date.parse("2026-10-01T10:00:00.000Z");
const RECORDED = new Date("2026-10-01T10:05:00.000Z");

/** The table as it was before. */
const FORMER_TABLE = `drop table hits; drop table hit_actors;
  create table hits (
    domain_id uuid not null, detector text collate "C" not null, group_key text collate "C" not null,
    bucket bigint not null, hit_key text collate "C" not null, at bigint not null, row_id text collate "C" not null,
    count integer not null, memory text not null, recorded_at timestamptz(3) not null, spark boolean not null default false,
    primary key (domain_id, detector, group_key, bucket, hit_key));
  create index hits_by_spark on hits (domain_id, detector, group_key, bucket) include (count) where spark;
  select wall_off('hits')`;

const memory = (name: string, foldMs: number, isGated = false): HitMemory => ({
  name,
  foldMs,
  isGated,
  tables: new Set(LOG_TABLES),
  hitsOf: () => [],
  ignoresCounts: false,
  readers: [],
  keptMs: DAY_MS,
});
const MEMORIES = [memory("folding@1", HOUR_MS), memory("gated@12", DAY_MS, true), memory("single@1", 0)];

const ACTORS: readonly Actor[] = ["maya", "zoë"].map((name, index) => ({
  kind: "user",
  key: `upn:${name}@x.example`,
  keys: [`upn:${name}@x.example`],
  subject: `0b8f2a9e-3f1d-4a55-9d5c-00000000000${index}`,
  upn: `${name}@x.example`,
  name: index === 0 ? null : name,
  tuid: `0b8f2a9e-3f1d-4a55-9d5c-00000000000${index}`,
  email: `${name}@x.example`,
}));

const VALUES = [
  "",
  "gb",
  "15 characters!!",
  "16 characters!!!",
  "Zoë",
  "a|b",
  "success:2.142",
  "v".repeat(300),
  "a\tb",
];
const EVENTS = [null, "1b8f2a9e-3f1d-4a55-9d5c-6a1f6a1b7c3d", "1B8F2A9E-3F1D-4A55-9D5C-6A1F6A1B7C3D", "4711"];

/** Hits of every kind: each value, table, event id and actor occurs. */
const HITS: readonly RowHit[] = LOG_TABLES.flatMap((table, index) =>
  VALUES.map((value, place): RowHit => {
    const n = index * VALUES.length + place;
    const rowId = n % 7 === 0 ? `row-${n}` : `0b8f2a9e-3f1d-4a55-9d5c-${String(n).padStart(12, "0")}`;
    const at = AT + 7 * n;
    return {
      group: place % 2 === 0 ? `ip:203.0.113.${index}` : "g".repeat(index * 20),
      value,
      at,
      ref: { table, rowId, at },
      actor: ACTORS[n % 3] ?? null,
      platformEventId: EVENTS[n % 4] ?? null,
      count: 1 + (n % 2),
      ...(n % 3 > 0 && { data: { name: value, accepted: false, "other key": n } }),
    };
  }),
);

/** Stores a hit in the form of earlier versions. */
async function saveFormer(db: DomainHandle, own: HitMemory, hit: RowHit): Promise<void> {
  const { value, ref, platformEventId, data, actor } = hit;
  const slot = own.foldMs > 0 ? "" : `|${foldSlot(own, hit)}`;
  const head = [value, ref.table, ref.rowId, platformEventId ?? "\u001e", data ? JSON.stringify(data) : "\u001e"];
  await db.execute(
    `insert into hits (domain_id, detector, group_key, bucket, hit_key, at, row_id, count, memory, spark, recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      own.name,
      storableName(hit.group),
      bucketOf(own, hit.at),
      storableName(`${value}${slot}`),
      hit.at,
      storableName(ref.rowId),
      hit.count,
      [...head, actor ? packActor(actor).packed : ""].join("\u001f"),
      own.isGated,
      RECORDED,
    ],
  );
}

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const keysOf = (db: DomainHandle) =>
  db.query(
    `select detector, group_key, bucket, hit_key, at, row_id, event_id, actor, count, is_trigger, recorded_at from hits
     where domain_id = $1 order by detector, group_key, bucket, hit_key`,
  );

/** Reads the hits of a memory and group. */
async function readAll(db: DomainHandle, own: HitMemory, group: string): Promise<readonly RowHit[]> {
  const range = { detector: own.name, group: storableName(group), from: 0, to: AT + DAY_MS };
  const [found = []] = await readHits(db, [range], { perRange: 1_000, total: 10_000 });
  const actors = await readHitActors(db, [...new Set(found.flatMap(({ actor }) => actor ?? []))]);
  const actorOf = (key: string): Actor | null => {
    const packed = actors.get(key);
    return packed === undefined ? null : unpackActor(packed);
  };
  return found.map(hitReader(group, actorOf)).sort((a, b) => a.at - b.at);
}

it("existing hits survive the migration, with the keys that new hits get", async () => {
  const [old, other, fresh] = [await opened.addDomain(), await opened.addDomain(), await opened.addDomain()];
  await opened.database.exclusively(async (run) => {
    for (const statement of splitStatements(FORMER_TABLE)) await run(statement);
  });
  // On a distributed database this distributes the table.
  await migrate(opened.database, () => RECORDED);
  for (const own of MEMORIES) for (const hit of HITS) await saveFormer(old, own, hit);
  for (const hit of HITS.slice(0, 5)) await saveFormer(other, MEMORIES[0] as HitMemory, hit);
  await opened.database.exclusively((run) => run(`delete from migrations where name = '${MIGRATION}'`));
  expect(await migrate(opened.database, () => RECORDED)).toEqual([MIGRATION]);

  const hits = new Map(MEMORIES.map((own) => [own, HITS]));
  const packed = await packHits({ hits, lateHits: new Map() }, RECORDED);
  expect(packed.rows).toHaveLength(MEMORIES.length * HITS.length);
  await fresh.transaction((tx) => saveHits(tx, packed, [], RECORDED));
  expect(await keysOf(old)).toEqual(await keysOf(fresh));
  expect(await keysOf(other)).toHaveLength(5);
  for (const own of MEMORIES) {
    for (const group of new Set(HITS.map((hit) => hit.group))) {
      const expected = HITS.filter((hit) => hit.group === group);
      expect(await readAll(old, own, group)).toEqual(expected);
      expect(await readAll(fresh, own, group)).toEqual(expected);
    }
  }
  // A hit that is stored again meets the one from before.
  await old.transaction((tx) => saveHits(tx, packed, [], RECORDED));
  expect(await keysOf(old)).toHaveLength(packed.rows.length);
});
