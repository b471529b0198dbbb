import { counted } from "./counted.ts";
import { DEPARTMENTS } from "./departments.ts";
import type { Drift } from "./drift.ts";
import type { Entitlement } from "./entitlements.ts";
import { DAY_MS } from "./moment.ts";
import { holdsSecret, type Nhi } from "./nhi.ts";
import type { Person } from "./people.ts";
import type { Random } from "./random.ts";
import type { Threat } from "./threats.ts";

const ANOMALY_DETECTIONS: readonly string[] = ["leaked_credential", "endpoint_anomaly"];
const MAC_DEPARTMENTS = ["Engineering", "Marketing", "Executive Office"];

/** Everything about one person that a persona is made of. */
export interface Subject {
  readonly person: Person;
  readonly random: Random;
  readonly entitlements: readonly Entitlement[];
  readonly colleagues: readonly string[];
  readonly stewarded: readonly Nhi[];
  readonly threats: readonly Threat[];
  readonly drifts: readonly Drift[];
  readonly generatedAt: Date;
}

export type Sections = ReturnType<typeof sectionsOf>;

/** Null where the data does not suffice. */
export type KnownSections = { readonly [S in keyof Sections]: Sections[S] | null };

/** Every section but the overview, as if all data were there. */
export function sectionsOf(subject: Subject) {
  return {
    identity: identityOf(subject),
    role: roleOf(subject),
    workstreams: workstreamsOf(subject),
    access: accessOf(subject),
    posture: postureOf(subject),
    risk_lens: riskLensOf(subject),
  };
}

const isDirectoryRole = ({ privilege }: Entitlement): boolean => /^(direct|pim_)/.test(privilege?.source ?? "");

function identityOf({ person, entitlements, generatedAt }: Subject) {
  return {
    name: person.name,
    email: person.email,
    title: person.title,
    department: person.department.name,
    manager: person.manager,
    admin_account: entitlements.some(isDirectoryRole) ? "self" : "none",
    account_created: person.joinedAt.toISOString(),
    account_age: ageInWords(person.joinedAt, generatedAt),
  };
}

function ageInWords(from: Date, to: Date): string {
  const days = Math.floor((to.getTime() - from.getTime()) / DAY_MS);
  const months = Math.floor(days / 30.44);
  if (months < 1) return counted(days, "day");
  const years = Math.floor(months / 12);
  const rest = counted(months % 12, "month");
  return years < 1 ? rest : `${counted(years, "year")} ${rest}`;
}

function roleOf({ person, random }: Subject) {
  const matches = random.chance(0.92);
  const others = DEPARTMENTS.filter((department) => department !== person.department);
  return {
    observed_role: (matches ? person.department : random.pick(others)).observedRole,
    title_match: matches ? "match" : "mismatch",
    confidence: Number(((matches ? 0.62 : 0.4) + 0.3 * random.next()).toFixed(2)),
  };
}

function workstreamsOf({ person, random, colleagues }: Subject) {
  const names = random.sample(person.department.workstreams, random.int(1, 3));
  const items = names.map((name) => {
    const systems = random.sample(person.department.applications, 2);
    const days = random.int(12, 55);
    return {
      name,
      description: `Worked in ${systems.join(" and ")} on ${days} of the last 90 days, mostly reading and editing.`,
      systems,
      collaborators: random.sample(colleagues, random.int(2, 5)),
    };
  });
  return { summary: `${counted(items.length, "workstream")}; most time in ${names[0]}.`, items };
}

function accessOf({ entitlements }: Subject) {
  const privileged = entitlements.filter((entitlement) => entitlement.privilege);
  const applications = entitlements.filter((entitlement) => entitlement.isApplication).map(({ name }) => name);
  const dormant = entitlements.filter((entitlement) => entitlement.isDormant).length;
  return {
    summary: `${counted(entitlements.length, "entitlement")}, ${privileged.length} privileged, ${dormant} unused for 90 days or more.`,
    directory_role_count: entitlements.filter(isDirectoryRole).length,
    privileged_entitlement_count: privileged.length,
    privileged_classes: [...new Set(privileged.map(({ privilege }) => privilege?.privilegeClass))],
    application_count: applications.length,
    dormant_entitlement_count: dormant,
    applications,
    privileges: privileged.map(({ name, privilege }) => ({
      name,
      privilege_class: privilege?.privilegeClass,
      source: privilege?.source,
    })),
    entitlements: entitlements.map((entitlement) => ({
      name: entitlement.name,
      privileged: entitlement.privilege !== null,
      access_domain: entitlement.domain,
      first_seen: entitlement.firstSeen.toISOString().slice(0, 10),
      last_used: entitlement.lastUsed?.toISOString().slice(0, 10) ?? "never",
      peer_prevalence: entitlement.peerPrevalence,
    })),
  };
}

function postureOf({ person, random, stewarded, entitlements }: Subject) {
  const mobile = random.chance(0.6);
  const desktop = MAC_DEPARTMENTS.includes(person.department.name) ? "macOS" : "Windows";
  const activeDays = random.int(22, 63);
  const count = (...classes: readonly string[]) =>
    stewarded.filter((nhi) => classes.includes(nhi.kind.what.nhiClass)).length;
  return {
    device_classes: mobile ? ["managed_desktop", "managed_mobile"] : ["managed_desktop"],
    os_types: mobile ? [desktop, random.pick(["iOS", "Android"])] : [desktop],
    signin_active_days: activeDays,
    signin_total_logons: activeDays * random.int(3, 9),
    nhi: {
      service_account_count: count("service_account"),
      service_principal_count: count("service_principal", "managed_identity"),
      oauth_grant_count: random.int(0, 4),
      agent_count: count("ai_agent"),
      owns_secrets: stewarded.some(holdsSecret),
      can_create_agents: entitlements.some(({ name }) => name === "Application Developer"),
    },
  };
}

function riskLensOf({ entitlements, stewarded, threats, drifts }: Subject) {
  const tiers = entitlements.map((entitlement) => entitlement.privilege?.tier ?? 2);
  const highest = Math.min(...tiers);
  const dormantPrivileges = entitlements.filter((entitlement) => entitlement.privilege && entitlement.isDormant).length;
  const dormantIdentities = stewarded.filter((nhi) => nhi.isDormant && holdsSecret(nhi)).length;
  const exposure = dormantIdentities > 0 ? "elevated" : "low";
  return {
    blast_radius: ["critical", "moderate", "low"][highest],
    reaches_control_plane: highest === 0,
    dormant_count: dormantPrivileges + dormantIdentities,
    credential_exposure: stewarded.some(holdsSecret) ? exposure : "none",
    anomaly_count: drifts.length + threats.filter((threat) => ANOMALY_DETECTIONS.includes(threat.detection)).length,
  };
}
