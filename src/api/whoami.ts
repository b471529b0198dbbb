import type { ApiCaller } from "../access/caller.ts";
import type { whoami } from "../contract/whoami.ts";
import { answerOf } from "../http/answer.ts";
import type { Handler } from "../http/route.ts";
import { assessReadiness } from "../model/readiness.ts";

export const handleWhoami: Handler<typeof whoami, ApiCaller> = async (caller) => {
  const { domain, key, limits } = caller;
  const window_seconds = Math.ceil(limits.windowMs / 1_000);
  const readiness = (await caller.readiness()).map(assessReadiness);
  return answerOf(
    JSON.stringify({
      domain: { domain_id: domain.domainId, name: domain.name },
      key: { key_id: key.keyId, name: key.name, scopes: key.scopes, expires_at: key.expiresAt },
      limits: {
        read: { limit: limits.read, window_seconds },
        write: { limit: limits.write, window_seconds },
      },
      readiness: Object.fromEntries(
        readiness.map(({ resource, ready, daysUntilReady, details }) => [
          resource,
          { ready, days_until_ready: daysUntilReady, details },
        ]),
      ),
    }),
  );
};
