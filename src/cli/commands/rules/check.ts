import type { CompiledRules } from "../../../analysis/detect/sigma/compile-rules.ts";
import { toAmount } from "../../../model/text/amount.ts";
import type { Command, Invocation } from "../../command.ts";
import { RULES_COMMAND } from "../../rules/rules-command.ts";
import { selectRules } from "../../rules/select-rules.ts";

export const command: Command = {
  ...RULES_COMMAND,
  examples: ["parapet rules check ./my-rules", "parapet rules check --domain northwind"],
  run: async (invocation) => checkRules(invocation, await selectRules(invocation, invocation.operands[0])),
};

/** Prints the refused rules with their reasons; returns 1 if there is one. */
function checkRules({ terminal, json }: Invocation, { rules, detectors, refused, warnings }: CompiledRules): number {
  if (json) {
    const shown = {
      rules: rules.length,
      correlations: detectors.length,
      refused: refused.map(({ path, ruleId, reason }) => ({ path, rule_id: ruleId, reason })),
      warnings: warnings.map(({ path, ruleId, message }) => ({ path, rule_id: ruleId, message })),
    };
    terminal.data(JSON.stringify(shown));
    return refused.length > 0 ? 1 : 0;
  }
  for (const { path, reason } of refused) terminal.out(`refused  ${path}: ${reason}`);
  for (const { path, message } of warnings) terminal.out(`warning  ${path}: ${message}`);
  const counts = `${toAmount(rules.length, "valid rule")}, ${toAmount(detectors.length, "valid correlation")}`;
  terminal.note(`${counts}, ${toAmount(refused.length, "refused file")}, ${toAmount(warnings.length, "warning")}.`);
  return refused.length > 0 ? 1 : 0;
}
