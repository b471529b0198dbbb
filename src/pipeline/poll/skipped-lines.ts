import type { PulledPage } from "../../connectors/connector.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { Reject } from "./store-pulled-page.ts";

/** A rejected line, or a file that was not read (`line` is null). Its texts are safe to show. */
export interface SkippedLine {
  /** A file name, or the number of the page and the table or kind on it. */
  readonly place: string;
  readonly line: number | null;
  readonly reason: string;
}

/** A file with only bad lines must not fill the log. */
const MAX_SKIPPED_LINES = 20;
const REASON_LENGTH = 300;

/** Adds the rejected lines and unread files of a page to those of the poll. */
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

/** Returns one sentence: where the line or file is, and why it was skipped. */
export function describeSkipped({ place, line, reason }: SkippedLine): string {
  return `${place}${line === null ? "" : ` line ${line}`} ${reason}`;
}

/** Returns a note with the number of rejected lines and the first of them; nothing if there is none. */
export function rejectedNote(rejected: number, skipped: readonly SkippedLine[]): readonly string[] {
  const first = skipped.find(({ line }) => line !== null);
  if (!first) return [];
  const total = rejected === 1 ? "1 row or object was rejected" : `${rejected} rows or objects were rejected`;
  return [`${total}${rejected === 1 ? "" : ", the first"}: ${describeSkipped(first)}`];
}
