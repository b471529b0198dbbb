import { isReopenable, laterStates } from "../model/case-lifecycle.ts";
import { Failure } from "../model/failure.ts";
import type { CaseState } from "../model/vocabulary.ts";
import { newId } from "../runtime/ids.ts";
import { addCaseEntry } from "../store/cases/case-entries.ts";
import { findCaseEvents, findCasesHolding, lockCaseEvents } from "../store/cases/case-events.ts";
import { lockCase, rerenderCases, type StoredCase, saveCases, updatedTo } from "../store/cases/cases.ts";
import { forgetFlags } from "../store/cases/flags-before.ts";
import { replaceFeedback } from "../store/cases/judge.ts";
import type { DomainDb } from "../store/database/database.ts";
import { setEventFlags } from "../store/threats/threats.ts";
import { type ActionContext, type Audited, runAction } from "./context.ts";

export interface MoveRequest {
  readonly caseId: string;
  readonly comment: string | null;
}

/** Moves a case forward to a later state. A case that is in this state already stays as it is. */
export function moveCase(ctx: ActionContext, request: MoveRequest, state: CaseState): Promise<CaseState> {
  return runAction<CaseState>(ctx, async (tx) => {
    const stored = await lockExisting(tx, request.caseId);
    const before = stored.item.state;
    if (before === state) return { result: state, audit: "unchanged" };
    const allowed = laterStates(before);
    if (!allowed.includes(state)) throw impossible(before, allowed);
    return applyMove(ctx, tx, stored, state, request.comment);
  });
}

/**
 * Reopens an enforced or closed case for investigation. What its verdict did to events and detectors is undone; the
 * verdict stays in the history.
 */
export function reopenCase(ctx: ActionContext, { caseId, comment }: MoveRequest): Promise<CaseState> {
  return runAction<CaseState>(ctx, async (tx) => {
    const stored = await lockExisting(tx, caseId);
    if (!isReopenable(stored.item.state)) throw impossible(stored.item.state, laterStates(stored.item.state));
    await restoreEvents(tx, caseId, ctx.clock());
    await replaceFeedback(tx, { caseId, confirmed: null, decidedAt: ctx.clock() });
    return applyMove(ctx, tx, stored, "investigating", comment);
  });
}

export async function lockExisting(tx: DomainDb, caseId: string): Promise<StoredCase> {
  const stored = await lockCase(tx, caseId);
  if (!stored) throw new Failure("case_not_found", "there is no such case");
  return stored;
}

/** Gives the events of a case the flags that they had before its verdict. */
async function restoreEvents(tx: DomainDb, caseId: string, at: Date): Promise<void> {
  const events = await lockCaseEvents(tx, caseId);
  const marked = events.flatMap(({ eventId, before }) => (before ? [{ eventId, ...before }] : []));
  const ids = marked.map(({ eventId }) => eventId);
  await forgetFlags(tx, caseId, ids);
  await setEventFlags(tx, marked, at);
  const others = (await findCasesHolding(tx, ids)).filter((other) => other !== caseId);
  await rerenderCases(tx, others, at);
}

async function applyMove(
  ctx: ActionContext,
  tx: DomainDb,
  { item, verdict }: StoredCase,
  state: CaseState,
  comment: string | null,
): Promise<Audited<CaseState>> {
  const at = ctx.clock();
  const events = (await findCaseEvents(tx, [item.caseId])).get(item.caseId) ?? [];
  const moved = updatedTo({ ...item, state, closedAt: state === "closed" ? at : null }, at);
  await saveCases(tx, [{ item: moved, verdict, events }], at);
  await addCaseEntry(tx, {
    entryId: newId(),
    caseId: item.caseId,
    kind: "transition",
    comment,
    stateBefore: item.state,
    stateAfter: state,
    madeBy: `${ctx.actor.kind}:${ctx.actor.id}`,
    madeAt: at,
  });
  return {
    result: state,
    audit: {
      action: "case.transition",
      target: { kind: "case", id: item.caseId },
      before: { state: item.state },
      after: { state, has_comment: comment !== null },
    },
  };
}

function impossible(state: CaseState, allowed: readonly CaseState[]): Failure {
  const back = isReopenable(state) ? "; reopen it to investigate it again" : "";
  return new Failure("invalid_transition", `a case that is ${state} cannot be moved there${back}`, { state, allowed });
}
