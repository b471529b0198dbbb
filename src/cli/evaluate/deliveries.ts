import { seededRandom } from "../../synth/random.ts";
import type { GivenRow } from "./read-folder.ts";

export interface DeliveryPlan {
  /** Seed to shuffle the rows of all tables by. */
  readonly shuffle?: number | undefined;
  /** Delivers every row twice. */
  readonly double: boolean;
  /** Number of parts, each processed before the next is delivered. */
  readonly split: number;
}

/** Returns the rows in the parts and the order in which they are delivered. */
export function planDeliveries(rows: readonly GivenRow[], plan: DeliveryPlan): readonly (readonly GivenRow[])[] {
  const all = plan.double ? [...rows, ...rows] : [...rows];
  const ordered = plan.shuffle === undefined ? all : shuffled(all, plan.shuffle);
  const size = Math.ceil(ordered.length / plan.split);
  return Array.from({ length: plan.split }, (_, part) => ordered.slice(part * size, (part + 1) * size));
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = seededRandom(seed, "deliveries");
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at--) {
    const other = random.int(0, at);
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}
