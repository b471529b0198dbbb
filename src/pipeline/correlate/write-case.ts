import { type CaseSubject, writeBrief } from "../../analysis/correlate/brief.ts";
import { type CaseOverview, condense, EMPTY_OVERVIEW, totalOf } from "../../analysis/correlate/case-overview.ts";
import { threatTypeOf } from "../../analysis/correlate/case-threat-type.ts";
import { chooseEvents } from "../../analysis/correlate/choose-events.ts";
import { byTime, compareIds, isScored } from "../../analysis/correlate/finding-order.ts";
import { completedAt, type Decision, judge } from "../../analysis/correlate/judge.ts";
import type { Knowledge } from "../../analysis/correlate/knowledge.ts";
import { type Span, spanOf, stretch } from "../../analysis/correlate/span.ts";
import type { Case } from "../../model/case.ts";
import type { CaseFinding } from "../../model/case-finding.ts";
import { LATE_MS } from "../../model/rows/log-row.ts";
import type { ThreatEvent } from "../../model/threat-event.ts";
import type { ThreatType } from "../../model/vocabulary.ts";
import { sha256 } from "../../runtime/hashing.ts";
import { nameId } from "../../runtime/ids.ts";
import { findCaseEvents, replaceCaseEvents } from "../../store/cases/case-events.ts";
import { lockCaseIds } from "../../store/cases/case-locks.ts";
import { lockCases, saveCases, updatedTo } from "../../store/cases/cases.ts";
import { findActorKey, saveCorrelatedCase } from "../../store/cases/correlated-cases.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { lockThreats } from "../../store/threats/threats.ts";
import { recordDecision } from "./judge-records.ts";

/** Findings about one subject, with the judge's decision on them. */
export interface Candidate {
  readonly subject: string;
  readonly findings: readonly CaseFinding[];
  readonly decision: Decision;
  readonly knowledge: Knowledge;
}

/** Creates a case from findings that the judge promoted. */
export async function makeCase(tx: DomainDb, now: Date, candidate: Candidate): Promise<void> {
  const { subject, findings, knowledge } = candidate;
  const caseId = await freeCaseId(tx, candidate);
  const overview = condense(EMPTY_OVERVIEW, findings, NOTHING);
  // As when the case grows, so that its text does not depend on how it grew; unless what decided is not shown.
  const shownOnly = judge(overview.findings, knowledge);
  const decision = shownOnly.promoted ? shownOnly : candidate.decision;
  const span = spanOf(findings);
  const threatType = typeOf(decision, overview);
  const shown = await composeCase(tx, { subject, overview, span, decision, threatType, pinned: NOTHING });
  const live = now.getTime() - span.last <= LATE_MS;
  const item: Case = {
    caseId,
    ...shown.user,
    threatType,
    threatBrief: shown.brief,
    state: "discover",
    createdAt: live ? now : new Date(completedAt(decision, knowledge) ?? span.last),
    updatedAt: now,
    closedAt: null,
  };
  await storeCase(
    tx,
    { item, verdict: null, events: shown.events },
    { subject, overview, span, taken: findings, at: now },
  );
  await recordDecision(tx, now, { candidateId: caseId, subject, span, total: findings.length, decision });
}

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Returns the id for a case of these findings: derived from them, with a suffix if a case with other findings has it
 * already.
 */
async function freeCaseId(tx: DomainDb, { subject, findings }: Pick<Candidate, "subject" | "findings">) {
  for (let attempt = 0; ; attempt++) {
    const caseId = candidateIdOf(tx.domainId, subject, findings, attempt);
    if ((await lockCaseIds(tx, [caseId])).size === 0) return caseId;
  }
}

export function candidateIdOf(
  domainId: string,
  subject: string,
  findings: readonly CaseFinding[],
  attempt = 0,
): string {
  const first = findings.filter(isScored).sort(byTime)[0]?.eventId ?? "";
  return nameId(domainId, `case|${subject}|${first}${attempt === 0 ? "" : `|${attempt}`}`);
}

export interface GrowingCase {
  readonly caseId: string;
  readonly subject: string;
  /** Digest of the findings that its text was written from. */
  readonly digest: string;
  readonly span: Span;
  readonly overview: CaseOverview;
  readonly joined: readonly CaseFinding[];
}

/** Adds findings to an open case, which the caller has locked; returns false if nothing changed. */
export async function growCase(tx: DomainDb, now: Date, growing: GrowingCase, knowledge: Knowledge): Promise<boolean> {
  const { caseId, subject, joined } = growing;
  if (joined.length === 0 && growing.digest === digestOf(growing.overview)) return false;
  const [stored] = await lockCases(tx, [caseId]);
  if (!stored) return false;
  const before = (await findCaseEvents(tx, [caseId])).get(caseId) ?? [];
  const pinned = new Set(before.filter((event) => event.before !== null).map(({ eventId }) => eventId));
  const overview = condense(growing.overview, joined, pinned);
  const span = joined.filter(isScored).reduce((reached, { at }) => stretch(reached, at), growing.span);
  const decision = judge(overview.findings, knowledge);
  // After the state "discover" the threat type is left to the people who work on the case.
  const threatType = stored.item.state === "discover" ? typeOf(decision, overview) : stored.item.threatType;
  const shown = await composeCase(tx, { subject, overview, span, decision, threatType, pinned });
  const item = { ...stored.item, ...shown.user, threatType, threatBrief: shown.brief };
  const updated = updatedTo(item, now);
  const toSave = { item: updated, verdict: stored.verdict, events: shown.events };
  await storeCase(tx, toSave, { subject, overview, span, taken: joined, at: now });
  const decided = { candidateId: caseId, subject, span, total: totalOf(overview), decision: standing(decision) };
  await recordDecision(tx, now, decided);
  return true;
}

/** What decided determines the type, not what else happened in these days. */
const typeOf = ({ deciding }: Decision, { findings }: CaseOverview): ThreatType =>
  threatTypeOf(deciding.length > 0 ? deciding : findings);

/** An existing case stays one, whatever the judge would decide now. */
const standing = (decision: Decision): Decision => ({
  ...decision,
  promoted: true,
  reasons: ["The case was created earlier and stays a case.", ...decision.reasons],
});

interface Composition {
  readonly subject: string;
  readonly overview: CaseOverview;
  readonly span: Span;
  readonly decision: Decision;
  readonly threatType: ThreatType;
  readonly pinned: ReadonlySet<string>;
}

/** Chooses the events of a case and writes its brief. The events stay locked, so that the text cannot become stale. */
async function composeCase(tx: DomainDb, { subject, overview, span, decision, threatType, pinned }: Composition) {
  const chosen = chooseEvents(overview.findings, pinned);
  const stored = await lockThreats(
    tx,
    chosen.map(({ eventId }) => eventId),
  );
  const events = chosen.flatMap(({ eventId }) => stored.get(eventId) ?? []);
  if (events.length !== chosen.length) throw new Error("a finding has no event to show");
  const who = await subjectOf(tx, subject, events);
  const hidden = totalOf(overview) - events.length;
  const isPerson = events.some(({ tuid }) => tuid !== null);
  return {
    events,
    brief: writeBrief({ who, overview, span, threatType, decision, hidden }),
    user: { userEmail: isPerson ? who.address : null, userName: isPerson ? who.name : null },
  };
}

/**
 * Returns the name and address of the subject from the newest event that has them, else the identifier used in rows.
 */
async function subjectOf(tx: DomainDb, subject: string, events: readonly ThreatEvent[]): Promise<CaseSubject> {
  const newest = [...events].reverse();
  const name = newest.find(({ userName }) => userName !== null)?.userName ?? null;
  const address = newest.find(({ userEmail }) => userEmail !== null)?.userEmail ?? null;
  if (name !== null || address !== null) return { subject, name, address };
  const key = await findActorKey(
    tx,
    events.map(({ eventId }) => eventId),
  );
  return { subject: key ?? subject, name, address };
}

interface Taking {
  readonly subject: string;
  readonly overview: CaseOverview;
  readonly span: Span;
  /** Findings that join the case. */
  readonly taken: readonly CaseFinding[];
  readonly at: Date;
}

async function storeCase(
  tx: DomainDb,
  toSave: Parameters<typeof saveCases>[1][number],
  { subject, overview, span, taken, at }: Taking,
): Promise<void> {
  const { caseId } = toSave.item;
  if ((await saveCases(tx, [toSave], at)) !== 1) throw new Error("the case was not saved");
  await replaceCaseEvents(tx, [{ caseId, eventIds: toSave.events.map(({ eventId }) => eventId) }], at);
  await saveCorrelatedCase(
    tx,
    {
      caseId,
      subject,
      firstEventAt: new Date(span.first),
      lastEventAt: new Date(span.last),
      digest: digestOf(overview),
    },
    taken.map(({ eventId }) => eventId),
  );
}

/** Digest of the findings as far as the text of a case depends on them. */
function digestOf(overview: CaseOverview): string {
  const { findings, counts: totals } = condense(overview, [], NOTHING);
  const facts = findings.map((each) => [
    each.eventId,
    each.at,
    each.severity,
    each.threatType,
    each.tactics,
    each.title,
    each.facts,
  ]);
  return sha256(JSON.stringify([facts, [...totals].sort(([left], [right]) => compareIds(left, right))])).slice(0, 27);
}
