import type { CompiledRules } from "../analysis/detect/sigma/compile-rules.ts";
import type { CompiledRule } from "../analysis/detect/sigma/compiled-rule.ts";
import { failedExamplesOf } from "../analysis/detect/sigma/rule-examples.ts";
import type { StatefulDetector } from "../analysis/detect/stateful-detector.ts";
import { type Command, type Invocation, UsageProblem } from "./command.ts";
import { selectRules, WHERE_RULES_ARE } from "./select-rules.ts";

type Verb = "check" | "list" | "test";
const VERBS: Readonly<Record<Verb, (invocation: Invocation, rules: CompiledRules) => number>> = { check, list, test };

export const rulesCommand: Command = {
  name: "rules",
  summary: "Check, list and test detection rules (Sigma)",
  usage: ["check", "list", "test"].map((verb) => `rules ${verb} [FOLDER | --domain NAME]`),
  options: { domain: "without FOLDER: what this domain uses (default: what every domain uses)" },
  examples: [
    "parapet rules check ./my-rules",
    "parapet rules list --domain northwind",
    "parapet rules test ./my-rules",
  ],
  notes: `Without FOLDER it is about the rules in use: the shipped ones and those of the data folder.\n\n${WHERE_RULES_ARE}`,
  run: async (invocation) => {
    const [verb, folder, ...rest] = invocation.positionals;
    if (!isVerb(verb) || rest.length > 0) {
      throw new UsageProblem("expected: parapet rules check, list or test, and a FOLDER (without: the rules in use)");
    }
    return VERBS[verb](invocation, await selectRules(invocation, folder));
  },
};

const isVerb = (word: string | undefined): word is Verb => word !== undefined && Object.hasOwn(VERBS, word);

/** Says which rules are refused and why: exit code 1 if there is one. */
function check({ terminal, json }: Invocation, { rules, detectors, refused, warnings }: CompiledRules): number {
  if (json) {
    const shown = {
      rules: rules.length,
      correlations: detectors.length,
      refused: refused.map(({ path, ruleId, reason }) => ({ path, rule_id: ruleId, reason })),
      warnings: warnings.map(({ path, ruleId, message }) => ({ path, rule_id: ruleId, message })),
    };
    terminal.out(JSON.stringify(shown));
    return refused.length > 0 ? 1 : 0;
  }
  for (const { path, reason } of refused) terminal.out(`refused  ${path}: ${reason}`);
  for (const { path, message } of warnings) terminal.out(`warning  ${path}: ${message}`);
  const counts = `${rules.length} rules and ${detectors.length} correlations can be used`;
  terminal.note(`${counts}, ${refused.length} are refused, ${warnings.length} warnings.`);
  return refused.length > 0 ? 1 : 0;
}

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

function list({ terminal, json }: Invocation, { rules, detectors, refused, paths }: CompiledRules): number {
  const listed = [
    ...rules.map((rule) => listedRule(rule, "rule", rule.generate)),
    ...detectors.map((detector) => listedRule(detector, "correlation", true)),
  ].map((rule): ListedRule => ({ ...rule, path: paths.get(rule.slug) ?? "" }));
  if (json) {
    terminal.out(JSON.stringify(listed));
    return 0;
  }
  const width = Math.max(0, ...listed.map(({ slug }) => slug.length));
  for (const { slug, severity, tables, title } of listed) {
    terminal.out(`${slug.padEnd(width)}  ${severity.padEnd(8)}  ${tables.join(",")}  ${title}`);
  }
  if (refused.length > 0) terminal.note(`${refused.length} rules are refused; parapet rules check says why.`);
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

/** Holds every rule to its examples: exit code 1 if one does not do what it promises, or a rule is refused. */
function test({ terminal, json }: Invocation, { engine, rules, refused }: CompiledRules): number {
  const broken = rules.flatMap((rule) => failedExamplesOf(rule, engine));
  const examples = rules.reduce((sum, { examples: { fires, silent } }) => sum + fires.length + silent.length, 0);
  const without = rules.filter(({ examples: { fires, silent } }) => fires.length === 0 || silent.length === 0);
  const untested = without.map(({ facts }) => facts.slug);
  const failed = broken.length > 0 || refused.length > 0;
  if (json) {
    terminal.out(JSON.stringify({ rules: rules.length, examples, failed: broken, untested, refused: refused.length }));
    return failed ? 1 : 0;
  }
  for (const { path, expected, example, table, row } of broken) {
    const did = expected === "fires" ? "does not fire" : "fires";
    terminal.out(`FAIL  ${path}: ${did} on example ${example} of '${expected}' in ${table}: ${row}`);
  }
  for (const { path, reason } of refused) terminal.out(`FAIL  ${path}: refused: ${reason}`);
  for (const slug of untested) terminal.note(`${slug} has no example that fires, or none that must not`);
  terminal.note(
    `${examples} examples of ${rules.length} rules, ${broken.length} failed, ${refused.length} rules refused.`,
  );
  return failed ? 1 : 0;
}
