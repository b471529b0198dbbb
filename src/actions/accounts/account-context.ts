import { Failure } from "../../model/failure.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { createSealer, type Sealer } from "../../runtime/encryption.ts";
import { hmacSha256 } from "../../runtime/hashing.ts";
import { isOpenSession } from "../../store/accounts/sessions.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { type Audited, runIssuingAction } from "../context.ts";
import type { RegistryContext } from "../create-domain.ts";

/** What an action about accounts takes: they belong to the installation, not to a domain. */
export interface AccountContext extends RegistryContext {
  /** The server's secret. Digests of tokens and codes are made under it, TOTP secrets are encrypted under it. */
  readonly secret: string;
  /** The session in which a person changes their own account; an action fails if the session has ended meanwhile. */
  readonly sessionId?: string | undefined;
}

/** Runs an action on accounts in one transaction, recorded in the audit log of the installation. Most of them issue something. */
export function runAccountAction<T>(ctx: AccountContext, work: (tx: DomainDb) => Promise<Audited<T>>): Promise<T> {
  const { database, clock, actor, secret, sessionId } = ctx;
  return runIssuingAction({ db: database.forDomain(INSTALLATION_ID), clock, actor }, secret, async (tx) => {
    const done = await work(tx);
    // After the work, which has locked the account: whoever ends its sessions has done so before, or waits.
    if (sessionId !== undefined && !(await isOpenSession(tx, sessionId))) throw sessionEnded();
    return done;
  });
}

export const sessionEnded = () => new Failure("invalid_session", "this session has ended; sign in again");

/** Returns the digest under which a token or a code is stored. */
export const digestOf = ({ secret }: Pick<AccountContext, "secret">, text: string): string =>
  hmacSha256(secret, `account ${text}`);

/** Encrypts the secrets of TOTP devices; the place of one is the id of its account. */
export const totpSealer = ({ secret }: Pick<AccountContext, "secret">): Sealer => createSealer(secret, "totp secrets");

export const accountTarget = (accountId: string) => ({ kind: "account", id: accountId }) as const;
