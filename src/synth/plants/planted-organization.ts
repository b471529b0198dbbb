import type { Knobs } from "../knobs.ts";
import { makeNhis } from "../nhi/make-nhis.ts";
import type { Nhi } from "../nhi/nhi.ts";
import { resourceGroupOf } from "../nhi/nhi-calls.ts";
import { plantNhis } from "../nhi/nhi-plants.ts";
import type { Rollout } from "../workforce/application-mix.ts";
import type { BehaviorChange, Employee } from "../workforce/employee.ts";
import type { Holding } from "../workforce/holding.ts";
import { makeServiceUsers, type ServiceUser } from "../workforce/service-users.ts";
import { makeStaff } from "../workforce/staff.ts";
import { makeUsualHoldings } from "../workforce/usual-access.ts";
import { makeRollouts, plantDrift, plantReorganization } from "./drift-plants.ts";
import { type AzureAssignment, type AzureResource, groupScope, type PathPlants, plantPaths } from "./path-plants.ts";
import type { Plant } from "./plant.ts";
import { createSubjectPool } from "./subject-pool.ts";
import { plantUsers } from "./user-plants.ts";

/** Everything that decides the directory, the rows and the truth of a synthetic organization. */
export interface PlantedOrganization {
  readonly knobs: Knobs;
  readonly staff: readonly Employee[];
  /** Second accounts of administrators. */
  readonly adminAccounts: readonly Employee[];
  readonly serviceUsers: readonly ServiceUser[];
  readonly nhis: readonly Nhi[];
  readonly holdings: readonly Holding[];
  readonly gated: ReadonlySet<Holding>;
  readonly assignments: readonly AzureAssignment[];
  readonly resources: readonly AzureResource[];
  readonly rollouts: readonly Rollout[];
  readonly plants: readonly Plant[];
}

/** Plans an organization; the same knobs give the same plan. */
export function planOrganization(knobs: Knobs): PlantedOrganization {
  const staff = makeStaff(knobs);
  const nhis = makeNhis(knobs, staff);
  const usual = makeUsualHoldings(knobs, staff);
  const first = staff[0];
  const quiet: PlantedOrganization = {
    knobs,
    staff,
    adminAccounts: [],
    serviceUsers: first ? makeServiceUsers(knobs, first) : [],
    nhis,
    holdings: usual,
    gated: new Set(),
    ...azureOf(nhis),
    rollouts: makeRollouts(knobs),
    plants: [],
  };
  return knobs.plants ? planted(quiet) : quiet;
}

function planted(quiet: PlantedOrganization): PlantedOrganization {
  const { knobs, staff } = quiet;
  const pool = createSubjectPool(knobs, staff);
  const drift = plantDrift(knobs, pool);
  const reorganization = plantReorganization(knobs, staff, pool);
  const programs = plantNhis(knobs, quiet.nhis, staff);
  const paths = plantPaths(knobs, programs.nhis, pool);
  const users = plantUsers(knobs, staff, pool);
  const withChanges = staff.map((employee) => changedBy(employee, drift.changes, reorganization.changes));
  return {
    ...quiet,
    staff: withChanges,
    adminAccounts: users.accounts,
    nhis: paths.nhis,
    holdings: uniqueHoldings([...quiet.holdings, ...drift.holdings, ...users.holdings, ...paths.holdings]),
    gated: paths.gated,
    ...azureOf(paths.nhis, paths),
    plants: [...drift.plants, ...reorganization.plants, ...programs.plants, ...paths.plants, ...users.plants],
  };
}

const changedBy = (
  employee: Employee,
  ...changes: readonly ReadonlyMap<string, readonly BehaviorChange[]>[]
): Employee => ({
  ...employee,
  changes: [...employee.changes, ...changes.flatMap((by) => by.get(employee.objectId) ?? [])],
});

/** Removes what a person would hold twice; the first stays. */
function uniqueHoldings(holdings: readonly Holding[]): readonly Holding[] {
  const byKey = new Map<string, Holding>();
  for (const holding of holdings) {
    const key = `${holding.employee.objectId}/${holding.object.kind}/${holding.object.id}`;
    if (!byKey.has(key)) byKey.set(key, holding);
  }
  return [...byKey.values()];
}

/** Returns the role assignments and resources of Azure: each program in its own resource group, and the planted ones. */
function azureOf(
  nhis: readonly Nhi[],
  paths?: Pick<PathPlants, "assignments" | "resources">,
): Pick<PlantedOrganization, "assignments" | "resources"> {
  const planted = new Set(paths?.resources.map(({ principalId }) => principalId));
  const managed = nhis.filter(({ family }) => family.archetype.type === "ManagedIdentity");
  return {
    assignments: [
      ...nhis.flatMap((nhi) =>
        nhi.azureRole === null
          ? []
          : [{ principalId: nhi.objectId, role: nhi.azureRole, scope: groupScope(resourceGroupOf(nhi)), day: null }],
      ),
      ...(paths?.assignments ?? []),
    ],
    resources: [
      ...managed
        .filter(({ objectId }) => !planted.has(objectId))
        .map((nhi) => ({
          id: `${groupScope(resourceGroupOf(nhi))}/providers/Microsoft.Web/sites/${nhi.name}`,
          type: "Microsoft.Web/sites",
          principalId: nhi.objectId,
        })),
      ...(paths?.resources ?? []),
    ],
  };
}
