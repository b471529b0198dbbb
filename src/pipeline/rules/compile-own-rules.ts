import type { Refusal } from "../../analysis/detect/sigma/compile-rules.ts";
import type { RuleSource } from "../../analysis/detect/sigma/parse/read-documents.ts";
import { runInSlices } from "../../runtime/run-in-slices.ts";
import { type CompiledFolder, compileFolderInSteps } from "./compile-folder.ts";
import type { RulesFolder } from "./rules-folder.ts";

/** The text of each file with which all of its rules could be used. */
export type GoodTexts = ReadonlyMap<string, string>;

export interface OwnRules {
  readonly compiled: CompiledFolder;
  /** What is not used of the files as they are now, and whether their earlier text is used instead. */
  readonly refused: readonly (Refusal & { readonly isEarlierUsed: boolean })[];
  readonly good: GoodTexts;
}

/**
 * Compiles an installation's rules with the shipped ones. Each rule stands alone: one that is refused changes nothing for
 * the others. Only a file that was good before, and is broken now, goes on as it was until it is good again or gone.
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
    // A text that was good, and is refused though nobody changed it, lacks what another file gave it.
    if (text !== undefined && text !== texts.get(path)) earlier.set(path, text);
  }
  const used = [...new Map([...texts, ...earlier])]
    .map(([path, text]): RuleSource => ({ path, text }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const compiled = earlier.size === 0 ? now : await runInSlices(compileFolderInSteps([...shipped, ...used]));
  const refusedPaths = new Set(compiled.refused.map(({ path }) => path));
  const news = compiled.refused.filter(({ path }) => !refused.some((known) => known.path === path));
  return {
    compiled,
    refused: [...refused, ...news].map((refusal) => ({
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
