import type { PersonaWorkstreams } from "../../model/persona.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import { toAmount } from "../../model/text/amount.ts";
import { type ActivityProfile, usesOf, type ValueUse } from "./activity-profile.ts";
import { countDays, WORDS } from "./day-window.ts";
import { nameOf } from "./identity.ts";
import { numberAt } from "./number-at.ts";
import { daysOfObserved } from "./observed-days.ts";
import { steppedCount } from "./peer-tokens.ts";
import type { OrganizationFacts, PersonaFacts } from "./persona-facts.ts";
import { MIN_DAYS, type Resource, type ResourceUse } from "./resource-use.ts";
import { listOf, shortListOf } from "./sentences.ts";

/** A resource of the user, with its weight among the user's resources. */
interface Used {
  readonly resource: Resource;
  readonly use: ValueUse;
  readonly weight: number;
}

const MAX_ITEMS = 6;
/** Resources of one user that are compared with each other, the heaviest ones. */
const MAX_RESOURCES = 24;
/** Two resources belong together when the same users work on them, by weighted Jaccard similarity. */
const MIN_OVERLAP = 0.3;
const MAX_SYSTEMS = 8;

/** Lists the resources that show what the user works on, the heaviest first. */
export function sharedResourcesOf(profile: ActivityProfile, organization: OrganizationFacts): readonly Used[] {
  const { index, resources } = organization;
  const uses = [...usesOf(profile, "resource", index), ...usesOf(profile, "application", index)];
  return uses
    .filter(({ days }) => days >= MIN_DAYS)
    .flatMap((use) => {
      const resource = resources.find(use.value);
      return resource ? [{ resource, use, weight: Math.log1p(use.days) * rarityOf(resource, resources) }] : [];
    })
    .sort(byWeight);
}

/** A resource of few users weighs more. */
const rarityOf = (resource: Resource, { userCount }: ResourceUse): number =>
  Math.max(0.1, Math.log(steppedCount(userCount) / resource.users.length));

export function buildWorkstreams(facts: PersonaFacts, organization: OrganizationFacts): PersonaWorkstreams {
  const used = sharedResourcesOf(facts.profile, organization).slice(0, MAX_RESOURCES);
  const streams = componentsOf(used).slice(0, MAX_ITEMS);
  const items = streams.map((stream) => ({
    name: mainOf(stream)?.name ?? "",
    description: describe(stream, facts.profile, organization),
    systems: systemsOf(stream).slice(0, MAX_SYSTEMS),
    collaborators: collaboratorsOf(stream, facts.person.tuid, organization),
  }));
  const names = items.map(({ name }) => name);
  const summary =
    items.length === 0
      ? "No work on resources that only a part of the organization uses."
      : `${toAmount(items.length, "workstream")}: ${shortListOf(names, MAX_NAMED)}.`;
  return { summary, items };
}

const MAX_NAMED = 3;

/** Whether a resource is a place where work is kept; of an application only its use is known. */
const isPlace = ({ resource }: Used): boolean => resource.system !== resource.name;

/** Returns the heaviest resource; a place where work is kept describes the work better than an application. */
const mainOf = (stream: readonly Used[]): Resource | undefined => (stream.find(isPlace) ?? stream[0])?.resource;

const byWeight = (a: Used, b: Used): number => b.weight - a.weight || (a.resource.key < b.resource.key ? -1 : 1);

/** Groups resources that the same users work on; the groups and their members are in the order of weight. */
function componentsOf(used: readonly Used[]): readonly (readonly Used[])[] {
  const left = new Set(used);
  const groups: (readonly Used[])[] = [];
  for (const start of used) {
    if (left.has(start)) groups.push([...takeConnected(start, left)].sort(byWeight));
  }
  const total = (group: readonly Used[]) => group.reduce((sum, { weight }) => sum + weight, 0);
  const keyOf = (group: readonly Used[]) => group[0]?.resource.key ?? "";
  return groups.sort((a, b) => total(b) - total(a) || (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Removes a resource and everything connected with it from those that are left, and returns them. */
function takeConnected(start: Used, left: Set<Used>): readonly Used[] {
  left.delete(start);
  const taken = [start];
  for (const member of taken) {
    for (const other of [...left]) {
      if (overlapOf(member.resource, other.resource) < MIN_OVERLAP) continue;
      left.delete(other);
      taken.push(other);
    }
  }
  return taken;
}

/** Returns the weighted Jaccard similarity of the users of two resources, from 0 to 1. */
function overlapOf(left: Resource, right: Resource): number {
  let [shared, i, j] = [0, 0, 0];
  while (i < left.users.length && j < right.users.length) {
    const [a, b] = [numberAt(left.users, i), numberAt(right.users, j)];
    if (a === b) shared += Math.min(numberAt(left.days, i), numberAt(right.days, j));
    if (a <= b) i += 1;
    if (b <= a) j += 1;
  }
  const all = sumOf(left.days) + sumOf(right.days) - shared;
  return all === 0 ? 0 : shared / all;
}

const sumOf = (numbers: Int32Array): number => numbers.reduce((sum, one) => sum + one, 0);

/** Tables whose rows show work in places, and the use of applications. */
export const WORK_TABLES: readonly LogTable[] = ["OfficeActivity", "CloudAppEvents", "AzureActivity"];
const USE_TABLES: readonly LogTable[] = ["SigninLogs", "AADNonInteractiveUserSignInLogs", "CloudAppEvents"];

function describe(stream: readonly Used[], profile: ActivityProfile, organization: OrganizationFacts): string {
  const words = new Int32Array(WORDS);
  for (const { use } of stream) {
    for (let word = 0; word < WORDS; word++) {
      words[word] = (words[word] ?? 0) | (profile.dayWords[use.offset + word] ?? 0);
    }
  }
  const places = systemsOf(stream.filter(isPlace)).slice(0, MAX_NAMED);
  const applications = systemsOf(stream.filter((used) => !isPlace(used))).slice(0, MAX_NAMED);
  const did = [
    ...(places.length > 0 ? [`worked in ${listOf(places)}`] : []),
    ...(applications.length > 0 ? [`used ${listOf(applications)}`] : []),
  ].join(" and ");
  const acts = actsIn(places, usesOf(profile, "operation", organization.index));
  const mostly = acts.length === 0 ? "" : `; operations in ${listOf(places)} are mostly ${listOf(acts)}`;
  const tables = [...(places.length > 0 ? WORK_TABLES : []), ...(applications.length > 0 ? USE_TABLES : [])];
  return `${capitalized(did)} on ${daysOfObserved(countDays(words, 0), tables, organization)}${mostly}.`;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const systemsOf = (stream: readonly Used[]): readonly string[] => [
  ...new Set(stream.map(({ resource }) => resource.system)),
];

/** The classes of operations as a reader calls them. */
const ACTS: ReadonlyMap<string, string> = new Map([
  ["read", "reading"],
  ["write", "editing"],
  ["delete", "deleting"],
  ["admin", "administration"],
  ["secret", "handling secrets"],
  ["export", "downloading"],
  ["execute", "running actions"],
]);

const MAX_ACTS = 2;

/** The names of operations in each system, with their class; the names of cloud operations are paths. */
const OPERATIONS: ReadonlyMap<string, RegExp> = new Map([
  ["SharePoint", /^[a-z]+:(?:file|folder|page|list|site|sharing|sync)[a-z]*$/i],
  ["Microsoft Teams", /^[a-z]+:(?:team|channel|chat|message|meeting)[a-z]*$/i],
  ["Microsoft Azure", /^[a-z]+:microsoft\./i],
]);

/** Returns the two most frequent classes of operations in these systems. */
function actsIn(systems: readonly string[], operations: readonly ValueUse[]): readonly string[] {
  const patterns = systems.flatMap((system) => OPERATIONS.get(system) ?? []);
  const counts = new Map<string, number>();
  for (const { key, count } of operations) {
    if (!patterns.some((pattern) => pattern.test(key))) continue;
    const act = ACTS.get(key.slice(0, key.indexOf(":")));
    if (act !== undefined) counts.set(act, (counts.get(act) ?? 0) + count);
  }
  return [...counts]
    .filter(([, count]) => count > 0)
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
    .slice(0, MAX_ACTS)
    .map(([act]) => act);
}

const MAX_COLLABORATORS = 5;
/** Resources of more users do not show who works together. */
const MAX_TEAM = 50;
const MIN_SHARED_DAYS = 5;
const MIN_SHARED_RESOURCES = 2;

/** Returns the names of those who work most on the same resources. */
function collaboratorsOf(
  stream: readonly Used[],
  tuid: string,
  { resources, members }: OrganizationFacts,
): readonly string[] {
  const shared = new Map<string, { score: number; days: number; resources: number }>();
  for (const { resource, use } of stream) {
    if (resource.users.length > MAX_TEAM) continue;
    const rarity = rarityOf(resource, resources);
    resource.users.forEach((user, position) => {
      const id = resources.ids[user] ?? "";
      if (id === tuid) return;
      const own = shared.get(id) ?? { score: 0, days: 0, resources: 0 };
      const days = Math.min(use.days, resource.days[position] ?? 0);
      shared.set(id, { score: own.score + days * rarity, days: own.days + days, resources: own.resources + 1 });
    });
  }
  return [...shared]
    .filter(([, { days, resources }]) => days >= MIN_SHARED_DAYS || resources >= MIN_SHARED_RESOURCES)
    .sort(([a, left], [b, right]) => right.score - left.score || (a < b ? -1 : 1))
    .flatMap(([id]) => {
      const member = members.get(id);
      return member ? [nameOf(member.person)] : [];
    })
    .slice(0, MAX_COLLABORATORS);
}
