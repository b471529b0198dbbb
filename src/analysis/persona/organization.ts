import type { Entitlement } from "../../model/identity/entitlement.ts";
import type { ActivityProfile } from "./activity-profile.ts";
import { type AdminCandidate, indexAdminAccounts } from "./admin-account.ts";
import { entitlementToken, memberTokens } from "./member-tokens.ts";
import { createPeerIndex, type PeerMember } from "./peer-tokens.ts";
import { createPeerFinder, type Peers } from "./peers.ts";
import type { Person } from "./person.ts";
import type { OrganizationFacts, OrganizationMember } from "./persona-facts.ts";
import { indexResources } from "./resource-use.ts";
import { familyOfTitle } from "./roles/families-of.ts";
import { type Slice, UNSLICED } from "./slice.ts";

/** A user, with what comparisons with other users need. */
export interface MemberFacts {
  readonly person: Person;
  readonly profile: ActivityProfile;
}

/** What is known about an organization before its users are compared. */
export type OrganizationBasis = Omit<OrganizationFacts, "resources" | "adminAccounts" | "members" | "tuids">;

export interface ComparedOrganization {
  readonly organization: OrganizationFacts;
  readonly peersOf: (tuid: string) => Peers;
}

export interface MembersToCompare {
  readonly members: readonly MemberFacts[];
  /** Entitlements are derived when they are asked for, so that those of all users are not in memory at once. */
  readonly entitlementsOf: (person: Person) => readonly Entitlement[];
}

/** Compares the users of an organization with each other. Disabled accounts are nobody's peers. */
export async function compareMembers(
  basis: OrganizationBasis,
  { members: given, entitlementsOf }: MembersToCompare,
  slice: Slice = UNSLICED,
): Promise<ComparedOrganization> {
  const facts = [...given].sort((a, b) => (a.person.tuid < b.person.tuid ? -1 : 1));
  const members = new Map<string, OrganizationMember>();
  const compared: PeerMember[] = [];
  const admins: AdminCandidate[] = [];
  for (const { person, profile } of facts) {
    if (slice.isOver()) await slice.pause();
    const entitlements = entitlementsOf(person);
    members.set(person.tuid, toMember(person, entitlements));
    if (!person.isActive) continue;
    admins.push(toAdminCandidate(person, entitlements));
    compared.push({ id: person.tuid, tokens: memberTokens(person, profile, entitlements, basis.index) });
  }
  const active = facts.filter(({ person }) => person.isActive);
  const organization: OrganizationFacts = {
    ...basis,
    resources: await indexResources(
      active.map(({ person, profile }) => ({ id: person.tuid, profile })),
      basis.index,
      slice,
    ),
    adminAccounts: indexAdminAccounts(admins),
    members,
    tuids: new Map(facts.flatMap(({ person }) => (person.objectId ? [[person.objectId, person.tuid] as const] : []))),
  };
  return { organization, peersOf: createPeerFinder(await createPeerIndex(compared, slice)).peersOf };
}

function toAdminCandidate(person: Person, entitlements: readonly Entitlement[]): AdminCandidate {
  const tiers = entitlements.filter(({ kind, tier }) => kind === "directory_role" && tier <= 1).map(({ tier }) => tier);
  return { person, roleTier: tiers.includes(0) ? 0 : tiers.includes(1) ? 1 : null };
}

function toMember(person: Person, entitlements: readonly Entitlement[]): OrganizationMember {
  const privileged = new Set(entitlements.filter(({ isPrivileged }) => isPrivileged).map(entitlementToken));
  return { person, family: familyOfTitle(person.title), privilegedCount: privileged.size };
}
