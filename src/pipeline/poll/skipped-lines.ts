import type { PulledPage } from "../../connectors/connector.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { Reject } from "./store-pulled-page.ts";

/** A line that was not understood, or a file that was not read, which has no line. Fit to be shown. */
export interface SkippedLine {
  /** A file, or a page of the poll and what it is of. */
  readonly place: string;
  readonly line: number | null;
  readonly reason: string;
}

/** A file of nothing but bad lines must not fill the log. */
const MAX_SKIPPED_LINES = 20;
const REASON_LENGTH = 300;

/** What a poll brought in vain so far, with that of its next page. */
export function addSkipped(
  before: readonly SkippedLine[],
  { file, skipped = [] }: PulledPage,
  { rejected, page }: { readonly rejected: readonly Reject[]; readonly page: number },
): readonly SkippedLine[] {
  const where = (place: string): string => (file ? place : `page ${page} of ${place}`);
  const fresh = [
    ...rejected
      .slice(0, Math.max(0, MAX_SKIPPED_LINES - before.length))
      .map((reject) => ({ ...reject, place: where(reject.place) })),
    ...skipped.map((one) => ({ ...one, line: null })),
  ];
  return [
    ...before,
    ...fresh.map(({ place, line, reason }) => ({
      place: safeText(place),
      line,
      reason: safeText(reason, REASON_LENGTH),
    })),
  ];
}

/** Where it is, and why it was left out. */
export function describeSkipped({ place, line, reason }: SkippedLine): string {
  return `${place}${line === null ? "" : ` line ${line}`} ${reason}`;
}

/** How much was not understood, and the first of it. */
export function rejectedNote(rejected: number, skipped: readonly SkippedLine[]): readonly string[] {
  const first = skipped.find(({ line }) => line !== null);
  if (!first) return [];
  const said =
    rejected === 1 ? "1 row or object was not understood" : `${rejected} rows or objects were not understood`;
  return [`${said}${rejected === 1 ? "" : ", the first"}: ${describeSkipped(first)}`];
}
