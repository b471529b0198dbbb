import type { CompiledRule, RuleReading } from "../../../analysis/detect/sigma/compiled-rule.ts";
import { describeGaps } from "../../../analysis/detect/sigma/describe-reading.ts";
import { Failure } from "../../../model/failure.ts";
import type { Command, Invocation } from "../../command.ts";
import { RULES_COMMAND } from "../../rules/rules-command.ts";
import { selectRules } from "../../rules/select-rules.ts";

export const command: Command = {
  ...RULES_COMMAND,
  operands: [{ name: "RULE" }, { name: "FOLDER", optional: true }],
  usage: ["RULE [FOLDER | --domain NAME]"],
  examples: ["parapet rules show signin_ropc", "parapet rules show my_rule ./my-rules --json"],
  run: async (invocation) => {
    const [name = "", folder] = invocation.operands;
    const { rules } = await selectRules(invocation, folder);
    const rule = rules.find(({ facts, id }) => facts.slug === name || id === name);
    if (rule === undefined) {
      throw new Failure("invalid_request", `'${name}' is not a rule in use; 'parapet rules list' lists them`);
    }
    return showRule(invocation, rule);
  },
};

/** Prints where a rule reads its fields, for each log source. */
function showRule({ terminal, json }: Invocation, rule: CompiledRule): number {
  const { facts, path, fields } = rule;
  const sources = rule.readings.map((reading) => ({ reading, columns: columnsOf(reading, fields) }));
  if (json) {
    const readings = sources.map(({ reading: { names, unseen, unfiltered }, columns }) => ({
      table: names.table,
      mapping: names.mapping === null ? null : { title: names.mapping.title, path: names.mapping.path },
      fields: Object.fromEntries(columns),
      unseen,
      unfiltered,
    }));
    terminal.data(JSON.stringify({ slug: facts.slug, title: facts.title, path, readings }));
    return 0;
  }
  terminal.out(`${facts.slug}  ${facts.severity}  ${facts.title}  (${path})`);
  for (const { reading, columns } of sources) {
    const { names } = reading;
    terminal.out(`reads ${names.table}${names.mapping === null ? "" : `: ${names.mapping.title}`}`);
    for (const [field, paths] of columns) terminal.out(`  ${field} = ${paths.join(", ") || "(fixed)"}`);
    for (const gap of describeGaps(reading)) terminal.out(`  ${gap}`);
  }
  return 0;
}

/** Returns the columns of each field that the log source has. */
function columnsOf(
  { names }: RuleReading,
  fields: readonly string[],
): readonly (readonly [string, readonly string[]])[] {
  return fields
    .filter((field) => !names.mapping?.isAbsent(field))
    .map((field) => [field, names.mapping?.fieldOf(field)?.paths ?? [field]] as const);
}
