import type { Place } from "./place.ts";
import type { Random } from "./random.ts";

type City = Omit<Place, "ip">;

const city = (name: string, country: string, latitude: number, longitude: number): City => ({
  city: name,
  country,
  latitude,
  longitude,
});

/** Cities in countries without an office. */
const CITIES: readonly City[] = [
  city("Bucharest", "RO", 44.43, 26.1),
  city("Lagos", "NG", 6.45, 3.4),
  city("Chisinau", "MD", 47.01, 28.86),
  city("Hanoi", "VN", 21.03, 105.85),
  city("Sofia", "BG", 42.7, 23.32),
  city("Tbilisi", "GE", 41.72, 44.79),
  city("Panama City", "PA", 8.98, -79.52),
  city("Almaty", "KZ", 43.24, 76.89),
  city("Karachi", "PK", 24.86, 67.0),
  city("Jakarta", "ID", -6.2, 106.85),
  city("Accra", "GH", 5.6, -0.19),
  city("Riga", "LV", 56.95, 24.11),
];

/** Cities that business trips lead to. */
export const TRIP_CITIES: readonly City[] = [
  city("Madrid", "ES", 40.42, -3.7),
  city("Vienna", "AT", 48.21, 16.37),
  city("Chicago", "US", 41.88, -87.63),
  city("Tokyo", "JP", 35.68, 139.69),
  city("Warsaw", "PL", 52.23, 21.01),
  city("Milan", "IT", 45.46, 9.19),
];

const LAST_OCTETS = { first: 60, count: 140 };

/** Returns an address of an attacker; the first 140 numbers are reserved for documentation, the others for benchmarks. */
export const attackerAddress = (number: number): string =>
  number < LAST_OCTETS.count
    ? `198.51.100.${LAST_OCTETS.first + number}`
    : `198.19.${100 + Math.floor(number / 250)}.${1 + (number % 250)}`;

/** Returns a place of an attacker. */
export const placeAbroad = (random: Random, ip: string): Place => ({ ...random.pick(CITIES), ip });
