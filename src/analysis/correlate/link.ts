import type { CaseFinding } from "../../model/case-finding.ts";
import type { FindingFacts } from "../../model/finding-facts.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { MAIL } from "./fold-evidence.ts";
import { purposeOf } from "./purpose.ts";

/** Something that two findings of one subject have in common, and how far apart they may be to be linked by it. */
export interface Link {
  /** Equal names link. */
  readonly name: string;
  readonly withinMs: number;
}

/** Returns whether many people use an address, or the subject did on earlier days: it links nothing. */
export type IsUsual = (address: string, at: number) => boolean;

/** Returns what links a finding with others of its subject. */
export function linksOf(finding: CaseFinding, isUsual: IsUsual): readonly Link[] {
  const { facts, at } = finding;
  if (facts.act === MAIL) return [];
  const { nearMs, sessionMs, entityMs, planMs } = CORRELATION.link;
  const { address, network, occurrence, account, recipient, malware, host } = facts;
  const isForeign = address !== undefined && !facts.isOwnNetwork && !isUsual(address, at);
  return [
    ...nameOf("address", isForeign ? address : undefined, entityMs),
    ...nameOf("network", isForeign ? network : undefined, entityMs),
    ...nameOf("occurrence", occurrence, entityMs),
    ...nameOf("object", objectOf(facts), entityMs),
    ...nameOf("account", account, entityMs),
    ...nameOf("recipient", recipient, entityMs),
    ...nameOf("malware", malware, entityMs),
    // A finding that rests on the row of another one names what led to it.
    ...finding.rows.map((row) => ({ name: `row ${row}`, withinMs: entityMs })),
    ...nameOf("host", host, sessionMs),
    // What comes from a foreign place is a session of its own.
    ...(address === undefined || isForeign ? [] : [{ name: "usual place", withinMs: sessionMs }]),
    { name: "same time", withinMs: nearMs },
    ...(purposeOf(finding) === null ? [] : [{ name: "purpose", withinMs: planMs }]),
  ];
}

/** Returns whether a finding does not state where it happened: it belongs to what happened at about the same time. */
export const isPlaceless = ({ facts: { address, act } }: CaseFinding): boolean => address === undefined && act !== MAIL;

const nameOf = (kind: string, value: string | undefined, withinMs: number): readonly Link[] =>
  value === undefined || value === "" ? [] : [{ name: `${kind} ${value}`, withinMs }];

/** A file or a message is another one every time. */
const objectOf = ({ object, isPassingObject }: FindingFacts): string | undefined =>
  isPassingObject === true ? undefined : object;
