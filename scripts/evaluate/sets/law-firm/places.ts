import type { Rng } from "./random.ts";

/** A city with the networks of its providers, so that an address and a place belong together. */
export type Place = {
  city: string;
  state: string;
  country: string;
  lat: number;
  lon: number;
  /** Hours ahead of UTC in winter. */
  offset: number;
  summer: "eu" | "us" | "none";
  /** First two numbers of home networks and of the mobile network, with their autonomous systems. */
  home: [string, number];
  mobile: [string, number];
};

/** An address with its place. */
export type Net = { ip: string; place: Place; asn: number; isp: string };

const place = (
  city: string, state: string, country: string, lat: number, lon: number, offset: number,
  summer: Place["summer"], home: [string, number], mobile: [string, number],
): Place => ({ city, state, country, lat, lon, offset, summer, home, mobile });

/** Cities in which the firm may have an office. */
export const officePlaces: readonly Place[] = [
  place("London", "England", "GB", 51.51, -0.13, 0, "eu", ["81.152", 2856], ["148.252", 25135]),
  place("Frankfurt am Main", "Hessen", "DE", 50.11, 8.68, 1, "eu", ["91.34", 3320], ["109.42", 3209]),
  place("Dublin", "Leinster", "IE", 53.35, -6.26, 0, "eu", ["86.43", 5466], ["92.251", 15751]),
  place("Madrid", "Madrid", "ES", 40.42, -3.7, 1, "eu", ["83.44", 3352], ["176.83", 12430]),
  place("Zurich", "Zurich", "CH", 47.37, 8.54, 1, "eu", ["85.3", 3303], ["178.197", 3303]),
  place("Toronto", "Ontario", "CA", 43.65, -79.38, -5, "us", ["99.238", 812], ["184.151", 577]),
  place("Amsterdam", "Noord-Holland", "NL", 52.37, 4.9, 1, "eu", ["84.24", 1136], ["62.140", 15480]),
  place("Stockholm", "Stockholms lan", "SE", 59.33, 18.07, 1, "eu", ["78.72", 3301], ["94.234", 44034]),
];

/** Cities to which people travel, and where clients and guests sit. */
export const otherPlaces: readonly Place[] = [
  place("New York", "New York", "US", 40.71, -74.01, -5, "us", ["72.229", 12271], ["166.137", 20057]),
  place("Paris", "Ile-de-France", "FR", 48.86, 2.35, 1, "eu", ["90.63", 3215], ["37.170", 51207]),
  place("Milan", "Lombardia", "IT", 45.46, 9.19, 1, "eu", ["79.31", 3269], ["5.90", 16232]),
  place("Brussels", "Brussels", "BE", 50.85, 4.35, 1, "eu", ["81.241", 5432], ["94.109", 5432]),
  place("Vienna", "Wien", "AT", 48.21, 16.37, 1, "eu", ["62.46", 8447], ["178.165", 8437]),
  place("Warsaw", "Mazowieckie", "PL", 52.23, 21.01, 1, "eu", ["83.6", 5617], ["37.47", 8374]),
  place("Copenhagen", "Hovedstaden", "DK", 55.68, 12.57, 1, "eu", ["80.62", 3292], ["37.96", 9158]),
  place("Singapore", "Singapore", "SG", 1.35, 103.82, 8, "none", ["116.86", 9506], ["111.65", 45143]),
  place("Dubai", "Dubai", "AE", 25.2, 55.27, 4, "none", ["94.200", 5384], ["86.98", 15802]),
  place("Lisbon", "Lisboa", "PT", 38.72, -9.14, 0, "eu", ["85.240", 3243], ["148.69", 12353]),
  place("Edinburgh", "Scotland", "GB", 55.95, -3.19, 0, "eu", ["82.41", 5089], ["188.29", 206067]),
  place("Munich", "Bayern", "DE", 48.14, 11.58, 1, "eu", ["87.138", 6805], ["46.114", 6805]),
];

/** Cities from which strangers come: rented servers, exit nodes and home networks used as proxies. */
const strangerPlaces: readonly [Place, string, string, number][] = [
  [place("Lagos", "Lagos", "NG", 6.52, 3.38, 1, "none", ["102.89", 29465], ["197.210", 29465]),
    "102.89", "MTN Nigeria", 29465],
  [place("Moscow", "Moskva", "RU", 55.76, 37.62, 3, "none", ["95.165", 25513], ["85.140", 8359]),
    "185.159", "Selectel", 49505],
  [place("Bucharest", "Bucuresti", "RO", 44.43, 26.1, 2, "eu", ["86.120", 8708], ["5.12", 12302]),
    "146.70", "M247 Europe", 9009],
  [place("Chisinau", "Chisinau", "MD", 47.01, 28.86, 2, "eu", ["178.168", 8926], ["95.65", 8926]),
    "176.123", "Alexhost", 200019],
  [place("Hanoi", "Ha Noi", "VN", 21.03, 105.85, 7, "none", ["113.190", 45899], ["27.67", 7552]),
    "103.75", "VNPT", 45899],
  [place("Sao Paulo", "Sao Paulo", "BR", -23.55, -46.63, -3, "none", ["177.95", 27699], ["179.110", 27699]),
    "177.38", "Telefonica Brasil", 27699],
  [place("Kuala Lumpur", "Kuala Lumpur", "MY", 3.14, 101.69, 8, "none", ["175.139", 4788], ["183.171", 4788]),
    "175.139", "TM Net", 4788],
  [place("Sofia", "Sofia-grad", "BG", 42.7, 23.32, 2, "eu", ["79.124", 8866], ["46.10", 29244]),
    "79.124", "Tamatiya", 50360],
  [place("Hong Kong", "Hong Kong", "HK", 22.32, 114.17, 8, "none", ["113.254", 9269], ["202.45", 9304]),
    "45.125", "HostUS Solutions", 134771],
  [place("Tbilisi", "Tbilisi", "GE", 41.72, 44.78, 4, "none", ["188.169", 16010], ["176.73", 16010]),
    "188.169", "Magticom", 16010],
  [place("Los Angeles", "California", "US", 34.05, -118.24, -8, "us", ["76.90", 20001], ["172.58", 21928]),
    "104.223", "QuadraNet", 8100],
  [place("Kyiv", "Kyiv", "UA", 50.45, 30.52, 2, "eu", ["93.74", 6849], ["46.211", 15895]),
    "91.218", "ITL", 15626],
];

const tail = (rng: Rng): string => `${rng.int(1, 254)}.${rng.int(2, 253)}`;

export const homeNet = (rng: Rng, at: Place): Net => {
  const ip = rng.chance(0.12)
    ? `2a0${rng.int(0, 2)}:${rng.hex(4).replace(/^0+/, "8")}:${rng.hex(3)}1:${rng.hex(2)}00::${rng.int(2, 99)}`
    : `${at.home[0]}.${tail(rng)}`;
  return { ip, place: at, asn: at.home[1], isp: "residential" };
};

export const mobileNet = (rng: Rng, at: Place): Net =>
  ({ ip: `${at.mobile[0]}.${tail(rng)}`, place: at, asn: at.mobile[1], isp: "mobile" });

/** A rented server or exit node abroad. */
export const strangerNet = (rng: Rng, notIn: readonly string[] = []): Net => {
  const [at, prefix, isp, asn] = rng.pick(strangerPlaces.filter(([p]) => !notIn.includes(p.country)));
  return { ip: `${prefix}.${tail(rng)}`, place: at, asn, isp };
};

/** A rented server in the same country as the victim, which a careful attacker prefers. */
export const nearbyHosting = (rng: Rng, at: Place): Net =>
  ({ ip: `${rng.pick(["84.17", "185.213", "194.110", "45.87"])}.${tail(rng)}`, place: at,
    asn: rng.pick([60068, 39351, 9009, 212238]), isp: "hosting" });

/** An exit node of the Tor network. */
export const torNet = (rng: Rng): Net => {
  const at = officePlaces[1] as Place;
  return { ip: `185.220.101.${rng.int(2, 190)}`, place: at, asn: 60729, isp: "Tor exit" };
};

export const HOUR = 3_600_000;
export const MINUTE = 60_000;
export const DAY = 24 * HOUR;

const summerUntil = { eu: Date.UTC(2026, 9, 25, 1), us: Date.UTC(2026, 10, 1, 6), none: 0 };

/** Milliseconds to subtract from local time to get UTC. The rows lie between July and December 2026. */
export const zone = (at: Place, time: number): number =>
  (at.offset + (time < summerUntil[at.summer] ? 1 : 0)) * HOUR;

/** The UTC time of a local hour (with fraction) on the day that begins at `day` (midnight UTC). */
export const local = (at: Place, day: number, hour: number): number => day + hour * HOUR - zone(at, day);

export const weekday = (day: number): number => new Date(day).getUTCDay();
export const isWeekend = (day: number): boolean => weekday(day) === 0 || weekday(day) === 6;
