import type { DriftSignificance } from "../../model/drift.ts";
import { eventsIn, type Positions } from "./activity-history.ts";
import { eventsPerDay, mixItems, noveltyItems, rounded, volumeItems } from "./change-items.ts";
import type { Survivor } from "./cohort.ts";
import { type ComparedWindows, windowsAt } from "./compared-windows.ts";
import { type MixRule, type NoveltyRule, ruleFor } from "./computators.ts";
import type { ChangeWindow, DriftChange } from "./drift-change.ts";
import { type DaySpan, DRIFT_WINDOWS } from "./drift-windows.ts";
import { type MeasuredSubject, MIN_HISTORY_WINDOWS } from "./measure-subject.ts";
import { mixSeriesOf } from "./mix.ts";
import { noveltyIn } from "./novelty.ts";
import { MAX_P, mixPermutationP, PERMUTATIONS, volumePermutationP } from "./permutation.ts";
import { type ComparedDays, firstUseSummary, mixSummary, noveltySummary, volumeSummary } from "./summaries.ts";

/** What differs between kinds of computators. */
type ChangeFacts = Pick<DriftChange, "direction" | "items" | "summary"> & { readonly p: number | null };

/**
 * Describes a survivor: the items that changed, the rows that show them, and the p-value where days are permuted. Returns
 * undefined if the change is not significant.
 */
export function describeChange(subject: MeasuredSubject, survivor: Survivor): DriftChange | undefined {
  const { history } = subject;
  const window = DRIFT_WINDOWS.find(({ period }) => period === survivor.period);
  const windows = window && windowsAt(history, window, survivor.day);
  const facts = windows && factsOf(subject, survivor, windows);
  if (!facts || (facts.p !== null && facts.p > MAX_P)) return undefined;
  const { p, ...described } = facts;
  const { subject: id, kind, computator, period, day, value, threshold, self } = survivor;
  return {
    ...described,
    subject: id,
    kind,
    computator,
    period,
    day,
    measure: ruleOf(survivor).measure,
    value: rounded(value),
    threshold: rounded(threshold),
    significance: significanceOf(survivor, p),
    current: windowOf(history, windows.currentSpan, windows.current),
    reference: windowOf(history, windows.referenceSpan, windows.reference),
    reachesControlPlane: false,
    isRising: self.isRising,
    isShort: self.windows < MIN_HISTORY_WINDOWS && period !== "180d" && p !== null,
  };
}

function ruleOf(survivor: Survivor) {
  const rule = ruleFor(survivor);
  if (!rule) throw new Error(`${survivor.computator} does not apply to a subject of the kind ${survivor.kind}`);
  return rule;
}

function significanceOf({ self, percentile }: Survivor, p: number | null): DriftSignificance {
  const hasHistory = self.windows > 0;
  return {
    self_z: hasHistory ? rounded(self.z) : null,
    self_max: hasHistory ? rounded(self.max) : null,
    history_windows: self.windows,
    cohort_percentile: rounded(percentile),
    permutation_p: p,
    permutations: p === null ? 0 : PERMUTATIONS,
  };
}

const windowOf = (history: MeasuredSubject["history"], span: DaySpan, positions: Positions): ChangeWindow => ({
  ...span,
  activeDays: positions.to - positions.from,
  events: eventsIn(history, positions),
});

function factsOf(subject: MeasuredSubject, survivor: Survivor, windows: ComparedWindows): ChangeFacts | undefined {
  const rule = ruleOf(survivor);
  if (rule.measure === "first_ever_share") return noveltyFacts(subject, survivor, rule, windows);
  if (rule.measure === "log_ratio") return volumeFacts(subject, survivor, windows);
  return mixFacts(subject, survivor, rule, windows);
}

/** The same subject, computator, window and day always give the same permutations. */
const seedOf = ({ subject, computator, period, day }: Survivor): string => `${subject}|${computator}|${period}|${day}`;

const daysOf = (
  history: MeasuredSubject["history"],
  { currentSpan, referenceSpan }: ComparedWindows,
): ComparedDays => ({
  current: currentSpan.to - currentSpan.from,
  reference: referenceSpan.to - referenceSpan.from,
  before: currentSpan.from - history.firstDay,
});

function noveltyFacts(
  { history, rolloutsOf }: MeasuredSubject,
  { computator, period, self }: Survivor,
  rule: NoveltyRule,
  windows: ComparedWindows,
): ChangeFacts | undefined {
  const novelty = noveltyIn(history, rule, windows.current, rolloutsOf(period));
  if (!novelty || novelty.indexes.length === 0) return undefined;
  const items = noveltyItems(history, novelty, windows);
  const days = daysOf(history, windows);
  const summary =
    self.isNotable && (rule.accepts !== undefined || novelty.share < rule.minShare)
      ? firstUseSummary(computator, days, items)
      : noveltySummary(computator, days, novelty.share, items);
  return { direction: "added", items, summary, p: null };
}

function volumeFacts({ history }: MeasuredSubject, survivor: Survivor, windows: ComparedWindows): ChangeFacts {
  const before = eventsPerDay(history, windows.reference);
  const after = eventsPerDay(history, windows.current);
  return {
    direction: survivor.value > 0 ? "increase" : "decrease",
    items: volumeItems(history, windows),
    summary: volumeSummary(daysOf(history, windows), before, after),
    p: volumePermutationP(history, windows, seedOf(survivor), survivor.value),
  };
}

function mixFacts(
  { history, rolloutsOf, centroid }: MeasuredSubject,
  survivor: Survivor,
  rule: MixRule,
  windows: ComparedWindows,
): ChangeFacts | undefined {
  const mix = mixSeriesOf(history, rule, rolloutsOf(survivor.period), centroid);
  if (!mix) return undefined;
  const items = mixItems(history, rule, mix, windows);
  return {
    direction: "shift",
    items,
    summary: mixSummary(survivor.computator, daysOf(history, windows), items),
    p: mixPermutationP(mix, windows, seedOf(survivor), survivor.value),
  };
}
