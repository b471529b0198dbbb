import type { StewardRelation } from "../../model/identity/nhi-words.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { byText, dayOfDate, isoOf, type NhiFacts, objectIdOf } from "./facts.ts";
import { type AccountStatus, type Person, personOf, personOfKey, shownName } from "./people.ts";

/** A person and the relation that makes them a candidate. */
export interface Candidate {
  readonly person: Person;
  readonly relation: StewardRelation;
  readonly score: number;
  readonly since: Date | null;
  readonly lastActionAt: Date | null;
  readonly evidence: string;
}

const WEIGHTS: Readonly<Record<StewardRelation, number>> = {
  declared_owner: 10,
  sponsor: 9,
  app_owner: 8,
  sp_owner: 7,
  resource_owner: 6,
  creator: 5,
  credential_manager: 4,
  manager_of_former_owner: 1,
};
export const FACTORS: Readonly<Record<AccountStatus, number>> = {
  active: 1,
  unknown: 0.8,
  guest: 0.3,
  disabled: 0,
  deleted: 0,
};
const MIN_SCORE = 4;
const MAX_STEWARDS = 10;
const MANAGER_DAYS = 180;
export const OWNING: ReadonlySet<StewardRelation> = new Set([
  "declared_owner",
  "sponsor",
  "app_owner",
  "sp_owner",
  "resource_owner",
]);

/** Returns everybody who could be responsible, the best candidate first. */
export function candidatesOf(facts: NhiFacts): readonly Candidate[] {
  const found = [...ownerCandidates(facts), ...resourceCandidates(facts), ...changeCandidates(facts)];
  const formerOwners = found.filter(({ person, relation }) => OWNING.has(relation) && FACTORS[person.status] === 0);
  const managers = formerOwners.flatMap(({ person }) => {
    const manager = facts.fleet.directory.managerOf(person.id);
    return manager
      ? [
          candidate(
            facts,
            personOf(manager.objectId, facts.fleet),
            "manager_of_former_owner",
            `manager of ${shownName(person)}`,
          ),
        ]
      : [];
  });
  const best = new Map<string, Candidate>();
  for (const each of [...found, ...managers]) {
    const known = best.get(each.person.id);
    if (
      !known ||
      each.score > known.score ||
      (each.score === known.score && WEIGHTS[each.relation] > WEIGHTS[known.relation])
    ) {
      best.set(each.person.id, each);
    }
  }
  return [...best.values()].sort(
    (a, b) => b.score - a.score || WEIGHTS[b.relation] - WEIGHTS[a.relation] || byText(a.person.id, b.person.id),
  );
}

function candidate(facts: NhiFacts, person: Person, relation: StewardRelation, evidence: string): Candidate {
  const actions = facts.changes.filter(({ by, byName }) => personOfKey(by, byName, facts.fleet)?.id === person.id);
  const added = facts.changes.find(
    ({ change, objectId }) => change === "owner_added" && objectId?.toLowerCase() === person.id,
  );
  return {
    person,
    relation,
    score: WEIGHTS[relation] * FACTORS[person.status],
    since: added?.at ?? null,
    lastActionAt: actions.at(-1)?.at ?? null,
    evidence,
  };
}

function ownerCandidates(facts: NhiFacts): readonly Candidate[] {
  const { fleet, service } = facts;
  const objectId = objectIdOf(facts);
  if (objectId === null) return [];
  const owners = fleet.directory.ownersOf(objectId).flatMap(({ ownerId, relation, evidence }) => {
    if (relation === "group_owner" || isService(facts, ownerId)) return [];
    return [candidate(facts, personOf(ownerId, fleet), relation, `${evidence.kind}/${evidence.objectId}`)];
  });
  const sponsors = (service?.sponsorIds ?? []).map((id) =>
    candidate(facts, personOf(id, fleet), "sponsor", `service-principals/${objectId}`),
  );
  const declared = facts.user?.managerId
    ? [candidate(facts, personOf(facts.user.managerId, fleet), "declared_owner", `users/${objectId}`)]
    : [];
  return [...owners, ...sponsors, ...declared];
}

const isService = ({ fleet }: NhiFacts, objectId: string): boolean =>
  fleet.directory.findService(objectId) !== undefined;

function resourceCandidates(facts: NhiFacts): readonly Candidate[] {
  const { service, fleet } = facts;
  const resource = service?.resourceId ? fleet.directory.findResource(service.resourceId) : undefined;
  const owner = resource?.owner ? fleet.directory.findUserByUpn(resource.owner) : undefined;
  if (!resource || !owner) return [];
  return [candidate(facts, personOf(owner.objectId, fleet), "resource_owner", `azure-resources/${resource.objectId}`)];
}

function changeCandidates(facts: NhiFacts): readonly Candidate[] {
  const { changes, fleet, day } = facts;
  const rowOf = (row: { readonly table: string; readonly contentKey: string }) => `${row.table} ${row.contentKey}`;
  const created = changes.find(({ change }) => change === "identity_created");
  const creator = created ? personOfKey(created.by, created.byName, fleet) : null;
  const managers = new Map<string, { person: Person; count: number; evidence: string }>();
  for (const { change, by, byName, at, row } of changes) {
    if (!change.startsWith("credential_") || dayOfDate(at) < day - MANAGER_DAYS) continue;
    const person = personOfKey(by, byName, fleet);
    if (!person) continue;
    const known = managers.get(person.id);
    managers.set(person.id, { person, count: (known?.count ?? 0) + 1, evidence: known?.evidence ?? rowOf(row) });
  }
  const [manager] = [...managers.values()].sort((a, b) => b.count - a.count || byText(a.person.id, b.person.id));
  return [
    ...(creator && created ? [candidate(facts, creator, "creator", rowOf(created.row))] : []),
    ...(manager ? [candidate(facts, manager.person, "credential_manager", manager.evidence)] : []),
  ];
}

/** Returns the person responsible, if one is likely enough. */
export const stewardOf = (candidates: readonly Candidate[]): Candidate | undefined =>
  candidates.find(({ score }) => score >= MIN_SCORE);

export const creatorOf = (facts: NhiFacts): Person | null => {
  const created = facts.changes.find(({ change }) => change === "identity_created");
  return created ? personOfKey(created.by, created.byName, facts.fleet) : null;
};

export const renderStewards = (candidates: readonly Candidate[]) =>
  candidates.slice(0, MAX_STEWARDS).map(({ person, relation, score, since, lastActionAt, evidence }) => ({
    upn: person.upn,
    display_name: person.name,
    tuid: person.tuid,
    relation,
    status: person.status,
    score: Number(score.toFixed(2)),
    since: isoOf(since),
    last_action_at: isoOf(lastActionAt),
    evidence: safeText(evidence, 200),
  }));

export function actorName(facts: NhiFacts, by: string | null, byName: string | null): string | null {
  const person = personOfKey(by, byName, facts.fleet);
  if (person) return shownName(person);
  const text = byName ?? by;
  return text === null ? null : safeText(text, 200);
}
