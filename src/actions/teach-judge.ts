import type { VerdictOutcome } from "../model/vocabulary.ts";
import type { DomainDb } from "../store/database.ts";
import { replaceLessons } from "../store/judge.ts";
import type { VerdictRecord } from "../store/verdicts.ts";

/** Whether an outcome says that the detectors were right; null says nothing of it. */
const CONFIRMS: Readonly<Record<VerdictOutcome, boolean | null>> = {
  TRUE_POSITIVE: true,
  ESCALATED: true,
  SAFE: false,
  FALSE_POSITIVE: false,
  DUPLICATE: null,
};

/** Lets the judge learn from the verdicts in force on a case, all of one outcome, instead of from any before them. */
export async function teachJudge(tx: DomainDb, inForce: readonly VerdictRecord[]): Promise<void> {
  const first = inForce[0];
  if (!first) return;
  const wholeCase = inForce.some(({ eventIds }) => eventIds.length === 0);
  await replaceLessons(tx, {
    caseId: first.caseId,
    confirmed: CONFIRMS[first.outcome],
    eventIds: wholeCase ? [] : [...new Set(inForce.flatMap(({ eventIds }) => eventIds))],
    saidAt: first.processedAt,
  });
}
