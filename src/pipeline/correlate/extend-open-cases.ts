import { EMPTY_OVERVIEW } from "../../analysis/correlate/case-overview.ts";
import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import { joinOpenCases } from "../../analysis/correlate/join.ts";
import {
  type CorrelatedCase,
  findOpenCases,
  lockOpenCases,
  readCaseFindings,
  readFreeFindingsIn,
} from "../../store/cases/correlated-cases.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { growCase } from "./write-case.ts";

/**
 * Adds findings about these subjects that are in no case to the open cases in reach, and renders those cases again;
 * returns how many changed. The caller raises the version of cases.
 */
export async function extendOpenCases(tx: DomainDb, now: Date, subjects: readonly string[]): Promise<number> {
  const open = await lockCasesOf(tx, subjects);
  if (open.length === 0) return 0;
  const taken = await readCaseFindings(
    tx,
    open.map(({ caseId }) => caseId),
    CORRELATION.countedPerDetector,
  );
  const free = await readFreeFindingsIn(tx, open.map(reachOf));
  let changed = 0;
  for (const subject of new Set(open.map((each) => each.subject))) {
    const own = open.filter((each) => each.subject === subject);
    const joined = joinOpenCases(own.map(toOpenCase), free.get(subject) ?? []);
    for (const each of own) {
      const overview = taken.get(each.caseId) ?? EMPTY_OVERVIEW;
      const { span } = toOpenCase(each);
      if (await growCase(tx, now, { ...each, span, overview, joined: joined.get(each.caseId) ?? [] })) changed++;
    }
  }
  return changed;
}

async function lockCasesOf(tx: DomainDb, subjects: readonly string[]): Promise<readonly CorrelatedCase[]> {
  if (subjects.length === 0) return [];
  const found = await findOpenCases(tx, subjects);
  if (found.length === 0) return [];
  // A verdict may close a case while this transaction waits for its lock.
  const open = await lockOpenCases(
    tx,
    found.map(({ caseId }) => caseId),
  );
  return found.filter(({ caseId }) => open.has(caseId));
}

/** Bounds the time of findings that can join the case, whichever findings join first. */
const reachOf = ({ subject, firstEventAt, lastEventAt }: CorrelatedCase) => ({
  subject,
  from: new Date(lastEventAt.getTime() - CORRELATION.spanMs),
  to: new Date(firstEventAt.getTime() + CORRELATION.spanMs),
});

const toOpenCase = ({ caseId, firstEventAt, lastEventAt }: CorrelatedCase) => ({
  caseId,
  span: { first: firstEventAt.getTime(), last: lastEventAt.getTime() },
});
