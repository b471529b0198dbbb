import type { RuleSource } from "../../analysis/detect/sigma/parse/read-documents.ts";
import type { Refusal } from "../../analysis/detect/sigma/rule-messages.ts";
import { runInSlices } from "../../runtime/run-in-slices.ts";
import { type CompiledFolder, compileFolderInSteps } from "./compile-folder.ts";
import type { RulesFolder } from "./rules-folder.ts";

/** The last text of each file with which all of its rules compiled. */
export type GoodTexts = ReadonlyMap<string, string>;

export interface OwnRules {
  readonly compiled: CompiledFolder;
  /** Rules and files that are not used, and whether the file's earlier text is used instead. */
  readonly refused: readonly (Refusal & { readonly isEarlierUsed: boolean })[];
  readonly good: GoodTexts;
  /** The files as they are in use. */
  readonly sources: readonly RuleSource[];
}

/**
 * Compiles an installation's rules with the shipped ones. A refused rule does not affect the others. If a file compiled
 * before and no longer does, its earlier text stays in use until the file compiles again or is removed.
 */
export async function compileOwnRules(
  shipped: readonly RuleSource[],
  { sources, unread }: Pick<RulesFolder, "sources" | "unread">,
  good: GoodTexts,
): Promise<OwnRules> {
  const now = await runInSlices(compileFolderInSteps([...shipped, ...sources]));
  const refused = [...unread.map((file) => ({ ...file, ruleId: null })), ...now.refused];
  const texts = new Map(sources.map(({ path, text }) => [path, text]));
  const earlier = new Map<string, string>();
  for (const { path } of refused) {
    const text = good.get(path);
    // A file that did not change is refused because of another file, so its earlier text would not help.
    if (text !== undefined && text !== texts.get(path)) earlier.set(path, text);
  }
  const used = [...new Map([...texts, ...earlier])]
    .map(([path, text]): RuleSource => ({ path, text }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const compiled = earlier.size === 0 ? now : await runInSlices(compileFolderInSteps([...shipped, ...used]));
  const refusedPaths = new Set(compiled.refused.map(({ path }) => path));
  const added = compiled.refused.filter(({ path }) => !refused.some((known) => known.path === path));
  return {
    compiled,
    sources: earlier.size === 0 ? sources : used,
    refused: [...refused, ...added].map((refusal) => ({
      ...refusal,
      isEarlierUsed: earlier.has(refusal.path) && !refusedPaths.has(refusal.path),
    })),
    good: new Map(
      [...used, ...unread].flatMap(({ path }) => {
        const text = refusedPaths.has(path) ? good.get(path) : (earlier.get(path) ?? texts.get(path));
        return text === undefined ? [] : [[path, text] as const];
      }),
    ),
  };
}
