import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import type { Decision, Knowledge } from "../../analysis/correlate/judge.ts";
import type { Span } from "../../analysis/correlate/span.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { sha256 } from "../../runtime/hashing.ts";
import { readFeedback, saveDecision } from "../../store/cases/judge.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { holdsRole } from "../../store/database/privileges.ts";

/** Reads past verdicts on the detectors behind these findings, and whether their subject is privileged. */
export async function readKnowledge(
  db: DomainDb,
  subject: string,
  findings: readonly CaseFinding[],
): Promise<Knowledge> {
  const feedback = await readFeedback(db, subject, [...new Set(findings.map(({ detector }) => detector))]);
  const refuted = [...feedback].flatMap(([detector, { refutedAt }]): [string, number][] =>
    refutedAt ? [[detector, refutedAt.getTime()]] : [],
  );
  return {
    records: feedback,
    refutedAt: new Map(refuted),
    privileged: await holdsRole(db, subject),
  };
}

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
