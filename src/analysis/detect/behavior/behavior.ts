import { DAY_MS, type Memory, type StatefulDetector } from "../stateful-detector.ts";
import { type Firing, toFindings } from "./patterns/firing.ts";

/** A behavioral detector without the parts that all of them share. */
export interface Behavior extends Omit<StatefulDetector, "periodMs" | "evaluate"> {
  firingsOf(memory: Memory): Iterable<Firing>;
}

/** Creates a stateful detector with at most one finding per day, group and `about`. */
export function defineBehavior({ firingsOf, ...behavior }: Behavior): StatefulDetector {
  const { facts } = behavior;
  return {
    ...behavior,
    periodMs: DAY_MS,
    evaluate: (memory) => toFindings({ facts, periodMs: DAY_MS }, memory, firingsOf(memory)),
  };
}
