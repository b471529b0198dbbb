import type { RoleName } from "../directory/roles.ts";
import type { Knobs } from "../knobs.ts";
import type { Employee } from "../workforce/employee.ts";
import { applicationNamed, groupNamed, type Holding, roleNamed } from "../workforce/holding.ts";
import { JOB_ROLES } from "../workforce/job-roles.ts";
import { companyAccount, withAccount } from "../workforce/staff.ts";
import { usualAccess } from "../workforce/usual-access.ts";
import { countFor, type Plant } from "./plant.ts";
import type { SubjectPool } from "./subject-pool.ts";

export interface UserPlants {
  readonly plants: readonly Plant[];
  readonly holdings: readonly Holding[];
  /** Second accounts of administrators. */
  readonly accounts: readonly Employee[];
}

const ADMIN_ROLES: readonly RoleName[] = ["User Administrator", "Exchange Administrator", "Security Administrator"];
const RARE_ROLES: readonly RoleName[] = ["Exchange Administrator", "SharePoint Administrator"];

/** Plants what the personas of people should show: admin accounts, privileges, unused and leftover access. */
export function plantUsers(knobs: Knobs, staff: readonly Employee[], pool: SubjectPool): UserPlants {
  const operators = staff.filter(
    ({ role, presence }) => role.department.name === "IT Operations" && presence.to >= knobs.days,
  );
  const parts = [
    adminAccounts(operators.slice(0, countFor(knobs.users, 0.02)), pool),
    privilegedDaily(operators.slice(-countFor(knobs.users, 0.01)), pool),
    dormantAccess(pool.take(countFor(knobs.users, 0.15)), pool),
    creepMovers(pool.take(countFor(knobs.users, 0.05)), pool),
    rarePrivilege(pool.take(countFor(knobs.users, 0.01)), pool),
    mismatchedTitles(staff),
  ];
  return {
    plants: parts.flatMap(({ plants }) => plants),
    holdings: parts.flatMap(({ holdings = [] }) => holdings),
    accounts: parts.flatMap(({ accounts = [] }) => accounts),
  };
}

type Part = Pick<UserPlants, "plants"> & Partial<UserPlants>;

const plantOf = (employee: Employee, kind: string, expected: Plant["expected"]): Plant => ({
  id: `user/${kind}/${employee.email}`,
  family: "user",
  kind,
  subject: employee.objectId,
  name: employee.email,
  startDay: null,
  endDay: null,
  expected,
});

function adminAccounts(owners: readonly Employee[], { random }: SubjectPool): Part {
  const made = owners.map((owner) => {
    const local = `adm-${owner.email.split("@")[0] ?? ""}`;
    const account = companyAccount(local, `${owner.name} (admin)`);
    const employee = withAccount(owner, account, { kind: "admin_account", isActive: true });
    return { owner, employee, role: random.pick(ADMIN_ROLES) };
  });
  return {
    accounts: made.map(({ employee }) => employee),
    holdings: made.map(({ employee, role }) => ({ employee, object: roleNamed(role), day: null, usual: null })),
    plants: made.map(({ employee, owner, role }) =>
      plantOf(employee, "admin_account", { owner: owner.objectId, role, separate: true }),
    ),
  };
}

function privilegedDaily(people: readonly Employee[], { random }: SubjectPool): Part {
  const made = people.map((employee) => ({ employee, role: random.pick(ADMIN_ROLES) }));
  return {
    holdings: made.map(({ employee, role }) => ({ employee, object: roleNamed(role), day: null, usual: null })),
    plants: made.map(({ employee, role }) => plantOf(employee, "privileged_daily_account", { role, separate: false })),
  };
}

/** Assigns an application of another department that the person never uses. */
function dormantAccess(people: readonly Employee[], { random }: SubjectPool): Part {
  const made = people.map((employee) => {
    const foreign = JOB_ROLES.filter(({ department }) => department.name !== employee.role.department.name);
    const used = new Set(employee.role.department.applications);
    const names = foreign.flatMap(({ department }) => department.applications).filter((name) => !used.has(name));
    return { employee, name: random.pick(names) };
  });
  return {
    holdings: made.map(({ employee, name }) => ({ employee, object: applicationNamed(name), day: null, usual: null })),
    plants: made.map(({ employee, name }) =>
      plantOf(employee, "dormant_entitlement", { entitlement: name, dormant: true }),
    ),
  };
}

/** Leaves people the access of a role that they had before the period. */
function creepMovers(people: readonly Employee[], { random }: SubjectPool): Part {
  const made = people.map((employee) => {
    const former = random.pick(JOB_ROLES.filter(({ department }) => department.name !== employee.role.department.name));
    const kept = usualAccess(former).filter(({ object }) => object.name !== "All Employees");
    return { employee, former, kept };
  });
  return {
    holdings: made.flatMap(({ employee, kept }) =>
      kept.map(({ object }) => ({ employee, object, day: null, usual: null })),
    ),
    plants: made.map(({ employee, former, kept }) =>
      plantOf(employee, "creep_mover", { former_role: former.key, kept: kept.map(({ object }) => object.name) }),
    ),
  };
}

function rarePrivilege(people: readonly Employee[], { random }: SubjectPool): Part {
  const made = people.map((employee) => ({ employee, role: random.pick(RARE_ROLES) }));
  return {
    holdings: made.flatMap(({ employee, role }) => [
      { employee, object: roleNamed(role), day: null, usual: null },
      { employee, object: groupNamed(`PRIV ${role}`), day: null, usual: null },
    ]),
    plants: made.map(({ employee, role }) => plantOf(employee, "rare_privilege", { entitlement: role, rare: true })),
  };
}

/** Lists the people whose title in the directory is that of another role. */
const mismatchedTitles = (staff: readonly Employee[]): Part => ({
  plants: staff
    .filter(({ listed, title }) => listed.title !== null && listed.title !== title)
    .map((employee) =>
      plantOf(employee, "title_mismatch", { listed: employee.listed.title, observed_role: employee.role.key }),
    ),
});
