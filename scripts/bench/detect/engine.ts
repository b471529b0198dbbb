import { compileRules } from "../../../src/analysis/detect/sigma/compile-rules.ts";
import type { Engine } from "../../../src/analysis/detect/sigma/match/engine.ts";
import type { RuleSource } from "../../../src/analysis/detect/sigma/parse/read-documents.ts";
import type { LogRow, LogTable } from "../../../src/model/rows/log-row.ts";
import { readRulesFolder, SHIPPED_RULES } from "../../../src/pipeline/rules/rules-folder.ts";
import { type Contender, measureInRounds } from "./rounds.ts";
import { syntheticLines, syntheticProcessLines } from "./synthetic-rows.ts";
import { syntheticProcessRules, syntheticRules } from "./synthetic-rules.ts";

export interface EngineResult {
  /** Parsing and 300 rules against parsing alone. */
  readonly overParse: number;
  /** Parsing and 3,000 rules against parsing and 300. */
  readonly tenfold: number;
}

/** Rows of one table, and rules about them. */
interface Workload {
  readonly name: string;
  readonly table: LogTable;
  readonly linesOf: (rows: number) => readonly string[];
  readonly rulesOf: (count: number) => readonly RuleSource[];
}

const SIGN_INS: Workload = {
  name: "sign-ins",
  table: "SigninLogs",
  linesOf: syntheticLines,
  rulesOf: syntheticRules,
};

const PROCESSES: Workload = {
  name: "rows of the Windows security log, rules of mapped log sources",
  table: "SecurityEvent",
  linesOf: syntheticProcessLines,
  rulesOf: syntheticProcessRules,
};

/** Measures both kinds of rules: those of a table, and those whose log source is mapped to one. */
export async function benchEngines(
  rounds: number,
): Promise<{ readonly own: EngineResult; readonly mapped: EngineResult }> {
  const { sources } = await readRulesFolder(SHIPPED_RULES);
  const mappings = sources.filter(({ path }) => path.startsWith("mappings/"));
  return { own: benchEngine(SIGN_INS, mappings, rounds), mapped: benchEngine(PROCESSES, mappings, rounds) };
}

/** Measures the cost of rules relative to parsing, and of ten times as many rules. */
function benchEngine(workload: Workload, mappings: readonly RuleSource[], rounds: number, rows = 10_000): EngineResult {
  const { name: rowName, table } = workload;
  const lines = workload.linesOf(rows);
  const few = compiled([...mappings, ...workload.rulesOf(300)]);
  const many = compiled([...mappings, ...workload.rulesOf(3_000)]);
  const costs = measureInRounds(
    [parsing(lines), evaluating("300 rules", table, lines, few), evaluating("3,000 rules", table, lines, many)],
    rounds,
  );
  const cost = (name: string) => costs.get(name) ?? Number.NaN;
  const bytes = lines.reduce((sum, line) => sum + line.length, 0) / lines.length;
  console.log(`rule engine: ${rows} ${rowName}, of ${Math.round(bytes)} bytes, ${rounds} rounds, CPU time on one core`);
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

function compiled(sources: readonly RuleSource[]): Engine {
  const { engine, refused } = compileRules(sources);
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

function evaluating(what: string, table: LogTable, lines: readonly string[], engine: Engine): Contender {
  return {
    name: `parse + ${what}`,
    run: () => {
      for (const line of lines) engine.matches(rowOf(table, line));
      return lines.length;
    },
  };
}

function rowOf(table: LogTable, line: string): LogRow {
  const fields = JSON.parse(line) as Record<string, unknown>;
  return { table, rowId: "row", contentKey: "content", at: 0, late: false, fields, text: line };
}
