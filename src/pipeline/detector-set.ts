import type { SeenRow, StatefulDetector } from "../analysis/detect/stateful-detector.ts";
import type { Finding } from "../model/finding.ts";
import type { LogRow } from "../model/log-row.ts";

/** Everything that looks at the rows of a domain. It never changes: other rules are another set. */
export interface DetectorSet {
  /** The slugs of the rules that a row meets, those included that only feed correlations. */
  matchesOf(row: LogRow): ReadonlySet<string>;
  /** What the rules that the row meets conclude from it alone. */
  findingsOf(seen: SeenRow): readonly Finding[];
  readonly stateful: readonly StatefulDetector[];
}

/** The name under which a detector's memory is kept: a new major version starts with an empty one. */
export const memoryNameOf = ({ facts }: Pick<StatefulDetector, "facts">): string => `${facts.slug}@${facts.major}`;
