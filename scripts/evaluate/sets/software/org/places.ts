import type { Random } from "../lib/random.ts";

interface Provider {
  name: string;
  asn: number;
  prefix: string;
}

export interface City {
  name: string;
  country: string;
  latitude: number;
  longitude: number;
  offset: number;
  lines: Provider[];
  mobile: Provider;
}

/** A network address with where it seems to be. */
export interface Spot {
  ip: string;
  city: string;
  country: string;
  latitude: number;
  longitude: number;
  isp: string;
  asn: number;
}

const city = (
  name: string, country: string, latitude: number, longitude: number, offset: number,
  lines: [string, number, string][], mobile: [string, number, string],
): City => ({
  name, country, latitude, longitude, offset,
  lines: lines.map(([isp, asn, prefix]) => ({ name: isp, asn, prefix })),
  mobile: { name: mobile[0], asn: mobile[1], prefix: mobile[2] },
});

/** Where people live. The headquarters are in the first, an office is in the second. */
export const homes: City[] = [
  city("Hamburg", "DE", 53.55, 9.99, 2, [["Nordnetz", 3320, "84.142"], ["Elbkabel", 31334, "95.90"]],
    ["Funkdeutsch", 6805, "80.187"]),
  city("Krakow", "PL", 50.06, 19.94, 2, [["Wislanet", 5617, "83.22"], ["Galicja Kabel", 6830, "89.73"]],
    ["Polmobil", 39603, "37.47"]),
  city("Berlin", "DE", 52.52, 13.4, 2, [["Spreekabel", 31334, "91.64"]], ["Funkdeutsch", 6805, "46.114"]),
  city("Lisbon", "PT", 38.72, -9.14, 1, [["Tejo Fibra", 3243, "85.243"]], ["Lusomovel", 12353, "176.78"]),
  city("Manchester", "GB", 53.48, -2.24, 1, [["Northern Fibre", 2856, "86.21"], ["Mersey Cable", 5089, "82.41"]],
    ["Albion Mobile", 12576, "92.40"]),
  city("Austin", "US", 30.27, -97.74, -5, [["Lone Star Cable", 11427, "70.112"]],
    ["Continental Wireless", 21928, "172.58"]),
  city("Denver", "US", 39.74, -104.99, -6, [["Mile High Cable", 7922, "73.14"]],
    ["Prairie Wireless", 22394, "174.198"]),
  city("Bengaluru", "IN", 12.97, 77.59, 5.5, [["Deccan Fibernet", 24309, "106.51"]],
    ["Bharat Cellular", 55836, "157.45"]),
  city("Curitiba", "BR", -25.43, -49.27, -3, [["Parana Fibra", 18881, "187.112"]], ["Celular Sul", 26615, "179.93"]),
  city("Toronto", "CA", 43.65, -79.38, -4, [["Ontario Cable", 812, "99.232"]], ["Maple Mobile", 36522, "184.151"]),
  city("Valencia", "ES", 39.47, -0.38, 2, [["Turia Fibra", 3352, "88.12"]], ["Iberia Movil", 12430, "31.4"]),
  city("Cluj-Napoca", "RO", 46.77, 23.6, 3, [["Somes Net", 8708, "79.112"]], ["Carpat Mobil", 12302, "109.166"]),
  city("Gothenburg", "SE", 57.71, 11.97, 2, [["Västkabel", 3301, "78.72"]], ["Svea Mobil", 1257, "95.195"]),
  city("Osaka", "JP", 34.69, 135.5, 9, [["Kansai Hikari", 17676, "126.77"]], ["Naniwa Mobile", 9605, "49.98"]),
  city("Cape Town", "ZA", -33.92, 18.42, 2, [["Table Bay Fibre", 37457, "105.224"]],
    ["Cape Cellular", 29975, "41.114"]),
  city("Utrecht", "NL", 52.09, 5.12, 2, [["Rijnkabel", 33915, "82.72"]], ["Polder Mobiel", 1136, "188.207"]),
];

/** Where people travel to; nobody lives there. */
export const travelPlaces: City[] = [
  city("Paris", "FR", 48.86, 2.35, 2, [["Seine Fibre", 3215, "90.3"]], ["Hexamobile", 5410, "37.166"]),
  city("Milan", "IT", 45.46, 9.19, 2, [["Lombardia Net", 3269, "79.20"]], ["Padana Mobile", 30722, "37.160"]),
  city("Singapore", "SG", 1.35, 103.82, 8, [["Merlion Broadband", 4773, "121.6"]], ["Straits Mobile", 9506, "119.56"]),
  city("New York", "US", 40.71, -74.01, -4, [["Hudson Cable", 12271, "24.90"]],
    ["Continental Wireless", 21928, "172.56"]),
  city("Dubai", "AE", 25.2, 55.27, 4, [["Gulf Fibre", 5384, "94.200"]], ["Emir Mobile", 15802, "91.72"]),
  city("Istanbul", "TR", 41.01, 28.98, 3, [["Bosphorus Net", 9121, "88.226"]], ["Anadolu Cell", 16135, "178.240"]),
  city("Nairobi", "KE", -1.29, 36.82, 3, [["Savanna Fibre", 33771, "105.160"]], ["Rift Mobile", 37061, "41.90"]),
  city("Mexico City", "MX", 19.43, -99.13, -6, [["Anahuac Net", 8151, "187.190"]], ["Azteca Movil", 28403, "200.68"]),
  city("Kuala Lumpur", "MY", 3.14, 101.69, 8, [["Klang Broadband", 4788, "175.139"]],
    ["Melaka Mobile", 9534, "113.210"]),
];

/** Where attackers sit when they use home lines that nobody of the organization has. */
export const foreignPlaces: City[] = [
  city("Lagos", "NG", 6.52, 3.38, 1, [["Lagoon Net", 29465, "105.112"]], ["Niger Mobile", 37148, "102.89"]),
  city("Kharkiv", "UA", 49.99, 36.23, 3, [["Sloboda Net", 13188, "193.151"]], ["Dnipro Mobile", 21497, "46.133"]),
  city("Hanoi", "VN", 21.03, 105.85, 7, [["Red River Net", 45899, "113.160"]], ["Lotus Mobile", 7552, "171.224"]),
  city("Minsk", "BY", 53.9, 27.57, 3, [["Svislach Net", 6697, "178.120"]], ["Belmobil", 25106, "46.56"]),
  city("Karachi", "PK", 24.86, 67.01, 5, [["Indus Broadband", 17557, "39.50"]], ["Sindh Cellular", 45669, "37.111"]),
  city("Tehran", "IR", 35.69, 51.39, 3.5, [["Alborz Net", 58224, "5.160"]], ["Pars Mobile", 44244, "5.112"]),
  city("Pyongan", "KP", 39.03, 125.75, 9, [["Star Line", 131279, "175.45"]], ["Star Line", 131279, "175.46"]),
  city("Manila", "PH", 14.6, 120.98, 8, [["Luzon Fiber", 9299, "112.198"]], ["Visayas Mobile", 10139, "49.144"]),
];

const hosting: [string, number, string, string, string, number, number][] = [
  ["Hollow Cloud", 14061, "165.22", "Frankfurt", "DE", 50.11, 8.68],
  ["Hollow Cloud", 14061, "159.89", "Amsterdam", "NL", 52.37, 4.9],
  ["Rackmint", 9009, "193.27", "Bucharest", "RO", 44.43, 26.1],
  ["Rackmint", 9009, "185.183", "London", "GB", 51.51, -0.13],
  ["Blue Anchor Servers", 16276, "51.77", "Warsaw", "PL", 52.23, 21.01],
  ["Steel Harbor VPS", 44477, "94.131", "Chisinau", "MD", 47.01, 28.86],
  ["Steel Harbor VPS", 44477, "45.142", "Moscow", "RU", 55.76, 37.62],
  ["Eastern Racks", 45102, "47.243", "Hong Kong", "HK", 22.32, 114.17],
  ["Prairie Dedicated", 20473, "45.77", "Dallas", "US", 32.78, -96.8],
  ["Fjord Hosting", 24940, "95.217", "Helsinki", "FI", 60.17, 24.94],
];

const consumerVpn: [string, number, string, string, string, number, number][] = [
  ["Burrow VPN", 212238, "156.146", "Zurich", "CH", 47.38, 8.54],
  ["Burrow VPN", 212238, "37.19", "Stockholm", "SE", 59.33, 18.07],
  ["Burrow VPN", 212238, "84.17", "London", "GB", 51.51, -0.13],
];

const octet = (r: Random): number => r.int(2, 253);

const placed = (r: Random, row: [string, number, string, string, string, number, number]): Spot => ({
  ip: `${row[2]}.${octet(r)}.${octet(r)}`,
  city: row[3], country: row[4], latitude: row[5], longitude: row[6], isp: row[0], asn: row[1],
});

const at = (c: City, provider: Provider, ip: string): Spot => ({
  ip, city: c.name, country: c.country, latitude: c.latitude, longitude: c.longitude,
  isp: provider.name, asn: provider.asn,
});

export const homeLine = (r: Random, c: City): Spot => {
  const provider = r.pick(c.lines);
  return at(c, provider, `${provider.prefix}.${octet(r)}.${octet(r)}`);
};

export const mobileLine = (r: Random, c: City): Spot =>
  at(c, c.mobile, `${c.mobile.prefix}.${octet(r)}.${octet(r)}`);

/** The same line, seen with an IPv6 address whose last half changes now and then. */
export const overIpv6 = (r: Random, spot: Spot): Spot => {
  const parts = spot.ip.split(".").map((part) => Number(part));
  const site = ((parts[2] ?? 0) * 256 + (parts[3] ?? 0)).toString(16);
  const tail = `${r.hex(4)}:${r.hex(4)}:${r.hex(4)}:${r.hex(4)}`.replace(/(^|:)0+(?=[0-9a-f])/g, "$1");
  return { ...spot, ip: `2001:db8:${(parts[0] ?? 0).toString(16)}${(parts[1] ?? 0).toString(16)}:${site}:${tail}` };
};

export const hostingSpot = (r: Random): Spot => placed(r, r.pick(hosting));
export const vpnSpot = (r: Random): Spot => placed(r, r.pick(consumerVpn));

export const torSpot = (r: Random): Spot => ({
  ip: `185.220.${r.int(100, 103)}.${octet(r)}`,
  city: "Brandenburg", country: "DE", latitude: 52.41, longitude: 12.55, isp: "Onion Relay Association", asn: 60729,
});

/** Addresses of Microsoft's data centers, from which hosted agents and managed identities call. */
export const azureSpot = (r: Random): Spot => ({
  ip: `${r.pick(["20.50", "20.73", "13.80", "52.178"])}.${octet(r)}.${octet(r)}`,
  city: "Amsterdam", country: "NL", latitude: 52.37, longitude: 4.9, isp: "Microsoft Azure", asn: 8075,
});

export const fixedSpot = (ip: string, cityOf: City, isp: string, asn: number): Spot => ({
  ip, city: cityOf.name, country: cityOf.country, latitude: cityOf.latitude, longitude: cityOf.longitude, isp, asn,
});
