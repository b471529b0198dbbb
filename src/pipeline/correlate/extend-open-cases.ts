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
 * Lets free findings about these subjects join the open cases in their reach, and brings those cases up to date;
 * answers how many changed. The caller says that cases have changed.
 */
export async function extendOpenCases(tx: DomainDb, now: Date, subjects: readonly string[]): Promise<number> {
  const open = await lockCasesOf(tx, subjects);
  if (open.length === 0) return 0;
  const taken = await readCaseFindings(
    tx,
    open.map(({ caseId }) => caseId),
    CORRELATION.shownPerDetector,
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
  // A verdict may close a case while it is waited for.
  const open = await lockOpenCases(
    tx,
    found.map(({ caseId }) => caseId),
  );
  return found.filter(({ caseId }) => open.has(caseId));
}

/** No finding further away than this can be in reach of the case, whatever joins before it. */
const reachOf = ({ subject, firstEventAt, lastEventAt }: CorrelatedCase) => ({
  subject,
  from: new Date(lastEventAt.getTime() - CORRELATION.spanMs),
  to: new Date(firstEventAt.getTime() + CORRELATION.spanMs),
});

const toOpenCase = ({ caseId, firstEventAt, lastEventAt }: CorrelatedCase) => ({
  caseId,
  span: { first: firstEventAt.getTime(), last: lastEventAt.getTime() },
});
