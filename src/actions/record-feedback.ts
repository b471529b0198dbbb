import type { CaseVerdict } from "../model/case.ts";
import type { VerdictOutcome } from "../model/vocabulary.ts";
import { replaceFeedback } from "../store/cases/judge.ts";
import type { DomainDb } from "../store/database/database.ts";

/** Whether an outcome says that the detectors were right; null says nothing of it. */
const CONFIRMS: Readonly<Record<VerdictOutcome, boolean | null>> = {
  TRUE_POSITIVE: true,
  ESCALATED: true,
  SAFE: false,
  FALSE_POSITIVE: false,
  DUPLICATE: null,
};

/** Lets the judge learn from the verdict in force on a case instead of from any before it, once its events are marked. */
export function teachJudge(tx: DomainDb, caseId: string, { outcome, processedAt }: CaseVerdict): Promise<void> {
  return replaceFeedback(tx, { caseId, confirmed: CONFIRMS[outcome], decidedAt: processedAt });
}
