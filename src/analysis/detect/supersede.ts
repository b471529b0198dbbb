import type { RowRef } from "../../model/rows/log-row.ts";
import type { Severity } from "../../model/vocabulary.ts";
import { compareText, severityRank } from "./periods.ts";

/** By slug, the slugs of the detectors whose findings a finding of this detector replaces. */
export type Supersession = ReadonlyMap<string, ReadonlySet<string>>;

/** A finding as far as superseding is concerned. */
export interface SupersedableFinding {
  readonly eventId: string;
  /** The detector's slug. */
  readonly detector: string;
  readonly severity: Severity;
  readonly evidence: readonly RowRef[];
}

interface Declaration {
  readonly slug: string;
  readonly supersedes?: readonly string[] | undefined;
}

/** Collects what detectors declare. Superseding is transitive: a detector also supersedes what its superseded ones do. */
export function supersessionOf(detectors: Iterable<Declaration>): Supersession {
  const declared = new Map<string, ReadonlySet<string>>();
  for (const { slug, supersedes = [] } of detectors) if (supersedes.length > 0) declared.set(slug, new Set(supersedes));
  return new Map([...declared.keys()].map((slug) => [slug, reachedFrom(slug, declared)]));
}

function reachedFrom(slug: string, declared: Supersession): ReadonlySet<string> {
  const reached = new Set<string>();
  const next = [...(declared.get(slug) ?? [])];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    if (reached.has(one)) continue;
    reached.add(one);
    next.push(...(declared.get(one) ?? []));
  }
  return reached;
}

/** Returns the slugs that supersede or are superseded. */
export const participantsOf = (supersession: Supersession): ReadonlySet<string> =>
  new Set([...supersession].flatMap(([slug, others]) => [slug, ...others]));

/**
 * Returns the ids of the findings that another one replaces: it is declared to, it is at least as severe, and its
 * evidence contains all of theirs. It depends on the set of findings alone, not on their order.
 */
export function supersededAmong(
  findings: readonly SupersedableFinding[],
  supersession: Supersession,
): ReadonlySet<string> {
  const superseded = new Set<string>();
  const ordered = findings
    .map((finding) => ({ ...finding, rows: new Set(finding.evidence.map(nameOf)) }))
    .sort((a, b) => a.rows.size - b.rows.size || compareText(a.eventId, b.eventId));
  for (const finding of ordered) {
    // If findings supersede each other, keep one.
    const isReplaced = ordered.some(
      (other) => !superseded.has(other.eventId) && replaces(other, finding, supersession),
    );
    if (isReplaced) superseded.add(finding.eventId);
  }
  return superseded;
}

type WithRows = SupersedableFinding & { readonly rows: ReadonlySet<string> };

function replaces(one: WithRows, other: WithRows, supersession: Supersession): boolean {
  if (one.eventId === other.eventId || !supersession.get(one.detector)?.has(other.detector)) return false;
  // Between findings of the same detector, only one with more evidence replaces the other.
  if (one.detector === other.detector && one.rows.size === other.rows.size) return false;
  if (severityRank(one.severity) < severityRank(other.severity)) return false;
  return [...other.rows].every((row) => one.rows.has(row));
}

const nameOf = ({ table, rowId }: RowRef): string => `${table}/${rowId}`;
