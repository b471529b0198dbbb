import { DAY_MS, type StoredHit } from "../../stateful-detector.ts";

export interface FirstSeenRule {
  /** What was not seen for so long counts as new. */
  readonly baselineDays: number;
  /** Nothing is called new before so much of the past is known. */
  readonly warmUpDays: number;
}

/** So that many new values do not each look at a long past. */
const MOST_OF_PAST = 300;

export interface FirstSeen {
  readonly hit: StoredHit;
  /** The latest hits within the baseline before it, oldest first: enough to tell what is usual. */
  readonly past: () => readonly StoredHit[];
  /** How many days of the baseline the memory covers. */
  readonly knownDays: number;
}

/** Hits of a value that was not seen within the baseline before, in a memory that is old enough to tell. */
export function firstSeen(hits: readonly StoredHit[], rule: FirstSeenRule): readonly FirstSeen[] {
  const baselineMs = rule.baselineDays * DAY_MS;
  const last = new Map<string, number>();
  const found: FirstSeen[] = [];
  let start = 0;
  for (const [index, hit] of hits.entries()) {
    while ((hits[start]?.at ?? hit.at) < hit.at - baselineMs) start += 1;
    const oldest = hits[start]?.at ?? hit.at;
    const before = last.get(hit.value);
    last.set(hit.value, hit.at);
    const isNew = before === undefined || before < hit.at - baselineMs;
    if (!isNew || hit.at - oldest < rule.warmUpDays * DAY_MS) continue;
    const from = Math.max(start, index - MOST_OF_PAST);
    const knownDays = Math.floor((hit.at - oldest) / DAY_MS);
    found.push({ hit, past: () => hits.slice(from, index), knownDays });
  }
  return found;
}

/** The values of the past, the most frequent first, for a sentence. */
export function usualValues(past: readonly StoredHit[], most: number, nameOf = (hit: StoredHit) => hit.value): string {
  const counts = new Map<string, number>();
  for (const hit of past) counts.set(nameOf(hit), (counts.get(nameOf(hit)) ?? 0) + 1);
  const names = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([name]) => name);
  const more = names.length > most ? ` and ${names.length - most} more` : "";
  return `${names.slice(0, most).join(", ")}${more}`;
}
