import { ipOf } from "../../../../model/rows/row-ip.ts";
import { toAmount } from "../../../../model/text/amount.ts";
import {
  DAY_MS,
  type Hit,
  type Memory,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, toHit } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { type FirstSeen, firstSeen } from "../patterns/first-seen.ts";
import {
  readPlaceKey,
  SERVICE_TABLES,
  type ServicePlace,
  servicePlaceOf,
  toPlaceKey,
} from "../signals/service-habits.ts";
import { serviceOf } from "../signals/service-of.ts";

type Settings = BehaviorSettings["appNewPlace"];

/** Detects an application that acts from a country or network new for it. */
export function appNewPlace(settings: Settings): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "app_new_place",
      major: 1,
      title: "Application used from a country new for it",
      severity: "high",
      tactics: ["initial_access"],
      techniques: ["T1078.004"],
      threatType: "account_compromise",
      signal: "core_iam",
    },
    tables: SERVICE_TABLES,
    spanMs: settings.baselineDays * DAY_MS,
    foldMs: DAY_MS,
    ignoresCounts: true,
    days: { habit: "app_place", settledMs: settings.baselineDays * DAY_MS },
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow): readonly Hit[] {
  const service = serviceOf(seen);
  const place = service === null ? null : servicePlaceOf(seen.row, service);
  return service === null || place === null
    ? []
    : [toHit(service.subject, toPlaceKey(place), { ip: ipOf(seen.row) ?? "" })];
}

function* firingsOf({ hits }: Memory, settings: Settings): Iterable<Firing> {
  for (const found of firstSeen(hits, settings)) {
    const past = placesOf(found.past());
    const place = readPlaceKey(found.hit.value);
    const novelty = noveltyOf(place, past, settings);
    if (novelty === null) continue;
    yield {
      trigger: found.hit,
      about: place.network,
      ...novelty,
      summary: () => summaryOf(found, place, past),
    };
  }
}

/** The places of an application before. */
interface Past {
  readonly countries: ReadonlySet<string>;
  readonly networks: ReadonlySet<string>;
  /** The days on which rows stated a country, and those on which rows stated none. */
  readonly days: { readonly withCountry: number; readonly without: number };
  /** The networks of rows that stated no country. */
  readonly bare: ReadonlySet<string>;
}

function placesOf(past: readonly RowHit[]): Past {
  const seen = past.map(({ value, at }) => ({ ...readPlaceKey(value), day: periodOf(at, DAY_MS) }));
  const located = seen.filter(({ country }) => country !== "");
  const bare = seen.filter(({ country }) => country === "");
  return {
    countries: new Set(located.map(({ country }) => country)),
    networks: new Set(seen.map(({ network }) => network)),
    days: { withCountry: daysOf(located), without: daysOf(bare) },
    bare: new Set(bare.map(({ network }) => network)),
  };
}

const daysOf = (seen: readonly { readonly day: number }[]): number => new Set(seen.map(({ day }) => day)).size;

type Novelty = Pick<Firing, "severity" | "title">;

/**
 * Returns how unusual a place is. A provider that the application used before is no new place, whatever its region; an
 * application that was seen in many places is a service that moves between them.
 */
function noveltyOf(place: ServicePlace, past: Past, settings: Settings): Novelty | null {
  const isRoaming = past.countries.size > settings.countries || past.networks.size > settings.networks;
  const isKnownProvider = past.networks.has(place.network) && !place.network.startsWith("net:");
  if (isRoaming || isKnownProvider) return null;
  return place.country === "" ? newNetwork(place, past, settings) : newCountry(place, past, settings);
}

/** Rows without a country are compared with such rows only. */
function newNetwork({ network }: ServicePlace, past: Past, { activeDays }: Settings): Novelty | null {
  const isComparable = past.days.without >= activeDays && past.bare.size <= STABLE_NETWORKS;
  return isComparable && !past.networks.has(network) ? { severity: "medium", title: NEW_NETWORK } : null;
}

function newCountry({ country, network }: ServicePlace, past: Past, { activeDays }: Settings): Novelty | null {
  if (past.days.withCountry < activeDays) return null;
  if (!past.countries.has(country)) return { severity: past.countries.size === 1 ? "high" : "medium" };
  const isStable = past.networks.size <= STABLE_NETWORKS;
  return isStable && !past.networks.has(network) ? { severity: "low", title: NEW_NETWORK } : null;
}

const NEW_NETWORK = "Application used from a network new for it";
/** An application that was seen in no more networks stays where it is. */
const STABLE_NETWORKS = 2;

const LISTED = 4;

function summaryOf({ hit, period }: FirstSeen, place: ServicePlace, past: Past): string {
  const where = [place.country, nameOfNetwork(place.network)].filter((part) => part !== "").join(", ");
  const usual = [...past.countries].sort().slice(0, LISTED).join(", ");
  return (
    `Used from ${dataText(hit, "ip")} (${where}), where it was not seen ${period}; ` +
    `usual: ${usual === "" ? "" : `${usual}, `}${toAmount(past.networks.size, "network")}.`
  );
}

/** `cloud:amazon` becomes `amazon`, `as:3320` `AS3320`; a block of addresses is not named. */
function nameOfNetwork(network: string): string {
  const [kind = "", name = ""] = network.split(":");
  if (kind === "cloud") return name;
  return kind === "as" ? `AS${name}` : "";
}
