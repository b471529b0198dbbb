import type { ItemOf } from "../../api/hooks.ts";
import { sentenceCase } from "../../words.ts";

/** A threat event, as the API returns it. */
export type Threat = ItemOf<"listThreats">;

/** What a detection found, in words, and the techniques that it stands for. */
interface Finding {
  readonly names: string;
  readonly techniques: readonly string[];
}

const isTechnique = (name: string): boolean => /^T\d{4}(\.\d{3})?$/.test(name);

/** Returns the subcategory of an event, in words. */
export function findingOf({ subcategory }: Threat): Finding {
  const names = subcategory.filter((name) => !isTechnique(name));
  return { names: names.map(sentenceCase).join(", "), techniques: subcategory.filter(isTechnique) };
}
