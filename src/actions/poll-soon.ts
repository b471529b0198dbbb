import { makeDue } from "../store/connectors/connector-settings.ts";
import { type ActionContext, runAction } from "./context.ts";

/** Makes a connector due, so that a process that polls does so within seconds. */
export function pollSoon(ctx: ActionContext, connectorType: string): Promise<void> {
  return runAction(ctx, async (tx) => {
    await makeDue(tx, connectorType, ctx.clock());
    const target = { kind: "connector", id: connectorType } as const;
    return { result: undefined, audit: { action: "connector.poll", target, before: null, after: null } };
  });
}
