import type { Knobs } from "../knobs.ts";
import { seededRandom } from "../random.ts";
import type { Employee } from "./employee.ts";
import { applicationNamed, groupNamed, type HeldObject, type Holding } from "./holding.ts";
import { type JobRole, rolesOf } from "./job-roles.ts";

export interface UsualAccess {
  readonly object: HeldObject;
  /** The probability that a person of the role has it. */
  readonly probability: number;
}

const CROSS_GROUPS = Array.from({ length: 24 }, (_, index) => `PRJ-${String(index + 1).padStart(2, "0")}`);

/** Returns what the people of a role usually have. */
export function usualAccess(role: JobRole): readonly UsualAccess[] {
  const { department } = role;
  const number = rolesOf(department).findIndex(({ key }) => key === role.key);
  const crossGroup = CROSS_GROUPS[(department.name.length * 5 + number) % CROSS_GROUPS.length] ?? "PRJ-01";
  return [
    { object: groupNamed("All Employees"), probability: 1 },
    { object: groupNamed(department.name), probability: 0.97 },
    { object: groupNamed(`ROLE ${role.title}`), probability: 0.92 },
    { object: groupNamed(crossGroup), probability: 0.35 },
    ...department.applications.map((name) => ({ object: applicationNamed(name), probability: 0.85 })),
    ...role.applications.map((name) => ({ object: groupNamed(`APP ${name}`), probability: 0.8 })),
  ];
}

/** Generates what everybody holds because of their role; people who join in the period get it on that day. */
export function makeUsualHoldings(knobs: Knobs, staff: readonly Employee[]): readonly Holding[] {
  return staff.flatMap((employee) => {
    const random = seededRandom(knobs.seed, `access ${employee.email}`);
    const day = employee.presence.from > 0 ? employee.presence.from : null;
    const usual = usualAccess(employee.role)
      .filter(({ probability }) => random.chance(probability))
      .map(({ object, probability }) => ({ employee, object, day, usual: probability }));
    const chance = random.chance(0.1)
      ? [{ employee, object: groupNamed(random.pick(CROSS_GROUPS)), day, usual: null }]
      : [];
    const known = new Set(usual.map(({ object }) => object.id));
    return [...usual, ...chance.filter(({ object }) => !known.has(object.id))];
  });
}
