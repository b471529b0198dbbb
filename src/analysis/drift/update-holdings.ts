import type { DirectoryChange } from "../../model/identity/activity.ts";
import type { Holding, HoldingAttributes, HoldingKind } from "../../model/identity/holding.ts";

/** Something that the directory lists now. */
export interface ListedHolding {
  readonly kind: HoldingKind;
  readonly key: string;
  readonly grantedAt: Date | null;
  readonly attributes: Omit<HoldingAttributes, "addedBy" | "removedBy">;
  /** Lower-case ids and names by which audit rows may refer to it. */
  readonly names: readonly string[];
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
/** Roles are privileged whether or not the directory lists them any more. */
const ROLES: ReadonlySet<ChangeName> = new Set([
  "role_added",
  "role_removed",
  "azure_role_added",
  "azure_role_removed",
]);

export interface HoldingsUpdate {
  /** What was stored about the identity. */
  readonly stored: readonly Holding[];
  readonly listed: readonly ListedHolding[];
  /** The kinds that the directory lists; nothing is concluded about others. */
  readonly kinds: ReadonlySet<HoldingKind>;
  /** Changes of the identity that audit rows report, in the order of time. */
  readonly changes: readonly DirectoryChange[];
  /** Kinds that were never listed before. */
  readonly isFirst: (kind: HoldingKind) => boolean;
  readonly now: Date;
}

/** Returns the holdings that are new or changed. */
export function updateHoldings(update: HoldingsUpdate): readonly Holding[] {
  const open = new Map(
    update.stored.filter(({ removedAt }) => removedAt === null).map((one) => [nameOf(one), one] as const),
  );
  const listed = new Map(update.listed.map((one) => [nameOf(one), one] as const));
  const begun = [...listed.values()].filter((one) => !open.has(nameOf(one))).map((one) => begin(update, one));
  const ended = [...open.values()]
    .filter((one) => update.kinds.has(one.kind) && !listed.has(nameOf(one)))
    .map((one) => end(update, one));
  const explained = [...update.stored, ...begun, ...ended];
  return [...begun, ...ended, ...brief(update, explained)];
}

const nameOf = ({ kind, key }: Pick<Holding, "kind" | "key">): string => `${kind}/${key}`;

const isAbout = ({ objectId, objectName }: DirectoryChange, names: readonly string[]): boolean =>
  [objectId, objectName].some((name) => name !== null && names.includes(name.toLowerCase()));

function begin({ changes, isFirst, now }: HoldingsUpdate, listed: ListedHolding): Holding {
  const added = changes.findLast((one) => ADDED[one.change] === listed.kind && isAbout(one, listed.names));
  return {
    kind: listed.kind,
    key: listed.key,
    firstSeen: now,
    isInitial: isFirst(listed.kind),
    grantedAt: added?.at ?? listed.grantedAt,
    removedAt: null,
    lastSeen: now,
    attributes: { ...listed.attributes, addedBy: added?.row ?? null, removedBy: null },
  };
}

function end({ changes, now }: HoldingsUpdate, held: Holding): Holding {
  const names = [held.key.toLowerCase(), held.attributes.label.toLowerCase(), ...held.key.toLowerCase().split(":")];
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
          tier: null,
          isPrivileged: ROLES.has(added.change),
          type: null,
          object: null,
          addedBy: added.row,
          removedBy: removed.row,
        },
      },
    ];
  });
}
