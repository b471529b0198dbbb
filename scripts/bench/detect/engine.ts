import { compileRules } from "../../../src/analysis/detect/sigma/compile-rules.ts";
import type { Engine } from "../../../src/analysis/detect/sigma/match/engine.ts";
import type { LogRow } from "../../../src/model/rows/log-row.ts";
import { type Contender, measureInRounds } from "./rounds.ts";
import { syntheticLines } from "./synthetic-rows.ts";
import { syntheticRules } from "./synthetic-rules.ts";

export interface EngineResult {
  /** Parsing and 300 rules against parsing alone. */
  readonly overParse: number;
  /** Parsing and 3,000 rules against parsing and 300. */
  readonly tenfold: number;
}

/** Measures the cost of rules relative to parsing, and of ten times as many rules. */
export function benchEngine(rounds: number, rows = 10_000): EngineResult {
  const lines = syntheticLines(rows);
  const few = compiled(300);
  const many = compiled(3_000);
  const costs = measureInRounds(
    [parsing(lines), evaluating("300 rules", lines, few), evaluating("3,000 rules", lines, many)],
    rounds,
  );
  const cost = (name: string) => costs.get(name) ?? Number.NaN;
  const bytes = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
  console.log(`rule engine: ${rows} sign-ins of ${Math.round(bytes)} bytes, ${rounds} rounds, CPU time on one core`);
  for (const [name, micros] of costs) {
    console.log(
      `  ${name.padEnd(24)} ${micros.toFixed(2).padStart(7)} us/row  ${thousands(1_000_000 / micros)} rows/s`,
    );
  }
  return {
    overParse: cost("parse + 300 rules") / cost("parse"),
    tenfold: cost("parse + 3,000 rules") / cost("parse + 300 rules"),
  };
}

const thousands = (value: number): string => Math.round(value).toLocaleString("en").padStart(9);

function compiled(count: number): Engine {
  const { engine, refused } = compileRules(syntheticRules(count));
  if (refused.length > 0) throw new Error(`a generated rule is refused: ${refused[0]?.reason}`);
  return engine;
}

function parsing(lines: readonly string[]): Contender {
  return {
    name: "parse",
    run: () => {
      for (const line of lines) JSON.parse(line);
      return lines.length;
    },
  };
}

function evaluating(what: string, lines: readonly string[], engine: Engine): Contender {
  return {
    name: `parse + ${what}`,
    run: () => {
      for (const line of lines) engine.matches(rowOf(line));
      return lines.length;
    },
  };
}

function rowOf(line: string): LogRow {
  const fields = JSON.parse(line) as Record<string, unknown>;
  return { table: "SigninLogs", rowId: "row", contentKey: "content", at: 0, late: false, fields, text: line };
}
