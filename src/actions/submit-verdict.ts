import type { AuditRecord } from "../model/audit.ts";
import {
  addVerdict,
  type CaseVerdict,
  parseVerdict,
  renderVerdict,
  VERDICT_EFFECTS,
  type VerdictEffect,
} from "../model/case.ts";
import { Failure } from "../model/failure.ts";
import type { ThreatEvent } from "../model/threat-event.ts";
import type { VerdictOutcome } from "../model/vocabulary.ts";
import { newId } from "../runtime/ids.ts";
import { type CaseEvent, findCasesHolding, lockCaseEvents } from "../store/cases/case-events.ts";
import { lockCase, rerenderCases, type StoredCase, saveCases, updatedTo } from "../store/cases/cases.ts";
import { forgetFlags, rememberFlags } from "../store/cases/flags-before.ts";
import { findLastVerdict, findVerdictTime, saveVerdicts, type VerdictRecord } from "../store/cases/verdicts.ts";
import type { DomainDb } from "../store/database/database.ts";
import { type EventFlags, setEventFlags } from "../store/threats/threats.ts";
import type { ActionContext, Audited } from "./context.ts";
import { recordFeedback } from "./record-feedback.ts";

export interface VerdictRequest {
  readonly caseId: string;
  readonly outcome: VerdictOutcome;
  readonly comment: string | null;
  /** Without duplicates; empty means every event of the case. */
  readonly eventIds: readonly string[];
  /** Entity tags of the case as the caller last saw it; absent or `*` means whatever it is now. */
  readonly ifMatch: readonly string[] | undefined;
}

export interface VerdictResult {
  readonly caseId: string;
  readonly outcome: VerdictOutcome;
  readonly resolved: boolean;
  readonly processedAt: Date;
}

/** Who decides, and when. */
export interface VerdictContext {
  readonly clock: ActionContext["clock"];
  readonly actor: Pick<ActionContext["actor"], "kind" | "id">;
}

/** Applies a verdict to a case in the caller's transaction. */
export async function submitVerdict(
  ctx: VerdictContext,
  tx: DomainDb,
  request: VerdictRequest,
): Promise<Audited<VerdictResult>> {
  const stored = await lockCase(tx, request.caseId);
  // A case of another domain must look exactly like one that does not exist.
  if (!stored) throw new Failure("case_not_found", "there is no such case");
  checkPrecondition(stored, request.ifMatch);
  const events = await lockCaseEvents(tx, stored.item.caseId);
  checkScope(events, request.eventIds);
  const effect = VERDICT_EFFECTS[request.outcome];
  const inForce = stored.verdict === null ? null : parseVerdict(stored.verdict);
  const appended = inForce?.outcome === request.outcome && stored.item.state === effect.state;
  const repeatedFrom = appended ? await findVerdictTime(tx, request, inForce.processedAt) : undefined;
  const result = { caseId: stored.item.caseId, outcome: request.outcome, resolved: effect.resolved };
  if (repeatedFrom) return { result: { ...result, processedAt: repeatedFrom }, audit: "unchanged" };
  const processedAt = timeAfter(await findLastVerdict(tx, stored.item.caseId), ctx.clock());
  const record: VerdictRecord = {
    verdictId: newId(),
    caseId: stored.item.caseId,
    outcome: request.outcome,
    comment: request.comment,
    eventIds: request.eventIds,
    submittedBy: `${ctx.actor.kind}:${ctx.actor.id}`,
    stateBefore: stored.item.state,
    stateAfter: effect.state,
    processedAt,
  };
  const marked = await markEvents(tx, record, events, { effect, appended });
  await saveVerdicts(tx, [record]);
  const verdict = addVerdict(inForce, record);
  await recordFeedback(tx, stored.item.caseId, verdict);
  await applyToCase(tx, stored, { verdict, events: marked, at: processedAt }, { effect, appended });
  return { result: { ...result, processedAt }, audit: describeVerdict(record, inForce) };
}

/** The comment stays in the history of the case, which the entry names by the verdict's id. */
function describeVerdict(record: VerdictRecord, inForce: CaseVerdict | null): AuditRecord {
  return {
    action: "case.verdict",
    target: { kind: "case", id: record.caseId },
    before: { state: record.stateBefore, outcome: inForce?.outcome ?? null },
    after: {
      state: record.stateAfter,
      outcome: record.outcome,
      verdict_id: record.verdictId,
      events: record.eventIds.length === 0 ? "all" : record.eventIds.length,
      has_comment: record.comment !== null,
    },
  };
}

function checkPrecondition(stored: StoredCase, ifMatch: readonly string[] | undefined): void {
  if (!ifMatch || ifMatch.includes("*") || ifMatch.includes(stored.etag)) return;
  throw new Failure("precondition_failed", "the case has changed since the ETag in If-Match was read; read it again");
}

function checkScope(events: readonly CaseEvent[], eventIds: readonly string[]): void {
  const attached = new Set(events.map(({ eventId }) => eventId));
  const foreign = eventIds.filter((eventId) => !attached.has(eventId));
  if (foreign.length === 0) return;
  throw new Failure("event_not_in_case", "event_ids names events that are not attached to this case", {
    event_ids: foreign,
  });
}

/** Returns a time after the previous verdict even if the clock went back: the history is ordered by time. */
function timeAfter(previous: VerdictRecord | undefined, now: Date): Date {
  return previous && previous.processedAt >= now ? new Date(previous.processedAt.getTime() + 1) : now;
}

interface Application {
  readonly effect: VerdictEffect;
  /** Whether the verdict adds to the one in force instead of replacing it. */
  readonly appended: boolean;
}

/** Sets the flags of the events, and returns the events with them. */
async function markEvents(
  tx: DomainDb,
  { caseId, eventIds, processedAt }: VerdictRecord,
  events: readonly CaseEvent[],
  { effect, appended }: Application,
): Promise<readonly ThreatEvent[]> {
  const named = new Set(eventIds);
  const isMarked = ({ eventId }: CaseEvent) => effect.events !== null && (named.size === 0 || named.has(eventId));
  const flagsOf = (event: CaseEvent): Pick<EventFlags, "flagged" | "safe"> => {
    if (effect.events && isMarked(event)) return effect.events;
    return appended ? event : (event.before ?? event);
  };
  const marked = events.map((event) => ({ event, flags: flagsOf(event) }));
  const changes = marked.filter(({ event, flags }) => event.flagged !== flags.flagged || event.safe !== flags.safe);
  await rememberFlags(tx, caseId, idsOf(events.filter(isMarked)));
  if (!appended) await forgetFlags(tx, caseId, idsOf(events.filter((event) => event.before && !isMarked(event))));
  await setEventFlags(
    tx,
    changes.map(({ event, flags }) => ({ eventId: event.eventId, flagged: flags.flagged, safe: flags.safe })),
    processedAt,
  );
  const touched = await findCasesHolding(tx, idsOf(changes.map(({ event }) => event)));
  await rerenderCases(
    tx,
    touched.filter((other) => other !== caseId),
    processedAt,
  );
  return marked.map(({ event, flags: { flagged, safe } }) => ({ ...event, flagged, safe }));
}

const idsOf = (events: readonly CaseEvent[]): readonly string[] => events.map(({ eventId }) => eventId);

interface AppliedVerdict {
  readonly verdict: CaseVerdict;
  /** The events of the case, with their new flags. */
  readonly events: readonly ThreatEvent[];
  readonly at: Date;
}

async function applyToCase(
  tx: DomainDb,
  { item }: StoredCase,
  { verdict, events, at }: AppliedVerdict,
  { effect, appended }: Application,
): Promise<void> {
  const moved = appended ? {} : { state: effect.state, closedAt: effect.closes ? at : null };
  const changed = { item: updatedTo({ ...item, ...moved }, at), verdict: renderVerdict(verdict), events };
  const saved = await saveCases(tx, [changed], at);
  if (saved !== 1) throw new Error("the case was not saved");
}
