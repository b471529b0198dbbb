import { RuleProblem } from "../rule-problem.ts";
import type { RuleDocument } from "./read-documents.ts";

const MAX_SLUG = 120;

/** Returns the stable name of a rule: the file name, and for further documents of the file their `name`. */
export function slugOf({ path, index, data }: RuleDocument): string {
  const file = path.split(/[\\/]/).at(-1) ?? path;
  const stem = worded(file.replace(/\.ya?ml$/i, ""));
  if (stem === "") throw new RuleProblem("the file name needs at least one letter or digit");
  if (index === 0) return stem;
  const name = data["name"];
  const own = typeof name === "string" ? worded(name) : "";
  return own || `${stem}_${index + 1}`;
}

function worded(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return words.join("_").slice(0, MAX_SLUG);
}

/** Resolves references to rules by `id`, `name` or slug. */
export class RuleIndex<T extends { readonly id: string | null; readonly name: string | null; readonly slug: string }> {
  readonly #rules = new Map<string, T>();

  add(rule: T): void {
    for (const key of [rule.slug, rule.name, rule.id]) {
      if (key !== null && !this.#rules.has(key.toLowerCase())) this.#rules.set(key.toLowerCase(), rule);
    }
  }

  find(reference: string): T | undefined {
    return this.#rules.get(reference.toLowerCase());
  }
}
