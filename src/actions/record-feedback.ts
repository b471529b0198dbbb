import type { CaseVerdict } from "../model/case.ts";
import type { VerdictOutcome } from "../model/vocabulary.ts";
import { replaceFeedback } from "../store/cases/judge.ts";
import type { DomainDb } from "../store/database/database.ts";

/** Whether an outcome confirms or refutes the detectors of a case; null does neither. */
const CONFIRMS: Readonly<Record<VerdictOutcome, boolean | null>> = {
  TRUE_POSITIVE: true,
  ESCALATED: true,
  SAFE: false,
  FALSE_POSITIVE: false,
  DUPLICATE: null,
};

/** Replaces the detector feedback of a case with that of the verdict in force. Its events must be marked already. */
export function recordFeedback(tx: DomainDb, caseId: string, { outcome, processedAt }: CaseVerdict): Promise<void> {
  return replaceFeedback(tx, { caseId, confirmed: CONFIRMS[outcome], decidedAt: processedAt });
}
