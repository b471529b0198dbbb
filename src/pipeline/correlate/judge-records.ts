import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import type { Decision } from "../../analysis/correlate/judge.ts";
import type { Span } from "../../analysis/correlate/span.ts";
import { sha256 } from "../../runtime/hashing.ts";
import { saveDecision } from "../../store/cases/judge.ts";
import type { DomainDb } from "../../store/database/database.ts";

interface Decided {
  readonly candidateId: string;
  readonly subject: string;
  readonly span: Span;
  /** The number of findings. */
  readonly total: number;
  readonly decision: Decision;
}

/** Stores a decision of the judge with its inputs and reasons. */
export async function recordDecision(
  tx: DomainDb,
  now: Date,
  { candidateId, subject, span, total, decision }: Decided,
): Promise<void> {
  const inputs = JSON.stringify(decision.inputs);
  const { promoted, score, reasons } = decision;
  const judgeVersion = CORRELATION.judgeVersion;
  await saveDecision(tx, {
    candidateId,
    digest: sha256(JSON.stringify([judgeVersion, promoted, span, inputs])).slice(0, 27),
    subject,
    judgeVersion,
    decidedAt: now,
    promoted,
    score,
    findings: total,
    firstEventAt: new Date(span.first),
    lastEventAt: new Date(span.last),
    inputs,
    reasons,
  });
}
