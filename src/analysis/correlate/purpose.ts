import type { CaseFinding } from "../../model/case-finding.ts";

/** What an act is good for in an attack on data, in the order in which one prepares the next. */
const PURPOSES = ["weakening", "collection", "movement", "destruction", "no_recovery"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Permissions and forwarding are set up for later: nothing is collected or moved by the act itself. */
const PREPARATIONS: readonly string[] = ["T1098", "T1114.003"];

/** The techniques that serve a purpose, with their sub-techniques. */
const TECHNIQUES: readonly (readonly [string, Purpose])[] = [
  ["T1114", "collection"],
  ["T1005", "collection"],
  ["T1039", "collection"],
  ["T1074", "collection"],
  ["T1119", "collection"],
  ["T1213", "collection"],
  ["T1530", "collection"],
  ["T1560", "collection"],
  ["T1020", "movement"],
  ["T1029", "movement"],
  ["T1030", "movement"],
  ["T1041", "movement"],
  ["T1048", "movement"],
  ["T1052", "movement"],
  ["T1537", "movement"],
  ["T1567", "movement"],
  ["T1222", "weakening"],
  ["T1484", "weakening"],
  ["T1562", "weakening"],
  ["T1485", "destruction"],
  ["T1486", "destruction"],
  ["T1561", "destruction"],
  ["T1490", "no_recovery"],
];

/** Returns the purpose of the act that a finding reports, the last one if it has several; null if it has none of them. */
export function purposeOf({ techniques }: Pick<CaseFinding, "techniques">): Purpose | null {
  if (techniques.some((technique) => PREPARATIONS.some((id) => isPartOf(technique, id)))) return null;
  const served = techniques.flatMap((technique) => purposeOfTechnique(technique) ?? []);
  return served.length === 0 ? null : (PURPOSES[Math.max(...served.map((one) => PURPOSES.indexOf(one)))] ?? null);
}

const purposeOfTechnique = (technique: string): Purpose | undefined =>
  TECHNIQUES.find(([id]) => isPartOf(technique, id))?.[1];

const isPartOf = (technique: string, id: string): boolean => technique === id || technique.startsWith(`${id}.`);
