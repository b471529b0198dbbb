import { DAY_MS, shift } from "../moment.ts";
import { ARCHETYPES, SIGN_IN_APP } from "../nhi/archetypes.ts";
import type { Nhi } from "../nhi/nhi.ts";
import type { Employee } from "../workforce/employee.ts";
import { signInAppOf } from "../workforce/holding.ts";
import { JOB_ROLES } from "../workforce/job-roles.ts";
import { firstDayOf } from "../workforce/staff.ts";
import { usualAccess } from "../workforce/usual-access.ts";
import { drawOutages } from "./delivered-rows.ts";
import { listDirectoryEvents } from "./directory-events.ts";
import { signInApps } from "./planted-directory.ts";
import type { PlantedOrganization } from "./planted-organization.ts";

/** Returns what is true of a synthetic organization by construction; `truth.json` is this object. */
export function truthOf(organization: PlantedOrganization) {
  const { knobs, staff, adminAccounts, serviceUsers, nhis, holdings, rollouts, plants } = organization;
  const first = firstDayOf(knobs);
  const dateOf = (day: number): string => shift(first, day * DAY_MS).toISOString();
  const planted = new Set(plants.filter(({ family }) => family === "drift").map(({ subject }) => subject));
  const presentIn = new Map<string, number>();
  for (const { role, presence } of staff) {
    if (presence.to >= knobs.days) presentIn.set(role.key, (presentIn.get(role.key) ?? 0) + 1);
  }
  return {
    schema: 1,
    seed: knobs.seed,
    users: knobs.users,
    nhis: knobs.nhis,
    days: knobs.days,
    sources: knobs.sources,
    plants_on: knobs.plants,
    from: first.toISOString(),
    until: knobs.until.toISOString(),
    noise: knobs.noise,
    outages: drawOutages(knobs).map(({ table, from, to }) => ({ table, start: dateOf(from), end: dateOf(to + 1) })),
    rollouts: rollouts.map(({ application, from, to }) => ({ application, start: dateOf(from), end: dateOf(to + 1) })),
    roles: JOB_ROLES.map((role) => ({
      role: role.key,
      title: role.title,
      department: role.department.name,
      members: presentIn.get(role.key) ?? 0,
      entitlements: usualAccess(role).map(({ object, probability }) => ({
        kind: object.kind,
        id: object.id,
        name: object.name,
        probability,
      })),
    })),
    people: [
      ...staff.map((employee) => personTruth(employee, dateOf, knobs.days, planted.has(employee.objectId))),
      ...[...adminAccounts, ...serviceUsers.map(({ employee }) => employee)].map((employee) =>
        personTruth(employee, dateOf, knobs.days, planted.has(employee.objectId)),
      ),
    ],
    programs: [
      ...nhis.map((nhi) => programTruth(nhi, nhis, knobs.days)),
      ...signInApps(holdings).map((name) => ({ ...SIGN_IN_TRUTH, ...idsOf(signInAppOf(name)) })),
      ...serviceUsers.map(({ employee, tempo }) => ({
        ...SIGN_IN_TRUTH,
        subject: employee.objectId,
        app_id: null,
        name: employee.name,
        archetype: null,
        rhythm: tempo.rhythm,
        nhi_class: "service_account",
        custody_kind: null,
      })),
    ],
    changes: listDirectoryEvents(organization).map(({ kind, subject, object, row }) => ({
      at: row.at.toISOString(),
      kind,
      subject,
      object,
      row: String(row.fields["_ItemId"]),
    })),
    plants: plants.map(({ startDay, endDay, ...plant }) => ({
      ...plant,
      start: startDay === null ? null : dateOf(startDay),
      end: endDay === null ? null : dateOf(endDay + 1),
    })),
  };
}

const personTruth = (employee: Employee, dateOf: (day: number) => string, days: number, isPlanted: boolean) => ({
  subject: employee.objectId,
  upn: employee.email,
  kind: employee.kind,
  role: employee.kind === "employee" ? employee.role.key : null,
  department: employee.kind === "employee" ? employee.role.department.name : null,
  listed_department: employee.listed.department,
  listed_title: employee.listed.title,
  joined: employee.presence.from > 0 ? dateOf(employee.presence.from) : null,
  left: employee.presence.to < days ? dateOf(employee.presence.to + 1) : null,
  /** Whether no drift is planted on the person. */
  quiet: !isPlanted,
});

const SIGN_IN_TRUTH = {
  archetype: SIGN_IN_APP as string | null,
  rhythm: null as string | null,
  nhi_class: null as string | null,
  family: null as string | null,
  steward_upn: null as string | null,
  custody_kind: null as string | null,
  reaches_control_plane: false,
};

const idsOf = ({ objectId, appId, name }: { objectId: string; appId: string; name: string }) => ({
  subject: objectId,
  app_id: appId as string | null,
  name,
});

const ARCHETYPE_KEYS: ReadonlySet<string> = new Set(ARCHETYPES.map(({ key }) => key));

const activeOwnerOf = ({ owner }: Nhi, days: number) => (owner && owner.presence.to >= days ? owner : null);

function programTruth(nhi: Nhi, nhis: readonly Nhi[], days: number) {
  const { archetype } = nhi.family;
  const isChanged = nhi.extra.some(({ tempo, place, operator }) => tempo ?? place ?? operator);
  const owner = activeOwnerOf(nhi, days);
  return {
    ...idsOf(nhi),
    archetype: ARCHETYPE_KEYS.has(archetype.key) ? archetype.key : null,
    // A program whose calls change in the period has no single rhythm.
    rhythm: nhi.activeFrom === 0 && !isChanged ? nhi.tempo.rhythm : null,
    nhi_class: archetype.nhiClass as string | null,
    family: nhi.isSingleton ? null : nhi.family.key,
    steward_upn: owner?.email ?? null,
    custody_kind: custodyOf(nhi, nhis, days),
    reaches_control_plane: nhi.reachesControlPlane,
  };
}

/** Whoever is responsible: a person, a platform or another governed program, or nobody. */
function custodyOf(nhi: Nhi, nhis: readonly Nhi[], days: number): string {
  if (activeOwnerOf(nhi, days)) return "human";
  if (nhi.family.archetype.type === "ManagedIdentity" || nhi.publisher === "vendor") return "system";
  const others = nhis.filter(({ objectId }) => objectId !== nhi.objectId);
  const above = others.find(({ objectId }) => objectId === nhi.ownerProgram?.objectId);
  return above && custodyOf(above, others, days) !== "ungoverned" ? "system" : "ungoverned";
}
