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

/** Returns the holdings that are new or changed. */
export function updateHoldings(update: HoldingsUpdate): readonly Holding[] {
  const open = new Map(
    update.stored.filter(({ removedAt }) => removedAt === null).map((one) => [nameOf(one), one] as const),
  );
  const listed = new Map(update.listed.map((one) => [nameOf(one), one] as const));
  const begun = [...listed.values()].filter((one) => !open.has(nameOf(one))).map((one) => begin(update, one));
  const ended = [...open.values()].filter((one) => !listed.has(nameOf(one))).map((one) => end(update, one));
  const gone = new Set(ended.map(nameOf));
  const dated = update.stored.filter((one) => !gone.has(nameOf(one))).flatMap((one) => date(update, one) ?? []);
  const explained = [...update.stored, ...begun, ...ended, ...dated];
  return [...begun, ...ended, ...dated, ...brief(update, explained)];
}

/** Returns a stored holding with the times that rows reported since; undefined if there is nothing new. */
function date({ changes }: HoldingsUpdate, held: Holding): Holding | undefined {
  const { addedBy, removedBy, label } = held.attributes;
  const names = namesOf(held.key, label);
  const isOwn = ({ at }: DirectoryChange): boolean => held.removedAt === null || at <= held.removedAt;
  const added =
    addedBy === null
      ? changes.findLast((one) => ADDED[one.change] === held.kind && isAbout(one, names) && isOwn(one))
      : undefined;
  const removed =
    removedBy === null && held.removedAt !== null
      ? changes.findLast(
          (one) => REMOVED[one.change] === held.kind && isAbout(one, names) && one.at >= (held.grantedAt ?? one.at),
        )
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

/** Returns the ids and the name by which audit rows may refer to a holding, in lower case. */
const namesOf = (key: string, label: string): readonly string[] => [
  label.toLowerCase(),
  ...key.toLowerCase().split(SEPARATORS),
];

const isAbout = ({ objectId, objectName }: DirectoryChange, names: readonly string[]): boolean =>
  [objectId, objectName].some((name) => name !== null && names.includes(name.toLowerCase()));

function begin({ changes, isFirst, now }: HoldingsUpdate, listed: ListedHolding): Holding {
  const names = namesOf(listed.key, listed.attributes.label);
  const added = changes.findLast((one) => ADDED[one.change] === listed.kind && isAbout(one, names));
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

function end({ changes, now }: HoldingsUpdate, held: Holding): Holding {
  const names = namesOf(held.key, held.attributes.label);
  const removed = changes.findLast((one) => REMOVED[one.change] === held.kind && isAbout(one, names));
  return {
    ...held,
    removedAt: removed?.at ?? now,
    attributes: { ...held.attributes, removedBy: removed?.row ?? null },
  };
}

/** Returns what audit rows report as added and removed again, and what no listing contained. */
function brief({ changes, now }: HoldingsUpdate, known: readonly Holding[]): readonly Holding[] {
  const rows = new Set(
    known.flatMap(({ attributes: { addedBy, removedBy } }) =>
      [addedBy, removedBy].flatMap((row) => (row ? [`${row.table}/${row.contentKey}`] : [])),
    ),
  );
  return changes.flatMap((added, index): readonly Holding[] => {
    const kind = ADDED[added.change];
    const name = (added.objectId ?? added.objectName)?.toLowerCase();
    if (!kind || !name || rows.has(`${added.row.table}/${added.row.contentKey}`)) return [];
    const removed = changes
      .slice(index + 1)
      .find((one) => REMOVED[one.change] === kind && (one.objectId ?? one.objectName)?.toLowerCase() === name);
    if (!removed) return [];
    return [
      {
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
      },
    ];
  });
}

/** Returns how privileged a role is that the directory need not list any more. */
function classOfRole({
  change,
  objectId,
  objectName,
}: DirectoryChange): Pick<HoldingAttributes, "tier" | "isPrivileged"> {
  const name = objectName ?? objectId ?? "";
  if (change === "role_added") {
    const { tier } = findDirectoryRole(objectId ?? name) ?? classifyDirectoryRoleName(name);
    return { tier, isPrivileged: tier < 2 };
  }
  if (change !== "azure_role_added") return { tier: null, isPrivileged: false };
  const { tier } = findAzureRole(objectId ?? name) ?? classifyAzureRoleName(name);
  return { tier, isPrivileged: tier < 2 };
}
