import type { DirectoryService } from "../../model/identity/directory.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { byText, type Fleet, isoOf, type NhiFacts } from "./facts.ts";
import { type Person, personOf, shownName } from "./people.ts";
import { actorName, type Candidate, creatorOf, FACTORS, OWNING } from "./stewards.ts";

const MAX_CHAIN = 20;

/** What an owner does, as the rest of a sentence. */
const OWNERSHIP: Readonly<Partial<Record<Candidate["relation"], string>>> = {
  declared_owner: "is its declared owner",
  sponsor: "sponsors it",
  app_owner: "owns its application",
  sp_owner: "owns it",
  resource_owner: "owns its resource",
};

export interface Custodian {
  readonly kind: "user" | "group" | "resource" | "vendor" | "application";
  readonly id: string | null;
  readonly name: string | null;
}

interface Judged {
  readonly kind: "human" | "system" | "ungoverned";
  readonly reason: string;
  readonly custodian: Custodian | null;
}

const isActive = ({ status }: Person): boolean => FACTORS[status] > 0 && status !== "guest";
const isActiveOwner = ({ relation, person }: Candidate): boolean => OWNING.has(relation) && isActive(person);
/** So many applications that own each other are searched for somebody responsible. */
const MAX_OWNERS_ABOVE = 20;

function judge(facts: NhiFacts, candidates: readonly Candidate[]): Judged {
  const owner = candidates.find(isActiveOwner);
  if (owner) {
    const { person, relation } = owner;
    return {
      kind: "human",
      reason: `${shownName(person)} ${OWNERSHIP[relation] ?? "is responsible for it"}.`,
      custodian: { kind: "user", id: person.tuid, name: shownName(person) },
    };
  }
  return systemCustody(facts) ?? ungoverned(candidates);
}

function systemCustody(facts: NhiFacts): Judged | undefined {
  const { service, fleet } = facts;
  if (!service) return undefined;
  if (service.isFirstParty) {
    return {
      kind: "system",
      reason: "The vendor of the platform operates it.",
      custodian: {
        kind: "vendor",
        id: service.ownerTenantId,
        name: service.publisher && safeText(service.publisher, 120),
      },
    };
  }
  if (service.type === "ManagedIdentity") return resourceCustody(facts);
  if (service.agent === "identity" && service.blueprintId) {
    const blueprint =
      fleet.directory.findServiceByAppId(service.blueprintId) ?? fleet.directory.findService(service.blueprintId);
    return {
      kind: "system",
      reason: "The application that created the agent manages it.",
      custodian: {
        kind: "application",
        id: service.blueprintId,
        name: blueprint?.displayName ? safeText(blueprint.displayName, 120) : null,
      },
    };
  }
  const owner = owningServices(service.objectId, fleet).find((each) => isGoverned(each, fleet));
  if (!owner) return undefined;
  const name = safeText(owner.displayName ?? owner.objectId, 120);
  return {
    kind: "system",
    reason: `The application ${name}, which is governed itself, owns it.`,
    custodian: { kind: "application", id: owner.objectId, name },
  };
}

const owningServices = (objectId: string, { directory }: Fleet): readonly DirectoryService[] =>
  directory
    .ownersOf(objectId)
    .flatMap(({ ownerId }) => directory.findService(ownerId) ?? [])
    .sort((a, b) => byText(a.objectId, b.objectId));

/** Returns whether somebody is responsible for an application: an active owner, its platform, or a governed application. */
function isGoverned(service: DirectoryService, fleet: Fleet): boolean {
  const seen = new Map([[service.objectId, service]]);
  for (const each of seen.values()) {
    if (each.isFirstParty || hasLiveResource(each, fleet) || hasActiveOwner(each, fleet)) return true;
    if (seen.size < MAX_OWNERS_ABOVE) {
      for (const owner of owningServices(each.objectId, fleet)) seen.set(owner.objectId, owner);
    }
  }
  return false;
}

const hasActiveOwner = ({ objectId, sponsorIds }: DirectoryService, fleet: Fleet): boolean =>
  [...fleet.directory.ownersOf(objectId).map(({ ownerId }) => ownerId), ...sponsorIds]
    .filter((id) => fleet.directory.findService(id) === undefined)
    .some((id) => isActive(personOf(id, fleet)));

/** Returns whether an identity belongs to a resource that exists, as far as resources are known. */
function hasLiveResource({ type, resourceId }: DirectoryService, { directory }: Fleet): boolean {
  if (type !== "ManagedIdentity" || !resourceId) return false;
  return directory.findResource(resourceId) !== undefined || !directory.delivered.has("azure-resources");
}

function resourceCustody({ service, fleet }: NhiFacts): Judged | undefined {
  if (!service?.resourceId || !hasLiveResource(service, fleet)) return undefined;
  const resource = fleet.directory.findResource(service.resourceId);
  const name = safeText(resource?.name ?? service.resourceId.split("/").at(-1) ?? "", 120);
  return {
    kind: "system",
    reason: `It belongs to the resource ${name}.`,
    custodian: { kind: "resource", id: safeText(service.resourceId, 400), name },
  };
}

const formerOwners = (person: Person, count: number): string =>
  count === 1
    ? `Its only owner, ${shownName(person)}, has no active account.`
    : `None of its ${count} owners has an active account, among them ${shownName(person)}.`;

function ungoverned(candidates: readonly Candidate[]): Judged {
  const owners = candidates.filter(({ relation }) => OWNING.has(relation));
  const creator = candidates.find(({ relation }) => relation === "creator");
  const [first] = owners;
  const reason = first
    ? formerOwners(first.person, owners.length)
    : creator
      ? `It has no owner; ${shownName(creator.person)} created it.`
      : "It has no owner, sponsor or resource that is responsible for it.";
  return { kind: "ungoverned", reason, custodian: null };
}

function createdVia(facts: NhiFacts): "portal" | "api" | "pipeline" | "consent" | "resource" | "sync" | "unknown" {
  const { service, user, changes } = facts;
  if (service?.type === "ManagedIdentity") return "resource";
  if (user?.isSynchronized) return "sync";
  const created = changes.find(({ change }) => change === "identity_created");
  if (created?.by?.startsWith("app:")) return "pipeline";
  return service?.createdByAppId ? "api" : "unknown";
}

/** Describes who is responsible and how that came about. */
export function custodyOf(facts: NhiFacts, candidates: readonly Candidate[]) {
  const judged = judge(facts, candidates);
  const owners = candidates.filter(({ relation }) => OWNING.has(relation));
  const active = owners.filter(isActiveOwner);
  const removed = facts.changes.filter(({ change }) => change === "owner_removed").at(-1);
  const creator = creatorOf(facts);
  const created = facts.changes.find(({ change }) => change === "identity_created");
  return {
    kind: judged.kind,
    reason: safeText(judged.reason, 300),
    custodian: judged.custodian,
    human_owner_count: owners.length,
    active_human_owner_count: active.length,
    bus_factor: candidates.filter(
      ({ person, relation }) => person.status === "active" && relation !== "manager_of_former_owner",
    ).length,
    orphaned_at: judged.kind === "ungoverned" && active.length === 0 ? isoOf(removed?.at ?? null) : null,
    created: {
      at: isoOf(created?.at ?? facts.service?.createdAt ?? facts.user?.createdAt ?? null),
      by: creator ? shownName(creator) : null,
      via: createdVia(facts),
    },
    chain: facts.changes
      .filter(({ change }) => change === "owner_added" || change === "owner_removed" || change === "identity_created")
      .slice(-MAX_CHAIN)
      .reverse()
      .map(({ at, change, by, byName, objectId, objectName }) => ({
        at: at.toISOString(),
        change: change === "identity_created" ? "created" : change,
        actor: actorName(facts, by, byName),
        subject: change === "identity_created" ? null : ownerName(facts, objectId, objectName),
      })),
  };
}

export type Custody = ReturnType<typeof custodyOf>;

function ownerName(facts: NhiFacts, objectId: string | null, name: string | null): string | null {
  const user = objectId === null ? undefined : facts.fleet.directory.findUser(objectId.toLowerCase());
  const text = user?.userPrincipalName ?? name ?? objectId;
  return text === null ? null : safeText(text, 200);
}
