import { CORRELATION } from "../analysis/correlate/correlation-settings.ts";
import type { Decision, Knowledge } from "../analysis/correlate/judge.ts";
import { spanOf } from "../analysis/correlate/span.ts";
import type { CaseFinding } from "../model/case-finding.ts";
import { sha256 } from "../runtime/hashing.ts";
import type { DomainDb } from "../store/database.ts";
import { readCleared, readTrackRecords, saveDecision } from "../store/judge.ts";
import { holdsRole } from "../store/privileges.ts";

/** What verdicts have taught about the detectors behind these findings, and what is known of their subject. */
export async function readKnowledge(
  db: DomainDb,
  subject: string,
  findings: readonly CaseFinding[],
): Promise<Knowledge> {
  const records = await readTrackRecords(db, [...new Set(findings.map(({ detector }) => detector))]);
  const cleared = await readCleared(db, subject);
  return {
    records,
    cleared: new Map([...cleared].map(([detector, saidAt]) => [detector, saidAt.getTime()])),
    privileged: await holdsRole(db, subject),
  };
}

interface Decided {
  readonly candidateId: string;
  readonly subject: string;
  readonly findings: readonly CaseFinding[];
  readonly decision: Decision;
}

/** Writes a decision down with what it was made from, so that a person can see why. */
export async function recordDecision(
  tx: DomainDb,
  now: Date,
  { candidateId, subject, findings, decision }: Decided,
): Promise<void> {
  const { first, last } = spanOf(findings);
  const inputs = JSON.stringify(decision.inputs);
  const { promoted, score, reasons } = decision;
  const judgeVersion = CORRELATION.judgeVersion;
  await saveDecision(tx, {
    candidateId,
    digest: sha256(JSON.stringify([judgeVersion, promoted, first, last, inputs])).slice(0, 27),
    subject,
    judgeVersion,
    decidedAt: now,
    promoted,
    score,
    findings: findings.length,
    firstEventAt: new Date(first),
    lastEventAt: new Date(last),
    inputs,
    reasons,
  });
}
