import type { CompiledRules } from "../../../analysis/detect/sigma/compile-rules.ts";
import type { CompiledRule } from "../../../analysis/detect/sigma/compiled-rule.ts";
import type { StatefulDetector } from "../../../analysis/detect/stateful-detector.ts";
import { toAmount } from "../../../model/text/amount.ts";
import type { Command, Invocation } from "../../command.ts";
import { RULES_COMMAND } from "../../rules/rules-command.ts";
import { selectRules } from "../../rules/select-rules.ts";

export const command: Command = {
  ...RULES_COMMAND,
  examples: ["parapet rules list", "parapet rules list --domain northwind --json"],
  run: async (invocation) => listRules(invocation, await selectRules(invocation, invocation.operands[0])),
};

interface ListedRule {
  readonly slug: string;
  readonly title: string;
  readonly severity: string;
  readonly threat_type: string;
  readonly tables: readonly string[];
  readonly tactics: readonly string[];
  readonly techniques: readonly string[];
  readonly generate: boolean;
  readonly kind: "rule" | "correlation";
  readonly path: string;
}

/** Prints rules and correlations. */
function listRules(invocation: Invocation, { rules, detectors, refused, paths }: CompiledRules): number {
  const { terminal, json, options, operands } = invocation;
  const listed = [
    ...rules.map((rule) => listedRule(rule, "rule", rule.generate)),
    ...detectors.map((detector) => listedRule(detector, "correlation", true)),
  ].map((rule): ListedRule => ({ ...rule, path: paths.get(rule.slug) ?? "" }));
  if (json) {
    terminal.data(JSON.stringify(listed));
    return 0;
  }
  const width = Math.max(0, ...listed.map(({ slug }) => slug.length));
  for (const { slug, severity, tables, title } of listed) {
    terminal.out(`${slug.padEnd(width)}  ${severity.padEnd(8)}  ${tables.join(",")}  ${title}`);
  }
  if (refused.length > 0) {
    const domain = options["domain"] === undefined ? [] : ["--domain", options["domain"]];
    const check = ["parapet rules check", ...domain, ...operands].join(" ");
    terminal.note(`${toAmount(refused.length, "refused rule")}. See the reasons with: ${check}`);
  }
  return 0;
}

function listedRule(
  { facts, tables }: Pick<CompiledRule | StatefulDetector, "facts" | "tables">,
  kind: ListedRule["kind"],
  generate: boolean,
): Omit<ListedRule, "path"> {
  const { slug, title, severity, threatType, tactics, techniques } = facts;
  return { slug, title, severity, threat_type: threatType, tables, tactics, techniques, generate, kind };
}
