import { compareText, foldByKey } from "../../analysis/detect/periods.ts";
import { DAY_MS, type RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { Actor } from "../../model/rows/actor.ts";
import { createTimeSlice } from "../../runtime/time-slice.ts";
import type { HitActor } from "../../store/threats/hit-actors.ts";
import type { ChangedHit, HitRow, NewHitRows } from "../../store/threats/hits.ts";
import type { Detected } from "./detect-rows.ts";
import type { HitMemory } from "./hit-memory.ts";
import { packActor } from "./pack-actor.ts";
import { hitPacker } from "./pack-hit.ts";
import { storableName } from "./packed-text.ts";
import type { NewHits } from "./seen-values.ts";

/** The hits of a batch in the form they are stored in. */
export interface PackedHits extends NewHitRows {
  readonly memories: readonly HitMemory[];
  /** Hits that only the days contain: they are not stored, but may withdraw a later finding. */
  readonly shown: readonly ChangedHit[];
}

/** Leaves out what is stored already. */
interface NewOnly {
  /** Returns the hits of a memory that may change a finding. */
  newOf(memory: HitMemory, folded: ReadonlyMap<string, RowHit>): NewHits;
  newActorsOf(actors: readonly HitActor[]): readonly HitActor[];
}

const ALL: NewOnly = {
  newOf: (_, folded) => ({ toStore: [...folded.values()], settled: [] }),
  newActorsOf: (actors) => actors,
};

type HitsByMemory = Pick<Detected, "hits" | "lateHits">;

/** Folds and packs hits. Needs no database, so it runs before the transaction. */
export async function packHits(
  { hits, lateHits }: HitsByMemory,
  recordedAt: Date,
  known: NewOnly = ALL,
): Promise<PackedHits> {
  const slice = createTimeSlice();
  const recordedMs = recordedAt.getTime();
  const rows: HitRow[] = [];
  const actors = new Map<string, HitActor>();
  const shown: ChangedHit[] = [];
  for (const [memory, found] of hits) {
    const { toStore, settled } = known.newOf(memory, foldByKey(memory, found));
    const toRow = hitPacker(memory);
    const added = new Map<string, number>();
    for (const hit of toStore) {
      const row = toRow(hit);
      addRow(rows, added, row);
      addActor(actors, hit.actor, row.actor, Math.max(hit.at, recordedMs) + memory.keptMs);
    }
    shown.push(...settled.map(toChanged(memory)));
    await slice.pause();
  }
  for (const [memory, found] of lateHits) shown.push(...[...foldByKey(memory, found).values()].map(toChanged(memory)));
  const memories = [...new Set([...hits.keys(), ...lateHits.keys()])];
  return { memories, rows, actors: known.newActorsOf([...actors.values()]), shown };
}

/**
 * Adds a row. Values that differ only in characters that cannot be stored have the same key; as in the database, the earlier
 * of the two is kept and the counts are added.
 */
function addRow(rows: HitRow[], added: Map<string, number>, row: HitRow): void {
  const key = `${row.hitKey}${row.bucket} ${row.group}`;
  const place = added.get(key) ?? rows.length;
  const before = rows[place];
  added.set(key, place);
  rows[place] = before === undefined ? row : { ...earlierOf(before, row), count: before.count + row.count };
}

const earlierOf = (a: HitRow, b: HitRow): HitRow =>
  a.at < b.at || (a.at === b.at && compareText(a.rowKey, b.rowKey) <= 0) ? a : b;

/** Actors are kept in steps of so many days, so that one who acts every day is not stored every day. */
const KEPT_STEP_DAYS = 8;

/** Adds the actor of a hit that expires at a time. */
function addActor(actors: Map<string, HitActor>, actor: Actor | null, key: string | null, expiresAt: number): void {
  if (actor === null || key === null) return;
  const keptUntil = Math.ceil(expiresAt / DAY_MS / KEPT_STEP_DAYS) * KEPT_STEP_DAYS;
  if ((actors.get(key)?.keptUntil ?? 0) < keptUntil) actors.set(key, { ...packActor(actor), keptUntil });
}

const toChanged =
  ({ name }: HitMemory) =>
  ({ group, at }: RowHit): ChangedHit => ({ detector: name, group: storableName(group), at });
