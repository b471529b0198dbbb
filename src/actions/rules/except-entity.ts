import { Failure } from "../../model/failure.ts";
import type { RuleException } from "../../model/rule-settings.ts";
import { newId } from "../../runtime/ids.ts";
import type { DomainDb } from "../../store/database/database.ts";
import {
  countRuleExceptions,
  findRuleException,
  MAX_EXCEPTIONS,
  saveRuleException,
} from "../../store/rules/rule-exceptions.ts";
import { type ActionContext, awaitTurn, runAction } from "../context.ts";

export type ExceptionRequest = Pick<RuleException, "detector" | "entity" | "reason" | "expiresAt">;

/**
 * Makes a detector report nothing about an entity, from the rows that are processed from now on. An exception of the same
 * detector and entity gets the new reason and expiry.
 */
export function exceptEntity(ctx: ActionContext, request: ExceptionRequest): Promise<RuleException> {
  return runAction(ctx, async (tx) => {
    await awaitTurn(tx);
    const before = await findRuleException(tx, request.detector, request.entity);
    if (!before) await requireRoom(tx);
    const after = await saveRuleException(tx, {
      ...request,
      exceptionId: before?.exceptionId ?? newId(),
      madeBy: `${ctx.actor.kind}:${ctx.actor.id}`,
      madeAt: ctx.clock(),
    });
    const audit = {
      action: "rule.except",
      target: { kind: "rule", id: request.detector },
      before: before ? describeException(before) : null,
      after: describeException(after),
    } as const;
    return { result: after, audit };
  });
}

/** Returns what the audit log records of an exception. */
export const describeException = ({ entity, reason, expiresAt }: RuleException) => ({
  entity,
  reason,
  expires_at: expiresAt,
});

async function requireRoom(tx: DomainDb): Promise<void> {
  if ((await countRuleExceptions(tx)) < MAX_EXCEPTIONS) return;
  throw new Failure(
    "invalid_request",
    `the domain has ${MAX_EXCEPTIONS} exceptions; end some, or write a Sigma filter that covers many entities`,
  );
}
