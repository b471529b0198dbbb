import type { CaseFinding } from "../../model/case-finding.ts";
import { isScored } from "./finding-order.ts";

/** The time from the first to the last scored finding, in epoch milliseconds. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export const spanOf = (findings: readonly CaseFinding[]): Span => {
  const counting = findings.filter(isScored);
  const times = (counting.length > 0 ? counting : findings).map(({ at }) => at);
  return {
    first: times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY),
    last: times.reduce((most, at) => Math.max(most, at), Number.NEGATIVE_INFINITY),
  };
};

export const stretch = (span: Span, at: number): Span => ({
  first: Math.min(span.first, at),
  last: Math.max(span.last, at),
});
