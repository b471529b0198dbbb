import { type DayMemory, periodOf, type StatefulDetector } from "../../analysis/detect/stateful-detector.ts";
import { LATE_MS, type LogTable } from "../../model/rows/log-row.ts";

/** Hits stored under one name, and the detectors that read them. All readers extract the same hits. */
export interface HitMemory {
  readonly name: string;
  readonly tables: ReadonlySet<LogTable>;
  readonly foldMs: number;
  readonly hitsOf: StatefulDetector["hitsOf"];
  /** No reader uses counts, so a hit that is stored already changes nothing. */
  readonly ignoresCounts: boolean;
  /** The days of persons contain the hits. */
  readonly days?: DayMemory;
  /** Every reader requires a minimum number of triggers. */
  readonly isGated: boolean;
  readonly readers: readonly StatefulDetector[];
  /** Hits older than this are in reach of no new row, neither a live one nor one of a backfill. */
  readonly keptMs: number;
}

/** A new major version of a detector starts with an empty memory, unless the memory is shared. */
export const memoryNameOf = ({ facts, sharedMemory }: Pick<StatefulDetector, "facts" | "sharedMemory">): string =>
  sharedMemory ?? `${facts.slug}@${facts.major}`;

/** Returns the distinct memories of detectors. */
export function memoriesOf(detectors: readonly StatefulDetector[]): readonly HitMemory[] {
  const readersOf = new Map<string, StatefulDetector[]>();
  for (const detector of detectors) {
    const name = memoryNameOf(detector);
    readersOf.set(name, [...(readersOf.get(name) ?? []), detector]);
  }
  return [...readersOf].map(([name, readers]) => toMemory(name, readers));
}

function toMemory(name: string, readers: readonly StatefulDetector[]): HitMemory {
  const [{ foldMs, hitsOf, days }] = readers as [StatefulDetector];
  return {
    name,
    tables: new Set(readers.flatMap(({ tables }) => tables)),
    foldMs,
    hitsOf,
    ...(days && { days }),
    ignoresCounts: readers.every(({ ignoresCounts }) => ignoresCounts),
    isGated: readers.every(({ minTriggers }) => minTriggers !== undefined),
    readers,
    keptMs: Math.max(...readers.map(keptMs)),
  };
}

const keptMs = ({ spanMs, periodMs, foldMs }: StatefulDetector): number => 2 * (spanMs + periodMs + foldMs) + LATE_MS;

/** Returns the bucket of a hit; hits that fold into one share a bucket. */
export const bucketOf = ({ foldMs }: Pick<StatefulDetector, "foldMs">, at: number): number =>
  foldMs > 0 ? periodOf(at, foldMs) : at;
