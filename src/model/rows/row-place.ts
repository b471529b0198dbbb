import type { LogRow, LogTable } from "./log-row.ts";
import { readFirst, readNumber } from "./row-fields.ts";

/** The location of a row's actor. */
export interface Place {
  /** The two-letter code in upper case if the row has it; otherwise the name as it is in the row. */
  readonly country: string | null;
  readonly city: string | null;
  readonly lat: number | null;
  readonly lon: number | null;
}

interface PlacePaths {
  readonly country: readonly string[];
  readonly city: readonly string[];
  readonly coordinates?: readonly string[];
}

const SIGN_IN: PlacePaths = {
  country: ["LocationDetails.countryOrRegion", "Location.countryOrRegion", "Location"],
  city: ["LocationDetails.city", "Location.city"],
  coordinates: ["LocationDetails.geoCoordinates", "Location.geoCoordinates"],
};

const PATHS: Readonly<Partial<Record<LogTable, PlacePaths>>> = {
  SigninLogs: SIGN_IN,
  AADNonInteractiveUserSignInLogs: SIGN_IN,
  AADServicePrincipalSignInLogs: SIGN_IN,
  AADManagedIdentitySignInLogs: SIGN_IN,
  AADUserRiskEvents: SIGN_IN,
  CloudAppEvents: { country: ["CountryCode"], city: ["City"] },
  IdentityLogonEvents: { country: ["Location"], city: [] },
  BehaviorAnalytics: { country: ["SourceIPLocation"], city: [] },
  Anomalies: {
    country: ["SourceLocation.CountryCode", "SourceLocation.Country", "SourceLocation.country"],
    city: ["SourceLocation.City", "SourceLocation.city"],
  },
};

/** Returns the location in a row, or null if it has none. */
export function placeOf(row: Pick<LogRow, "table" | "fields">): Place | null {
  const paths = PATHS[row.table];
  if (!paths) return null;
  const country = countryOf(row);
  const city = readFirst(row.fields, paths.city);
  const [lat, lon] = coordinatesOf(row, paths.coordinates ?? []);
  if (country === null && city === null && lat === null) return null;
  return { country, city, lat, lon };
}

/** Returns the country in a row, as in its location. */
export function countryOf({ table, fields }: Pick<LogRow, "table" | "fields">): string | null {
  const paths = PATHS[table]?.country;
  return paths === undefined ? null : toCountry(readFirst(fields, paths));
}

const NO_PLACE = /^(unknown|n\/a|none|null|true|false|-)$/i;

function toCountry(text: string | null): string | null {
  // JSON text is not the name of a country.
  if (text === null || NO_PLACE.test(text) || /^[[{]/.test(text)) return null;
  return text.length === 2 ? text.toUpperCase() : text.slice(0, 100);
}

function coordinatesOf({ fields }: Pick<LogRow, "fields">, paths: readonly string[]): [number, number] | [null, null] {
  for (const path of paths) {
    const lat = readNumber(fields, `${path}.latitude`);
    const lon = readNumber(fields, `${path}.longitude`);
    if (lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) return [lat, lon];
  }
  return [null, null];
}
