export interface Point {
  readonly lat: number;
  readonly lon: number;
}

const EARTH_RADIUS_KM = 6_371;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the great-circle distance. */
export function kmBetween(a: Point, b: Point): number {
  const lat = Math.sin(toRadians(b.lat - a.lat) / 2) ** 2;
  const lon = Math.sin(toRadians(b.lon - a.lon) / 2) ** 2;
  const chord = lat + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * lon;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
