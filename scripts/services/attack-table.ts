import { existsSync, readFileSync } from "node:fs";
import type { AttackReport } from "../../test/attacks/support/attack-test.ts";

/** Returns the measurements of a run's attacks as a table; undefined if there are none. */
export function readAttackTable(path: string): string | undefined {
  if (!existsSync(path)) return undefined;
  const reports = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as AttackReport); // written by the attack tests
  const rows = reports.map(cellsOf);
  const widths = HEADINGS.map((heading, at) => Math.max(heading.length, ...rows.map((row) => (row[at] ?? "").length)));
  return [HEADINGS, widths.map((width) => "-".repeat(width)), ...rows]
    .map((row) =>
      row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
    )
    .join("\n");
}

const HEADINGS = [
  "attack",
  "database",
  "calm p99",
  "p50",
  "p99",
  "max ms",
  "refused",
  "peak MB",
  "growth MB",
  "stolen",
  "recovered",
];

function cellsOf(report: AttackReport): readonly string[] {
  return [
    report.attack,
    report.engine,
    String(report.calmP99),
    String(report.p50),
    String(report.p99),
    String(report.max),
    `${report.refused}/${report.requests}`,
    String(report.peakMb),
    String(report.growthMb),
    `${Math.round(report.stolen * 100)}%`,
    report.recovered ? "yes" : "NO",
  ];
}
