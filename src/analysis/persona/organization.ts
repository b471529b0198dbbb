import type { Entitlement } from "../../model/identity/entitlement.ts";
import type { ActivityProfile } from "./activity-profile.ts";
import { indexAdminAccounts } from "./admin-account.ts";
import { memberTokens } from "./member-tokens.ts";
import { createPeerIndex, type PeerMember } from "./peer-tokens.ts";
import { createPeerFinder, type Peers } from "./peers.ts";
import type { Person } from "./person.ts";
import type { OrganizationFacts } from "./persona-facts.ts";
import { indexResources } from "./resource-use.ts";
import { familyOfTitle } from "./roles/families-of.ts";
import { type Slice, UNSLICED } from "./slice.ts";

/** A user, with what comparisons with other users need. */
export interface MemberFacts {
  readonly person: Person;
  readonly profile: ActivityProfile;
  readonly entitlements: readonly Entitlement[];
}

/** What is known about an organization before its users are compared. */
export type OrganizationBasis = Omit<OrganizationFacts, "resources" | "adminAccounts" | "members" | "tuids">;

export interface ComparedOrganization {
  readonly organization: OrganizationFacts;
  readonly peersOf: (tuid: string) => Peers;
}

/** Compares the users of an organization with each other. Disabled accounts are nobody's peers. */
export async function compareMembers(
  basis: OrganizationBasis,
  given: readonly MemberFacts[],
  slice: Slice = UNSLICED,
): Promise<ComparedOrganization> {
  const members = [...given].sort((a, b) => (a.person.tuid < b.person.tuid ? -1 : 1));
  const active = members.filter(({ person }) => person.isActive);
  const resources = await indexResources(
    active.map(({ person, profile }) => ({ id: person.tuid, profile })),
    basis.index,
    slice,
  );
  const compared: PeerMember[] = [];
  for (const { person, profile, entitlements } of active) {
    if (slice.isOver()) await slice.pause();
    compared.push({ id: person.tuid, tokens: memberTokens(person, profile, entitlements, basis.index) });
  }
  const finder = createPeerFinder(await createPeerIndex(compared, slice));
  const organization: OrganizationFacts = {
    ...basis,
    resources,
    adminAccounts: indexAdminAccounts(active.map(toAdminCandidate)),
    members: new Map(members.map((member) => [member.person.tuid, toMember(member)])),
    tuids: new Map(members.flatMap(({ person }) => (person.objectId ? [[person.objectId, person.tuid] as const] : []))),
  };
  return { organization, peersOf: finder.peersOf };
}

function toAdminCandidate({ person, entitlements }: MemberFacts) {
  const tiers = entitlements.filter(({ kind, tier }) => kind === "directory_role" && tier <= 1).map(({ tier }) => tier);
  return { person, roleTier: tiers.includes(0) ? (0 as const) : tiers.includes(1) ? (1 as const) : null };
}

function toMember({ person, entitlements }: MemberFacts) {
  const privileged = new Set(entitlements.filter(({ isPrivileged }) => isPrivileged).map(({ key }) => key));
  return { person, family: familyOfTitle(person.title), privilegedCount: privileged.size };
}
