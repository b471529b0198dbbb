import type { DetectorFacts } from "../../../../model/finding.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import { DAY_MS, type RowHit, type SeenRow, type StatefulDetector } from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, EVERYBODY, hitOfActor, toHit } from "../hits.ts";
import { bucketOf } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { coverageHits, firstSeen, usualValues } from "../patterns/first-seen.ts";
import { COUNTRY_TABLES, signInCountryOf } from "../signals/habits.ts";
import { trustOf, weightOfTrust } from "../signals/sign-in-trust.ts";

const ORGANIZATION_FOLD_DAYS = 10;

const FACTS: DetectorFacts = {
  slug: "rare_country",
  major: 1,
  title: "Sign-in from a country new for the user",
  severity: "medium",
  tactics: ["initial_access"],
  techniques: ["T1078.004"],
  threatType: "account_compromise",
  signal: "core_iam",
};

const dataOf = ({ row }: SeenRow, name: string) => ({ name, trust: trustOf(row) });

/** A country that nobody was seen from is severe, unless the device or a second factor shows that it was the user. */
function weightForOrganization(hit: RowHit): Pick<Firing, "severity" | "precision"> {
  const trust = dataText(hit, "trust");
  return trust === "open" || trust === "" ? { severity: "high" } : weightOfTrust(trust);
}

/** Detects a sign-in from a country new for the user. */
export function rareCountry(settings: BehaviorSettings["rareCountry"]): StatefulDetector {
  return defineBehavior({
    facts: FACTS,
    tables: COUNTRY_TABLES,
    spanMs: settings.baselineDays * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    days: { habit: "country", settledMs: settings.baselineDays * DAY_MS },
    hitsOf(seen) {
      const country = signInCountryOf(seen.row);
      return country === null ? [] : hitOfActor(seen, country.key, dataOf(seen, country.name));
    },
    firingsOf: (memory) =>
      firstSeen(memory.hits, settings).map(({ hit, past, period }) => ({
        trigger: hit,
        about: hit.value,
        ...weightOfTrust(dataText(hit, "trust")),
        summary: () =>
          `First seen from ${dataText(hit, "name")} ${period}; ` +
          `usual: ${usualValues(past(), 5, (before) => dataText(before, "name"))}.`,
      })),
  });
}

/** Users are stored as buckets, so that the memory of a country in which everybody works stays small. */
const USER_BUCKETS = 16;

/**
 * Detects a sign-in from a country new for the whole organization, or from one in which hardly anybody was seen. Who was
 * there first does not make it usual for the others: it may have been an intruder.
 */
export function organizationCountry(settings: BehaviorSettings["organizationCountry"]): StatefulDetector {
  return defineBehavior({
    facts: {
      ...FACTS,
      slug: "organization_country",
      title: "Sign-in from a country new for the organization",
      severity: "high",
      supersedes: ["rare_country"],
    },
    tables: COUNTRY_TABLES,
    // A folded hit shows only its first day, so the memory reaches further back by the fold period.
    spanMs: (settings.baselineDays + ORGANIZATION_FOLD_DAYS) * DAY_MS,
    foldMs: ORGANIZATION_FOLD_DAYS * DAY_MS,
    ignoresCounts: true,
    hitsOf(seen) {
      const country = signInCountryOf(seen.row);
      if (country === null || seen.actor?.kind !== "user") return coverageHits(seen);
      const value = `${country.key}${MARK}${bucketOf(seen.actor.subject, USER_BUCKETS)}`;
      return [...coverageHits(seen), toHit(EVERYBODY, value, dataOf(seen, country.name))];
    },
    firingsOf: ({ hits }) => rareInOrganization(hits, settings),
  });
}

/** Divides a country and the bucket of its user. */
const MARK = "|";

const countryOf = ({ value }: RowHit): string => value.split(MARK, 1)[0] ?? "";

function* rareInOrganization(
  hits: readonly RowHit[],
  settings: BehaviorSettings["organizationCountry"],
): Iterable<Firing> {
  const reachMs = (settings.baselineDays + ORGANIZATION_FOLD_DAYS) * DAY_MS;
  const rule = { ...settings, foldDays: ORGANIZATION_FOLD_DAYS, history: "table" as const };
  for (const { hit, past, period } of firstSeen(hits, rule)) {
    const others = hits.filter(
      (other) => other.at < hit.at && other.at >= hit.at - reachMs && countryOf(other) === countryOf(hit),
    );
    const users = new Set(others.map(({ value }) => value)).size;
    // A hit of an earlier release has no bucket and stands for everybody.
    if (users >= settings.rareBelowUsers || others.some(({ value }) => !value.includes(MARK))) continue;
    const usual = () => usualValues(past(), 5, (before) => dataText(before, "name"));
    const name = dataText(hit, "name");
    const found = { trigger: hit, about: hit.value };
    if (users === 0) {
      const summary = () => `Nobody in the organization was seen from ${name} ${period}; usual: ${usual()}.`;
      yield { ...found, ...weightForOrganization(hit), summary };
      continue;
    }
    yield {
      ...found,
      ...weightOfTrust(dataText(hit, "trust")),
      title: "Sign-in from a country in which hardly anybody of the organization was seen",
      summary: () =>
        `First seen from ${name} ${period}, as only ${toAmount(users, "other user")} of the organization; usual: ${usual()}.`,
    };
  }
}
