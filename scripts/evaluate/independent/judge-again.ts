import { judgeDue } from "../../../src/pipeline/correlate/correlate-subjects.ts";
import { listEventEvidence, listJudgedCases } from "../../../src/store/cases/evaluation.ts";
import { queueSubjects } from "../../../src/store/cases/judge-queue.ts";
import type { DomainHandle } from "../../../src/store/database/database.ts";
import type { Outcome } from "../detection/deliver-periods.ts";
import { withDomainIn } from "../scratch-domain.ts";

/** What is made by judging, in an order in which it can be removed. */
const MADE_TABLES = ["case_findings", "case_events", "correlated_cases", "judge_decisions", "judge_queue", "cases"];

/**
 * Removes the cases of a database and judges every subject again at `at`, which takes a minute. Cases depend on the findings
 * alone, so a whole run with the judge of now would give the same ones.
 */
export function judgeAgain(folder: string, at: Date): Promise<Outcome> {
  return withDomainIn(
    folder,
    () => at,
    async ({ db }) => {
      for (const table of MADE_TABLES) await db.execute(`delete from ${table} where domain_id = $1`);
      await queueAll(db, at);
      await judgeDue(db, () => at);
      return { cases: await listJudgedCases(db), events: await listEventEvidence(db) };
    },
  );
}

async function queueAll(db: DomainHandle, at: Date): Promise<void> {
  const rows = await db.query<{ subject: string }>(
    "select distinct subject from threat_findings where domain_id = $1 and subject is not null order by subject",
  );
  const past = new Date(at.getTime() - 86_400_000);
  const subjects = rows.map(({ subject }) => ({ subject, firstRecordedAt: past, lastEventAt: past }));
  await db.transaction((tx) => queueSubjects(tx, subjects, { quietMs: 0, maxDelayMs: 0 }));
}
