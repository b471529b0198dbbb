import { LOOKBACK_DAYS } from "../../../analysis/persona/day-window.ts";
import { createPartsDigest } from "../../../runtime/hashing.ts";
import { readDayDigests } from "../../../store/activity/day-digests.ts";
import { countLabelChanges } from "../../../store/activity/label-changes.ts";
import type { AnalysisRun } from "../analysis-run.ts";
import type { MemberBasis } from "./read-members.ts";

/** Raised when personas have to be computed again on the same evaluation day from the same facts. */
const VERSION = 2;
/** Users whose days are digested at once. */
const CHUNK = 500;

/**
 * Returns a digest of everything that the personas of a domain are computed from. A persona depends on all users, because
 * its peers are looked for among all. Entitlements and reach follow from the directory.
 */
export async function digestFacts(
  run: AnalysisRun,
  bases: readonly MemberBasis[],
  shared: unknown,
  otherOf: (tuid: string) => unknown,
): Promise<string> {
  const { db, day, slice } = run;
  const digest = createPartsDigest();
  const labels = await countLabelChanges(db);
  const delivered = [...run.access.delivered].sort();
  digest.add(JSON.stringify([VERSION, day, labels, run.directoryDigest, delivered, shared]));
  for (let start = 0; start < bases.length; start += CHUNK) {
    const chunk = bases.slice(start, start + CHUNK);
    const keys = chunk.flatMap((basis) => basis.keys);
    const days = await readDayDigests(db, keys, [{ from: day - LOOKBACK_DAYS, to: day }]);
    for (const { person, keys: own, changes, heldSince } of chunk) {
      if (slice.isOver()) await slice.pause();
      const digests = own.map((key) => [key, days.get(key) ?? null]);
      digest.add(JSON.stringify([person, changes, [...heldSince], otherOf(person.tuid), digests]));
    }
  }
  return digest.end();
}
