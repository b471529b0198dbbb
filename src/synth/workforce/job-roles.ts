import { DEPARTMENTS, type Department } from "../departments.ts";
import { listOf } from "../list-of.ts";

const ROLES_PER_DEPARTMENT = 5;

/** What a person does: the role decides applications and access, whatever the title in the directory is. */
export interface JobRole {
  readonly key: string;
  readonly title: string;
  readonly department: Department;
  /** Applications that only this role uses every day. */
  readonly applications: readonly string[];
}

const FIRST = listOf("Atlas, Beacon, Cobalt, Delta, Ember, Falcon, Granite, Harbor, Indigo, Juniper, Keystone, Lumen");
const SECOND = listOf("Desk, Board, Flow, Vault, Sheet, Track, Link, Studio, Point, Room, Grid, Hub");
const THIRD = listOf("Cloud, One, Works, Go, Pro, Base, Net, Line, Kit, Space, Mate, Forge");

const combine = (heads: readonly string[], tails: readonly string[]): readonly string[] =>
  heads.flatMap((head) => tails.map((tail) => `${head} ${tail}`));

const ROLE_APPLICATIONS = combine(FIRST, SECOND);
/** Applications that few people use. */
export const OTHER_APPLICATIONS = combine(FIRST, THIRD);

/** The 60 roles: five in each of the 12 departments. */
export const JOB_ROLES: readonly JobRole[] = DEPARTMENTS.flatMap((department, index) =>
  titlesOf(department).map((title, place) => {
    const number = index * ROLES_PER_DEPARTMENT + place;
    const applications = ROLE_APPLICATIONS.slice(number * 2, number * 2 + 2);
    return { key: `${department.name}/${title}`, title, department, applications };
  }),
);

export const rolesOf = ({ name }: Department): readonly JobRole[] =>
  JOB_ROLES.filter(({ department }) => department.name === name);

function titlesOf({ titles }: Department): readonly string[] {
  const plain = titles.slice(2);
  const all = [...plain, ...plain.map((title) => `Senior ${title}`), ...plain.map((title) => `Junior ${title}`)];
  return [...new Set(all)].slice(0, ROLES_PER_DEPARTMENT);
}
