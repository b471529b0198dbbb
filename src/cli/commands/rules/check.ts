import type { CompiledRules } from "../../../analysis/detect/sigma/compile-rules.ts";
import { type CompiledRule, isPartial } from "../../../analysis/detect/sigma/compiled-rule.ts";
import { describeBlindness } from "../../../analysis/detect/sigma/describe-reading.ts";
import {
  type FailedMappingExample,
  failedMappingExamples,
} from "../../../analysis/detect/sigma/mapping/mapping-examples.ts";
import { toAmount, toCount } from "../../../model/text/amount.ts";
import type { Command, Invocation, Terminal } from "../../command.ts";
import { groupByReason } from "../../rules/group-by-reason.ts";
import { RULES_COMMAND } from "../../rules/rules-command.ts";
import { selectRules } from "../../rules/select-rules.ts";

export const command: Command = {
  ...RULES_COMMAND,
  flags: { each: "list every partial or refused rule instead of one line for each reason" },
  usage: ["[FOLDER | --domain NAME] [--each]"],
  examples: ["parapet rules check ./my-rules", "parapet rules check --domain northwind"],
  run: async (invocation) => checkRules(invocation, await selectRules(invocation, invocation.operands[0])),
};

/** Returns what a partial rule cannot see, in one line. */
const blindnessOf = (rule: CompiledRule): string => describeBlindness(rule).join("; ");

/** Prints the refused and the partial rules with their reasons; returns 1 if a rule is refused or a mapping is wrong. */
function checkRules(invocation: Invocation, compiled: CompiledRules): number {
  const partial = compiled.rules.filter(isPartial);
  const broken = compiled.mappings.flatMap(failedMappingExamples);
  if (invocation.json) invocation.terminal.data(JSON.stringify(toJson(compiled, partial, broken)));
  else print(invocation, compiled, partial, broken);
  return compiled.refused.length > 0 || broken.length > 0 ? 1 : 0;
}

function toJson(
  { rules, detectors, mappings, refused, warnings }: CompiledRules,
  partial: readonly CompiledRule[],
  broken: readonly FailedMappingExample[],
) {
  const grouped = <T>(items: readonly T[], reasonOf: (item: T) => string) =>
    groupByReason(items, reasonOf).map(({ reason, items: its }) => ({ reason, rules: its.length }));
  return {
    rules: rules.length,
    loaded: rules.length - partial.length,
    correlations: detectors.length,
    mappings: mappings.length,
    partial: partial.map(({ path, id, facts, readings }) => ({
      path,
      rule_id: id,
      slug: facts.slug,
      readings: readings.map(({ names, unseen, unfiltered }) => ({ table: names.table, unseen, unfiltered })),
    })),
    refused: refused.map(({ path, ruleId, reason }) => ({ path, rule_id: ruleId, reason })),
    reasons: { partial: grouped(partial, blindnessOf), refused: grouped(refused, ({ reason }) => reason) },
    warnings: warnings.map(({ path, ruleId, message }) => ({ path, rule_id: ruleId, message })),
    failed_mappings: broken,
  };
}

function print(
  { terminal, flags }: Invocation,
  { rules, detectors, refused, warnings }: CompiledRules,
  partial: readonly CompiledRule[],
  broken: readonly FailedMappingExample[],
): void {
  const each = flags.has("each");
  for (const { path, title, example, problem } of broken) {
    terminal.out(`FAIL  ${path}: example ${example} of '${title}': ${problem}`);
  }
  printReasons(terminal, "refused", refused, ({ reason }) => reason, each);
  printReasons(terminal, "partial", partial, blindnessOf, each);
  for (const { path, message } of warnings) terminal.out(`warning  ${path}: ${message}`);
  const counts = `${toAmount(rules.length, "valid rule")}, ${toAmount(detectors.length, "valid correlation")}`;
  terminal.note(`${counts}, ${toAmount(refused.length, "refused file")}, ${toAmount(warnings.length, "warning")}.`);
  if (partial.length > 0) {
    terminal.note(
      `${toCount(rules.length - partial.length)} of the valid rules see every field they name, ${toCount(partial.length)} only some (partial).`,
    );
  }
}

function printReasons<T extends { readonly path: string }>(
  terminal: Terminal,
  word: string,
  items: readonly T[],
  reasonOf: (item: T) => string,
  each: boolean,
): void {
  for (const { reason, items: its } of groupByReason(items, reasonOf)) {
    const [first] = its;
    if (each || its.length === 1) for (const { path } of its) terminal.out(`${word}  ${path}: ${reason}`);
    else terminal.out(`${word}  ${toAmount(its.length, "rule")}, such as ${first?.path}: ${reason}`);
  }
}
