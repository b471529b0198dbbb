import type { NhiSummary } from "../../model/identity/nhi-summary.ts";
import { DEVICE_CLASSES, OS_TYPES, type PersonaPosture } from "../../model/persona.ts";
import type { NhiClass } from "../../model/vocabulary.ts";
import { usesOf } from "./activity-profile.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";

/** A device class or operating system is in regular use from so many days or this share of sign-ins on. */
const REGULAR_DAYS = 2;
const REGULAR_SHARE = 0.05;

export function buildPosture(facts: PersonaFacts, organization: OrganizationFacts): PersonaPosture {
  const devices = usesOf(facts.profile, "device", organization.index);
  const regular = (part: 0 | 1) =>
    regularOf(devices.map(({ key, days, count }) => ({ name: key.split("/")[part] ?? "", days, count })));
  const [classes, systems] = [regular(0), regular(1)];
  return {
    device_classes: DEVICE_CLASSES.filter((name) => classes.has(name)),
    os_types: OS_TYPES.filter((name) => systems.has(name)),
    signin_active_days: facts.profile.signInDays,
    signin_total_logons: facts.profile.signIns,
    nhi: countNhis(facts, organization),
  };
}

interface Counted {
  readonly name: string;
  readonly days: number;
  readonly count: number;
}

function regularOf(counted: readonly Counted[]): ReadonlySet<string> {
  const total = counted.reduce((sum, { count }) => sum + count, 0);
  const names = new Set<string>();
  for (const name of new Set(counted.map((one) => one.name))) {
    const own = counted.filter((one) => one.name === name);
    const days = Math.max(...own.map((one) => one.days));
    const count = own.reduce((sum, one) => sum + one.count, 0);
    if (days >= REGULAR_DAYS || (days > 0 && count >= REGULAR_SHARE * total)) names.add(name);
  }
  return names;
}

const isAnyOf =
  (...classes: readonly NhiClass[]) =>
  ({ nhiClass }: NhiSummary): boolean =>
    classes.includes(nhiClass);

/** The non-human identities that a user is the steward of. */
export const stewardedBy = (tuid: string, nhis: readonly NhiSummary[]): readonly NhiSummary[] =>
  nhis.filter(({ stewardTuid }) => stewardTuid === tuid);

/** Counts only: nothing about a single non-human identity leaves this function. */
function countNhis(
  { person, nhis, entitlements, grantClients }: PersonaFacts,
  { delivered }: OrganizationFacts,
): PersonaPosture["nhi"] {
  const own = nhis === null ? null : stewardedBy(person.tuid, nhis);
  const count = (isCounted: (nhi: NhiSummary) => boolean): number | null => own?.filter(isCounted).length ?? null;
  const secrets = own?.map(({ hasValidSecret }) => hasValidSecret) ?? [];
  const isAgentKeeper = ({ stewardTuid, creatorTuid, ownerTuids, sponsorTuids }: NhiSummary): boolean =>
    [stewardTuid, creatorTuid, ...ownerTuids, ...sponsorTuids].includes(person.tuid);
  return {
    service_account_count: count(isAnyOf("service_account")),
    service_principal_count: count(isAnyOf("service_principal", "managed_identity")),
    oauth_grant_count: delivered.has("delegated-grants") ? new Set(grantClients.values()).size : null,
    agent_count: nhis === null ? null : nhis.filter(isAnyOf("ai_agent")).filter(isAgentKeeper).length,
    owns_secrets: secrets.includes(true) ? true : own === null || secrets.includes(null) ? null : false,
    can_create_agents:
      entitlements === null || !delivered.has("role-assignments")
        ? null
        : entitlements.some(({ name }) => CREATES_AGENTS.test(name)),
  };
}

/** Roles and permissions with which agents can be created. */
const CREATES_AGENTS =
  /^(?:(?:global|application|cloud application|agent id|ai) administrator|agent id developer|agentidentity.{0,60}create.{0,20})$/i;
