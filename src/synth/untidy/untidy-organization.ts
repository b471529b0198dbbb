import type { RoleName } from "../directory/roles.ts";
import { type Knobs, NO_NOISE } from "../knobs.ts";
import { type PlantedOrganization, planOrganization } from "../plants/planted-organization.ts";
import { seededRandom } from "../random.ts";
import type { BehaviorChange, Employee, Span } from "../workforce/employee.ts";
import { type Holding, roleNamed } from "../workforce/holding.ts";
import { companyAccount, withAccount } from "../workforce/staff.ts";
import { tripsOf } from "./trips.ts";
import type { UntidyKnobs } from "./untidy-knobs.ts";

const DUTIES = {
  global: ["Global Administrator"],
  privileged: ["Privileged Role Administrator"],
  exchange: ["Exchange Administrator"],
  sharepoint: ["SharePoint Administrator"],
  accounts: ["User Administrator"],
  desk: ["Helpdesk Administrator"],
  desk2: ["Helpdesk Administrator"],
  applications: ["Application Administrator"],
  policies: ["Security Administrator"],
  devices: ["Intune Administrator"],
} as const satisfies Readonly<Record<string, readonly RoleName[]>>;
type Duty = keyof typeof DUTIES;

/** An organization in which ordinary things look odd. */
export interface UntidyOrganization extends PlantedOrganization {
  /** Days of history. */
  readonly history: number;
  /** Who administers what; those of the first two duties use an account of its own for it. */
  readonly crew: Readonly<Record<Duty, Employee>>;
}

/** Plans an untidy organization; the same knobs give the same plan. */
export function planUntidyOrganization(untidy: UntidyKnobs): UntidyOrganization {
  const { history, ...given } = untidy;
  const knobs: Knobs = { ...given, plants: false, sources: "all", noise: NO_NOISE };
  const plan = planOrganization(knobs);
  const operators = plan.staff.filter((employee) => isOperator(employee) && isPresent(employee, knobs.days));
  const crew = crewOf(operators);
  const adminAccounts = [crew.global, crew.privileged];
  return {
    ...plan,
    history,
    crew,
    adminAccounts,
    staff: plan.staff.map((employee) => withIrregularities(employee, untidy)),
    holdings: [...plan.holdings, ...heldRoles(crew)],
  };
}

const isOperator = ({ role }: Employee): boolean => role.department.name === "IT Operations";

/** Returns whether a person belongs to the organization for the whole period. */
export const isPresent = ({ presence }: Employee, days: number): boolean => presence.from <= 0 && presence.to >= days;

function crewOf(operators: readonly Employee[]): Readonly<Record<Duty, Employee>> {
  const names = Object.keys(DUTIES) as Duty[];
  const entries = names.map((duty, index) => {
    const person = operators[index % operators.length];
    if (!person) throw new Error("an untidy organization needs people in IT Operations");
    return [duty, index < 2 ? separateAccountOf(person) : person] as const;
  });
  return Object.fromEntries(entries) as Record<Duty, Employee>;
}

function separateAccountOf(owner: Employee): Employee {
  const account = companyAccount(`adm-${owner.email.split("@")[0] ?? ""}`, `${owner.name} (admin)`);
  return withAccount(owner, account, { kind: "admin_account", isActive: true });
}

const heldRoles = (crew: UntidyOrganization["crew"]): readonly Holding[] =>
  (Object.entries(DUTIES) as [Duty, readonly RoleName[]][]).flatMap(([duty, roles]) =>
    roles.map((role) => ({ employee: crew[duty], object: roleNamed(role), day: null, usual: null })),
  );

const NIGHT_HOURS = 13;

/** Adds what single people do differently: trips, night shifts in alternate weeks, months of leave that end. */
function withIrregularities(employee: Employee, knobs: UntidyKnobs): Employee {
  const { seed, days, history } = knobs;
  const random = seededRandom(seed, `irregular ${employee.email}`);
  const drawn = random.next();
  if (employee.level < 2 || isOperator(employee)) return employee;
  if (drawn > 0.05) return { ...employee, changes: [...employee.changes, ...tripsOf(knobs, employee)] };
  if (drawn < 0.03) return { ...employee, changes: [...employee.changes, ...nightShifts(days)] };
  const leave: Span = { from: 0, to: history + random.int(0, 5) };
  return { ...employee, absences: [leave] };
}

const nightShifts = (days: number): readonly BehaviorChange[] =>
  Array.from({ length: Math.ceil(days / 14) }, (_, index) => ({
    from: index * 14,
    to: index * 14 + 6,
    hours: NIGHT_HOURS,
  }));
