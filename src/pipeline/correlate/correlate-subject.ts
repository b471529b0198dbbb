import { EMPTY_OVERVIEW } from "../../analysis/correlate/case-overview.ts";
import { CORRELATION } from "../../analysis/correlate/correlation-settings.ts";
import { isScored } from "../../analysis/correlate/finding-order.ts";
import { incidentsOf } from "../../analysis/correlate/incidents.ts";
import { judge } from "../../analysis/correlate/judge.ts";
import type { Knowledge } from "../../analysis/correlate/knowledge.ts";
import { usualPlaces } from "../../analysis/correlate/place.ts";
import { spanOf } from "../../analysis/correlate/span.ts";
import { appendTo } from "../../model/append-to.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import {
  type CaseFindings,
  type CorrelatedCase,
  findOpenCases,
  lockOpenCases,
  readCaseFindings,
  readFreeFindings,
} from "../../store/cases/correlated-cases.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { recordDecision } from "./judge-records.ts";
import { readKnowledge } from "./read-knowledge.ts";
import { candidateIdOf, growCase, makeCase } from "./write-case.ts";

/** How many cases changed or were created. */
export interface Correlated {
  readonly grown: number;
  readonly made: number;
}

const NOTHING_DONE: Correlated = { grown: 0, made: 0 };

/**
 * Groups the findings about a subject that are in no case, and those of its open cases, by what links them. An incident
 * with findings of an open case joins it; the judge decides which of the others become cases. The caller raises the version
 * of cases.
 */
export async function judgeSubject(tx: DomainDb, now: Date, subject: string): Promise<Correlated> {
  const open = await lockCasesOf(tx, subject);
  return correlate(tx, now, { subject, open, isJudged: true });
}

/** Adds the findings about a subject that are in no case to its open cases, if something links them. */
export async function extendOpenCases(tx: DomainDb, now: Date, subject: string): Promise<Correlated> {
  const open = await lockCasesOf(tx, subject);
  return open.length === 0 ? NOTHING_DONE : correlate(tx, now, { subject, open, isJudged: false });
}

interface Correlation {
  readonly subject: string;
  readonly open: readonly CorrelatedCase[];
  /** Whether incidents that join no case are judged. */
  readonly isJudged: boolean;
}

async function correlate(tx: DomainDb, now: Date, { subject, open, isJudged }: Correlation): Promise<Correlated> {
  const since = new Date(now.getTime() - CORRELATION.expiryMs);
  const free = await readFreeFindings(tx, subject, since, CORRELATION.maxCandidates);
  if (open.length === 0 && !free.some(isScored)) return NOTHING_DONE;
  const caseIds = open.map(({ caseId }) => caseId);
  const limits = { perDetector: CORRELATION.countedPerDetector, newest: CORRELATION.linkedNewest };
  const held = await readCaseFindings(tx, caseIds, limits);
  const taken = [...held.values()].flatMap(({ findings }) => findings);
  const knowledge = await readKnowledge(tx, subject, [...free, ...taken]);
  const { joined, others } = divide(held, free, knowledge);
  let grown = 0;
  for (const one of open) {
    const growing = { ...one, span: spanOfCase(one), overview: held.get(one.caseId) ?? EMPTY_OVERVIEW };
    if (await growCase(tx, now, { ...growing, joined: joined.get(one.caseId) ?? [] }, knowledge)) grown++;
  }
  const made = isJudged ? await judgeIncidents(tx, now, { subject, incidents: others, knowledge }) : 0;
  return { grown, made };
}

async function lockCasesOf(tx: DomainDb, subject: string): Promise<readonly CorrelatedCase[]> {
  const found = await findOpenCases(tx, [subject]);
  if (found.length === 0) return [];
  // A verdict may close a case while this transaction waits for its lock.
  const open = await lockOpenCases(
    tx,
    found.map(({ caseId }) => caseId),
  );
  return found.filter(({ caseId }) => open.has(caseId));
}

interface Divided {
  /** The findings that join each case. */
  readonly joined: ReadonlyMap<string, readonly CaseFinding[]>;
  /** Incidents without a finding of an open case. */
  readonly others: readonly (readonly CaseFinding[])[];
}

function divide(held: ReadonlyMap<string, CaseFindings>, free: readonly CaseFinding[], knowledge: Knowledge): Divided {
  const caseOf = new Map([...held].flatMap(([caseId, { findings }]) => findings.map((each) => [each.eventId, caseId])));
  const taken = [...held.values()].flatMap(({ findings }) => findings);
  const all = [...free, ...taken];
  const joined = new Map<string, CaseFinding[]>();
  const others: (readonly CaseFinding[])[] = [];
  for (const incident of incidentsOf(all, usualPlaces(all, knowledge))) {
    const inCases = incident.filter(({ eventId }) => caseOf.has(eventId));
    if (inCases.length === 0) others.push(incident);
    for (const finding of incident) {
      const caseId = caseOf.get(nearestTo(finding, inCases)?.eventId ?? "");
      if (caseId !== undefined && !caseOf.has(finding.eventId)) appendTo(joined, caseId, finding);
    }
  }
  return { joined, others };
}

/** Returns the finding that is nearest in time; of equals the earlier one. */
function nearestTo({ at }: CaseFinding, findings: readonly CaseFinding[]): CaseFinding | undefined {
  let best: CaseFinding | undefined;
  for (const each of findings) {
    if (best === undefined || Math.abs(each.at - at) < Math.abs(best.at - at)) best = each;
  }
  return best;
}

interface Incidents {
  readonly subject: string;
  readonly incidents: readonly (readonly CaseFinding[])[];
  readonly knowledge: Knowledge;
}

/** Creates a case for each incident that the judge promotes; returns how many. */
async function judgeIncidents(tx: DomainDb, now: Date, { subject, incidents, knowledge }: Incidents): Promise<number> {
  let made = 0;
  for (const findings of incidents) {
    const decision = judge(findings, knowledge);
    if (decision.promoted) {
      await makeCase(tx, now, { subject, findings, decision, knowledge });
      made++;
      continue;
    }
    const candidateId = candidateIdOf(tx.domainId, subject, findings);
    await recordDecision(tx, now, { candidateId, subject, span: spanOf(findings), total: findings.length, decision });
  }
  return made;
}

const spanOfCase = ({ firstEventAt, lastEventAt }: CorrelatedCase) => ({
  first: firstEventAt.getTime(),
  last: lastEventAt.getTime(),
});
