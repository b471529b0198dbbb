import { endApiKey } from "../store/domains/api-keys.ts";
import { type ActionContext, runAction } from "./context.ts";
import { noSuchKey } from "./no-such-key.ts";

/** Revokes a key, effective with the next request in every process. */
export function revokeApiKey(ctx: ActionContext, keyId: string): Promise<void> {
  return runAction(ctx, async (tx) => {
    const at = ctx.clock();
    if (!(await endApiKey(tx, keyId, at))) throw await noSuchKey(tx, "unrevoked", keyId);
    const target = { kind: "api_key", id: keyId } as const;
    const audit = {
      action: "api_key.revoke",
      target,
      before: { revoked_at: null },
      after: { revoked_at: at },
    } as const;
    return { result: undefined, audit };
  });
}
