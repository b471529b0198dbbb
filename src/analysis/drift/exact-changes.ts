import { smallest } from "../../model/extremes.ts";
import type { RowRef } from "../../model/identity/activity.ts";
import { type Holding, type HoldingKind, heldSince, SERVICE_OWNER } from "../../model/identity/holding.ts";
import { toAmount } from "../../model/text/amount.ts";
import { safeText } from "../../model/text/safe-text.ts";
import { largestItems, rounded } from "./change-items.ts";
import type { ExactComputator } from "./computators.ts";
import type { ChangeItem, ChangeWindow, DriftChange } from "./drift-change.ts";
import type { DriftSubject } from "./drift-subject.ts";
import { DRIFT_WINDOWS, type DriftWindow } from "./drift-windows.ts";
import { named, toSummary } from "./summaries.ts";

const DAY_MS = 86_400_000;
/** The weight of an entitlement by its tier. */
const WEIGHTS = [10, 3, 1];
const MIN_DISTANCE = 0.2;
/** No entitlement at all. */
const NO_TIER = 3;
/** What an identity gets in its first days is what it starts with, not a change. */
const ONBOARDING_MS = 7 * DAY_MS;

/** What an identity held at the start and at the end of a window, and what changed between. */
interface HeldChange {
  readonly before: readonly Holding[];
  readonly after: readonly Holding[];
  readonly added: readonly Holding[];
  readonly removed: readonly Holding[];
}

/** What is known about a subject whose holdings are compared. */
export interface HeldFacts {
  readonly holdings: readonly Holding[];
  /** The first day with activity of the organization; null without any. */
  readonly observedFrom: number | null;
  /** When the directory created the identity; null if it does not contain that. */
  readonly createdAt: Date | null;
  readonly countIn: (from: number, to: number) => Pick<ChangeWindow, "activeDays" | "events">;
}

/** Returns the changes of what a subject holds, for every window that ends at a day. */
export function exactChanges(
  subject: DriftSubject,
  { holdings: recorded, observedFrom, createdAt, countIn }: HeldFacts,
  day: number,
): readonly DriftChange[] {
  const holdings = recorded
    .flatMap((holding) => asObserved(holding, observedFrom))
    .flatMap((holding) => asStarted(holding, createdAt));
  return DRIFT_WINDOWS.flatMap((window) => {
    const from = day - window.days;
    const held = (kind: HoldingKind): HeldChange =>
      heldChange(
        holdings.filter((one) => one.kind === kind),
        from * DAY_MS,
        day * DAY_MS,
      );
    const found = [
      entitlementChange(held("entitlement"), window),
      privilegeChange(held("entitlement"), held("reach"), window),
      ...(subject.kind === "nhi"
        ? [credentialChange(held("credential"), window), ownerChange(held("owner"), window)]
        : []),
    ];
    const spans = {
      current: { from, to: day, ...countIn(from, day) },
      reference: { from: from - window.referenceDays, to: from, ...countIn(from - window.referenceDays, from) },
    };
    return found.flatMap((change) =>
      change
        ? [
            {
              ...change,
              ...spans,
              subject: subject.id,
              kind: subject.kind,
              period: window.period,
              day,
              significance: null,
              isRising: false,
              isShort: false,
            },
          ]
        : [],
    );
  });
}

/**
 * Returns a holding with only the times that were observed: the history that a directory has of the time before the
 * first activity is no change. Without activity a first listing dates nothing.
 */
function asObserved(holding: Holding, observedFrom: number | null): readonly Holding[] {
  const from = observedFrom === null ? Number.NEGATIVE_INFINITY : observedFrom * DAY_MS;
  if (holding.removedAt !== null && holding.removedAt.getTime() < from) return [];
  const isDated = observedFrom === null ? !holding.isInitial : (heldSince(holding)?.getTime() ?? from) >= from;
  return [isDated ? holding : undated(holding)];
}

const undated = (holding: Holding): Holding => ({ ...holding, grantedAt: null, isInitial: true });

/** Returns a holding as the identity has it after its first days: somebody new did not change from no access to some. */
function asStarted(holding: Holding, createdAt: Date | null): readonly Holding[] {
  const since = heldSince(holding)?.getTime();
  const from = createdAt === null ? undefined : Math.floor(createdAt.getTime() / DAY_MS) * DAY_MS;
  // The account may be older than what the directory has of its creation, such as one that was restored.
  if (from === undefined || since === undefined || since < from || since >= from + ONBOARDING_MS) return [holding];
  return holding.removedAt !== null && holding.removedAt.getTime() < from + ONBOARDING_MS ? [] : [undated(holding)];
}

type ExactChange = Pick<
  DriftChange,
  "computator" | "measure" | "value" | "threshold" | "direction" | "items" | "summary" | "reachesControlPlane"
> & { readonly computator: ExactComputator };

const isHeldAt = (holding: Holding, at: number): boolean =>
  (heldSince(holding)?.getTime() ?? Number.NEGATIVE_INFINITY) < at &&
  (holding.removedAt === null || holding.removedAt.getTime() >= at);

function heldChange(holdings: readonly Holding[], from: number, to: number): HeldChange {
  const isIn = (at: Date | null): boolean => at !== null && at.getTime() >= from && at.getTime() < to;
  const before = holdings.filter((one) => isHeldAt(one, from));
  const after = holdings.filter((one) => isHeldAt(one, to));
  const had = new Set(before.map(({ key }) => key));
  const has = new Set(after.map(({ key }) => key));
  return {
    before,
    after,
    added: unique(holdings.filter((one) => isIn(heldSince(one)) && !had.has(one.key))),
    removed: unique(holdings.filter((one) => isIn(one.removedAt) && had.has(one.key) && !has.has(one.key))),
  };
}

const unique = (holdings: readonly Holding[]): readonly Holding[] => [
  ...new Map(holdings.map((one) => [one.key, one])).values(),
];

const weightOf = ({ attributes: { tier } }: Holding): number => WEIGHTS[tier ?? 2] ?? 1;
const weigh = (holdings: readonly Holding[]): number => holdings.reduce((sum, one) => sum + weightOf(one), 0);

function entitlementChange(
  { before, after, added, removed }: HeldChange,
  window: DriftWindow,
): ExactChange | undefined {
  // What began to be held without anything before is a new identity, not a change of one.
  if (before.length === 0 && removed.length === 0) return undefined;
  const has = new Set(after.map(({ key }) => key));
  const both = weigh(unique(before).filter(({ key }) => has.has(key)));
  const either = weigh(unique([...before, ...after]));
  const distance = either === 0 ? 0 : 1 - both / either;
  const isPrivileged = [...added, ...removed].some(({ attributes }) => attributes.isPrivileged);
  if (added.length + removed.length === 0 || (distance < MIN_DISTANCE && !isPrivileged)) return undefined;
  const items = itemsOf(added, removed, has);
  return {
    computator: "entitlement_set",
    measure: "weighted_jaccard",
    value: rounded(distance),
    threshold: MIN_DISTANCE,
    direction: directionOf(added, removed),
    items,
    summary: setSummary("entitlement", window, added, removed),
    reachesControlPlane: false,
  };
}

const directionOf = (added: readonly Holding[], removed: readonly Holding[]): DriftChange["direction"] => {
  if (added.length > 0 && removed.length > 0) return "shift";
  return added.length > 0 ? "added" : "removed";
};

const wereOf = ({ length }: readonly Holding[]): string => (length === 1 ? "was" : "were");

function setSummary(
  noun: string,
  { days }: DriftWindow,
  added: readonly Holding[],
  removed: readonly Holding[],
): string {
  const listOf = (holdings: readonly Holding[]): string =>
    named(byWeight(holdings).map(({ attributes }) => attributes));
  const parts = [
    ...(added.length > 0 ? [`${toAmount(added.length, noun)} ${wereOf(added)} added: ${listOf(added)}`] : []),
    ...(removed.length > 0 ? [`${toAmount(removed.length, noun)} ${wereOf(removed)} removed: ${listOf(removed)}`] : []),
  ];
  return toSummary(`In the last ${days} days ${parts.join("; ")}.`);
}

const byWeight = (holdings: readonly Holding[]): readonly Holding[] =>
  holdings.toSorted((left, right) => weightOf(right) - weightOf(left) || (left.key < right.key ? -1 : 1));

function itemsOf(
  added: readonly Holding[],
  removed: readonly Holding[],
  has: ReadonlySet<string>,
): readonly ChangeItem[] {
  const whole = weigh([...added, ...removed]) || 1;
  const toItem = (holding: Holding, status: "new" | "gone"): ChangeItem => ({
    key: safeText(`${holding.kind}:${holding.key}`, 256),
    label: safeText(holding.attributes.label, 200),
    status,
    before: status === "new" ? 0 : 1,
    after: has.has(holding.key) ? 1 : 0,
    contribution: rounded(weightOf(holding) / whole),
    tier: holding.attributes.tier,
    isPrivileged: holding.attributes.isPrivileged,
    rows: rowsOf(holding, status),
    object: holding.attributes.object,
  });
  return largestItems([...added.map((one) => toItem(one, "new")), ...removed.map((one) => toItem(one, "gone"))]);
}

function rowsOf({ attributes: { addedBy, removedBy } }: Holding, status: "new" | "gone"): readonly RowRef[] {
  const rows = status === "new" ? [addedBy, removedBy] : [removedBy];
  return rows.filter((row) => row !== null);
}

const tierOf = (holdings: readonly Holding[]): number =>
  smallest(holdings.map(({ attributes }) => attributes.tier ?? NO_TIER)) ?? NO_TIER;

const tierName = (tier: number): string => (tier === NO_TIER ? "none" : `tier${tier}`);

/** What a tier means for a reader. */
const TIER_WORDS = ["control of the tenant (tier0)", "privileged (tier1)", "not privileged (tier2)", "no access"];
const tierWords = (tier: number): string => TIER_WORDS[tier] ?? "no access";

function privilegeChange(held: HeldChange, reach: HeldChange, window: DriftWindow): ExactChange | undefined {
  const [before, after] = [tierOf(held.before), tierOf(held.after)];
  const reachesControlPlane = reach.added.length > 0 && reach.after.length > 0;
  const isStep = after < before && after < 2;
  if (!isStep && !reachesControlPlane) return undefined;
  const causes = isStep ? held.added.filter(({ attributes }) => attributes.tier === after) : reach.added;
  const path = reachesControlPlane ? " The identity can now take over the tenant." : "";
  const step = isStep
    ? `The strongest access rose from ${tierWords(before)} to ${tierWords(after)}`
    : "A path to control of the tenant appeared";
  const cause = causes.length > 0 ? ` by ${named(byWeight(causes).map(({ attributes }) => attributes))}` : "";
  return {
    computator: "privilege_level",
    measure: "tier_step",
    value: before - after,
    threshold: 1,
    direction: "increase",
    items: [
      {
        key: "tier",
        label: "most privileged tier",
        status: "changed",
        before: tierName(before),
        after: tierName(after),
        contribution: 1,
        tier: after === 0 || after === 1 || after === 2 ? after : null,
        isPrivileged: after < 2,
        rows: causes.flatMap((one) => rowsOf(one, "new")).slice(0, 5),
        object: causes[0]?.attributes.object ?? null,
      },
    ],
    summary: toSummary(`${step}${cause} in the last ${window.days} days.${path}`),
    reachesControlPlane,
  };
}

function credentialChange({ before, after, added, removed }: HeldChange, window: DriftWindow): ExactChange | undefined {
  if (added.length === 0) return undefined;
  const isDowngrade =
    added.some(({ attributes }) => attributes.type === "client_secret") &&
    before.length > 0 &&
    before.every(({ attributes }) => attributes.type !== "client_secret");
  const note = isDowngrade ? " It had no secret before." : "";
  return {
    computator: "credential_set",
    measure: "state_change",
    value: added.length,
    threshold: 1,
    direction: directionOf(added, removed),
    items: itemsOf(added, removed, new Set(after.map(({ key }) => key))),
    summary: toSummary(`${setSummary("credential", window, added, removed)}${note}`),
    reachesControlPlane: false,
  };
}

const isPerson = ({ attributes }: Holding): boolean => attributes.type !== SERVICE_OWNER;

/**
 * Reports that none of the owners is left, whether or not others followed. A service that owns another one cannot answer
 * for it: where people are owners, they alone count.
 */
function ownerChange({ before, after, added, removed }: HeldChange, window: DriftWindow): ExactChange | undefined {
  const counts = before.some(isPerson) ? isPerson : () => true;
  const has = new Set(after.map(({ key }) => key));
  const isLost = before.filter(counts).every(({ key }) => !has.has(key));
  if (before.length === 0 || !removed.some(counts) || !isLost) return undefined;
  const followers = added.filter(({ key }) => has.has(key));
  const outcome = after.some(counts) ? "None of the former owners is left." : "The identity has no owner left.";
  return {
    computator: "steward_change",
    measure: "state_change",
    value: removed.length,
    threshold: 1,
    direction: directionOf(followers, removed),
    items: itemsOf(followers, removed, has),
    summary: toSummary(`${setSummary("owner", window, followers, removed)} ${outcome}`),
    reachesControlPlane: false,
  };
}
