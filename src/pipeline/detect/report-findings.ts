import { isReported } from "../../analysis/detect/reporting.ts";
import type { Finding } from "../../model/finding.ts";
import type { RuleSettings } from "../../model/rule-settings.ts";
import type { Evaluated } from "./evaluate-groups.ts";

/** The findings of a batch that a domain wants, and those of groups that it does not. */
export interface ReportedFindings {
  readonly single: readonly Finding[];
  readonly evaluated: readonly Evaluated[];
}

/**
 * Leaves out the findings of detectors that are off and those about entities with an exception. The findings of a group
 * that are left out are kept as `unreported`: an event that one of them made before is neither changed nor withdrawn.
 */
export function reportFindings(
  settings: RuleSettings | undefined,
  { single, evaluated }: ReportedFindings,
  now: Date,
): ReportedFindings {
  if (settings === undefined) return { single, evaluated };
  const isWanted = (finding: Finding, group: string | null) => isReported(settings, finding, group, now.getTime());
  return {
    single: single.filter((finding) => isWanted(finding, null)),
    evaluated: evaluated.map(({ range, findings }) => ({
      range,
      findings: findings.filter((finding) => isWanted(finding, range.group)),
      unreported: findings.filter((finding) => !isWanted(finding, range.group)),
    })),
  };
}
