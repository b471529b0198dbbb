import type { LogTable } from "../../model/rows/log-row.ts";
import type { CoverageVerdict, PersonaSection } from "../../model/vocabulary.ts";
import { MIN_PEERS } from "./peers.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";
import { sharedResourcesOf, WORK_TABLES } from "./workstreams.ts";

export type Coverage = Readonly<Record<PersonaSection, CoverageVerdict>>;

/** Whether a section with this verdict has content. */
export const isCovered = (verdict: CoverageVerdict): boolean => verdict === "sufficient" || verdict === "partial";

/** Sections with content that a sufficient overview needs, besides the identity. */
const MIN_SECTIONS = 4;

/** Decides which sections of a persona the data suffices for. */
export function coverageOf(facts: PersonaFacts, organization: OrganizationFacts): Coverage {
  const access = coverAccess(facts, organization);
  const sections = {
    identity: coverIdentity(facts),
    role: coverRole(facts, organization),
    workstreams: coverWorkstreams(facts, organization),
    access,
    posture: coverPosture(facts, organization),
    risk_lens: coverRiskLens(facts, organization, access),
  };
  const { identity, ...others } = sections;
  const covered = Object.values(others).filter(isCovered).length;
  const overview = !isCovered(identity) ? identity : covered >= MIN_SECTIONS ? "sufficient" : "partial";
  return { overview, ...sections };
}

function coverIdentity({ person }: PersonaFacts): CoverageVerdict {
  if (person.name === null && person.email === null) return "insufficient";
  const isDescribed = person.department !== null || person.title !== null;
  return person.objectId !== null && person.email !== null && isDescribed ? "sufficient" : "partial";
}

/** Returns the verdict by days of activity: enough, some, or too few. */
const byDays = (days: number, enough: number, some: number): CoverageVerdict =>
  days >= enough ? "sufficient" : days >= some ? "partial" : "insufficient";

const hasAny = ({ sources }: OrganizationFacts, tables: readonly LogTable[]): boolean =>
  tables.some((table) => sources.has(table));

/** A disabled account without activity has no role, work or posture to describe. */
const isClosed = ({ person, profile }: PersonaFacts): boolean => !person.isActive && profile.activeDays === 0;

function coverRole(facts: PersonaFacts, { sources }: OrganizationFacts): CoverageVerdict {
  if (sources.size === 0 || isClosed(facts)) return "none";
  if (facts.peers.behavior.length < MIN_PEERS) return "insufficient";
  return byDays(facts.profile.activeDays, 14, 5);
}

function coverWorkstreams(facts: PersonaFacts, organization: OrganizationFacts): CoverageVerdict {
  if (!hasAny(organization, WORK_TABLES) || isClosed(facts)) return "none";
  const verdict = byDays(facts.profile.activeDays, 10, 5);
  const isRich = sharedResourcesOf(facts.profile, organization).length >= 3;
  return verdict === "sufficient" && !isRich ? "partial" : verdict;
}

function coverAccess({ entitlements }: PersonaFacts, { delivered }: OrganizationFacts): CoverageVerdict {
  const exports = [
    delivered.has("role-assignments"),
    delivered.has("memberships"),
    delivered.has("app-role-assignments"),
  ];
  if (entitlements === null || !exports.includes(true)) return "none";
  return exports.includes(false) ? "partial" : "sufficient";
}

function coverPosture(facts: PersonaFacts, organization: OrganizationFacts): CoverageVerdict {
  if (!hasAny(organization, ["SigninLogs"]) || isClosed(facts)) return "none";
  return byDays(facts.profile.signInDays, 5, 1);
}

/** The cloud platform's own permissions complete what an account can take over. */
function coverRiskLens(
  { reach }: PersonaFacts,
  { delivered }: OrganizationFacts,
  access: CoverageVerdict,
): CoverageVerdict {
  if (!isCovered(access) || reach === null) return "none";
  const hasCloud = delivered.has("azure-role-assignments");
  return access === "sufficient" && hasCloud ? "sufficient" : "partial";
}
