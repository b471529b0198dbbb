import { listOf } from "./list-of.ts";

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

/** Where people work, and how many hours their day is ahead of UTC. */
export const OFFICES = [
  { city: "Rotterdam", country: "Netherlands", utcOffset: 1 },
  { city: "Manchester", country: "United Kingdom", utcOffset: 0 },
  { city: "Toronto", country: "Canada", utcOffset: -5 },
  { city: "Singapore", country: "Singapore", utcOffset: 8 },
  { city: "São Paulo", country: "Brazil", utcOffset: -3 },
] as const;
export type Office = (typeof OFFICES)[number];

const PLAIN: Readonly<Record<string, string>> = { ø: "o", ł: "l", ı: "i", ß: "ss", đ: "d" };

/** The part of an address before the @, in plain ASCII. */
export function localPartOf(name: string): string {
  const ascii = name
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[øłıßđ]/g, (letter) => PLAIN[letter] ?? "");
  return ascii.replace(/[^a-z -]/g, "").replaceAll(" ", ".");
}
