import { safeText } from "../../model/text/safe-text.ts";
import { byText, isoOf, isoOfDay, type NhiFacts } from "./facts.ts";
import { personOf, shownName } from "./people.ts";
import type { Candidate } from "./stewards.ts";
import type { Uses } from "./uses.ts";
import { workloadCallers } from "./workload-callers.ts";

const MAX_EDGES = 200;

export interface ActorEdge {
  readonly id: string | null;
  readonly name: string;
  readonly kind: "user" | "nhi" | "group" | "resource" | "workload";
  readonly relation: string;
  readonly can_take_over: boolean;
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly count: number;
}

const RELATIONS: Readonly<Partial<Record<Candidate["relation"], string>>> = {
  declared_owner: "owner",
  app_owner: "owner",
  sp_owner: "owner",
  resource_owner: "owner",
  sponsor: "sponsor",
  creator: "creator",
  credential_manager: "credential_manager",
};
const TAKES_OVER: ReadonlySet<string> = new Set(["owner", "credential_manager"]);

const UNSEEN = { first_seen: null, last_seen: null, count: 0 } as const;

/** Returns who and what manages or uses an identity; those who can act as it come first. */
export function actorEdgesOf(facts: NhiFacts, uses: Uses, candidates: readonly Candidate[]): readonly ActorEdge[] {
  const edges = [
    ...candidates.flatMap(personEdge),
    ...ownerEdges(facts),
    ...consentEdges(facts),
    ...workloadEdges(uses),
  ];
  const unique = new Map(edges.map((edge) => [`${edge.id}\n${edge.relation}`, edge]));
  return [...unique.values()]
    .sort(
      (a, b) =>
        Number(b.can_take_over) - Number(a.can_take_over) ||
        byText(a.relation, b.relation) ||
        byText(a.name, b.name) ||
        byText(a.id ?? "", b.id ?? ""),
    )
    .slice(0, MAX_EDGES);
}

function personEdge({ person, relation, since, lastActionAt }: Candidate): readonly ActorEdge[] {
  const word = RELATIONS[relation];
  if (!word) return [];
  return [
    {
      id: person.tuid ?? person.id,
      name: shownName(person),
      kind: "user",
      relation: word,
      can_take_over: TAKES_OVER.has(word) && person.status === "active",
      first_seen: isoOf(since),
      last_seen: isoOf(lastActionAt),
      count: lastActionAt ? 1 : 0,
    },
  ];
}

function ownerEdges({ service, fleet }: NhiFacts): readonly ActorEdge[] {
  if (!service) return [];
  return fleet.directory.ownersOf(service.objectId).flatMap(({ ownerId }): readonly ActorEdge[] => {
    const owner = fleet.directory.findService(ownerId);
    const name = safeText(owner?.displayName ?? ownerId, 120);
    return owner ? [{ id: ownerId, name, kind: "nhi", relation: "manages", can_take_over: true, ...UNSEEN }] : [];
  });
}

function consentEdges({ service, fleet }: NhiFacts): readonly ActorEdge[] {
  if (!service) return [];
  return fleet.directory.grantsTo(service.objectId).flatMap(({ principalId }): readonly ActorEdge[] => {
    if (principalId === null) return [];
    const person = personOf(principalId, fleet);
    const id = person.tuid ?? person.id;
    return [{ id, name: shownName(person), kind: "user", relation: "consented", can_take_over: false, ...UNSEEN }];
  });
}

function workloadEdges(uses: Uses): readonly ActorEdge[] {
  return workloadCallers(uses).map(({ key, label, count, firstDay, lastDay }) => ({
    id: safeText(key, 200),
    name: safeText(label.slice(label.indexOf(":") + 1), 120),
    kind: "workload",
    relation: key.startsWith("federated:") ? "federates_to" : "runs_as",
    can_take_over: true,
    first_seen: isoOfDay(firstDay),
    last_seen: isoOfDay(lastDay),
    count,
  }));
}
