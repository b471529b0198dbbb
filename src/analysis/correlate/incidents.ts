import { appendTo } from "../../model/append-to.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { DisjointSets } from "./disjoint-sets.ts";
import { byTime, isScored } from "./finding-order.ts";
import { foldEvidence, MAIL } from "./fold-evidence.ts";
import { type IsUsual, isPlaceless, linksOf } from "./link.ts";

/** Findings of one subject that belong together, in the order of time. */
export type Incident = readonly CaseFinding[];

/**
 * Groups the findings of one subject by what links them: the same act, a foreign address or network, an object, an account,
 * a machine, a purpose, or one session at a usual place. What only happened in the same days stays apart. The result
 * depends on the set of findings alone. Messages that arrived and findings of severity `none` are added to the incident
 * that they precede or fall into, or are incidents of their own or none.
 */
export function incidentsOf(findings: readonly CaseFinding[], isUsual: IsUsual): readonly Incident[] {
  const ordered = findings.filter((each) => isScored(each) && each.facts.act !== MAIL).sort(byTime);
  const sets = new DisjointSets(ordered.length);
  joinActs(ordered, sets);
  const acts = ordered.map((_, place) => sets.rootOf(place));
  joinLinked(ordered, sets, isUsual);
  joinPlaceless(ordered, sets, acts);
  const incidents = groupsOf(ordered, sets).flatMap(cutAtLongest);
  const others = findings.filter((each) => !isScored(each) || each.facts.act === MAIL).sort(byTime);
  return addOthers(incidents, others).sort(([left], [right]) => (left && right ? byTime(left, right) : 0));
}

function joinActs(ordered: readonly CaseFinding[], sets: DisjointSets): void {
  const places = new Map(ordered.map((finding, place) => [finding, place]));
  for (const [first, ...others] of foldEvidence(ordered)) {
    for (const other of others) if (first) sets.join(places.get(first) ?? 0, places.get(other) ?? 0);
  }
}

/** Joins findings that have a name in common and are not further apart than it allows. */
function joinLinked(ordered: readonly CaseFinding[], sets: DisjointSets, isUsual: IsUsual): void {
  const last = new Map<string, { readonly place: number; readonly at: number }>();
  for (const [place, finding] of ordered.entries()) {
    for (const { name, withinMs } of linksOf(finding, isUsual)) {
      const before = last.get(name);
      if (before && finding.at - before.at <= withinMs) sets.join(before.place, place);
      last.set(name, { place, at: finding.at });
    }
  }
}

/** Joins each finding without a place with the nearest one of another act in the same session. */
function joinPlaceless(ordered: readonly CaseFinding[], sets: DisjointSets, acts: readonly number[]): void {
  const [before, after] = [othersBefore(acts), othersBefore(acts.toReversed()).toReversed()];
  for (const [place, finding] of ordered.entries()) {
    if (!isPlaceless(finding)) continue;
    const near = [before[place] ?? -1, ordered.length - 1 - (after[place] ?? -1)]
      .flatMap((other) => {
        const neighbor = ordered[other];
        return neighbor ? [{ other, distance: Math.abs(neighbor.at - finding.at) }] : [];
      })
      .filter(({ distance }) => distance <= CORRELATION.link.sessionMs)
      .sort((left, right) => left.distance - right.distance || left.other - right.other);
    if (near[0]) sets.join(near[0].other, place);
  }
}

/** Returns the last place before each one that has another act; -1 if there is none. */
function othersBefore(acts: readonly number[]): readonly number[] {
  const places: number[] = [];
  for (const [place, act] of acts.entries()) {
    places.push(place > 0 && acts[place - 1] === act ? (places[place - 1] ?? -1) : place - 1);
  }
  return places;
}

function groupsOf(ordered: readonly CaseFinding[], sets: DisjointSets): readonly CaseFinding[][] {
  const groups = new Map<number, CaseFinding[]>();
  for (const [place, finding] of ordered.entries()) appendTo(groups, sets.rootOf(place), finding);
  return [...groups.values()];
}

/** Divides an incident that goes on for longer than a case may. */
function cutAtLongest(findings: readonly CaseFinding[]): readonly CaseFinding[][] {
  const parts: CaseFinding[][] = [];
  for (const finding of findings) {
    const current = parts.at(-1);
    const first = current?.[0];
    if (current && first && finding.at - first.at <= CORRELATION.spanMs) current.push(finding);
    else parts.push([finding]);
  }
  return parts;
}

function addOthers(incidents: readonly CaseFinding[][], others: readonly CaseFinding[]): CaseFinding[][] {
  const alone: CaseFinding[][] = [];
  const spans = incidents.map((incident) => ({
    first: incident[0]?.at ?? 0,
    last: incident.at(-1)?.at ?? 0,
    incident,
  }));
  const added = new Map<CaseFinding[], CaseFinding[]>();
  for (const finding of others) {
    const isMail = finding.facts.act === MAIL;
    const before = isMail ? CORRELATION.receivedMs : 0;
    const near = spans.find(({ first, last }) => finding.at >= first - before && finding.at <= last);
    if (near) appendTo(added, near.incident, finding);
    else if (isMail && isScored(finding)) alone.push([finding]);
  }
  const whole = incidents.map((incident) => [...incident, ...(added.get(incident) ?? [])].sort(byTime));
  return [...whole, ...alone];
}
