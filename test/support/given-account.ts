import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { newId } from "../../src/runtime/ids.ts";
import { addCode } from "../../src/store/accounts/account-codes.ts";
import { addAccount } from "../../src/store/accounts/accounts.ts";
import { saveMembership } from "../../src/store/accounts/memberships.ts";
import { addSession, exchangeRefreshToken } from "../../src/store/accounts/sessions.ts";
import type { Database, DomainHandle } from "../../src/store/database/database.ts";

/** Stores a member of a domain who was invited, and a session of it whose refresh token was exchanged once. */
export async function givenMemberRows(database: Database, domain: DomainHandle, word: string): Promise<string> {
  const db = database.forDomain(INSTALLATION_ID);
  const [accountId, sessionId] = [newId(), newId()];
  const createdAt = new Date("2026-11-02T08:00:00.000Z");
  const expiresAt = new Date("2026-11-02T20:00:00.000Z");
  const account = { accountId, email: `${accountId}@northwind.example`, name: word, isOperator: false, createdAt };
  await addAccount(db, { ...account, passwordHash: null, issuer: null, subject: null, vouchedBy: { kind: "unknown" } });
  await domain.transaction((tx) => saveMembership(tx, accountId, "viewer", createdAt));
  const session = { sessionId, accountId, method: "invitation", createdAt, expiresAt } as const;
  await addSession(db, { ...session, address: "192.0.2.1", userAgent: word }, `${sessionId} 1`);
  const digests = { from: `${sessionId} 1`, to: `${sessionId} 2` };
  await db.transaction((tx) => exchangeRefreshToken(tx, digests, createdAt, new Date(0)));
  await addCode(db, { digest: sessionId, kind: "invitation", accountId, createdAt, expiresAt });
  return accountId;
}
