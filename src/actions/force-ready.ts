import type { ReadinessResource } from "../model/vocabulary.ts";
import { markReady, readReadiness } from "../store/domains/readiness.ts";
import { type ActionContext, awaitTurn, runAction } from "./context.ts";

/** Makes a resource ready permanently, although it has less history than it needs. */
export function forceReady(ctx: ActionContext, resource: ReadinessResource): Promise<void> {
  return runAction(ctx, async (tx) => {
    await awaitTurn(tx);
    const facts = (await readReadiness(tx)).find((found) => found.resource === resource);
    if (facts?.readyAt) return { result: undefined, audit: "unchanged" };
    const at = ctx.clock();
    await markReady(tx, [resource], at);
    const target = { kind: "domain", id: tx.domainId } as const;
    const after = { resource, ready_at: at };
    return {
      result: undefined,
      audit: { action: "readiness.force", target, before: { resource, ready_at: null }, after },
    };
  });
}
