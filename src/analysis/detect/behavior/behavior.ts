import { DAY_MS, type Memory, type StatefulDetector } from "../stateful-detector.ts";
import { type Firing, toFindings } from "./patterns/firing.ts";

/** What tells one behaviour from another; the rest is the same for all. */
export interface Behaviour extends Omit<StatefulDetector, "periodMs" | "evaluate"> {
  firingsOf(memory: Memory): Iterable<Firing>;
}

/** A detector of behaviour: at most one finding a day for each group and for what it is about. */
export function defineBehaviour({ firingsOf, ...behaviour }: Behaviour): StatefulDetector {
  const { facts } = behaviour;
  return {
    ...behaviour,
    periodMs: DAY_MS,
    evaluate: (memory) => toFindings({ facts, periodMs: DAY_MS }, memory, firingsOf(memory)),
  };
}
