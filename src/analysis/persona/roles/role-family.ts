/** Groups of role families that often share work; a title in the same group is `related`. */
export type RoleGroup = "technical" | "commercial" | "corporate" | "operations";

/** A family of roles, with the words of job titles and the applications that point to it. All words are lower case. */
export interface RoleFamily {
  readonly id: string;
  readonly label: string;
  readonly group: RoleGroup;
  /** Words or phrases of a job title; the longest phrase that a title contains decides. */
  readonly titles: readonly string[];
  /** Words or phrases in the names of applications that mostly this family uses. */
  readonly applications: readonly string[];
}

/** Defines a family; the phrases are separated by commas. */
export const family = (
  id: string,
  label: string,
  group: RoleGroup,
  phrases: { readonly titles: string; readonly applications: string },
): RoleFamily => ({
  id,
  label,
  group,
  titles: split(phrases.titles),
  applications: split(phrases.applications),
});

const split = (phrases: string): readonly string[] => phrases.split(",").map((phrase) => phrase.trim());
