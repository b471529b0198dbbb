import { type ActivityHistory, eventsIn, type Positions, positionsIn } from "./activity-history.ts";
import { type DaySpan, type DriftWindow, spansAt } from "./drift-windows.ts";

const MIN_EVENTS = 30;
const MIN_REFERENCE_EVENTS = 90;
const MIN_REFERENCE_DAYS = 10;
/** A window with fewer than this share of the usual active days is an absence. */
const MIN_PRESENCE = 0.4;

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
  if (day - history.firstDay < window.minHistoryDays) return undefined;
  const { current: currentSpan, reference: referenceSpan } = spansAt(window, day, history.firstDay);
  const current = positionsIn(history, currentSpan);
  const reference = positionsIn(history, referenceSpan);
  const isEnough =
    current.to - current.from >= window.minActiveDays &&
    reference.to - reference.from >= MIN_REFERENCE_DAYS &&
    eventsIn(history, current) >= MIN_EVENTS &&
    eventsIn(history, reference) >= MIN_REFERENCE_EVENTS;
  return isEnough ? { window, day, currentSpan, referenceSpan, current, reference } : undefined;
}

const presence = ({ from, to }: Positions, span: DaySpan): number => (to - from) / (span.to - span.from);

/** Returns whether the subject was mostly absent in the current window, such as on vacation. */
export const isAbsence = ({ current, currentSpan, reference, referenceSpan }: ComparedWindows): boolean =>
  presence(current, currentSpan) < MIN_PRESENCE * presence(reference, referenceSpan);
