import type { Net, NetKind } from "./model.ts";
import type { Rng } from "./rng.ts";

type Place = readonly [city: string, country: string, lat: number, lon: number, asn: number, isp: string,
  prefix: string];

const HOMES: Place[] = [
  ["Nijmegen", "NL", 51.84, 5.85, 1136, "KPN B.V.", "84.81"],
  ["Arnhem", "NL", 51.98, 5.91, 33915, "Vodafone Libertel B.V.", "84.24"],
  ["Utrecht", "NL", 52.09, 5.12, 33915, "Vodafone Libertel B.V.", "85.146"],
  ["Wijchen", "NL", 51.81, 5.72, 1136, "KPN B.V.", "86.86"],
  ["Amsterdam", "NL", 52.37, 4.89, 50266, "Odido Netherlands B.V.", "87.209"],
  ["Kleve", "DE", 51.79, 6.14, 3320, "Deutsche Telekom AG", "79.207"],
];

const MOBILES: Place[] = [
  ["Amsterdam", "NL", 52.37, 4.89, 50266, "Odido Netherlands B.V.", "188.207"],
  ["Rotterdam", "NL", 51.92, 4.48, 1136, "KPN B.V.", "62.133"],
  ["Utrecht", "NL", 52.09, 5.12, 15480, "Vodafone Libertel B.V.", "109.37"],
];

const TRIPS: Place[] = [
  ["Vienna", "AT", 48.21, 16.37, 8447, "A1 Telekom Austria AG", "80.121"],
  ["Lisbon", "PT", 38.72, -9.14, 2860, "NOS Comunicacoes S.A.", "188.81"],
  ["Boston", "US", 42.36, -71.06, 7922, "Comcast Cable", "73.142"],
  ["Geneva", "CH", 46.2, 6.14, 3303, "Swisscom AG", "85.0"],
  ["Tokyo", "JP", 35.68, 139.69, 4713, "NTT Communications", "118.7"],
  ["Copenhagen", "DK", 55.68, 12.57, 3292, "TDC Holding A/S", "80.62"],
  ["Singapore", "SG", 1.35, 103.82, 9506, "Singtel Fibre", "116.86"],
  ["Istanbul", "TR", 41.01, 28.98, 9121, "Turk Telekom", "88.230"],
  ["Montreal", "CA", 45.5, -73.57, 577, "Bell Canada", "70.81"],
  ["Cape Town", "ZA", -33.92, 18.42, 3741, "Internet Solutions", "196.25"],
];

const HOSTINGS: Place[] = [
  ["Moscow", "RU", 55.75, 37.62, 49505, "Selectel Ltd.", "92.53"],
  ["Bucharest", "RO", 44.43, 26.1, 9009, "M247 Europe SRL", "89.44"],
  ["Frankfurt am Main", "DE", 50.11, 8.68, 14061, "DigitalOcean LLC", "138.68"],
  ["Los Angeles", "US", 34.05, -118.24, 20473, "The Constant Company LLC", "45.77"],
  ["Lagos", "NG", 6.52, 3.38, 29465, "MTN Nigeria", "105.112"],
  ["Hong Kong", "HK", 22.32, 114.17, 45102, "Alibaba Cloud", "47.242"],
  ["Kyiv", "UA", 50.45, 30.52, 200019, "AlexHost SRL", "91.208"],
  ["Tehran", "IR", 35.69, 51.39, 58224, "TIC", "5.160"],
  ["Helsinki", "FI", 60.17, 24.94, 24940, "Hetzner Online GmbH", "65.108"],
  ["Sao Paulo", "BR", -23.55, -46.63, 28573, "Claro NXT", "177.34"],
];

const TOR: Place[] = [
  ["Berlin", "DE", 52.52, 13.4, 60729, "Stiftung Erneuerbare Freiheit", "185.220"],
  ["Zurich", "CH", 47.37, 8.54, 51395, "Datasource AG", "179.43"],
];

const VPNS: Place[] = [
  ["Stockholm", "SE", 59.33, 18.07, 39351, "31173 Services AB", "193.138"],
  ["Zurich", "CH", 47.37, 8.54, 62371, "Proton AG", "185.159"],
  ["Amsterdam", "NL", 52.37, 4.89, 212238, "Datacamp Limited", "143.244"],
];

function from(rng: Rng, place: Place, kind: NetKind): Net {
  const [city, country, lat, lon, asn, isp, prefix] = place;
  return { ip: `${prefix}.${rng.int(1, 254)}.${rng.int(2, 253)}`, city, country, lat, lon, asn, isp, kind };
}

export const homeNet = (rng: Rng): Net =>
  from(rng, rng.weighted([[HOMES[0], 5], [HOMES[1], 3], [HOMES[2], 1], [HOMES[3], 2], [HOMES[4], 1],
    [HOMES[5], 1]]) as Place, "home");
export const mobileNet = (rng: Rng): Net => from(rng, rng.pick(MOBILES), "mobile");
export const tripNet = (rng: Rng): Net => from(rng, rng.pick(TRIPS), "travel");
export const torNet = (rng: Rng): Net => from(rng, rng.pick(TOR), "tor");
export const vpnNet = (rng: Rng): Net => from(rng, rng.pick(VPNS), "vpn");

/** A rented server or an abused line abroad; `not` leaves a country out. */
export const hostileNet = (rng: Rng, not = ""): Net => from(rng, rng.pick(HOSTINGS.filter((p) => p[1] !== not)),
  "hosting");

/** A residential line in the country of the university, as attackers rent them as proxies. */
export const residentialNet = (rng: Rng): Net => from(rng, rng.pick(HOMES.slice(0, 5)), "home");

/** The network address translation of the campus, or a campus IPv6 address. */
export function campusNet(rng: Rng, vlan = rng.int(20, 27)): Net {
  const six = rng.chance(0.12);
  const ip = six ? `2001:db8:40:${vlan}::${rng.hex(3)}:${rng.hex(4)}` : `203.0.113.${10 + (vlan % 8)}`;
  return { ip, city: "Nijmegen", country: "NL", lat: 51.82, lon: 5.87, asn: 64499, isp: "Waalhaven University",
    kind: "campus" };
}

export function serverNet(ip = "203.0.113.40"): Net {
  return { ip, city: "Nijmegen", country: "NL", lat: 51.82, lon: 5.87, asn: 64499, isp: "Waalhaven University",
    kind: "campus" };
}

export function azureNet(rng: Rng): Net {
  const ip = `20.${rng.int(50, 110)}.${rng.int(1, 250)}.${rng.int(2, 250)}`;
  return { ip, city: "Amsterdam", country: "NL", lat: 52.37, lon: 4.89, asn: 8075, isp: "Microsoft Corporation",
    kind: "cloud" };
}

const PARTNERS: Record<string, Place> = {
  "uni-lindau.example": ["Konstanz", "DE", 47.66, 9.18, 553, "BelWue", "134.34"],
  "tu-ostmark.example": ["Graz", "AT", 47.07, 15.44, 1113, "ACOnet", "129.27"],
  "univ-garonne.example": ["Toulouse", "FR", 43.6, 1.44, 2200, "Renater", "193.54"],
  "northfield.example": ["Leeds", "GB", 53.8, -1.55, 786, "Jisc Services", "129.11"],
  "kyushima-u.example": ["Fukuoka", "JP", 33.59, 130.4, 2907, "SINET", "133.5"],
};

export const PARTNER_DOMAINS = Object.keys(PARTNERS);

export const partnerNet = (rng: Rng, domain: string): Net =>
  from(rng, PARTNERS[domain] ?? (PARTNERS["northfield.example"] as Place), "partner");
