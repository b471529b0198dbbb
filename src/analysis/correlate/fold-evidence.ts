import { appendTo } from "../../model/append-to.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { DisjointSets } from "./disjoint-sets.ts";
import { byTime, compareIds } from "./finding-order.ts";

/** Findings of one subject that report one act. */
export type Piece = readonly CaseFinding[];

/**
 * Groups findings that report the same act: they were triggered by one row, a row that triggered one is evidence of the
 * other and shows the same act, they name the same occurrence, or the same act on the same object was reported within
 * two minutes. Tables name objects in different ways, so findings of different tables need only the same act. The
 * result depends on the set of findings alone; pieces are in the order of time.
 */
export function foldEvidence(findings: readonly CaseFinding[]): readonly Piece[] {
  const ordered = [...findings].sort(byTime);
  const sets = new DisjointSets(ordered.length);
  for (const places of groupPlaces(ordered, keysOf)) joinAll(sets, places);
  joinEvidence(ordered, sets);
  for (const places of groupPlaces(ordered, actsOf)) joinNear(ordered, places, sets);
  const pieces = new Map<number, CaseFinding[]>();
  for (const [place, finding] of ordered.entries()) appendTo(pieces, sets.rootOf(place), finding);
  return [...pieces.values()];
}

/** Names by which findings report the same act whenever they were made. */
const keysOf = ({ rows: [trigger], facts: { occurrence } }: CaseFinding): readonly string[] => [
  ...(trigger === undefined ? [] : [`row ${trigger}`]),
  ...(occurrence === undefined ? [] : [occurrence]),
];

/** Names by which findings report the same act if they were made at about the same time. */
const actsOf = ({ facts: { act, object, address } }: CaseFinding): readonly string[] => {
  if (act === undefined || act === MAIL) return [];
  // The address distinguishes sign-ins of one actor at one time.
  return act === SIGN_IN ? [`${act} ${address ?? ""}`] : [act, ...(object === undefined ? [] : [`${act} ${object}`])];
};

const SIGN_IN = "sign_in";
/** Only their ids distinguish messages. */
export const MAIL = "mail";

function groupPlaces(
  findings: readonly CaseFinding[],
  namesOf: (finding: CaseFinding) => readonly string[],
): Iterable<readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, finding] of findings.entries()) {
    for (const name of namesOf(finding)) appendTo(places, name, place);
  }
  return places.values();
}

function joinAll(sets: DisjointSets, [first, ...others]: readonly number[]): void {
  for (const other of others) if (first !== undefined) sets.join(first, other);
}

/** Joins a finding with those whose triggering row is among its evidence and shows the same act, as in a burst. */
function joinEvidence(findings: readonly CaseFinding[], sets: DisjointSets): void {
  // Those that one row triggered are joined already, so that one of them stands for all.
  const byRow = new Map<string, number>();
  for (const [place, finding] of findings.entries()) {
    for (const name of actOfRow(finding, finding.rows.slice(0, 1))) byRow.set(name, place);
  }
  for (const [place, finding] of findings.entries()) {
    const others = actOfRow(finding, finding.rows.slice(1)).flatMap((name) => byRow.get(name) ?? []);
    for (const other of others) sets.join(place, other);
  }
}

/** Names rows together with the act of a finding. */
const actOfRow = ({ facts: { act } }: CaseFinding, rows: readonly string[]): readonly string[] =>
  act === undefined ? [] : rows.map((row) => `${act} ${row}`);

/** Joins neighbors in time: those of one table need the same object, which is part of the name of the longer list. */
function joinNear(findings: readonly CaseFinding[], places: readonly number[], sets: DisjointSets): void {
  for (const [index, place] of places.entries()) {
    const next = places[index + 1];
    const [one, other] = [findings[place], findings[next ?? -1]];
    if (next === undefined || !one || !other || other.at - one.at > CORRELATION.sameActMs) continue;
    if (one.table !== other.table || isSameObject(one, other)) sets.join(place, next);
  }
}

const isSameObject = ({ facts: one }: CaseFinding, { facts: other }: CaseFinding): boolean =>
  one.act === SIGN_IN || (one.object !== undefined && one.object === other.object);

/** Returns the different detectors of a piece, sorted. */
export const detectorsOf = (piece: Piece): readonly string[] =>
  [...new Set(piece.map(({ detector }) => detector))].sort(compareIds);
