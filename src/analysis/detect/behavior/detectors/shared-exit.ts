import { MAX_EVIDENCE } from "../../../../model/finding.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  HOUR_MS,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, EVERYBODY, toHit } from "../hits.ts";
import { bucketOf } from "../patterns/digest.ts";
import type { Firing } from "../patterns/firing.ts";
import { coverageHits, isCoverage } from "../patterns/first-seen.ts";
import { COUNTRY_TABLES, signInCountryOf } from "../signals/habits.ts";
import { blockOf } from "../signals/network-of-origin.ts";
import { deviceOf, isManagedDevice } from "../signals/sign-in.ts";

type Settings = BehaviorSettings["sharedExit"];

/** A user is stored once a week for each country. */
const FOLD_DAYS = 7;
/** Users are stored as buckets, so that the memory of a country in which everybody works stays small. */
const USER_BUCKETS = 128;

/**
 * Detects that many people sign in within two days from one network in a country in which few were seen before, nearly all
 * with a registered device: a new VPN exit or office. It replaces the findings that each of them comes from a new country.
 * A proxy of a phishing page passes a second factor on, but no device, so its victims are never taken for one.
 */
export function sharedExit(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "shared_exit",
      major: 1,
      title: "Many people from one network in a new country",
      severity: "medium",
      tactics: ["initial_access"],
      techniques: ["T1078.004"],
      threatType: "account_compromise",
      signal: "core_iam",
      precision: 0.02,
      supersedes: ["rare_country", "organization_country"],
    },
    tables: COUNTRY_TABLES,
    spanMs: (Math.ceil(settings.baselineDays) + FOLD_DAYS) * DAY_MS,
    foldMs: FOLD_DAYS * DAY_MS,
    ignoresCounts: true,
    minTriggers: settings.users,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const { row, actor } = seen;
  const country = row.table === "AADUserRiskEvents" ? null : signInCountryOf(row);
  const block = country === null || actor?.kind !== "user" ? null : blockOf(row);
  if (country === null || block === null || actor === null) return coverageHits(seen);
  const device = isManagedDevice(row) || deviceOf(row) !== null;
  const value = `${country.key}|${bucketOf(actor.subject, USER_BUCKETS)}`;
  return [...coverageHits(seen), toHit(EVERYBODY, value, { block, country: country.name, device })];
}

const hasDevice = ({ data }: RowHit): boolean => data?.["device"] === true;
const placeOf = (hit: RowHit): string => `${dataText(hit, "country")} ${dataText(hit, "block")}`;

function* firingsOf({ hits: all }: Memory, settings: Settings): Iterable<Firing> {
  const windowMs = settings.withinHours * HOUR_MS;
  const hits = all.filter((hit) => !isCoverage(hit));
  for (const day of new Set(hits.map(({ at }) => periodOf(at, DAY_MS)))) {
    const ofDay = hits.filter(({ at }) => periodOf(at, DAY_MS) === day);
    const end = ofDay.at(-1)?.at ?? day;
    const isObserved = all.some(({ at }) => at <= end - settings.warmUpDays * DAY_MS);
    if (!isObserved) continue;
    const near = hits.filter(({ at }) => at <= end && at > end - windowMs);
    const earlier = hits.filter(({ at }) => at <= end - windowMs && at > end - settings.baselineDays * DAY_MS);
    for (const place of new Set(ofDay.map(placeOf))) {
      const arrived = near.filter((hit) => placeOf(hit) === place);
      const country = dataText(arrived[0] ?? { data: {} }, "country");
      const known = arrived.filter(hasDevice);
      const before = usersIn(earlier.filter((hit) => dataText(hit, "country") === country));
      const counts = { users: usersIn(arrived), known: usersIn(known), before };
      const ofToday = known.filter(({ at }) => at >= day);
      if (isExit(counts, settings)) yield* toFirings(place, ofToday, counts, settings);
    }
  }
}

const usersIn = (hits: readonly RowHit[]): number => new Set(hits.map(({ value }) => value)).size;

interface Counts {
  /** Who arrived through the network. */
  readonly users: number;
  /** Those of them with a device. */
  readonly known: number;
  /** Who was seen in the country before. */
  readonly before: number;
}

const isExit = ({ users, known, before }: Counts, settings: Settings): boolean =>
  users >= settings.users && known >= settings.deviceShare * users && 2 * before < users;

/** A finding has a bounded number of rows, so many people are several findings. */
function* toFirings(place: string, known: readonly RowHit[], counts: Counts, settings: Settings): Iterable<Firing> {
  for (let from = 0; from < known.length; from += MAX_EVIDENCE) {
    const part = known.slice(from, from + MAX_EVIDENCE);
    const [trigger] = part;
    if (trigger === undefined) return;
    yield {
      trigger,
      evidence: part,
      actor: null,
      about: `${place} ${from / MAX_EVIDENCE}`,
      count: counts.users,
      summary: () =>
        `${toAmount(counts.users, "person")} signed in from ${dataText(trigger, "block")} (${dataText(trigger, "country")}) within ` +
        `${settings.withinHours} h, ${counts.known} of them with a registered device; ${counts.before} were seen in the ` +
        `country before: probably a new VPN exit or office. Check with who operates the network.`,
    };
  }
}
