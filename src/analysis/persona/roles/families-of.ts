import { ROLE_FAMILIES } from "./role-families.ts";
import type { RoleFamily } from "./role-family.ts";

/** Longer titles and names are cut before they are compared. */
const MAX_TEXT = 200;

/** Returns the words of a text, lower case, each with one space before and after it. */
function wordsOf(text: string): string {
  const words = text
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .split(/[^\p{L}\p{N}.!]+/u)
    .filter((word) => word !== "");
  return ` ${words.join(" ")} `;
}

const byLength = (pairs: readonly (readonly [string, RoleFamily])[]) =>
  [...pairs].sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));

const TITLE_PHRASES = byLength(
  ROLE_FAMILIES.flatMap((family) => family.titles.map((phrase) => [` ${phrase} `, family] as const)),
);
const APPLICATION_PHRASES = byLength(
  ROLE_FAMILIES.flatMap((family) => family.applications.map((phrase) => [` ${phrase} `, family] as const)),
);

const firstIn = (phrases: readonly (readonly [string, RoleFamily])[], text: string | null): RoleFamily | undefined => {
  if (text === null) return undefined;
  const words = wordsOf(text);
  return phrases.find(([phrase]) => words.includes(phrase))?.[1];
};

/** Returns the role family that a job title names: that of the longest known phrase in it. */
export const familyOfTitle = (title: string | null): RoleFamily | undefined => firstIn(TITLE_PHRASES, title);

/** Returns the role family that mostly uses an application, by its name. */
export const familyOfApplication = (name: string): RoleFamily | undefined => firstIn(APPLICATION_PHRASES, name);
