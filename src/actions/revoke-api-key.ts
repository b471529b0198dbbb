import { Failure } from "../model/failure.ts";
import { endApiKey } from "../store/domains/api-keys.ts";
import { raiseVersions } from "../store/domains/versions.ts";
import type { ActionContext } from "./context.ts";

/** Revokes a key, effective with the next request in every process. */
export function revokeApiKey(ctx: ActionContext, keyId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    if (!(await endApiKey(tx, keyId, ctx.clock()))) {
      throw new Failure(
        "invalid_request",
        `this domain has no unrevoked key '${keyId}'; list its keys with: parapet key list`,
      );
    }
    await raiseVersions(tx, ["access"]);
  });
}
