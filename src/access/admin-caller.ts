import type { Admitted } from "../http/route.ts";
import type { Account } from "../model/account.ts";
import type { AuditActor } from "../model/audit.ts";
import type { Role } from "../model/role.ts";
import type { Clock } from "../runtime/clock.ts";
import type { Session } from "../store/accounts/sessions.ts";
import type { Database } from "../store/database/database.ts";
import type { DomainCaller } from "./caller.ts";

/** Somebody who calls an operation of the admin API that needs no session. */
export interface AnonymousCaller extends Admitted {
  readonly database: Database;
  readonly clock: Clock;
  readonly address: string;
  readonly userAgent: string | null;
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
  /** What the browser keeps of a sign-in that is in progress at the identity provider. */
  readonly pendingSignIn: string | undefined;
  /** What the browser keeps of the last sign-in with a password. */
  readonly knownBrowser: string | undefined;
}

/** Somebody who is signed in. */
export interface AccountCaller extends AnonymousCaller {
  readonly account: Account;
  readonly session: Session;
  readonly actor: AuditActor;
}

/** A member of a domain, or an operator, who works with that domain. */
export interface MemberCaller extends AccountCaller, DomainCaller {
  readonly role: Role;
}
