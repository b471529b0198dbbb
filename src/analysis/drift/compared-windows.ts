import { type ActivityHistory, eventsIn, type Positions, positionsIn, presentDaysIn } from "./activity-history.ts";
import { type DaySpan, type DriftWindow, spansAt } from "./drift-windows.ts";

const MIN_EVENTS = 30;
/** First uses need fewer events: a share of few must be larger. */
const MIN_EVENTS_OF_FIRST_USES = 15;
const MIN_REFERENCE_EVENTS = 90;
const MIN_REFERENCE_DAYS = 10;
/** A window with fewer than this share of the usual days is an absence: the days around it differ from others. */
const MIN_PRESENCE = 0.6;

/** The current and the reference window of a subject, as days and as positions of its active days. */
export interface ComparedWindows {
  readonly window: DriftWindow;
  readonly day: number;
  readonly currentSpan: DaySpan;
  readonly referenceSpan: DaySpan;
  readonly current: Positions;
  readonly reference: Positions;
}

/** Returns the windows that end at a day, or undefined if the subject has too little activity to compare them. */
export function comparedWindows(
  history: ActivityHistory,
  window: DriftWindow,
  day: number,
): ComparedWindows | undefined {
  const windows = windowsAt(history, window, day);
  return windows && isEnough(history, window, windows.current, [windows.reference]) ? windows : undefined;
}

/** Returns the windows that end at a day, however little the subject did in them; undefined if its history is short. */
export function windowsAt(history: ActivityHistory, window: DriftWindow, day: number): ComparedWindows | undefined {
  if (day - history.firstDay < window.minHistoryDays) return undefined;
  const { current: currentSpan, reference: referenceSpan } = spansAt(window, day, history.firstDay);
  const current = positionsIn(history, currentSpan);
  const reference = positionsIn(history, referenceSpan);
  return { window, day, currentSpan, referenceSpan, current, reference };
}

const sumOver = (spans: readonly Positions[], amountIn: (span: Positions) => number): number =>
  spans.reduce((sum, span) => sum + amountIn(span), 0);

/** Returns whether there is enough activity on both sides of a comparison. */
function isEnough(
  history: ActivityHistory,
  window: DriftWindow,
  current: Positions,
  references: readonly Positions[],
  minEvents = MIN_EVENTS,
): boolean {
  return (
    current.to - current.from >= window.minActiveDays &&
    sumOver(references, ({ from, to }) => to - from) >= MIN_REFERENCE_DAYS &&
    eventsIn(history, current) >= minEvents &&
    sumOver(references, (span) => eventsIn(history, span)) >= MIN_REFERENCE_EVENTS
  );
}

/** Returns whether there is enough activity to compare a share of first uses. */
export const isEnoughForFirstUses = (
  history: ActivityHistory,
  { window, current, reference }: ComparedWindows,
): boolean => isEnough(history, window, current, [reference], MIN_EVENTS_OF_FIRST_USES);

/** Days of a subject that are compared with others of its days. */
export interface Comparison {
  readonly current: Positions;
  readonly references: readonly Positions[];
}

const WEEK = 7;

/**
 * Returns comparisons of the days before the current window with each other: every span of the window's length, a week
 * apart, with the days around it. They show how much a subject varies before there are enough earlier windows.
 */
export function innerComparisons(history: ActivityHistory, windows: ComparedWindows): readonly Comparison[] {
  const { window, currentSpan } = windows;
  const from = Math.max(history.firstDay, currentSpan.from - window.days - window.referenceDays);
  const found: Comparison[] = [];
  if (currentSpan.from - from < 2 * window.days) return found;
  for (let start = currentSpan.from - window.days; start >= from; start -= WEEK) {
    const spans = [
      { from, to: start },
      { from: start + window.days, to: currentSpan.from },
    ];
    const current = positionsIn(history, { from: start, to: start + window.days });
    const references = spans.map((span) => positionsIn(history, span));
    const others = sumOver(references, (span) => presentDaysIn(history, span));
    const isPresent =
      presentDaysIn(history, current) / window.days >=
      (MIN_PRESENCE * others) / (currentSpan.from - from - window.days);
    if (isPresent && isEnough(history, window, current, references)) found.push({ current, references });
  }
  return found;
}

/** Returns whether the subject was mostly absent in one of the windows, such as on vacation or before its first day of work. */
export function isAbsence(
  history: ActivityHistory,
  { current, currentSpan, reference, referenceSpan }: ComparedWindows,
): boolean {
  if (presentDaysIn(history, reference) < MIN_REFERENCE_DAYS) return true;
  const presence = (positions: Positions, { from, to }: DaySpan): number =>
    presentDaysIn(history, positions) / (to - from);
  return presence(current, currentSpan) < MIN_PRESENCE * presence(reference, referenceSpan);
}
