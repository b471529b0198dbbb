import { type Account, accountOf, COMPANY_DOMAIN } from "../account.ts";
import { COMMON_APPLICATIONS, departmentsFor } from "../departments.ts";
import type { Knobs } from "../knobs.ts";
import { DAY_MS, HOUR_MS, shift, startOfDay } from "../moment.ts";
import { makePeople, type SynthPerson } from "../people.ts";
import { logNormal, type Random, seededRandom } from "../random.ts";
import type { BehaviorChange, Employee, Project, Span, WeightedApp } from "./employee.ts";
import { JOB_ROLES, type JobRole, OTHER_APPLICATIONS, rolesOf } from "./job-roles.ts";

/** Returns the first day of the period. */
export const firstDayOf = ({ until, days }: Knobs): Date => shift(startOfDay(until), -days * DAY_MS);

/** Generates the employees: their roles, habits, projects, absences and natural changes, without any plant. */
export function makeStaff(knobs: Knobs): readonly Employee[] {
  const people = makePeople(knobs, departmentsFor(knobs.users)).slice(0, knobs.users);
  const byName = new Map(people.map((person) => [person.name, person.objectId]));
  return people.map((person) => toEmployee(knobs, person, byName));
}

function toEmployee(knobs: Knobs, person: SynthPerson, objectIds: ReadonlyMap<string, string>): Employee {
  const random = seededRandom(knobs.seed, `employee ${person.email}`);
  const role = random.pick(rolesOf(person.department));
  const title = person.level === 2 ? role.title : person.title;
  const presence = presenceOf(knobs, random, person.level);
  const manager = objectIds.get(person.manager ?? "") ?? null;
  return {
    ...person,
    title,
    role,
    isActive: presence.to >= knobs.days,
    joinedAt: presence.from > 0 ? joinTime(knobs, presence.from) : earlierJoin(knobs, person),
    kind: "employee",
    listed: {
      title: random.chance(0.06) ? null : random.chance(0.03) ? random.pick(JOB_ROLES).title : title,
      department: random.chance(0.04) ? null : person.department.name,
      manager: random.chance(0.1) ? null : manager,
    },
    presence,
    startHour: 7.5 + 2 * random.next(),
    volume: logNormal(random, 0.35),
    applications: applicationsOf(role, random),
    projects: projectsOf(knobs, random),
    absences: absencesOf(knobs, random),
    changes: naturalChanges(knobs, random, person),
  };
}

const joinTime = (knobs: Knobs, day: number): Date => shift(firstDayOf(knobs), day * DAY_MS + 8 * HOUR_MS);

/** Returns the time of joining, which is before the period for those who were there on its first day. */
const earlierJoin = (knobs: Knobs, { joinedAt }: SynthPerson): Date => {
  const latest = shift(firstDayOf(knobs), -20 * DAY_MS);
  return joinedAt < latest ? joinedAt : shift(latest, -(joinedAt.getTime() % (300 * DAY_MS)));
};

function presenceOf({ days }: Knobs, random: Random, level: number): Span {
  const [drawn, day] = [random.next(), random.int(5, Math.max(6, days - 20))];
  if (level < 2) return { from: 0, to: days };
  if (drawn < 0.04) return { from: day, to: days };
  return drawn < 0.07 ? { from: 0, to: day } : { from: 0, to: days };
}

/** Returns the applications of a role with the weights of one person. */
export function applicationsOf(role: JobRole, random: Random): readonly WeightedApp[] {
  const drawn = (names: readonly string[], weight: number, share: number): readonly WeightedApp[] =>
    names.filter(() => random.chance(share)).map((name) => ({ name, weight: weight * logNormal(random, 0.4) }));
  return [
    ...drawn(COMMON_APPLICATIONS.slice(0, 3), 6, 1),
    ...drawn(COMMON_APPLICATIONS.slice(3), 0.5, 0.7),
    ...drawn(role.department.applications, 2, 0.85),
    ...drawn(role.applications, 4, 0.95),
    ...drawn(random.sample(OTHER_APPLICATIONS, 2), 0.7, 0.6),
  ];
}

/** Generates two or three projects that alternate over the period, each in its own applications. */
function projectsOf({ days }: Knobs, random: Random): readonly Project[] {
  const own = random.sample(OTHER_APPLICATIONS, random.int(2, 3)).map((name) => ({ applications: [name] }));
  const projects: Project[] = [];
  for (let from = -random.int(0, 20); from <= days; ) {
    const to = from + random.int(6, 26);
    projects.push({ ...random.pick(own), from, to, share: 0.08 + 0.14 * random.next() });
    from = to + 1;
  }
  return projects;
}

function absencesOf({ days }: Knobs, random: Random): readonly Span[] {
  const vacations = Array.from({ length: Math.ceil(days / 110) }, () => {
    const from = random.int(0, days);
    return { from, to: from + random.pick([4, 6, 11, 13, 20]) };
  });
  const sick = Array.from({ length: Math.ceil(days / 90) }, () => {
    const from = random.int(0, days);
    return { from, to: from + random.int(0, 3) };
  });
  return [...vacations.filter(() => random.chance(0.8)), ...sick.filter(() => random.chance(0.6))];
}

/** Average days between two applications that a person adopts without anything being wrong. */
const ADOPTION_DAYS = 45;

/** Generates what changes without being unusual: new applications that stay small, and short business trips. */
function naturalChanges({ days }: Knobs, random: Random, person: SynthPerson): readonly BehaviorChange[] {
  const changes: BehaviorChange[] = [];
  for (let day = random.int(-ADOPTION_DAYS, 2 * ADOPTION_DAYS); day <= days; day += random.int(8, 2 * ADOPTION_DAYS)) {
    const applications = [{ name: random.pick(OTHER_APPLICATIONS), weight: 1 }];
    const to = random.chance(0.5) ? days : day + random.int(1, 20);
    if (day >= 0) changes.push({ from: day, to, applications, share: 0.01 + 0.03 * random.next() });
  }
  if (random.chance(0.1)) {
    const from = random.int(0, days);
    const { city, country, latitude, longitude } = TRIP;
    const place = { city, country, latitude, longitude, ip: person.home.ip };
    changes.push({ from, to: from + random.int(1, 4), place });
  }
  return changes;
}

const TRIP = { city: "Copenhagen", country: "DK", latitude: 55.68, longitude: 12.57 };

/** Returns a second account of a person, or the account of a program, as an employee with that account. */
export const withAccount = (employee: Employee, account: Account, more: Partial<Employee>): Employee => ({
  ...employee,
  ...account,
  listed: { title: null, department: null, manager: null },
  projects: [],
  changes: [],
  ...more,
});

export const companyAccount = (local: string, name: string): Account => accountOf(`${local}@${COMPANY_DOMAIN}`, name);
