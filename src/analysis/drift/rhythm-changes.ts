import { RHYTHMS, type RhythmClass } from "../../model/identity/nhi-words.ts";
import { type Rhythm, rhythmOf } from "../nhi/rhythm.ts";
import { type ActivityHistory, eventsIn, type Positions, positionsIn } from "./activity-history.ts";
import type { ChangeItem, ChangeWindow, DriftChange } from "./drift-change.ts";
import type { DriftSubject } from "./drift-subject.ts";
import { type DaySpan, DRIFT_WINDOWS, type DriftWindow, spansAt } from "./drift-windows.ts";
import { rowsOfDays } from "./evidence-rows.ts";
import { toSummary } from "./summaries.ts";

/** A period that is this much longer or shorter is another one. */
const MIN_PERIOD_CHANGE = 0.25;
const MIN_REFERENCE_DAYS = 60;
/** The longest time without a call, in days, that each rhythm explains: three times what is expected. */
const SILENT_DAYS: Readonly<Partial<Record<RhythmClass, number>>> = {
  fixed_interval: 3,
  scheduled_daily: 3,
  scheduled_weekly: 21,
};

/** A change of the times at which an identity calls. */
export interface RhythmChange {
  readonly change: DriftChange;
  /** The last day with a call, if the identity stopped calling; null otherwise. */
  readonly silentSince: number | null;
}

/** Returns the change of the rhythm of calls: another class or period, or no calls where some are expected. */
export function rhythmChanges(subject: DriftSubject, history: ActivityHistory, day: number): readonly RhythmChange[] {
  if (subject.kind !== "nhi") return [];
  return DRIFT_WINDOWS.filter(({ period }) => period === "7d" || period === "30d").flatMap((window) => {
    const spans = spansAt(window, day, history.firstDay);
    // The rhythm of the reference of a week is that of three months, too: a weekly schedule needs them.
    const referenceSpan = { from: Math.max(history.firstDay, spans.current.from - 90), to: spans.current.from };
    if (referenceSpan.to - referenceSpan.from < MIN_REFERENCE_DAYS) return [];
    const compared = { window, currentSpan: spans.current, referenceSpan };
    const found = positionsIn(history, spans.current);
    const isSilent = found.from === found.to;
    if (isSilent) return silence(subject, history, compared) ?? [];
    return window.period === "30d" ? (otherRhythm(subject, history, compared) ?? []) : [];
  });
}

interface Compared {
  readonly window: DriftWindow;
  readonly currentSpan: DaySpan;
  readonly referenceSpan: DaySpan;
}

/** Returns the rhythm of a span of days, if it was observed long enough. */
function rhythmIn(history: ActivityHistory, span: DaySpan): Rhythm | undefined {
  const { from, to } = positionsIn(history, span);
  const rhythm = rhythmOf(history.activity.slice(from, to), span.to);
  return rhythm.evidence === "observed" ? rhythm : undefined;
}

/** Returns the rhythm of the reference, if its newer half shows the same one. */
function steadyRhythm(history: ActivityHistory, span: DaySpan): Rhythm | undefined {
  const whole = rhythmIn(history, span);
  if (!whole) return undefined;
  const newer = rhythmIn(history, { from: Math.floor((span.from + span.to) / 2), to: span.to });
  return newer?.class === whole.class && !isOtherPeriod(whole, newer) ? whole : undefined;
}

const WEEK = 7;

/** Returns whether a span of the reference, as long as the current window, shows the rhythm: then it is not new. */
function wasEarlier(history: ActivityHistory, { window, referenceSpan }: Compared, rhythm: Rhythm): boolean {
  for (let to = referenceSpan.to; to - window.days >= referenceSpan.from; to -= WEEK) {
    const earlier = rhythmIn(history, { from: to - window.days, to });
    if (earlier?.class === rhythm.class && !isOtherPeriod(earlier, rhythm)) return true;
  }
  return false;
}

/** Returns whether a month is too short to distinguish the rhythms: of a weekly schedule it has four runs, one of them lost. */
const isTooShort = (before: Rhythm, after: Rhythm): boolean =>
  before.class === "scheduled_weekly" && after.class === "sporadic";

/** Rhythms without a schedule, which a share of the calls divides. */
const LOOSE: ReadonlySet<RhythmClass> = new Set(["business_hours", "continuous", "irregular", "sporadic"]);
/** How much that share must change: a rhythm near the limit between two classes changes its class by chance. */
const MIN_SHARE_CHANGE = 0.15;

/** Returns whether the calls changed so little that only the limit between two classes is between them. */
function isNearLimit(before: Rhythm, after: Rhythm): boolean {
  if (!LOOSE.has(before.class) || !LOOSE.has(after.class)) return false;
  const moved = (["business_hours_share", "weekend_share", "entropy"] as const).map((name) =>
    Math.abs(after[name] - before[name]),
  );
  return Math.max(...moved) < MIN_SHARE_CHANGE;
}

function isOtherPeriod({ period_seconds: before }: Rhythm, { period_seconds: after }: Rhythm): boolean {
  return before !== null && after !== null && Math.abs(after - before) >= MIN_PERIOD_CHANGE * before;
}

function silence(subject: DriftSubject, history: ActivityHistory, compared: Compared): RhythmChange | undefined {
  const { currentSpan, referenceSpan } = compared;
  const before = steadyRhythm(history, referenceSpan);
  const limit = before && SILENT_DAYS[before.class];
  if (!before || limit === undefined || currentSpan.to - history.lastDay <= limit) return undefined;
  const last = new Date(history.lastDay * 86_400_000).toISOString().slice(0, 10);
  const items = [classItem(history, positionsIn(history, referenceSpan), before.class, "silent")];
  const summary = `No calls since ${last}; before, the rhythm of calls was: ${phraseOf(before)}.`;
  const change = toChange(subject, history, compared, { items, summary, value: null, direction: "decrease" });
  return { change, silentSince: history.lastDay };
}

function otherRhythm(subject: DriftSubject, history: ActivityHistory, compared: Compared): RhythmChange | undefined {
  const { currentSpan, referenceSpan } = compared;
  const after = rhythmIn(history, currentSpan);
  const before = after && steadyRhythm(history, referenceSpan);
  if (!before || (after.class === before.class && !isOtherPeriod(before, after))) return undefined;
  if (isTooShort(before, after) || isNearLimit(before, after) || wasEarlier(history, compared, after)) return undefined;
  const current = positionsIn(history, currentSpan);
  const items = [
    ...(after.class === before.class ? [] : [classItem(history, current, before.class, after.class)]),
    ...(before.period_seconds === after.period_seconds ? [] : [periodItem(history, current, before, after)]),
  ];
  const { window } = compared;
  const summary = `The rhythm of calls in the last ${window.days} days is: ${phraseOf(after)}; before, it was: ${phraseOf(before)}.`;
  const value =
    before.period_seconds !== null && after.period_seconds !== null
      ? Math.round((after.period_seconds / before.period_seconds) * 100) / 100
      : null;
  return {
    change: toChange(subject, history, compared, { items, summary, value, direction: "shift" }),
    silentSince: null,
  };
}

/** Describes a rhythm: `fixed interval of 60 min, 24 calls per active day`. */
function phraseOf({ class: name, period_seconds: period, calls_per_active_day: calls }: Rhythm): string {
  const interval = period === null ? "" : ` of ${Math.round(period / 6) / 10} min`;
  return `${RHYTHMS[name].toLowerCase()}${interval}, ${Math.round(calls * 10) / 10} calls per active day`;
}

const NO_CLASS: Pick<ChangeItem, "tier" | "isPrivileged" | "object" | "status"> = {
  tier: null,
  isPrivileged: false,
  object: null,
  status: "changed",
};

const classItem = (
  history: ActivityHistory,
  positions: Positions,
  before: RhythmClass,
  after: RhythmClass,
): ChangeItem => ({
  ...NO_CLASS,
  key: "class",
  label: "rhythm of calls",
  before,
  after,
  contribution: 1,
  rows: rowsOfDays(history, positions, ({ events }) => events),
});

const periodItem = (history: ActivityHistory, positions: Positions, before: Rhythm, after: Rhythm): ChangeItem => ({
  ...NO_CLASS,
  key: "period_seconds",
  label: "seconds between calls",
  before: before.period_seconds,
  after: after.period_seconds,
  contribution: null,
  rows: rowsOfDays(history, positions, ({ events }) => events),
});

type RhythmFacts = Pick<DriftChange, "items" | "summary" | "value" | "direction">;

function toChange(
  { id, kind }: DriftSubject,
  history: ActivityHistory,
  { window, currentSpan, referenceSpan }: Compared,
  { summary, ...facts }: RhythmFacts,
): DriftChange {
  return {
    ...facts,
    summary: toSummary(summary),
    subject: id,
    kind,
    computator: "call_rhythm",
    period: window.period,
    day: currentSpan.to,
    measure: "class_change",
    threshold: null,
    significance: null,
    current: windowOf(history, currentSpan),
    reference: windowOf(history, referenceSpan),
    reachesControlPlane: false,
    isRising: false,
    isShort: false,
  };
}

function windowOf(history: ActivityHistory, span: DaySpan): ChangeWindow {
  const positions = positionsIn(history, span);
  return { ...span, activeDays: positions.to - positions.from, events: eventsIn(history, positions) };
}

/** Identities that fall silent within a day of each other are an outage of what reports them, from this many on. */
const MIN_OUTAGE = 3;
const OUTAGE_SHARE = 0.05;

/** Returns the changes without those of an outage; `identities` is the number of those that were compared. */
export function withoutOutages(found: readonly RhythmChange[], identities: number): readonly DriftChange[] {
  const subjectsNear = (day: number): number =>
    new Set(
      found
        .filter(({ silentSince }) => silentSince !== null && Math.abs(silentSince - day) <= 1)
        .map(({ change }) => change.subject),
    ).size;
  const isOutage = (day: number): boolean => subjectsNear(day) >= Math.max(MIN_OUTAGE, OUTAGE_SHARE * identities);
  return found.filter(({ silentSince }) => silentSince === null || !isOutage(silentSince)).map(({ change }) => change);
}
