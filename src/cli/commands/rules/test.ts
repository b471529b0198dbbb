import type { CompiledRules } from "../../../analysis/detect/sigma/compile-rules.ts";
import { failedMappingExamples } from "../../../analysis/detect/sigma/mapping/mapping-examples.ts";
import { failedExamplesOf } from "../../../analysis/detect/sigma/rule-examples.ts";
import { toAmount, toCount } from "../../../model/text/amount.ts";
import type { Command, Invocation } from "../../command.ts";
import { RULES_COMMAND } from "../../rules/rules-command.ts";
import { selectRules } from "../../rules/select-rules.ts";

export const command: Command = {
  ...RULES_COMMAND,
  examples: ["parapet rules test ./my-rules"],
  run: async (invocation) => testRules(invocation, await selectRules(invocation, invocation.operands[0])),
};

/** Runs every rule on its examples; returns 1 if an example fails or a rule is refused. */
function testRules({ terminal, json }: Invocation, { engine, rules, refused, mappings }: CompiledRules): number {
  const broken = rules.flatMap((rule) => failedExamplesOf(rule, engine));
  const examples = rules.reduce((sum, { examples: { fires, silent } }) => sum + fires.length + silent.length, 0);
  const without = rules.filter(({ examples: { fires, silent } }) => fires.length === 0 || silent.length === 0);
  const untested = without.map(({ facts }) => facts.slug);
  const wrong = mappings.flatMap(failedMappingExamples);
  const failed = broken.length > 0 || refused.length > 0 || wrong.length > 0;
  if (json) {
    const shown = { rules: rules.length, examples, failed: broken, untested, refused: refused.length };
    terminal.data(JSON.stringify({ ...shown, failed_mappings: wrong }));
    return failed ? 1 : 0;
  }
  for (const { path, expected, example, table, row } of broken) {
    const did = expected === "fires" ? "does not fire" : "fires";
    terminal.out(`FAIL  ${path}: ${did} on example ${example} of '${expected}' in ${table}: ${row}`);
  }
  for (const { path, title, example, problem } of wrong) {
    terminal.out(`FAIL  ${path}: example ${example} of '${title}': ${problem}`);
  }
  for (const { path, reason } of refused) terminal.out(`FAIL  ${path}: refused: ${reason}`);
  for (const slug of untested) terminal.note(`${slug} has no example that fires, or none that must not`);
  terminal.note(
    `${toAmount(examples, "example")} of ${toAmount(rules.length, "rule")}, ${toCount(broken.length)} failed, ${toAmount(refused.length, "rule")} refused.`,
  );
  return failed ? 1 : 0;
}
