import { appendTo } from "../../model/append-to.ts";
import { largest } from "../../model/extremes.ts";
import type { DirectoryChange } from "../../model/identity/activity.ts";
import type { Holding, HoldingAttributes, HoldingKind } from "../../model/identity/holding.ts";
import {
  classifyAzureRoleName,
  classifyDirectoryRoleName,
  findAzureRole,
  findDirectoryRole,
} from "../access/tiers/tiers.ts";

/** Something that the directory lists now. */
export interface ListedHolding {
  readonly kind: HoldingKind;
  readonly key: string;
  readonly grantedAt: Date | null;
  readonly attributes: Omit<HoldingAttributes, "addedBy" | "removedBy">;
}

type ChangeName = DirectoryChange["change"];

/** The changes that add and remove each kind of holding. */
const ADDED: Readonly<Partial<Record<ChangeName, HoldingKind>>> = {
  role_added: "entitlement",
  group_member_added: "entitlement",
  app_role_added: "entitlement",
  grant_added: "entitlement",
  azure_role_added: "entitlement",
  owner_added: "owner",
  credential_added: "credential",
};
const REMOVED: Readonly<Partial<Record<ChangeName, HoldingKind>>> = {
  role_removed: "entitlement",
  group_member_removed: "entitlement",
  app_role_removed: "entitlement",
  grant_removed: "entitlement",
  azure_role_removed: "entitlement",
  owner_removed: "owner",
  credential_removed: "credential",
};
export interface HoldingsUpdate {
  /** What was stored about the identity. */
  readonly stored: readonly Holding[];
  readonly listed: readonly ListedHolding[];
  /** Changes of the identity that audit rows report, in the order of time. */
  readonly changes: readonly DirectoryChange[];
  /** Whether objects of this kind were never listed before. */
  readonly isFirst: (listed: ListedHolding) => boolean;
  readonly now: Date;
}

/** An update with its changes, in the order of time, found by what they are about. */
interface IndexedUpdate extends HoldingsUpdate {
  readonly lastAbout: LastChange;
}

/** Returns the holdings that are new or changed, each once. */
export function updateHoldings(given: HoldingsUpdate): readonly Holding[] {
  const update: IndexedUpdate = { ...given, lastAbout: indexChanges(given.changes) };
  const open = new Map(
    update.stored.filter(({ removedAt }) => removedAt === null).map((one) => [nameOf(one), one] as const),
  );
  const listed = new Map(update.listed.map((one) => [nameOf(one), one] as const));
  const begun = [...listed.values()].filter((one) => !open.has(nameOf(one))).map((one) => begin(update, one));
  const ended = [...open.values()].filter((one) => !listed.has(nameOf(one))).map((one) => end(update, one));
  const gone = new Set(ended.map(nameOf));
  const dated = update.stored.filter((one) => !gone.has(nameOf(one))).flatMap((one) => date(update, one) ?? []);
  const explained = [...update.stored, ...begun, ...ended, ...dated];
  const rows = rowsOf(explained);
  return unique([...begun, ...ended, ...dated, ...brief(update, rows), ...onlyRemoved(update, explained, rows)]);
}

/** Several rows may report the same change at the same time; a holding that begins once is stored once. */
function unique(holdings: readonly Holding[]): readonly Holding[] {
  const kept = new Map<string, Holding>();
  for (const holding of holdings) {
    const name = `${nameOf(holding)}/${holding.firstSeen.getTime()}`;
    if (!kept.has(name)) kept.set(name, holding);
  }
  return [...kept.values()];
}

/** Returns the last change about one of these names that fits. */
type LastChange = (names: readonly string[], fits: (change: DirectoryChange) => boolean) => DirectoryChange | undefined;

function indexChanges(changes: readonly DirectoryChange[]): LastChange {
  const places = new Map<string, number[]>();
  for (const [place, { objectId, objectName }] of changes.entries()) {
    const names = new Set([objectId, objectName].flatMap((name) => name?.toLowerCase() ?? []));
    for (const name of names) appendTo(places, name, place);
  }
  return (names, fits) => {
    const isFit = (place: number): boolean => {
      const change = changes[place];
      return change !== undefined && fits(change);
    };
    const last = largest(names.flatMap((name) => places.get(name)?.findLast(isFit) ?? []));
    return last === null ? undefined : changes[last];
  };
}

/** Returns a stored holding with the times that rows reported since; undefined if there is nothing new. */
function date({ lastAbout }: IndexedUpdate, held: Holding): Holding | undefined {
  const { addedBy, removedBy, label } = held.attributes;
  const names = namesOf(held.key, label);
  const isOwn = ({ at }: DirectoryChange): boolean => held.removedAt === null || at <= held.removedAt;
  const added = addedBy === null ? lastAbout(names, (one) => ADDED[one.change] === held.kind && isOwn(one)) : undefined;
  const removed =
    removedBy === null && held.removedAt !== null
      ? lastAbout(names, (one) => REMOVED[one.change] === held.kind && one.at >= (held.grantedAt ?? one.at))
      : undefined;
  if (!added && !removed) return undefined;
  return {
    ...held,
    grantedAt: added?.at ?? held.grantedAt,
    removedAt: removed?.at ?? held.removedAt,
    attributes: { ...held.attributes, addedBy: added?.row ?? addedBy, removedBy: removed?.row ?? removedBy },
  };
}

const nameOf = ({ kind, key }: Pick<Holding, "kind" | "key">): string => `${kind}/${key}`;

const SEPARATORS = /[:/@]/;

/** Parts of keys that are words and not ids: a group may well have the name `group`. */
const WORDS: ReadonlySet<string> = new Set([
  "",
  ...["role", "group", "app", "permission", "azure", "scope", "consent", "owner", "all_users", "one_user"],
  ...Object.keys(ADDED),
]);

/** Returns the ids and the name by which audit rows may refer to a holding, in lower case. */
const namesOf = (key: string, label: string): readonly string[] => [
  label.toLowerCase(),
  ...key
    .toLowerCase()
    .split(SEPARATORS)
    .filter((part) => !WORDS.has(part)),
];

function begin({ lastAbout, isFirst, now }: IndexedUpdate, listed: ListedHolding): Holding {
  const names = namesOf(listed.key, listed.attributes.label);
  const added = lastAbout(names, (one) => ADDED[one.change] === listed.kind);
  return {
    kind: listed.kind,
    key: listed.key,
    firstSeen: now,
    isInitial: isFirst(listed),
    grantedAt: added?.at ?? listed.grantedAt,
    removedAt: null,
    lastSeen: now,
    attributes: { ...listed.attributes, addedBy: added?.row ?? null, removedBy: null },
  };
}

function end({ lastAbout, now }: IndexedUpdate, held: Holding): Holding {
  const names = namesOf(held.key, held.attributes.label);
  const removed = lastAbout(names, (one) => REMOVED[one.change] === held.kind);
  return {
    ...held,
    removedAt: removed?.at ?? now,
    attributes: { ...held.attributes, removedBy: removed?.row ?? null },
  };
}

const rowName = ({ table, contentKey }: DirectoryChange["row"]): string => `${table}/${contentKey}`;

/** Returns the rows that holdings are known by. */
const rowsOf = (holdings: readonly Holding[]): ReadonlySet<string> =>
  new Set(
    holdings.flatMap(({ attributes: { addedBy, removedBy } }) =>
      [addedBy, removedBy].flatMap((row) => (row ? [rowName(row)] : [])),
    ),
  );

const objectOf = ({ objectId, objectName }: DirectoryChange): string | undefined =>
  (objectId ?? objectName)?.toLowerCase();

/** Returns what audit rows report as removed, without an addition before: it was held until then. */
function onlyRemoved(
  { changes, now }: HoldingsUpdate,
  known: readonly Holding[],
  rows: ReadonlySet<string>,
): readonly Holding[] {
  const keys = new Map<string, string>(
    known.flatMap(({ kind, key, attributes: { label } }) =>
      namesOf(key, label).map((name) => [`${kind}/${name}`, key] as const),
    ),
  );
  const seen = new Set<string>();
  return changes.flatMap((change): readonly Holding[] => {
    const name = objectOf(change);
    const kind = ADDED[change.change] ?? REMOVED[change.change];
    const place = `${kind}/${name}`;
    // Several rows may report one removal.
    if (!name || !kind || seen.has(place)) return [];
    seen.add(place);
    if (!REMOVED[change.change] || rows.has(rowName(change.row))) return [];
    // What is held again now has the same key, so that it was neither added nor removed.
    const brief = toBrief(kind, name, change, change, now);
    const key = keys.get(place) ?? brief.key;
    return [{ ...brief, key, isInitial: true, grantedAt: null, attributes: { ...brief.attributes, addedBy: null } }];
  });
}

/** Returns what audit rows report as added and removed again, and what no listing contained. */
function brief({ changes, now }: HoldingsUpdate, rows: ReadonlySet<string>): readonly Holding[] {
  const nextRemoval = new Map<string, DirectoryChange>();
  const found: Holding[] = [];
  for (const change of changes.toReversed()) {
    const name = objectOf(change);
    if (!name) continue;
    const removedKind = REMOVED[change.change];
    if (removedKind) nextRemoval.set(`${removedKind}/${name}`, change);
    const kind = ADDED[change.change];
    const removed = kind && nextRemoval.get(`${kind}/${name}`);
    if (!kind || !removed || rows.has(rowName(change.row))) continue;
    found.push(toBrief(kind, name, change, removed, now));
  }
  return found.reverse();
}

const toBrief = (
  kind: HoldingKind,
  name: string,
  added: DirectoryChange,
  removed: DirectoryChange,
  now: Date,
): Holding => ({
  kind,
  key: `${added.change}:${name}`,
  firstSeen: added.at,
  isInitial: false,
  grantedAt: added.at,
  removedAt: removed.at,
  lastSeen: now,
  attributes: {
    label: added.objectName ?? name,
    ...classOfRole(added),
    type: null,
    object: null,
    addedBy: added.row,
    removedBy: removed.row,
  },
});

/** Returns how privileged a role is that the directory need not list any more. */
function classOfRole({
  change,
  objectId,
  objectName,
}: DirectoryChange): Pick<HoldingAttributes, "tier" | "isPrivileged"> {
  const name = objectName ?? objectId ?? "";
  if (change === "role_added" || change === "role_removed") {
    const { tier } = findDirectoryRole(objectId ?? name) ?? classifyDirectoryRoleName(name);
    return { tier, isPrivileged: tier < 2 };
  }
  if (change !== "azure_role_added" && change !== "azure_role_removed") return { tier: null, isPrivileged: false };
  const { tier } = findAzureRole(objectId ?? name) ?? classifyAzureRoleName(name);
  return { tier, isPrivileged: tier < 2 };
}
