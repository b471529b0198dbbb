import type { CaseFinding } from "../../model/case-finding.ts";
import { byTime, isScored } from "./finding-order.ts";
import { isAtOrAfter, isInReach, spanOf } from "./span.ts";

/**
 * Groups the findings of one subject by time: a cluster continues while the next finding is within reach. Processed from
 * the earliest, so that the same findings give the same clusters in any order of arrival. Findings of severity `none` are
 * added to the latest cluster they fall into, or left out.
 */
export function clusterFindings(findings: readonly CaseFinding[]): readonly (readonly CaseFinding[])[] {
  const clusters: CaseFinding[][] = [];
  for (const finding of findings.filter(isScored).sort(byTime)) {
    const current = clusters.at(-1);
    const first = current?.[0];
    const last = current?.at(-1);
    if (current && first && last && isInReach({ first: first.at, last: last.at }, finding.at)) current.push(finding);
    else clusters.push([finding]);
  }
  const spans = clusters.map(spanOf);
  for (const finding of findings.filter((each) => !isScored(each))) {
    const index = spans.findLastIndex((span) => isAtOrAfter(span, finding.at));
    clusters[index]?.push(finding);
  }
  return clusters.map((cluster) => cluster.sort(byTime));
}
