/** Networks of the world: where addresses are, and which devices and clients use them. */
import type { Rng } from "./util.ts";

export type Net = {
  ip: string;
  country: string;
  city: string;
  latitude: number;
  longitude: number;
  isp: string;
  asn: number;
};

export type Device = {
  id: string;
  name: string;
  os: string;
  browser: string;
  agent: string;
  managed: boolean;
};

export type Endpoint = { net: Net; device: Device };

type Country = { cities: [string, number, number][]; home: [string, number, string[]][];
  mobile: [string, number, string] };

const COUNTRIES: Record<string, Country> = {
  DE: {
    cities: [["Stuttgart", 48.78, 9.18], ["Esslingen", 48.74, 9.31], ["Munich", 48.14, 11.58],
      ["Hamburg", 53.55, 9.99]],
    home: [["Deutsche Telekom AG", 3320, ["84.150", "87.162", "91.45"]], ["Vodafone GmbH", 3209, ["92.72", "95.90"]]],
    mobile: ["Telefonica Germany", 6805, "2a02:3030"],
  },
  AT: {
    cities: [["Linz", 48.31, 14.29], ["Vienna", 48.21, 16.37], ["Graz", 47.07, 15.44]],
    home: [["A1 Telekom Austria AG", 8447, ["62.46", "80.121"]], ["Magenta Telekom", 8412, ["84.112"]]],
    mobile: ["Hutchison Drei Austria", 25255, "2a02:8388"],
  },
  CZ: {
    cities: [["Brno", 49.2, 16.61], ["Prague", 50.09, 14.42], ["Olomouc", 49.6, 17.25]],
    home: [["O2 Czech Republic", 5610, ["90.180", "85.70"]], ["Vodafone Czech Republic", 16019, ["86.49"]]],
    mobile: ["T-Mobile Czech Republic", 13036, "2a00:1028"],
  },
  PL: {
    cities: [["Wroclaw", 51.11, 17.03], ["Warsaw", 52.23, 21.01]],
    home: [["Orange Polska", 5617, ["83.6", "79.184"]], ["Netia SA", 12741, ["77.252"]]],
    mobile: ["P4 Sp. z o.o.", 39603, "2a00:f41"],
  },
  HU: {
    cities: [["Gyor", 47.69, 17.63], ["Budapest", 47.5, 19.04]],
    home: [["Magyar Telekom", 5483, ["84.2", "81.182"]], ["DIGI Tavkozlesi", 20845, ["94.21"]]],
    mobile: ["Yettel Hungary", 15955, "2a00:1110"],
  },
  MX: {
    cities: [["Queretaro", 20.59, -100.39], ["Mexico City", 19.43, -99.13], ["Leon", 21.12, -101.68]],
    home: [["Uninet S.A. de C.V.", 8151, ["187.188", "189.180"]], ["Megacable", 13999, ["177.230"]]],
    mobile: ["Radiomovil Dipsa", 28403, "2806:107e"],
  },
  IN: {
    cities: [["Pune", 18.52, 73.86], ["Mumbai", 19.08, 72.88]],
    home: [["Bharti Airtel", 24560, ["122.170", "106.210"]], ["Reliance Jio", 55836, ["49.36"]]],
    mobile: ["Reliance Jio Infocomm", 55836, "2409:4042"],
  },
  FR: {
    cities: [["Lyon", 45.76, 4.84], ["Paris", 48.86, 2.35]],
    home: [["Orange S.A.", 3215, ["90.45", "86.210"]]],
    mobile: ["Bouygues Telecom", 5410, "2a01:cb00"],
  },
  IT: {
    cities: [["Milan", 45.46, 9.19], ["Turin", 45.07, 7.69]],
    home: [["Telecom Italia", 3269, ["79.20", "87.0"]]],
    mobile: ["Wind Tre", 24608, "2a01:827"],
  },
  US: {
    cities: [["Detroit", 42.33, -83.05], ["Chicago", 41.88, -87.63], ["Columbus", 39.96, -83.0]],
    home: [["Comcast Cable", 7922, ["73.44", "68.56"]], ["AT&T Services", 7018, ["99.98"]]],
    mobile: ["T-Mobile USA", 21928, "2607:fb90"],
  },
  CN: {
    cities: [["Suzhou", 31.3, 120.59], ["Shanghai", 31.23, 121.47]],
    home: [["China Telecom", 4134, ["114.216", "218.4"]]],
    mobile: ["China Mobile", 9808, "2409:8900"],
  },
  GB: {
    cities: [["Birmingham", 52.48, -1.9], ["London", 51.51, -0.13]],
    home: [["British Telecommunications", 2856, ["86.160", "81.154"]]],
    mobile: ["EE Limited", 12576, "2a00:23c5"],
  },
  SE: {
    cities: [["Gothenburg", 57.71, 11.97], ["Stockholm", 59.33, 18.07]],
    home: [["Telia Company", 3301, ["78.69", "90.224"]]],
    mobile: ["Telenor Sverige", 8642, "2a02:aa1"],
  },
  TR: {
    cities: [["Bursa", 40.19, 29.06], ["Istanbul", 41.01, 28.98]],
    home: [["Turk Telekom", 9121, ["78.180", "85.105"]]],
    mobile: ["Turkcell", 16135, "2a00:1d34"],
  },
  NG: {
    cities: [["Lagos", 6.52, 3.38]],
    home: [["MTN Nigeria", 29465, ["105.112", "197.210"]]],
    mobile: ["Airtel Nigeria", 36873, "2c0f:2a80"],
  },
  RU: {
    cities: [["Moscow", 55.76, 37.62], ["Saint Petersburg", 59.94, 30.31]],
    home: [["Rostelecom", 12389, ["95.24", "178.64"]]],
    mobile: ["MTS PJSC", 8359, "2a00:1fa0"],
  },
  VN: {
    cities: [["Hanoi", 21.03, 105.85]],
    home: [["Viettel Group", 7552, ["171.224", "27.72"]]],
    mobile: ["Vinaphone", 45899, "2401:d800"],
  },
  BR: {
    cities: [["Sao Paulo", -23.55, -46.63]],
    home: [["Claro NXT", 28573, ["177.32", "189.6"]]],
    mobile: ["TIM S/A", 26615, "2804:214"],
  },
  ID: {
    cities: [["Jakarta", -6.21, 106.85]],
    home: [["PT Telekomunikasi Indonesia", 7713, ["36.72", "180.244"]]],
    mobile: ["PT Telkomsel", 23693, "2404:c0"],
  },
};

const HOSTING: [string, number, string, string, string, number, number][] = [
  ["DigitalOcean, LLC", 14061, "159.65", "NL", "Amsterdam", 52.37, 4.9],
  ["DigitalOcean, LLC", 14061, "167.99", "US", "North Bergen", 40.79, -74.02],
  ["M247 Europe SRL", 9009, "146.70", "RO", "Bucharest", 44.43, 26.1],
  ["OVH SAS", 16276, "51.178", "FR", "Roubaix", 50.69, 3.17],
  ["Hetzner Online GmbH", 24940, "65.108", "FI", "Helsinki", 60.17, 24.94],
  ["The Constant Company", 20473, "45.76", "SG", "Singapore", 1.29, 103.85],
  ["Datacamp Limited", 60068, "138.199", "GB", "London", 51.51, -0.13],
  ["Aeza International", 210644, "77.91", "RU", "Moscow", 55.76, 37.62],
  ["HostRoyale Technologies", 203020, "45.134", "IN", "Mumbai", 19.08, 72.88],
  ["Clouvider Limited", 62240, "193.36", "US", "Dallas", 32.78, -96.8],
];

export function octets(rng: Rng, prefix: string): string {
  let text = prefix;
  while (text.split(".").length < 4) {
    text += `.${rng.int(1, 254)}`;
  }
  return text;
}

export function officeNet(country: string, city: string, ip: string): Net {
  const found = COUNTRIES[country]!.cities.find(([name]) => name === city)!;
  const [isp, asn] = COUNTRIES[country]!.home[0]!;
  return { ip, country, city, latitude: found[1], longitude: found[2], isp, asn };
}

export function homeNet(rng: Rng, country: string, city?: string): Net {
  const c = COUNTRIES[country]!;
  const [name, latitude, longitude] = c.cities.find(([n]) => n === city) ?? rng.pick(c.cities);
  const [isp, asn, prefixes] = rng.pick(c.home);
  return { ip: octets(rng, rng.pick(prefixes)), country, city: name, latitude, longitude, isp, asn };
}

export function mobileNet(rng: Rng, country: string, city?: string): Net {
  const c = COUNTRIES[country]!;
  const [name, latitude, longitude] = c.cities.find(([n]) => n === city) ?? rng.pick(c.cities);
  const [isp, asn, prefix] = c.mobile;
  const part = (): string => rng.hex(4).replace(/^0+(?=.)/, "");
  const ip = `${prefix}:${part()}:${part()}:${part()}:${part()}:${part()}:${part()}`;
  return { ip, country, city: name, latitude, longitude, isp, asn };
}

export function hostingNet(rng: Rng, country?: string): Net {
  const list = HOSTING.filter((h) => country === undefined || h[3] === country);
  const [isp, asn, prefix, code, city, latitude, longitude] = rng.pick(list.length > 0 ? list : HOSTING);
  return { ip: octets(rng, prefix), country: code, city, latitude, longitude, isp, asn };
}

export function torNet(rng: Rng): Net {
  const ip = `185.220.10${rng.int(0, 1)}.${rng.int(1, 254)}`;
  return { ip, country: "DE", city: "Berlin", latitude: 52.52, longitude: 13.4, isp: "Stiftung Erneuerbare Freiheit",
    asn: 60729 };
}

const CHROME = "Chrome/137.0.0.0 Safari/537.36";

export function laptop(rng: Rng, name: string, managed = true): Device {
  const version = rng.int(134, 138);
  const chrome = rng.chance(0.25);
  const base =
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ` +
    `Safari/537.36`;
  return {
    id: rng.uuid(),
    name,
    os: rng.chance(0.8) ? "Windows 11" : "Windows 10",
    browser: chrome ? `Chrome ${version}.0.0` : `Edge ${version}.0.0`,
    agent: chrome ? base : `${base} Edg/${version}.0.0.0`,
    managed,
  };
}

export function phone(rng: Rng): Device {
  const apple = rng.chance(0.6);
  return {
    id: rng.uuid(),
    name: apple ? "iPhone" : "Android",
    os: apple ? `iOS ${rng.int(17, 18)}.${rng.int(0, 5)}` : `Android ${rng.int(13, 15)}`,
    browser: apple ? "Mobile Safari" : "Chrome Mobile",
    agent: apple
      ? "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148"
      : `Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) ` +
        `${CHROME.replace(" Safari", " Mobile Safari")}`,
    managed: true,
  };
}

/** What an intruder uses: not known to the organization, so without id. */
export function strangeDevice(rng: Rng): Device {
  const [os, browser, agent] = rng.pick([
    ["Windows 10", "Firefox 128.0", "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0"],
    ["Linux", "Chrome 126.0.0",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"],
    ["MacOs", "Chrome 131.0.0",
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) ${CHROME}`],
    ["Windows 10", "Chrome 129.0.0",
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ${CHROME}`],
  ] as const);
  return { id: "", name: "", os, browser, agent, managed: false };
}

export function script(agent: string, os = "Linux"): Device {
  return { id: "", name: "", os, browser: "", agent, managed: false };
}
