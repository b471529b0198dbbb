import type { DirectoryFacts } from "./directory-facts.ts";

/** A group of a principal, with the membership that leads to it: its own or that of a group between. */
export interface HeldGroup {
  readonly groupId: string;
  /** The id of the membership object, `GROUP/MEMBER`. */
  readonly membershipId: string;
  readonly isDirect: boolean;
}

/** Returns the groups of a principal, direct and nested, nearest first and then by id. Cycles of groups end. */
export function transitiveGroups({ memberships, groups }: DirectoryFacts, memberId: string): readonly HeldGroup[] {
  const found: HeldGroup[] = [];
  const seen = new Set<string>([memberId]);
  let level: readonly string[] = [memberId];
  while (level.length > 0) {
    const next: string[] = [];
    for (const member of level) {
      for (const groupId of memberships.get(member) ?? []) {
        if (seen.has(groupId) || !groups.has(groupId)) continue;
        seen.add(groupId);
        next.push(groupId);
        found.push({ groupId, membershipId: `${groupId}/${member}`, isDirect: member === memberId });
      }
    }
    level = next.sort();
  }
  return found;
}
