import { periodOf, type StatefulDetector } from "../../analysis/detect/stateful-detector.ts";
import { LATE_MS, type LogTable } from "../../model/rows/log-row.ts";

/** What is remembered of rows under one name, and who reads it. All readers would remember the same. */
export interface HitMemory {
  readonly name: string;
  readonly tables: ReadonlySet<LogTable>;
  readonly foldMs: number;
  readonly hitsOf: StatefulDetector["hitsOf"];
  /** No reader looks at counts: a hit that is there already changes nothing. */
  readonly ignoresCounts: boolean;
  /** Every reader needs some triggers before it can find anything. */
  readonly isGated: boolean;
  readonly readers: readonly StatefulDetector[];
  /** A hit this old meets no row any more, neither one that comes now nor one of a history being replayed. */
  readonly keptMs: number;
}

/** A new major version of a detector starts with an empty memory, unless it is one that others share. */
export const memoryNameOf = ({ facts, sharedMemory }: Pick<StatefulDetector, "facts" | "sharedMemory">): string =>
  sharedMemory ?? `${facts.slug}@${facts.major}`;

/** The memories that detectors have, each once. */
export function memoriesOf(detectors: readonly StatefulDetector[]): readonly HitMemory[] {
  const readersOf = new Map<string, StatefulDetector[]>();
  for (const detector of detectors) {
    const name = memoryNameOf(detector);
    readersOf.set(name, [...(readersOf.get(name) ?? []), detector]);
  }
  return [...readersOf].map(([name, readers]) => toMemory(name, readers));
}

function toMemory(name: string, readers: readonly StatefulDetector[]): HitMemory {
  const [{ foldMs, hitsOf }] = readers as [StatefulDetector];
  return {
    name,
    tables: new Set(readers.flatMap(({ tables }) => tables)),
    foldMs,
    hitsOf,
    ignoresCounts: readers.every(({ ignoresCounts }) => ignoresCounts),
    isGated: readers.every(({ minTriggers }) => minTriggers !== undefined),
    readers,
    keptMs: Math.max(...readers.map(keptMs)),
  };
}

const keptMs = ({ spanMs, periodMs, foldMs }: StatefulDetector): number => 2 * (spanMs + periodMs + foldMs) + LATE_MS;

/** Where a hit of this time is filed: hits that fold into one are filed together. */
export const bucketOf = ({ foldMs }: Pick<StatefulDetector, "foldMs">, at: number): number =>
  foldMs > 0 ? periodOf(at, foldMs) : at;
