import { toCount } from "../../model/text/amount.ts";
import type { Terminal } from "../command.ts";

/** The result of one file. */
export interface FileTotals {
  readonly file: string;
  lines: number;
  accepted: number;
  duplicates: number;
  removed: number;
  conflicts: number;
  rejected: number;
  error: string | null;
  readonly badLines: { readonly line: number; readonly error: string }[];
}

/** The result of one batch of a file. */
export interface StoredBatch extends Partial<Pick<FileTotals, "accepted" | "duplicates" | "removed" | "conflicts">> {
  readonly badLines: readonly { readonly line: number; readonly error: string }[];
}

export interface IngestTotals {
  readonly files: readonly FileTotals[];
  readonly isOk: boolean;
  /** Whether every file so far could be read. */
  readonly isReadable: boolean;
  open(file: string): FileTotals;
  add(file: FileTotals, lines: number, stored: StoredBatch): void;
  fail(file: FileTotals, error: string): void;
}

/** Printed if no line of any file was valid. */
export const NOTHING_STORED = "Nothing was stored: every line was rejected.";

const BAD_LINES_KEPT = 100;
const COUNTS = ["lines", "accepted", "duplicates", "removed", "conflicts", "rejected"] as const;

export function newTotals(): IngestTotals {
  const files: FileTotals[] = [];
  return {
    files,
    get isOk() {
      return files.every(({ rejected, error }) => rejected === 0 && error === null);
    },
    get isReadable() {
      return files.every(({ error }) => error === null);
    },
    open: (file) => {
      const zero = { lines: 0, accepted: 0, duplicates: 0, removed: 0, conflicts: 0, rejected: 0 };
      const totals: FileTotals = { file, ...zero, error: null, badLines: [] };
      files.push(totals);
      return totals;
    },
    add: (file, lines, { badLines, accepted = 0, duplicates = 0, removed = 0, conflicts = 0 }) => {
      file.lines += lines;
      file.accepted += accepted;
      file.duplicates += duplicates;
      file.removed += removed;
      file.conflicts += conflicts;
      file.rejected += badLines.length;
      file.badLines.push(...badLines.slice(0, BAD_LINES_KEPT - file.badLines.length));
    },
    fail: (file, error) => {
      file.error = error;
    },
  };
}

/** Returns the report as `--json` prints it. */
export function summaryOf({ files, isOk }: IngestTotals) {
  const sums = COUNTS.map((count) => [count, files.reduce((sum, file) => sum + file[count], 0)]);
  return {
    ok: isOk,
    ...(Object.fromEntries(sums) as Record<(typeof COUNTS)[number], number>),
    files: files.map(({ badLines, ...file }) => ({ ...file, bad_lines: badLines })),
  };
}

/** Prints the report as text. */
export function printTotals(terminal: Terminal, totals: IngestTotals): void {
  for (const { file, badLines, rejected, error } of totals.files) {
    if (error) terminal.note(`${file}: ${error}`);
    for (const bad of badLines) terminal.note(`${file}: line ${bad.line} ${bad.error}`);
    const hidden = rejected - badLines.length;
    if (hidden > 0) terminal.note(`${file}: … and ${toCount(hidden)} more`);
  }
  const { accepted, duplicates, removed, conflicts, rejected } = summaryOf(totals);
  const counted = Object.entries({
    accepted,
    "known already": duplicates,
    removed,
    "under an id of another row": conflicts,
    rejected,
  }).filter(([name, count]) => count > 0 || name === "accepted");
  terminal.note(counted.map(([name, count]) => `${toCount(count)} ${name}`).join(", "));
  if (rejected > 0 && accepted + duplicates + removed === 0) terminal.note(NOTHING_STORED);
}
