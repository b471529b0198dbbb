import { listConnectorSettings } from "../store/connectors/connector-settings.ts";
import { endAllApiKeys } from "../store/domains/api-keys.ts";
import { listDomains } from "../store/domains/domains.ts";
import { replaceSecret as recordSecret } from "../store/installation/secret-fingerprint.ts";
import { type ActionContext, runAction } from "./context.ts";
import type { RegistryContext } from "./create-domain.ts";

/** What the replacement of the secret means for a domain. */
export interface ReplacedSecret {
  readonly domain: string;
  readonly revokedKeys: number;
  /** Connector types whose secrets must be entered again. */
  readonly connectors: readonly string[];
}

/**
 * Makes a secret the database's in place of one that was lost or exposed. Every key is revoked, since none can match its
 * digest any more. A call that was interrupted is repeated as a whole.
 */
export async function replaceSecret(ctx: RegistryContext, secret: string): Promise<readonly ReplacedSecret[]> {
  const { database, clock, actor } = ctx;
  const replaced: ReplacedSecret[] = [];
  for (const { domainId, name } of await listDomains(database.system)) {
    replaced.push({ domain: name, ...(await revokeKeys({ db: database.forDomain(domainId), clock, actor })) });
  }
  await recordSecret(database.system, secret, clock());
  return replaced;
}

function revokeKeys(ctx: ActionContext): Promise<Omit<ReplacedSecret, "domain">> {
  return runAction(ctx, async (tx) => {
    const revokedKeys = await endAllApiKeys(tx, ctx.clock());
    const connectors = (await listConnectorSettings(tx)).map(({ connectorType }) => connectorType);
    return {
      result: { revokedKeys, connectors },
      audit: {
        action: "secret.replace",
        target: { kind: "domain", id: tx.domainId },
        before: null,
        after: { revoked_keys: revokedKeys, connectors_without_secrets: connectors },
      },
    };
  });
}
