import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import { findCaseDecision, findRefusal, type JudgeDecision } from "../../store/cases/judge.ts";
import { findDueTime } from "../../store/cases/judge-queue.ts";
import type { DomainDb } from "../../store/database/database.ts";
import type { EventOnRow } from "../../store/threats/events-on-row.ts";

/**
 * Why an event is in no case: another event replaces it, it is about nobody who could be judged, events of severity `none`
 * make none, its subject waits to be judged, the judge decided against one, or no decision about it is stored.
 */
export type NoCase = "superseded" | "no_subject" | "severity_none" | "waiting" | "not_promoted" | "no_decision";

/** A decision of the judge with what it was made from. */
export interface ExplainedDecision extends Omit<JudgeDecision, "inputs"> {
  readonly requiredScore: number;
  /** The strongest pieces of evidence, as they were stored. */
  readonly evidence: readonly Readonly<Record<string, unknown>>[];
}

/** An event that rests on a row, and why it is in a case or in none. */
export interface ExplainedEvent extends EventOnRow {
  /** Null if it is in a case. */
  readonly noCase: NoCase | null;
  /** When its subject is due to be judged, if it waits. */
  readonly dueAt: Date | null;
  /** The last decision on its case, or the last that made none of the findings about its subject at that time. */
  readonly decision: ExplainedDecision | null;
}

export async function explainEvent(db: DomainDb, event: EventOnRow): Promise<ExplainedEvent> {
  const { subject, caseOf, at } = event;
  if (caseOf !== null) {
    const decision = toExplained(await findCaseDecision(db, caseOf.caseId));
    return { ...event, noCase: null, dueAt: null, decision };
  }
  if (event.superseded) return { ...event, noCase: "superseded", ...UNDECIDED };
  if (subject === null) return { ...event, noCase: "no_subject", ...UNDECIDED };
  if (event.severity === "none") return { ...event, noCase: "severity_none", ...UNDECIDED };
  const dueAt = (await findDueTime(db, subject)) ?? null;
  const decision = toExplained(await findRefusal(db, subject, at));
  const noCase = dueAt !== null ? "waiting" : decision === null ? "no_decision" : "not_promoted";
  return { ...event, noCase, dueAt, decision };
}

const UNDECIDED = { dueAt: null, decision: null };

function toExplained(decision: JudgeDecision | undefined): ExplainedDecision | null {
  if (decision === undefined) return null;
  const { inputs, ...stored } = decision;
  return {
    ...stored,
    requiredScore: CORRELATION.promoteScore,
    evidence: JSON.parse(inputs) as ExplainedDecision["evidence"],
  };
}
