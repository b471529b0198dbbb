import type { LogRow, LogTable } from "../../../model/rows/log-row.ts";
import { safeText } from "../../../model/text/safe-text.ts";
import type { CompiledRule } from "./compiled-rule.ts";
import type { Engine } from "./match/engine.ts";

/** An example row on which the rule does not behave as expected. */
export interface FailedExample {
  readonly slug: string;
  readonly path: string;
  readonly expected: "fires" | "silent";
  /** The number of the example, from 1. */
  readonly example: number;
  readonly table: LogTable;
  readonly row: string;
}

/** Tests a rule against its examples in every table it covers; a row with the column `Type` is tested in that table only. */
export function failedExamplesOf(rule: CompiledRule, engine: Engine): readonly FailedExample[] {
  const { path, facts, examples } = rule;
  const check = (expected: "fires" | "silent") =>
    examples[expected].flatMap((fields, at) =>
      exampleTables(rule, fields).flatMap((table) => {
        const row = exampleRow(table, fields, `${facts.slug}-${expected}-${at + 1}`);
        const fired = engine.matches(row).some((matched) => matched.facts.slug === facts.slug);
        if (fired === (expected === "fires")) return [];
        return [{ slug: facts.slug, path, expected, example: at + 1, table, row: safeText(row.text, 300) }];
      }),
    );
  return [...check("fires"), ...check("silent")];
}

/** Returns the tables in which an example of a rule is tested. */
export function exampleTables(
  { tables }: CompiledRule,
  fields: Readonly<Record<string, unknown>>,
): readonly LogTable[] {
  const named = tables.filter((table) => table === fields["Type"]);
  return named.length > 0 ? named : tables;
}

/** Builds a row as it would be stored, from its columns alone. */
export function exampleRow(table: LogTable, fields: Readonly<Record<string, unknown>>, id: string): LogRow {
  const time = Date.parse(String(fields["TimeGenerated"] ?? ""));
  return {
    table,
    rowId: id,
    contentKey: id,
    at: Number.isNaN(time) ? 0 : time,
    late: false,
    fields,
    text: JSON.stringify(fields),
  };
}
