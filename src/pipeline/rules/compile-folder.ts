import type { BehaviorOverrides } from "../../analysis/detect/behavior/behavior-settings.ts";
import { BEHAVIORS } from "../../analysis/detect/behavior/behaviors.ts";
import { readOverrides } from "../../analysis/detect/behavior/read-overrides.ts";
import { type CompiledRules, compileRulesInSteps } from "../../analysis/detect/sigma/compile-rules.ts";
import { type RuleSource, readDocuments } from "../../analysis/detect/sigma/parse/read-documents.ts";
import type { Refusal } from "../../analysis/detect/sigma/rule-messages.ts";
import { finishSteps, type Steps } from "../../model/steps.ts";
import { domainFolderOf, isShipped } from "./rules-layout.ts";

/** Compiled rules, and the thresholds of behaviors. */
export interface CompiledFolder extends CompiledRules {
  readonly overrides: BehaviorOverrides;
}

/** Files with this name hold thresholds of behaviors; all others hold rules. */
const SETTINGS_FILE = /(^|\/)behaviors\.ya?ml$/i;

const isSettings = ({ path }: RuleSource): boolean => SETTINGS_FILE.test(path);

export function compileFolder(sources: readonly RuleSource[]): CompiledFolder {
  return finishSteps(compileFolderInSteps(sources));
}

/** Compiles one rule per step, so that the caller can pause in between. */
export function* compileFolderInSteps(sources: readonly RuleSource[]): Steps<CompiledFolder> {
  const rules = sources.filter((source) => !isSettings(source));
  const compiled = yield* compileRulesInSteps(rules, { rankOf, reserved: BEHAVIOR_NAMES });
  const { overrides, refused } = readSettings(sources.filter(isSettings));
  return { ...compiled, refused: [...compiled.refused, ...refused], overrides };
}

/** Events, switches and exceptions name a detector by its slug, so a rule must not have that of a behavior. */
const BEHAVIOR_NAMES: ReadonlyMap<string, string> = new Map(
  BEHAVIORS.map(({ facts }) => [facts.slug, `the behavioral detector '${facts.title}'`]),
);

/** A domain's own mappings take precedence over those for every domain, and these over the shipped ones. */
function rankOf(path: string): number {
  if (isShipped(path)) return 0;
  return domainFolderOf(path) === null ? 1 : 2;
}

/** Reads threshold files; a domain's own file overrides those for all domains. */
function readSettings(sources: readonly RuleSource[]): Pick<CompiledFolder, "overrides" | "refused"> {
  const refused: Refusal[] = [];
  const weight = ({ path }: RuleSource): number => (domainFolderOf(path) === null ? 0 : 1);
  let overrides: BehaviorOverrides = {};
  for (const source of sources.toSorted((a, b) => weight(a) - weight(b))) {
    const refuse = (reason: string) => refused.push({ path: source.path, ruleId: null, reason });
    try {
      for (const { data } of readDocuments(source)) {
        const read = readOverrides(data);
        overrides = merge(overrides, read.overrides);
        for (const problem of read.problems) refuse(problem);
      }
    } catch (error) {
      refuse((error as Error).message);
    }
  }
  return { overrides, refused };
}

function merge(before: BehaviorOverrides, after: BehaviorOverrides): BehaviorOverrides {
  const known = new Map<string, object>(Object.entries(before));
  const merged = Object.entries(after).map(([name, numbers]) => [name, { ...known.get(name), ...numbers }]);
  return { ...before, ...Object.fromEntries(merged) } as BehaviorOverrides;
}
