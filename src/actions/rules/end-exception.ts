import { Failure } from "../../model/failure.ts";
import { LEARNED_EXCEPTION_MS } from "../../model/rule-settings.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { endLearnedException, listLearnedExceptions } from "../../store/rules/learned-exceptions.ts";
import { removeRuleException } from "../../store/rules/rule-exceptions.ts";
import { type ActionContext, type Audited, runAction } from "../context.ts";
import { describeException } from "./except-entity.ts";

/** Ends an exception that a member made or that a verdict left. */
export function endException(ctx: ActionContext, exceptionId: string): Promise<void> {
  return runAction<void>(ctx, async (tx) => {
    const removed = await removeRuleException(tx, exceptionId);
    if (!removed) return endLearned(tx, exceptionId, ctx.clock());
    return {
      result: undefined,
      audit: {
        action: "rule.end_exception",
        target: { kind: "rule", id: removed.detector },
        before: describeException(removed),
        after: null,
      },
    };
  });
}

async function endLearned(tx: DomainDb, exceptionId: string, now: Date): Promise<Audited<void>> {
  const since = new Date(now.getTime() - LEARNED_EXCEPTION_MS);
  const learned = (await listLearnedExceptions(tx, since)).find((one) => one.exceptionId === exceptionId);
  if (!learned) throw new Failure("exception_not_found", "there is no such exception");
  await endLearnedException(tx, learned, now);
  const { detector, subject, caseId, decidedAt } = learned;
  return {
    result: undefined,
    audit: {
      action: "rule.end_exception",
      target: { kind: "rule", id: detector },
      before: { subject, case_id: caseId, decided_at: decidedAt },
      after: null,
    },
  };
}
