import type { CaseFinding } from "../../model/case-finding.ts";
import { toAmount } from "../../model/text/amount.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { MAIL } from "./fold-evidence.ts";
import type { AddressUse, Knowledge } from "./knowledge.ts";
import type { IsUsual } from "./link.ts";
import { type Circumstance, dayOf, type Occasion } from "./occasion.ts";
import { MACHINE_TABLES } from "./stage.ts";

/**
 * A familiar place makes access less suspicious, and what follows somewhat less: insiders work from there. What hardly ever
 * happens for good reasons is suspicious everywhere.
 */
export function placeOf(occasion: Occasion, knowledge: Knowledge): readonly Circumstance[] {
  if (!hasPlace(occasion)) return [];
  const { stage, precision } = occasion;
  const { knownPlace, newPlace } = CORRELATION.context;
  if (isNewPlace(occasion, knowledge)) return [{ factor: newPlace, reason: "the address is new for this subject" }];
  const reason = familiarityOf(occasion, knowledge);
  const isEverywhere = stage !== "access" && precision >= CORRELATION.precise;
  if (reason === null || isEverywhere) return [];
  return [{ factor: stage === "access" ? knownPlace : Math.sqrt(knownPlace), reason }];
}

/** Returns why the place is familiar; null if it is not. */
function familiarityOf({ at, facts }: Occasion, { addresses }: Knowledge): string | null {
  const use = facts.address === undefined ? undefined : addresses.get(facts.address);
  if (facts.isOwnNetwork) return "the network is one of the organization's own";
  if (use !== undefined && isShared(use)) return `${usersOf(use)} of the organization use the address`;
  const before = use?.since ?? null;
  return before !== null && dayOf(before) < dayOf(at) ? "the address was used on earlier days" : null;
}

/**
 * Returns whether the subject, which has a history, got in from an address that neither it nor many people used before.
 * Refused sign-ins come from everywhere.
 */
export function isNewPlace(occasion: Occasion, knowledge: Knowledge): boolean {
  const { at, facts } = occasion;
  const { since } = knowledge;
  const hasHistory = since !== null && at - since >= CORRELATION.historyMs;
  if (!hasHistory || facts.address === undefined || facts.isRefused || !hasPlace(occasion)) return false;
  return familiarityOf(occasion, knowledge) === null;
}

/**
 * Returns which addresses are usual for the subject: many people use them, or it did on days before the first of these
 * findings that names them.
 */
export function usualPlaces(findings: readonly CaseFinding[], { addresses }: Knowledge): IsUsual {
  const firstUses = firstUsesOf(findings);
  return (address, at) => {
    const use = addresses.get(address);
    if (use === undefined) return false;
    return isShared(use) || (use.since !== null && dayOf(use.since) < dayOf(firstUses.get(address) ?? at));
  };
}

/** Returns when each address first occurs in the findings: what an attacker uses for days does not become familiar. */
export function firstUsesOf(findings: readonly CaseFinding[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { at, facts } of findings) {
    if (facts.address !== undefined) first.set(facts.address, Math.min(first.get(facts.address) ?? at, at));
  }
  return first;
}

/** Returns whether an address is that of an office, a gateway or a VPN. */
export function isShared({ people, programs, days }: AddressUse): boolean {
  const { shared } = CORRELATION;
  return people >= shared.people || (people + programs >= shared.peopleOverDays && days >= shared.days);
}

export const usersOf = ({ people, programs }: AddressUse): string =>
  [...(people > 0 ? [toAmount(people, "person")] : []), ...(programs > 0 ? [toAmount(programs, "program")] : [])].join(
    " and ",
  );

/**
 * Returns whether the address is where the subject acted. On machines it is often another one, a message has that of a
 * mail server, and people who are tricked into a consent give it from where they always work.
 */
const hasPlace = ({ table, facts: { act } }: Occasion): boolean =>
  (table === null || !MACHINE_TABLES.has(table)) && (act === undefined || !PLACELESS.has(act));

const PLACELESS: ReadonlySet<string> = new Set([MAIL, "sendmail", "consent.added"]);
