import type { CaseFinding } from "../../model/case-finding.ts";
import { byTime, compareIds, isScored } from "./finding-order.ts";
import { distanceTo, isAtOrAfter, isInReach, type Span, stretch } from "./span.ts";

/** An open case that findings may join. */
export interface OpenCase {
  readonly caseId: string;
  readonly span: Span;
}

type Joined = Map<string, CaseFinding[]>;
type Spans = Map<string, Span>;

/**
 * Assigns findings to a subject's open cases. A finding that joins may bring others within reach, so this repeats until
 * nothing changes: forward in time first, then backward.
 */
export function joinOpenCases(
  cases: readonly OpenCase[],
  findings: readonly CaseFinding[],
): ReadonlyMap<string, readonly CaseFinding[]> {
  const spans: Spans = new Map(cases.map(({ caseId, span }) => [caseId, span]));
  const joined: Joined = new Map();
  let free: readonly CaseFinding[] = findings.filter(isScored).sort(byTime);
  for (let before = -1; free.length !== before; ) {
    before = free.length;
    free = joinReachable(spans, free, joined, isAtOrAfter);
    free = [...joinReachable(spans, [...free].reverse(), joined, isInReach)].reverse();
  }
  for (const finding of findings.filter((each) => !isScored(each)).sort(byTime)) {
    const caseId = findNearest(spans, finding.at, isAtOrAfter);
    if (caseId !== undefined) addTo(joined, caseId, finding);
  }
  return joined;
}

type IsNear = (span: Span, at: number) => boolean;

/** Assigns findings in the given order; returns those that fit no case. */
function joinReachable(
  spans: Spans,
  findings: readonly CaseFinding[],
  joined: Joined,
  isNear: IsNear,
): readonly CaseFinding[] {
  return findings.filter((finding) => {
    const caseId = findNearest(spans, finding.at, isNear);
    const span = caseId === undefined ? undefined : spans.get(caseId);
    if (caseId === undefined || !span) return true;
    spans.set(caseId, stretch(span, finding.at));
    addTo(joined, caseId, finding);
    return false;
  });
}

function addTo(joined: Joined, caseId: string, finding: CaseFinding): void {
  const known = joined.get(caseId);
  if (known) known.push(finding);
  else joined.set(caseId, [finding]);
}

/** Returns the case nearest to a time; of equals the one that lasted longest. */
function findNearest(spans: Spans, at: number, isNear: IsNear): string | undefined {
  const near = [...spans].filter(([, span]) => isNear(span, at));
  near.sort(
    ([leftId, left], [rightId, right]) =>
      distanceTo(left, at) - distanceTo(right, at) || right.last - left.last || compareIds(leftId, rightId),
  );
  return near[0]?.[0];
}
