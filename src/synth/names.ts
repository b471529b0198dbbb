import { listOf } from "./list-of.ts";
import type { Place } from "./place.ts";

export const GIVEN_NAMES = listOf(`
  Maya, Jon, Aisha, Luca, Ingrid, Kenji, Fatima, Mateo, Chloé, Andrzej, Priya, Samuel, Yara, Henrik, Mei, Tomás, Zanele,
  Noah, Leila, Viktor, Amara, Oliver, Sofía, Dmitri, Hana, Kwame, Elif, Rafael, Signe, Arjun, Nadia, Callum, Thandi,
  Jürgen, Bianca, Hiroshi, Grace, Emeka, Marta, Liam, Soo-jin, Pavel, Rosa, Anders, Nkechi, Bruno, Wei, Camille, Omar,
  Freya, Diego, Anika, Petra, Malik, Isla, Goran, Lucía, Minh, Ruth, Stefan, Ayşe, Daniel, Tuuli, Kofi, Elena, Sven`);

export const FAMILY_NAMES = listOf(`
  Ito, Abara, Okafor, Moretti, Lindqvist, Tanaka, Haddad, Fernández, Dubois, Kowalski, Nair, Whitfield, Costa, Bergström,
  Chen, Novák, Dlamini, Becker, Rahimi, Petrov, Osei, Hughes, Castillo, Ivanova, Yamamoto, Mensah, Demir, Oliveira,
  Nielsen, Patel, Khalil, Murray, Mbeki, Schäfer, Rossi, Sato, O'Connor, Eze, Wójcik, Walsh, Park, Horvat, Vargas, Dahl,
  Balogun, Almeida, Zhang, Laurent, Farouk, Evans, Navarro, Sharma, Hoffmann, Hassan, Campbell, Jovanović, Romero,
  Nguyen, Adeyemi, Müller, Yılmaz, Levy, Virtanen, Asante, Popescu, Van Dijk, Silva, Kim, Brandt, Toledo, Singh, Moreau`);

export interface Office extends Place {
  /** Hours ahead of UTC. */
  readonly utcOffset: number;
}

/** The offices; each has one public address. */
export const OFFICES: readonly Office[] = [
  { city: "Rotterdam", country: "NL", latitude: 51.92, longitude: 4.48, ip: "198.51.100.10", utcOffset: 1 },
  { city: "Manchester", country: "GB", latitude: 53.48, longitude: -2.24, ip: "198.51.100.20", utcOffset: 0 },
  { city: "Toronto", country: "CA", latitude: 43.65, longitude: -79.38, ip: "198.51.100.30", utcOffset: -5 },
  { city: "Singapore", country: "SG", latitude: 1.35, longitude: 103.82, ip: "198.51.100.40", utcOffset: 8 },
  { city: "São Paulo", country: "BR", latitude: -23.55, longitude: -46.63, ip: "198.51.100.50", utcOffset: -3 },
];

const PLAIN: Readonly<Record<string, string>> = { ø: "o", ł: "l", ı: "i", ß: "ss", đ: "d" };

/** Returns the local part of an e-mail address, in ASCII. */
export function localPartOf(name: string): string {
  const ascii = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[øłıßđ]/g, (letter) => PLAIN[letter] ?? "");
  return ascii.replace(/[^a-z -]/g, "").replaceAll(" ", ".");
}
