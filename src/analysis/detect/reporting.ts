import type { Finding } from "../../model/finding.ts";
import type { Actor } from "../../model/rows/actor.ts";
import type { RuleSettings } from "../../model/rule-settings.ts";

/** Returns whether a finding becomes a threat event: its detector is on and has no exception for its entity. */
export function isReported(
  { off, exceptions }: RuleSettings,
  { detector, actor }: Pick<Finding, "detector" | "actor">,
  group: string | null,
  now: number,
): boolean {
  if (off.has(detector.slug)) return false;
  const entities = exceptions.get(detector.slug);
  if (entities === undefined) return true;
  return !entityNames(actor, group).some((name) => (entities.get(name) ?? 0) > now);
}

/**
 * Returns every name of the entity that a finding is about: the identifiers of its actor, and the group of hits that it
 * was found in, such as an address. A name with a prefix (`upn:`, `app:`, `ip:`) is also returned without it.
 */
export function entityNames(actor: Actor | null, group: string | null): readonly string[] {
  const own = actor === null ? [] : [actor.subject, actor.tuid, actor.email, actor.upn, ...actor.keys];
  const given = [...own, group].flatMap((name) => (name === null ? [] : [name.toLowerCase()]));
  return [...new Set([...given, ...given.map(withoutPrefix)])];
}

const PREFIX = /^[a-z]{1,32}:/;

const withoutPrefix = (name: string): string => name.replace(PREFIX, "");
