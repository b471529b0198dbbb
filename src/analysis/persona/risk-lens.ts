import type { Reach } from "../../model/identity/entitlement.ts";
import type { NhiSummary } from "../../model/identity/nhi-summary.ts";
import type { CredentialExposure, PersonaRiskLens } from "../../model/persona.ts";
import type { AccessItem } from "./access.ts";
import { usesOf } from "./activity-profile.ts";
import { ANOMALY_DAYS, WINDOW_DAYS, WORDS } from "./day-window.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";
import { stewardedBy } from "./posture.ts";

export function buildRiskLens(
  facts: PersonaFacts,
  organization: OrganizationFacts,
  reach: Reach,
  items: readonly AccessItem[],
): PersonaRiskLens {
  const nhis = stewardedBy(facts.person.tuid, facts.nhis ?? []);
  const dormantPrivileges = items.filter(({ entitlement, isDormant }) => entitlement.isPrivileged && isDormant).length;
  const dormantNhis = nhis.filter(({ isDormant, hasValidSecret }) => isDormant && hasValidSecret === true).length;
  return {
    blast_radius: reach.blastRadius,
    reaches_control_plane: reach.reachesControlPlane,
    dormant_count: dormantPrivileges + dormantNhis,
    credential_exposure: exposureOf(facts, organization, nhis),
    anomaly_count: countAlerts(facts, organization) + facts.driftCount,
  };
}

const DAYS_OF_A_YEAR = 365;

/** Returns how exposed the user's credentials and those of the identities in the user's care are. */
function exposureOf(
  facts: PersonaFacts,
  organization: OrganizationFacts,
  nhis: readonly NhiSummary[],
): CredentialExposure | null {
  const hasSource = organization.sources.has("AADUserRiskEvents") || organization.delivered.has("credentials");
  const isLeaked = alertsOf(facts, organization).some(({ key }) => /leakedcredential/i.test(key));
  const secret = nhis.filter(({ hasValidSecret }) => hasValidSecret === true);
  const isOldTakeover = secret.some(
    ({ tier, oldestSecretDays }) => tier === 0 && (oldestSecretDays ?? 0) > DAYS_OF_A_YEAR,
  );
  if (isLeaked || isOldTakeover) return "high";
  const isElevated = nhis.some(
    ({ tier, longestSecretDays, hasUnusedCredential }) =>
      (longestSecretDays ?? 0) > 2 * DAYS_OF_A_YEAR || (hasUnusedCredential === true && tier !== null && tier <= 1),
  );
  if (isElevated) return "elevated";
  if (secret.length > 0) return "low";
  return hasSource ? "none" : null;
}

interface Alert {
  readonly key: string;
  /** Days of the last 30 with such an alert. */
  readonly days: number;
}

function alertsOf({ profile }: PersonaFacts, { index }: OrganizationFacts): readonly Alert[] {
  return usesOf(profile, "alert", index)
    .map(({ key, offset }) => ({ key, days: recentDays(profile.dayWords.subarray(offset, offset + WORDS)) }))
    .filter(({ days }) => days > 0);
}

function recentDays(words: Int32Array): number {
  let days = 0;
  for (let bit = WINDOW_DAYS - ANOMALY_DAYS; bit < WINDOW_DAYS; bit++) {
    if (((words[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) days += 1;
  }
  return days;
}

/** Counts each kind of alert once per day. */
const countAlerts = (facts: PersonaFacts, organization: OrganizationFacts): number =>
  alertsOf(facts, organization).reduce((sum, { days }) => sum + days, 0);
