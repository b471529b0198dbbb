import { addRuleSwitch, removeRuleSwitch } from "../../store/rules/rule-switches.ts";
import { type ActionContext, runAction } from "../context.ts";

export interface SwitchRequest {
  /** The slug of a detector that is loaded. */
  readonly detector: string;
  readonly enabled: boolean;
  readonly reason: string;
}

/** Switches a detector on or off for the rows that are processed from now on. Returns false if it was so already. */
export function switchRule(ctx: ActionContext, { detector, enabled, reason }: SwitchRequest): Promise<boolean> {
  return runAction(ctx, async (tx) => {
    const switchedBy = `${ctx.actor.kind}:${ctx.actor.id}`;
    const isChanged = enabled
      ? await removeRuleSwitch(tx, detector)
      : await addRuleSwitch(tx, { detector, reason, switchedBy, switchedAt: ctx.clock() });
    if (!isChanged) return { result: false, audit: "unchanged" };
    const audit = {
      action: enabled ? "rule.enable" : "rule.disable",
      target: { kind: "rule", id: detector },
      before: { enabled: !enabled },
      after: { enabled, reason },
    } as const;
    return { result: true, audit };
  });
}
