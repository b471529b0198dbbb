import { type Case, renderVerdict } from "../model/case.ts";
import { findCaseEvents } from "../store/cases/case-events.ts";
import { lockCases, saveCases } from "../store/cases/cases.ts";
import { findVerdictsInForce } from "../store/cases/verdicts.ts";
import type { DomainDb } from "../store/database/database.ts";
import { saveAll } from "./prepare-batch.ts";

/** Bounds how many cases, with all their events, are in memory at once. */
const BATCH = 100;

/** Applies `touch` to cases, then renders and stores them again, as changed at `at`, with their events and verdict. */
export async function refreshCases(
  tx: DomainDb,
  caseIds: readonly string[],
  touch: (item: Case) => Case,
  at: Date,
): Promise<void> {
  for (let start = 0; start < caseIds.length; start += BATCH) {
    await refresh(tx, caseIds.slice(start, start + BATCH), touch, at);
  }
}

async function refresh(tx: DomainDb, caseIds: readonly string[], touch: (item: Case) => Case, at: Date): Promise<void> {
  const stored = await lockCases(tx, caseIds);
  const events = await findCaseEvents(tx, caseIds);
  const inForce = await findVerdictsInForce(tx, caseIds);
  const cases = stored.map(({ item }) => {
    const verdict = inForce.get(item.caseId);
    return {
      item: touch(item),
      verdict: verdict ? renderVerdict(verdict) : null,
      events: events.get(item.caseId) ?? [],
    };
  });
  await saveAll(tx, cases, saveCases, at);
}
