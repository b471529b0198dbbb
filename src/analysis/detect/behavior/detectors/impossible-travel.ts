import { toCount } from "../../../../model/text/amount.ts";
import { compareText } from "../../periods.ts";
import {
  DAY_MS,
  HOUR_MS,
  type Memory,
  MINUTE_MS,
  periodOf,
  type RowHit,
  type SeenRow,
  type StatefulDetector,
} from "../../stateful-detector.ts";
import { defineBehavior } from "../behavior.ts";
import type { BehaviorSettings } from "../behavior-settings.ts";
import { dataText, hitOfActor } from "../hits.ts";
import type { Firing } from "../patterns/firing.ts";
import { kmBetween } from "../signals/geo.ts";
import { systemOf } from "../signals/network-of-origin.ts";
import {
  deviceOf,
  isCloudRelay,
  isFromOwnNetwork,
  isSuccess,
  networkOfOrigin,
  originOf,
  placeOfRow,
} from "../signals/sign-in.ts";
import { trustOf, weightOfTrust } from "../signals/sign-in-trust.ts";
import { toDuration, toName } from "../wording.ts";

const FOLD_MINUTES = 30;

/** Detects two successful sign-ins of one user that are too far apart for the time between them. */
export function impossibleTravel(settings: BehaviorSettings["impossibleTravel"]): StatefulDetector {
  return defineBehavior({
    facts: {
      slug: "impossible_travel",
      major: 1,
      title: "Impossible travel between sign-ins",
      severity: "high",
      tactics: ["initial_access"],
      techniques: ["T1078.004"],
      threatType: "account_compromise",
      signal: "core_iam",
    },
    tables: ["SigninLogs", "AADNonInteractiveUserSignInLogs", "CloudAppEvents", "IdentityLogonEvents"],
    spanMs: settings.habitBaselineDays * DAY_MS + settings.withinHours * HOUR_MS,
    // Older jumps and places can only suppress a finding as a habit.
    nearMs: settings.withinHours * HOUR_MS,
    needsTwoValues: true,
    foldMs: FOLD_MINUTES * MINUTE_MS,
    ignoresCounts: true,
    hitsOf,
    firingsOf: (memory) => firingsOf(memory, settings),
  });
}

function hitsOf(seen: SeenRow) {
  const place = placeOfRow(seen.row);
  if (place?.lat == null || place.lon == null || !isSuccess(seen.row) || isElsewhereByDesign(seen.row)) return [];
  const name = [toName(place.city, ""), toName(place.country, "")].filter((part) => part !== "").join(", ");
  // A tenth of a degree is about ten kilometers: closer coordinates are one place.
  const value = `${place.lat.toFixed(1)},${place.lon.toFixed(1)}`;
  return hitOfActor(seen, value, {
    lat: place.lat,
    lon: place.lon,
    name,
    country: place.country,
    device: deviceOf(seen.row),
    network: networkOf(seen.row),
    trust: trustOf(seen.row),
  });
}

/** Returns the provider of a sign-in: its autonomous system, else the network of its address. */
function networkOf(row: SeenRow["row"]): string {
  const system = systemOf(row);
  const origin = originOf(row);
  if (system !== null) return `AS${system}`;
  return origin?.startsWith("ip:") ? networkOfOrigin(origin) : "";
}

/** Own networks and the services of the cloud have places of their own. */
const isElsewhereByDesign = (row: SeenRow["row"]): boolean => isFromOwnNetwork(row) || isCloudRelay(row);

interface Jump {
  readonly from: RowHit;
  readonly to: RowHit;
  readonly km: number;
  readonly kmPerHour: number;
}

function* firingsOf({ hits }: Memory, settings: BehaviorSettings["impossibleTravel"]): Iterable<Firing> {
  const habits = new Habits(settings);
  for (const [index, to] of hits.entries()) {
    const from = hits[index - 1];
    const jump = from === undefined ? null : jumpOf(from, to, settings);
    habits.addPlace(to);
    if (jump === null) continue;
    const route = `route ${[jump.from.value, jump.to.value].sort(compareText).join(" ")}`;
    const isUsual = (hit: RowHit): boolean => habits.isUsual(hit, to.at);
    const isHabit = habits.daysBefore(route, to.at) >= settings.habitDays || [jump.from, to].every(isUsual);
    habits.add(route, to.at);
    if (!isHabit) yield toFiring(jump, settings);
  }
}

const placeName = ({ value }: RowHit): string => `place ${value}`;
const networkName = (hit: RowHit): string => `network ${dataText(hit, "network")}`;
const deviceName = (hit: RowHit): string => `device ${dataText(hit, "device")}`;

/** On which days something was seen, within a baseline. Sightings are added in the order of time. */
class Habits {
  readonly #days = new Map<string, number[]>();
  readonly #placesOf = new Map<string, Map<string, RowHit>>();
  readonly #settings: BehaviorSettings["impossibleTravel"];

  constructor(settings: BehaviorSettings["impossibleTravel"]) {
    this.#settings = settings;
  }

  add(name: string, at: number): void {
    const days = this.#days.get(name) ?? [];
    this.#days.set(name, days);
    const day = periodOf(at, DAY_MS);
    if (days.at(-1) !== day) days.push(day);
  }

  /** Adds the place of a sign-in, its network, and what was seen of both together with the device. */
  addPlace(hit: RowHit): void {
    const [place, network, device] = [placeName(hit), networkName(hit), deviceName(hit)];
    const names = [place, network, `${place} ${network}`, `${place} ${device}`, `${network} ${device}`];
    for (const name of names) this.add(name, hit.at);
    this.#placesOf.set(network, (this.#placesOf.get(network) ?? new Map()).set(place, hit));
  }

  /** Returns whether a place was usual before the day of a time, or its network is one that moves between places. */
  isUsual(hit: RowHit, at: number): boolean {
    const { habitDays } = this.#settings;
    const [place, network, device] = [placeName(hit), networkName(hit), deviceName(hit)];
    const hasDevice = dataText(hit, "device") !== "";
    const wasSeen = (name: string): boolean => this.daysBefore(name, at) > 0;
    if (this.daysBefore(place, at) >= habitDays || (hasDevice && wasSeen(`${place} ${device}`))) return true;
    if (dataText(hit, "network") === "" || this.daysBefore(network, at) < habitDays) return false;
    if (hasDevice && wasSeen(`${network} ${device}`)) return true;
    const places = [...(this.#placesOf.get(network) ?? [])]
      .filter(([name]) => wasSeen(`${name} ${network}`))
      .map(([, seen]) => pointOf(seen));
    return places.some((one) => places.some((other) => kmBetween(one, other) >= this.#settings.minKm));
  }

  /** Returns on how many days of the baseline before the day of a time it was seen. */
  daysBefore(name: string, at: number): number {
    const today = periodOf(at, DAY_MS);
    const known = (this.#days.get(name) ?? []).filter(
      (day) => day < today && day >= today - this.#settings.habitBaselineDays * DAY_MS,
    );
    return known.length;
  }
}

function jumpOf(from: RowHit, to: RowHit, settings: BehaviorSettings["impossibleTravel"]): Jump | null {
  const gap = to.at - from.at;
  if (from.value === to.value || gap > settings.withinHours * HOUR_MS || isSameDevice(from, to)) return null;
  const km = kmBetween(pointOf(from), pointOf(to));
  // Clock skew: a gap below one minute counts as one minute.
  const kmPerHour = km / (Math.max(gap, MINUTE_MS) / HOUR_MS);
  return km >= settings.minKm && kmPerHour >= settings.maxKmPerHour ? { from, to, km, kmPerHour } : null;
}

/** Returns whether both sign-ins are from one device, whose traffic went through a VPN. */
const isSameDevice = (a: RowHit, b: RowHit): boolean =>
  dataText(a, "device") !== "" && dataText(a, "device") === dataText(b, "device");

const pointOf = ({ data }: RowHit) => ({ lat: Number(data?.["lat"]), lon: Number(data?.["lon"]) });

/** A jump within a country and below this distance is often only that of a mobile carrier's gateway. */
const GATEWAY_KM = 1_500;

/** The severity follows from what is certain about the second sign-in: whose device it was and which factors it had. */
function weightOf(from: RowHit, to: RowHit, km: number): Pick<Firing, "severity" | "precision"> {
  const isOneCountry = dataText(from, "country") !== "" && dataText(from, "country") === dataText(to, "country");
  if (isOneCountry && km < GATEWAY_KM) return { severity: "low" };
  return weightOfTrust(dataText(to, "trust"));
}

function toFiring({ from, to, km, kmPerHour }: Jump, settings: BehaviorSettings["impossibleTravel"]): Firing {
  const summary = () =>
    `Signed in from ${dataText(to, "name") || to.value} ${toDuration(to.at - from.at)} after ` +
    `${dataText(from, "name") || from.value}: ${toCount(km)} km apart, ${toCount(kmPerHour)} km/h; ` +
    `at most ${toCount(settings.maxKmPerHour)} km/h is plausible.`;
  return { trigger: to, evidence: [from], ...weightOf(from, to, km), summary };
}
