import type { CaseFinding } from "../../model/case-finding.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { byStrength, byTime } from "./finding-order.ts";

/** A case however long it is: of each detector what counts most, and how many findings there are in all. */
export interface Story {
  /** In the order of time. */
  readonly findings: readonly CaseFinding[];
  /** By detector. */
  readonly counts: ReadonlyMap<string, number>;
}

export const EMPTY_STORY: Story = { findings: [], counts: new Map() };

/**
 * A story with more findings: of each detector the strongest stay, of equals the earliest, and the pinned ones. Adding
 * findings one by one, in any order, gives the same as adding them all at once.
 */
export function condense(story: Story, added: readonly CaseFinding[], pinned: ReadonlySet<string>): Story {
  const counts = new Map(story.counts);
  for (const { detector } of added) counts.set(detector, (counts.get(detector) ?? 0) + 1);
  const places = new Map<string, number>();
  const findings = [...story.findings, ...added].sort(byStrength).filter(({ detector, eventId }) => {
    const place = (places.get(detector) ?? 0) + 1;
    places.set(detector, place);
    return place <= CORRELATION.shownPerDetector || pinned.has(eventId);
  });
  return { findings: findings.sort(byTime), counts };
}

/** How many findings a story has in all. */
export const totalOf = ({ counts }: Story): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
