import type { LogTable } from "../../model/rows/log-row.ts";
import type { Label } from "./label.ts";

/** A labeled row, and whether any threat event refers to it. */
export interface Judged {
  readonly table: LogTable;
  readonly rowId: string;
  readonly label: Label;
  readonly flagged: boolean;
}

export interface Missed {
  readonly label: string;
  readonly table: LogTable;
  readonly row_id: string;
}

/** How many rows of a label are flagged. */
export interface LabelScore {
  readonly label: string;
  readonly rows: number;
  readonly flagged: number;
  readonly share: number;
}

/** How often a technique was found: a threat event refers to any row of the recording. */
export interface TechniqueScore {
  readonly technique: string;
  readonly recordings: number;
  readonly found: number;
  readonly recall: number;
}

export interface Score {
  /** Share of the rows that expect an alert, or else of the recordings, that was found; null if there are none. */
  readonly recall: number | null;
  readonly benign_flagged: number | null;
  readonly expected: number;
  readonly benign: number;
  readonly missed: readonly Missed[];
  readonly benign_flagged_rows: readonly Missed[];
  readonly labels: readonly LabelScore[];
  readonly techniques: readonly TechniqueScore[];
}

/** The techniques of each recording, by its name. */
export type Recordings = ReadonlyMap<string, readonly string[]>;

export function scoreRows(rows: readonly Judged[], recordings: Recordings): Score {
  const expected = rows.filter(({ label }) => label.kind === "expected");
  const benign = rows.filter(({ label }) => label.kind === "benign");
  const labels = scoreLabels(rows.filter(({ label }) => label.kind === "named"));
  const recorded = labels.filter(({ label }) => recordings.has(label));
  const missed = expected.filter(({ flagged }) => !flagged);
  const flaggedBenign = benign.filter(({ flagged }) => flagged);
  const found =
    expected.length > 0
      ? shareOf(expected.length - missed.length, expected.length)
      : shareOf(recorded.filter(({ flagged }) => flagged > 0).length, recorded.length);
  return {
    recall: found,
    benign_flagged: shareOf(flaggedBenign.length, benign.length),
    expected: expected.length,
    benign: benign.length,
    missed: missed.map(toMissed),
    benign_flagged_rows: flaggedBenign.map(toMissed),
    labels,
    techniques: scoreTechniques(recorded, recordings),
  };
}

const toMissed = ({ table, rowId, label }: Judged): Missed => ({ label: label.text, table, row_id: rowId });

const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : round(part / whole));

const round = (share: number): number => Math.round(share * 10_000) / 10_000;

function scoreLabels(rows: readonly Judged[]): readonly LabelScore[] {
  const counts = new Map<string, { rows: number; flagged: number }>();
  for (const { label, flagged } of rows) {
    const count = counts.get(label.text) ?? { rows: 0, flagged: 0 };
    counts.set(label.text, count);
    count.rows++;
    if (flagged) count.flagged++;
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, count]) => ({ label, ...count, share: round(count.flagged / count.rows) }));
}

function scoreTechniques(recorded: readonly LabelScore[], recordings: Recordings): readonly TechniqueScore[] {
  const counts = new Map<string, { recordings: number; found: number }>();
  for (const { label, flagged } of recorded) {
    for (const technique of recordings.get(label) ?? []) {
      const count = counts.get(technique) ?? { recordings: 0, found: 0 };
      counts.set(technique, count);
      count.recordings++;
      if (flagged > 0) count.found++;
    }
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([technique, count]) => ({ technique, ...count, recall: round(count.found / count.recordings) }));
}
