import { Failure } from "../model/failure.ts";
import { endApiKey } from "../store/domains/api-keys.ts";
import { raiseVersions } from "../store/domains/versions.ts";
import type { ActionContext } from "./context.ts";

/** Ends a key at once, in every process. */
export function revokeApiKey(ctx: ActionContext, keyId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    if (!(await endApiKey(tx, keyId, ctx.clock()))) {
      throw new Failure("invalid_request", `there is no key '${keyId}' to revoke in this domain`);
    }
    await raiseVersions(tx, ["access"]);
  });
}
