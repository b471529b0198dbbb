import type { Knobs } from "../knobs.ts";
import type { Nhi } from "../nhi/nhi.ts";
import type { AzureRole } from "../nhi/permissions.ts";
import { seededRandom } from "../random.ts";
import { SUBSCRIPTION_ID } from "../rows/azure-activity.ts";
import type { Employee } from "../workforce/employee.ts";
import { eligibleRole, type Holding } from "../workforce/holding.ts";
import { countFor, type Plant } from "./plant.ts";
import type { SubjectPool } from "./subject-pool.ts";

export interface AzureAssignment {
  readonly principalId: string;
  readonly role: AzureRole;
  readonly scope: string;
  /** The day on which it was made; null if that was before the period. */
  readonly day: number | null;
}

export interface AzureResource {
  readonly id: string;
  readonly type: string;
  /** The managed identity that runs on it. */
  readonly principalId: string | null;
}

export interface PathPlants {
  readonly nhis: readonly Nhi[];
  readonly plants: readonly Plant[];
  readonly holdings: readonly Holding[];
  readonly assignments: readonly AzureAssignment[];
  readonly resources: readonly AzureResource[];
  /** Eligible roles that somebody else has to approve. */
  readonly gated: ReadonlySet<Holding>;
}

export const groupScope = (group: string): string => `/subscriptions/${SUBSCRIPTION_ID}/resourceGroups/${group}`;

const SHARE = 0.01;

/** Plants paths to the control plane: through compute, through an owned application, and ones that do not count. */
export function plantPaths(knobs: Knobs, nhis: readonly Nhi[], pool: SubjectPool): PathPlants {
  const random = seededRandom(knobs.seed, "path plants");
  const count = countFor(knobs.nhis, SHARE);
  const free = random.sample(
    nhis.filter(({ reachesControlPlane, extra }) => !reachesControlPlane && extra.length === 0),
    nhis.length,
  );
  const managed = free.filter(({ family }) => family.archetype.type === "ManagedIdentity").slice(0, count);
  const programs = free.filter(
    ({ family, publisher }) => family.archetype.type === "Application" && publisher === "own",
  );
  const controllers = programs.slice(0, count);
  const owners = programs.slice(count, 2 * count);
  const owned = random.sample(nhis.filter(isTakenOver), owners.length);
  const changes = new Map<string, Partial<Nhi>>([
    ...managed.map(
      ({ objectId, permissions }) =>
        [
          objectId,
          { permissions: [...permissions, "RoleManagement.ReadWrite.Directory"], reachesControlPlane: true },
        ] as [string, Partial<Nhi>],
    ),
    ...[...controllers.slice(0, managed.length), ...owners.slice(0, owned.length)].map(
      ({ objectId }) => [objectId, { reachesControlPlane: true }] as [string, Partial<Nhi>],
    ),
    ...owned.map(
      ({ objectId }, index) => [objectId, { ownerProgram: owners[index] ?? null }] as [string, Partial<Nhi>],
    ),
  ]);
  const users = plantUserPaths(
    knobs,
    pool,
    nhis.filter(isTakenOver).filter((nhi) => !owned.includes(nhi)),
  );
  for (const [objectId, change] of users.changes) changes.set(objectId, change);
  const group = (index: number): string => `rg-admin-${index + 1}`;
  return {
    nhis: nhis.map((nhi) => ({ ...nhi, ...changes.get(nhi.objectId) })),
    plants: [
      ...managed.flatMap((_, index) => toPlant(controllers[index], "controls_privileged_compute", true)),
      ...owned.flatMap((_, index) => toPlant(owners[index], "owns_privileged_application", true)),
      ...users.plants,
    ],
    holdings: users.holdings,
    gated: users.gated,
    assignments: managed.flatMap((_, index) => {
      const controller = controllers[index];
      return controller
        ? [
            {
              principalId: controller.objectId,
              role: "Contributor" as const,
              scope: groupScope(group(index)),
              day: Math.floor(knobs.days * 0.6),
            },
          ]
        : [];
    }),
    resources: managed.map(({ objectId }, index) => ({
      id: `${groupScope(group(index))}/providers/Microsoft.Compute/virtualMachines/vm-admin-${index + 1}`,
      type: "Microsoft.Compute/virtualMachines",
      principalId: objectId,
    })),
  };
}

/** Programs whose own permissions reach the control plane and which a new owner would control. */
const isTakenOver = ({ reachesControlPlane, family, publisher }: Nhi): boolean =>
  reachesControlPlane && publisher === "own" && family.archetype.type === "Application";

const toPlant = (nhi: Nhi | undefined, kind: string, reaches: boolean): readonly Plant[] =>
  nhi ? [plantOf({ objectId: nhi.objectId, name: nhi.name }, kind, reaches)] : [];

const plantOf = (subject: { objectId: string; name: string }, kind: string, reaches: boolean): Plant => ({
  id: `path/${kind}/${subject.name}`,
  family: "path",
  kind,
  subject: subject.objectId,
  name: subject.name,
  startDay: null,
  endDay: null,
  expected: { reaches_control_plane: reaches },
});

interface UserPaths extends Pick<PathPlants, "plants" | "holdings" | "gated"> {
  readonly changes: ReadonlyMap<string, Partial<Nhi>>;
}

function plantUserPaths(knobs: Knobs, pool: SubjectPool, tier0: readonly Nhi[]): UserPaths {
  const count = countFor(knobs.users, 0.007);
  const hold = (employee: Employee): Holding => ({
    employee,
    object: eligibleRole("Privileged Role Administrator"),
    day: null,
    usual: null,
  });
  const gated = pool.take(count).map(hold);
  const eligible = pool.take(count).map(hold);
  const owners = pool.take(Math.min(count, tier0.length));
  const named = ({ objectId, email }: Employee) => ({ objectId, name: email });
  return {
    holdings: [...gated, ...eligible],
    gated: new Set(gated),
    plants: [
      ...gated.map(({ employee }) => plantOf(named(employee), "approval_gated_eligibility", false)),
      ...eligible.map(({ employee }) => plantOf(named(employee), "eligible_role", true)),
      ...owners.map((owner) => plantOf(named(owner), "owns_privileged_application", true)),
    ],
    changes: new Map(owners.map((owner, index) => [tier0[index]?.objectId ?? "", { owner }])),
  };
}
