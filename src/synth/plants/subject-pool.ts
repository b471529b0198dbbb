import type { Knobs } from "../knobs.ts";
import { type Random, seededRandom } from "../random.ts";
import type { Employee } from "../workforce/employee.ts";

/** Gives every plant a subject of its own. */
export interface SubjectPool {
  readonly random: Random;
  /** Returns up to `count` people that no plant has yet. */
  take(count: number, suits?: (employee: Employee) => boolean): readonly Employee[];
  /** The people that no plant has. */
  rest(): readonly Employee[];
}

/** The department that is reorganized as a whole. */
export const REORGANIZED = "Marketing";

const EXCLUDED: ReadonlySet<string> = new Set(["IT Operations", REORGANIZED]);

/** Creates the pool of people who are present for the whole period and are not administrators. */
export function createSubjectPool({ seed, days }: Knobs, staff: readonly Employee[]): SubjectPool {
  const random = seededRandom(seed, "plants");
  const suitable = staff.filter(
    ({ presence, level, role }) =>
      presence.from <= 0 && presence.to >= days && level === 2 && !EXCLUDED.has(role.department.name),
  );
  let free = random.sample(suitable, suitable.length);
  return {
    random,
    take: (count, suits = () => true) => {
      const taken = new Set(free.filter(suits).slice(0, count));
      free = free.filter((employee) => !taken.has(employee));
      return [...taken];
    },
    rest: () => free,
  };
}
