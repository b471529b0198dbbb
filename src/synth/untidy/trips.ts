import { TRIP_CITIES } from "../abroad.ts";
import type { Place } from "../place.ts";
import { seededRandom } from "../random.ts";
import type { BehaviorChange, Employee } from "../workforce/employee.ts";
import type { UntidyKnobs } from "./untidy-knobs.ts";

/** A business trip. */
export interface Trip extends BehaviorChange {
  readonly place: Place;
}

/** The probability that a person leaves for a trip in a week. */
const TRIPS_A_WEEK = 0.05;

/** Draws the business trips of a person: two to four days in one city, from one hotel. */
export function tripsOf({ seed, days }: Pick<UntidyKnobs, "seed" | "days">, { email }: Employee): readonly Trip[] {
  const random = seededRandom(seed, `trips ${email}`);
  const trips: Trip[] = [];
  for (let week = 0; week * 7 < days; week += 1) {
    if (!random.chance(TRIPS_A_WEEK)) continue;
    const from = week * 7 + random.int(0, 2);
    const place = { ...random.pick(TRIP_CITIES), ip: `198.19.4.${random.int(1, 250)}` };
    trips.push({ from, to: from + random.int(1, 3), place });
  }
  return trips;
}
