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
import { deviceOf, isCloudRelay, isFromOwnNetwork, isSuccess, placeOfRow } from "../signals/sign-in.ts";
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
    trust: trustOf(seen.row),
  });
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
  const habits = new Habits(settings.habitBaselineDays * DAY_MS);
  for (const [index, to] of hits.entries()) {
    const from = hits[index - 1];
    const jump = from === undefined ? null : jumpOf(from, to, settings);
    for (const name of namesOf(to)) habits.add(name, to.at);
    if (jump === null) continue;
    const route = `route ${[jump.from.value, jump.to.value].sort(compareText).join(" ")}`;
    const isUsual = (hit: RowHit): boolean => {
      const [place = "", ...withDevice] = namesOf(hit);
      return (
        habits.daysBefore(place, to.at) >= settings.habitDays ||
        withDevice.some((name) => habits.daysBefore(name, to.at) > 0)
      );
    };
    const isHabit = habits.daysBefore(route, to.at) >= settings.habitDays || [jump.from, to].every(isUsual);
    habits.add(route, to.at);
    if (!isHabit) yield toFiring(jump, settings);
  }
}

/** Names the place of a sign-in, and the place together with the device that was there. */
function namesOf(hit: RowHit): readonly string[] {
  const device = dataText(hit, "device");
  return [`place ${hit.value}`, ...(device === "" ? [] : [`device ${hit.value} ${device}`])];
}

/** On which days something was seen, within a baseline. Sightings are added in the order of time. */
class Habits {
  readonly #days = new Map<string, number[]>();
  readonly #baselineMs: number;

  constructor(baselineMs: number) {
    this.#baselineMs = baselineMs;
  }

  add(name: string, at: number): void {
    const days = this.#days.get(name) ?? [];
    this.#days.set(name, days);
    const day = periodOf(at, DAY_MS);
    if (days.at(-1) !== day) days.push(day);
  }

  /** Returns on how many days of the baseline before the day of a time it was seen. */
  daysBefore(name: string, at: number): number {
    const today = periodOf(at, DAY_MS);
    const known = (this.#days.get(name) ?? []).filter((day) => day < today && day >= today - this.#baselineMs);
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
