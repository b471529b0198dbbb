import { DAY_MS, type Memory, type StatefulDetector } from "../stateful-detector.ts";
import { type Firing, toFindings } from "./patterns/firing.ts";

/** What tells one behavior from another; the rest is the same for all. */
export interface Behavior extends Omit<StatefulDetector, "periodMs" | "evaluate"> {
  firingsOf(memory: Memory): Iterable<Firing>;
}

/** A detector of behavior: at most one finding a day for each group and for what it is about. */
export function defineBehavior({ firingsOf, ...behavior }: Behavior): StatefulDetector {
  const { facts } = behavior;
  return {
    ...behavior,
    periodMs: DAY_MS,
    evaluate: (memory) => toFindings({ facts, periodMs: DAY_MS }, memory, firingsOf(memory)),
  };
}
