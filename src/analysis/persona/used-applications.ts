import { productName } from "../../model/identity/product-names.ts";
import { type ActivityProfile, usesOf } from "./activity-profile.ts";
import { countDays, WORDS } from "./day-window.ts";
import type { OrganizationFacts } from "./persona-facts.ts";
import { isInfrastructure, isNamed } from "./resource-use.ts";

/** Names the applications used in the window, those of most days first; one product is listed once. */
export function usedApplications(
  profile: ActivityProfile,
  { index, applicationNameOf }: Pick<OrganizationFacts, "index" | "applicationNameOf">,
): readonly string[] {
  const daysOf = new Map<string, Int32Array>();
  for (const { key, label, days, offset } of usesOf(profile, "application", index)) {
    const name = productName(isNamed(label) ? label : (applicationNameOf(key) ?? ""));
    if (days === 0 || !isNamed(name) || isInfrastructure(name)) continue;
    const words = daysOf.get(name) ?? new Int32Array(WORDS);
    daysOf.set(name, words);
    for (let word = 0; word < WORDS; word++) {
      words[word] = (words[word] ?? 0) | (profile.dayWords[offset + word] ?? 0);
    }
  }
  return [...daysOf]
    .map(([name, words]) => ({ name, days: countDays(words, 0) }))
    .sort((a, b) => b.days - a.days || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);
}
