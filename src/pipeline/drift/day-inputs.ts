import { readInputHashes, saveInputHashes } from "../../store/analysis/input-hashes.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { LATE_DAYS } from "./final-day.ts";

/** A digest of the inputs of the last evaluation days, by day. */
export type DayInputs = ReadonlyMap<number, string>;

/** The evaluation days that a run may find unchanged, and its own. */
export const KEPT_INPUTS = LATE_DAYS + 1;

const KIND = "drift-inputs";
const DOMAIN = "domain";

export async function readDayInputs(db: DomainDb): Promise<DayInputs> {
  const stored = (await readInputHashes(db, KIND, [DOMAIN])).get(DOMAIN);
  return new Map(stored === undefined ? [] : (JSON.parse(stored) as [number, string][]));
}

/** Stores the digest of a day whose results were stored; those of later days, whose results were undone, are removed. */
export async function saveDayInputs(tx: DomainDb, day: number, digest: string | undefined): Promise<void> {
  const kept = [...(await readDayInputs(tx))].filter(([known]) => known < day && known > day - KEPT_INPUTS);
  const days = digest === undefined ? kept : [...kept, [day, digest]];
  await saveInputHashes(tx, KIND, new Map([[DOMAIN, JSON.stringify(days)]]));
}
