import type { BlastRadius } from "../src/model/identity/entitlement.ts";
import type { Tone } from "./ui/badge.tsx";

/** Words about access, for people and machine identities. */

const HELD_DIRECTLY: ReadonlyMap<string, string> = new Map([
  ["direct", "Assigned directly"],
  ["owner", "As owner"],
  ["pim_eligible", "Must be activated first"],
  ["pim_active", "Activated for a time"],
]);

const HELD_THROUGH: ReadonlyMap<string, string> = new Map([
  ["group", "Through the group"],
  ["app_role", "Role in"],
  ["azure", "On the"],
  ["owner", "As owner of"],
  ["grant", "Granted for"],
]);

/** Returns how an entitlement is held, from a source such as `direct` or `group:NAME`. */
export function howHeld(source: string): string {
  const direct = HELD_DIRECTLY.get(source);
  if (direct !== undefined) return direct;
  const at = source.indexOf(":");
  const through = HELD_THROUGH.get(source.slice(0, at));
  return through === undefined ? source : `${through} ${source.slice(at + 1).replaceAll("_", " ")}`;
}

export const RADIUS_TONES: Readonly<Record<BlastRadius, Tone>> = {
  minimal: "good",
  low: "low",
  moderate: "medium",
  high: "high",
  critical: "critical",
};

export const TIERS: Readonly<Record<string, { readonly word: string; readonly meaning: string; readonly tone: Tone }>> =
  {
    tier0: { word: "Tier 0", meaning: "can take over the tenant", tone: "critical" },
    tier1: { word: "Tier 1", meaning: "broad or sensitive access", tone: "high" },
    tier2: { word: "Tier 2", meaning: "narrow access", tone: "neutral" },
  };

/** Returns the tone of a value; a value that is not known yet has none. */
export const toneFor = (tones: Readonly<Record<string, Tone>>, value: string): Tone =>
  (Object.hasOwn(tones, value) && tones[value]) || "neutral";
