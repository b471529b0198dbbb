import { INSTALLATION_ID } from "../model/installation.ts";
import { removeAllCodes } from "../store/accounts/account-codes.ts";
import { removeAllTotpSecrets } from "../store/accounts/accounts.ts";
import { endAllSessions } from "../store/accounts/sessions.ts";
import { listConnectorSettings } from "../store/connectors/connector-settings.ts";
import { endAllApiKeys } from "../store/domains/api-keys.ts";
import { listDomains } from "../store/domains/domains.ts";
import { beginReplacement, endReplacement } from "../store/installation/secret-fingerprint.ts";
import { type ActionContext, runAction } from "./context.ts";
import type { RegistryContext } from "./create-domain.ts";

/** What the replacement of the secret means for a domain. */
export interface ReplacedSecret {
  readonly domain: string;
  readonly revokedKeys: number;
  /** Connector types whose secrets must be entered again. */
  readonly connectors: readonly string[];
}

/** What the replacement of the secret means for the installation. */
export interface ReplacedInstallationSecret {
  readonly domains: readonly ReplacedSecret[];
  /** Accounts whose second factor was removed. */
  readonly secondFactors: number;
  readonly sessions: number;
  readonly recoveryCodes: number;
  readonly invitations: number;
}

/**
 * Makes a secret the database's in place of one that was lost or exposed. Every key is revoked, since none can match its
 * digest any more; sessions, invitations and second factors end for the same reason. Nothing is issued meanwhile. A call
 * that was interrupted is repeated as a whole.
 */
export async function replaceSecret(ctx: RegistryContext, secret: string): Promise<ReplacedInstallationSecret> {
  const { database, clock, actor } = ctx;
  const mark = await beginReplacement(database, clock());
  const domains: ReplacedSecret[] = [];
  for (const { domainId, name } of await listDomains(database.system)) {
    domains.push({ domain: name, ...(await revokeKeys({ db: database.forDomain(domainId), clock, actor })) });
  }
  const ended = await endSecondFactors({ db: database.forDomain(INSTALLATION_ID), clock, actor });
  await endReplacement(database.system, mark, secret, clock());
  return { domains, ...ended };
}

/** Removes what was encrypted or digested under the old secret, and could never be used again. */
function endSecondFactors(ctx: ActionContext): Promise<Omit<ReplacedInstallationSecret, "domains">> {
  return runAction(ctx, async (tx) => {
    const secondFactors = await removeAllTotpSecrets(tx);
    const sessions = await endAllSessions(tx, "secret_replaced", ctx.clock());
    const { recovery: recoveryCodes, invitation: invitations } = await removeAllCodes(tx, ctx.clock());
    return {
      result: { secondFactors, sessions, recoveryCodes, invitations },
      audit: {
        action: "secret.replace",
        target: { kind: "domain", id: tx.domainId },
        before: null,
        after: {
          second_factors_removed: secondFactors,
          sessions_ended: sessions,
          recovery_codes_removed: recoveryCodes,
          invitations_removed: invitations,
        },
      },
    };
  });
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
