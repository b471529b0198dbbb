import { type Case, renderVerdict } from "../model/case.ts";
import { findCaseEvents } from "../store/cases/case-events.ts";
import { lockCases, saveCases } from "../store/cases/cases.ts";
import { findVerdictsInForce } from "../store/cases/verdicts.ts";
import type { DomainDb } from "../store/database/database.ts";
import { saveAll } from "./prepare-batch.ts";

/** As many full cases as fit into memory easily. */
const AT_ONCE = 100;

/** Renders cases again from their records, once touched, their events and everything said about them. */
export async function refreshCases(
  tx: DomainDb,
  caseIds: readonly string[],
  touch: (item: Case) => Case,
): Promise<void> {
  for (let start = 0; start < caseIds.length; start += AT_ONCE) {
    await refresh(tx, caseIds.slice(start, start + AT_ONCE), touch);
  }
}

async function refresh(tx: DomainDb, caseIds: readonly string[], touch: (item: Case) => Case): Promise<void> {
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
  await saveAll(tx, cases, saveCases);
}
