import { toAmount, toCount } from "../../model/text/amount.ts";
import type { CaseRow, CaseSummary } from "../../store/cases/evaluation.ts";
import { type Terminal, writeLines } from "../command.ts";
import type { Evaluation } from "./evaluate-rows.ts";
import type { LabeledFolder } from "./read-folder.ts";
import type { Missed, Score } from "./score.ts";

/** The result of an evaluation, as `--json` prints it. */
export interface Report extends Score {
  readonly rows: number;
  readonly duplicates: number;
  readonly rejected: Evaluation["rejected"];
  /** Number of lines that are not rows; `unreadable` lists the first of them. */
  readonly unreadable_lines: number;
  readonly unreadable: LabeledFolder["unreadableLines"];
  readonly skipped_files: LabeledFolder["skipped"];
  readonly rows_per_s: number;
  readonly threats: number;
  /** Digest of the set of events, independent of the order and duplication of their rows. */
  readonly threats_digest: string;
  readonly detectors: readonly { readonly detector: string; readonly events: number }[];
  readonly cases: readonly {
    readonly case_id: string;
    readonly user: string | null;
    readonly threat_type: string;
    readonly threat_brief: string;
    readonly events: number;
    readonly tables: readonly string[];
    /** The rows that are evidence of all its events, shown or only counted. */
    readonly rows: readonly { readonly table: string; readonly row_id: string }[];
  }[];
}

export const toCases = (
  cases: readonly CaseSummary[],
  rows: ReadonlyMap<string, readonly CaseRow[]>,
): Report["cases"] =>
  cases.map(({ caseId, user, threatType, threatBrief, events, tables }) => ({
    case_id: caseId,
    user,
    threat_type: threatType,
    threat_brief: threatBrief,
    events,
    tables,
    rows: (rows.get(caseId) ?? []).map(({ table, rowId }) => ({ table, row_id: rowId })),
  }));

const SHOWN = 50;

export function printReport({ out }: Pick<Terminal, "out">, report: Report): void {
  writeLines(out, headline(report));
  printRows(out, "Missed", report.missed);
  printRows(out, "Benign, but flagged", report.benign_flagged_rows);
  printList(
    out,
    "Labels",
    report.labels.map(
      ({ label, rows, flagged, share }) =>
        `${label}: ${toCount(flagged)} of ${toAmount(rows, "row")} (${percent(share)})`,
    ),
  );
  printList(
    out,
    "Techniques",
    report.techniques.map(
      ({ technique, recordings, found, recall }) =>
        `${technique}: found in ${toCount(found)} of ${toAmount(recordings, "recording")} (${percent(recall)})`,
    ),
  );
  printList(
    out,
    "Cases",
    report.cases.map(
      (made) =>
        `${made.case_id} ${made.user ?? "(no person)"} ${made.threat_type}, ${toAmount(made.events, "event")}, ` +
        `${toAmount(made.tables.length, "table")}: ${made.tables.join(", ")}`,
    ),
  );
  printList(
    out,
    "Rejected",
    report.rejected.map(({ table, rowId, error }) => `${table} ${rowId}: ${error}`),
  );
  printList(
    out,
    "Unreadable lines",
    report.unreadable.map(({ file, line, reason }) => `${file} line ${line} ${reason}`),
  );
  printList(
    out,
    "Skipped files",
    report.skipped_files.map(({ file, reason }) => `${file} ${reason}`),
  );
}

function headline(report: Report): string {
  const { recall, expected, benign_flagged: flagged, benign, threats, cases, rows } = report;
  const found = recall === null ? "no row is labeled as expected" : percent(recall);
  return [
    `Recall          ${found}${expected > 0 ? ` of ${toAmount(expected, "row")}` : ""}`,
    `Benign flagged  ${flagged === null ? "no row is labeled as benign" : `${percent(flagged)} of ${toAmount(benign, "row")}`}`,
    `Threats         ${toCount(threats)}`,
    `Cases           ${toCount(cases.length)}`,
    `Rows            ${toCount(rows)} (${toAmount(report.duplicates, "copy")}, ${toCount(report.rejected.length)} rejected, ` +
      `${toAmount(report.unreadable_lines, "unreadable line")})`,
    `Rows per s      ${toCount(report.rows_per_s)}`,
  ].join("\n");
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

function printRows(out: Terminal["out"], title: string, rows: readonly Missed[]): void {
  printList(
    out,
    title,
    rows.map(({ label, table, row_id }) => `${label}: ${table} ${row_id}`),
  );
}

function printList(out: Terminal["out"], title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const hidden = lines.length - SHOWN;
  const more = hidden > 0 ? [`… and ${toCount(hidden)} more`] : [];
  for (const line of ["", title, ...[...lines.slice(0, SHOWN), ...more].map((text) => `  ${text}`)]) out(line);
}
