import type { PersonaRole, TitleMatch } from "../../model/persona.ts";
import { usesOf } from "./activity-profile.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";
import { familyOfApplication } from "./roles/families-of.ts";
import { ROLE_FAMILIES } from "./roles/role-families.ts";
import type { RoleFamily } from "./roles/role-family.ts";

export const GENERAL_ROLE = "General business user";
/** Below this share of votes no family stands out. */
const MIN_SHARE = 0.35;
/** The applications of the user count as much as so many peers. */
const OWN_VOTERS = 3;
/** Days of activity from which on confidence is not reduced. */
const FULL_DAYS = 30;
/** The quantile of the normal distribution for a one-sided bound of 90 %. */
const Z = 1.28;

/** A voter for a family. */
interface Vote {
  readonly family: RoleFamily;
  readonly weight: number;
}

/**
 * Infers the role from behavior alone: peers with the same behavior vote with the families of their titles, and the
 * applications of the user vote by the lexicon. The user's own title and department have no vote.
 */
export function buildRole(facts: PersonaFacts, organization: OrganizationFacts): PersonaRole {
  const votes = [...peerVotes(facts, organization), ...ownVotes(facts, organization)];
  const shares = sharesOf(votes);
  const [winner] = ROLE_FAMILIES.map((family) => ({ family, share: shares.get(family) ?? 0 })).sort(
    (a, b) => b.share - a.share || (a.family.id < b.family.id ? -1 : 1),
  );
  const own = organization.members.get(facts.person.tuid)?.family;
  if (!winner || winner.share < MIN_SHARE) {
    return { observed_role: GENERAL_ROLE, title_match: "unknown", confidence: rounded(winner?.share ?? 0) };
  }
  const certainty = lowerBound(winner.share, effectiveVoters(votes));
  return {
    observed_role: winner.family.label,
    title_match: matchOf(own, winner.family),
    confidence: rounded(certainty * Math.min(1, facts.profile.activeDays / FULL_DAYS)),
  };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function peerVotes({ peers }: PersonaFacts, { members }: OrganizationFacts): readonly Vote[] {
  return peers.behavior.flatMap(({ id, similarity }) => {
    const family = members.get(id)?.family;
    return family ? [{ family, weight: similarity }] : [];
  });
}

/** Returns the votes of the user's applications: in total those of three peers of average similarity. */
function ownVotes({ profile, peers }: PersonaFacts, { index }: OrganizationFacts): readonly Vote[] {
  const found = usesOf(profile, "application", index).flatMap(({ label, days }) => {
    const family = days > 0 ? familyOfApplication(label) : undefined;
    return family ? [{ family, weight: Math.log1p(days) }] : [];
  });
  const shares = sharesOf(found);
  const similarities = peers.behavior.map(({ similarity }) => similarity);
  const mean = similarities.length === 0 ? 1 : similarities.reduce((sum, one) => sum + one, 0) / similarities.length;
  return ROLE_FAMILIES.flatMap((family) => {
    const share = shares.get(family) ?? 0;
    return share === 0 ? [] : Array.from({ length: OWN_VOTERS }, () => ({ family, weight: mean * share }));
  });
}

function sharesOf(votes: readonly Vote[]): ReadonlyMap<RoleFamily, number> {
  const total = votes.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<RoleFamily, number>();
  for (const { family, weight } of votes) shares.set(family, (shares.get(family) ?? 0) + weight / total);
  return shares;
}

/** Returns the number of equal voters that the weights amount to. */
function effectiveVoters(votes: readonly Vote[]): number {
  const sum = votes.reduce((total, { weight }) => total + weight, 0);
  const squares = votes.reduce((total, { weight }) => total + weight * weight, 0);
  return squares === 0 ? 0 : (sum * sum) / squares;
}

/** Returns Wilson's lower bound of a share among `n` voters. */
function lowerBound(share: number, n: number): number {
  if (n === 0) return 0;
  const spread = Z * Math.sqrt((share * (1 - share)) / n + (Z * Z) / (4 * n * n));
  return (share + (Z * Z) / (2 * n) - spread) / (1 + (Z * Z) / n);
}

function matchOf(own: RoleFamily | undefined, observed: RoleFamily): TitleMatch {
  if (own === undefined) return "unknown";
  if (own.id === observed.id) return "match";
  return own.group === observed.group ? "related" : "mismatch";
}
