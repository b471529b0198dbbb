import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompileOptions, compileRules } from "../../src/analysis/detect/sigma/compile-rules.ts";
import type { RuleSource } from "../../src/analysis/detect/sigma/parse/read-documents.ts";
import { exampleRow } from "../../src/analysis/detect/sigma/rule-examples.ts";
import type { Fields } from "../../src/model/fields.ts";
import type { LogRow, LogTable } from "../../src/model/rows/log-row.ts";
import { SHIPPED_RULES } from "../../src/pipeline/rules/rules-folder.ts";

const MAPPINGS_FOLDER = join(SHIPPED_RULES, "mappings");

/** The shipped mappings of log sources. */
export const SHIPPED_MAPPINGS: readonly RuleSource[] = readdirSync(MAPPINGS_FOLDER).map((name) => ({
  path: `mappings/${name}`,
  text: readFileSync(join(MAPPINGS_FOLDER, name), "utf8"),
}));

/** A rule over sign-ins with the given `detection`, written as YAML with an indent of two. */
export function ruleText(detection: string, more = ""): string {
  return `title: A rule\nlogsource: { product: azure, service: signinlogs }\n${more}detection:\n${detection}\n`;
}

/** A rule with one selection. */
export const selecting = (selection: string): string =>
  ruleText(`  selection:\n    ${selection.trim().replaceAll("\n", "\n    ")}\n  condition: selection`);

export const rowOf = (fields: Fields, table: LogTable = "SigninLogs", id = "row"): LogRow =>
  exampleRow(table, fields, id);

/** Compiles one rule; a refusal is an error with its reason. */
export function compileOne(text: string, options: CompileOptions = {}) {
  const compiled = compileRules([...SHIPPED_MAPPINGS, { path: "a-rule.yml", text }], options);
  if (compiled.refused.length > 0) throw new Error(compiled.refused[0]?.reason);
  return compiled;
}

/** Whether a rule matches a row; both ways of evaluation must agree. */
export function isMatch(
  text: string,
  fields: Fields,
  table: LogTable = "SigninLogs",
  options?: CompileOptions,
): boolean {
  const { engine } = compileOne(text, options);
  const row = rowOf(fields, table);
  const found = engine.matches(row).length > 0;
  if (found !== engine.matchesFull(row).length > 0) throw new Error("the two ways of evaluation differ");
  return found;
}

/** Returns why a rule is refused. */
export function refusalOf(text: string, options: CompileOptions = {}): string {
  const { refused } = compileRules([...SHIPPED_MAPPINGS, { path: "a-rule.yml", text }], options);
  return refused.map(({ reason }) => reason).join("\n");
}
