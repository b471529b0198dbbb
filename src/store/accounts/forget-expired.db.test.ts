import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { INSTALLATION_ID } from "../../model/installation.ts";
import { newId } from "../../runtime/ids.ts";
import { addCode } from "./account-codes.ts";
import { addAccount } from "./accounts.ts";
import { forgetExpired } from "./forget-expired.ts";
import { addSession, endSession, findSession } from "./sessions.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const NOW = new Date("2026-11-10T10:00:00.000Z");
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

it("only sessions and codes that ended more than a day ago are deleted", async () => {
  const db = opened.database.forDomain(INSTALLATION_ID);
  const accountId = newId();
  const created = {
    isOperator: false,
    passwordHash: null,
    issuer: null,
    subject: null,
    vouchedBy: { kind: "unknown" } as const,
    createdAt: hoursAgo(99),
  };
  await addAccount(db, { accountId, email: "maya@northwind.example", name: null, ...created });
  const given = async (expiresAt: Date, endedAt?: Date) => {
    const sessionId = newId();
    const where = { address: "192.0.2.1", userAgent: null, method: "password" } as const;
    await addSession(db, { sessionId, accountId, createdAt: hoursAgo(90), expiresAt, ...where }, sessionId);
    if (endedAt) await endSession(db, sessionId, "ended", endedAt);
    return sessionId;
  };
  const open = await given(hoursAgo(-1));
  const expired = await given(hoursAgo(25));
  const endedLately = await given(hoursAgo(-1), hoursAgo(23));
  const ended = await given(hoursAgo(-1), hoursAgo(25));
  for (const [digest, expiresAt] of [
    ["a", hoursAgo(25)],
    ["b", hoursAgo(1)],
    ["c", null],
  ] as const) {
    await addCode(db, { digest, kind: "invitation", accountId, createdAt: hoursAgo(90), expiresAt });
  }
  expect(await forgetExpired(db, NOW)).toEqual({ sessions: 2, codes: 1 });
  const found = await Promise.all([open, endedLately, expired, ended].map((id) => findSession(db, id)));
  expect(found.map((session) => session?.sessionId)).toEqual([open, endedLately, undefined, undefined]);
  expect(await forgetExpired(db, NOW)).toEqual({ sessions: 0, codes: 0 });
});
