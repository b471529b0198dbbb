import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { disableAccount, enableAccount } from "../../src/actions/accounts/disable-account.ts";
import { inviteMember, inviteOperator } from "../../src/actions/accounts/invite-member.ts";
import { resetAccount } from "../../src/actions/accounts/reset-account.ts";
import { deleteDomain } from "../../src/actions/delete-domain.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import type { Role } from "../../src/model/role.ts";
import { newId } from "../../src/runtime/ids.ts";
import { totpCode, totpStep } from "../../src/runtime/totp.ts";
import { addAccount, findAccountByEmail, lockAccount, setIdentity } from "../../src/store/accounts/accounts.ts";
import { saveMembership } from "../../src/store/accounts/memberships.ts";
import { createChainVerifier } from "../../src/store/audit/audit-chain.ts";
import { readAuditEntries } from "../../src/store/audit/audit-entries.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount, givenMember, TEST_PASSWORD } from "../support/signed-in.ts";

let service: TestService;
let mine: TestDomain;
let theirs: TestDomain;
let owner: Browser;
let operator: Browser;
beforeAll(async () => {
  service = await startTestService();
  operator = new Browser(service);
  await operator.signIn((await givenAccount(service, true)).email);
});
beforeEach(async () => {
  mine = await service.givenDomain();
  theirs = await service.givenDomain();
  owner = await givenMember(service, mine, "owner");
});
afterAll(() => service.stop());

const newEmail = () => `${newId()}@northwind.example`;
const invite = (
  browser: Browser,
  { domainId }: TestDomain,
  email: string,
  role: Role = "analyst",
  confirmed?: boolean,
) =>
  browser.ask(`/domains/${domainId}/members`, {
    method: "POST",
    payload: { email, role, ...(confirmed !== undefined && { confirmed }) },
  });
const codeOf = ({ body }: TestReply) => String(body["invitation_code"]);
const idOf = ({ body }: TestReply) => String(body["account_id"]);
const joinAs = async (code: string) => {
  const browser = new Browser(service);
  const reply = await browser.ask("/invitation", { method: "POST", payload: { code, password: TEST_PASSWORD } });
  return { browser, reply };
};
const remove = (browser: Browser, { domainId }: TestDomain, accountId: string) =>
  browser.ask(`/domains/${domainId}/members/${accountId}`, { method: "DELETE" });
const isSignedIn = async (browser: Browser) => (await browser.ask("/session")).status === 200;
const stored = async (email: string) => findAccountByEmail(service.database.forDomain(INSTALLATION_ID), email);
const promote = (email: string, isConfirmed = false) => inviteOperator(accountContext(service), { email, isConfirmed });

/** An address that the owner of a domain has invited and then joined under. */
const squat = async () => {
  const email = newEmail();
  const invited = await invite(owner, mine, email);
  const { browser } = await joinAs(codeOf(invited));
  return { email, accountId: idOf(invited), impostor: browser };
};

const expectConfirmationRequired = async (work: Promise<unknown>) =>
  expect(work).rejects.toMatchObject({ code: "confirmation_required", details: { domains: [mine.name] } });

describe("somebody who joined on the invitation of an owner", () => {
  it("does not become an operator, before the operator confirms what ends", async () => {
    const { email, impostor } = await squat();
    await expectConfirmationRequired(promote(email));
    expect(await stored(email)).toMatchObject({
      isOperator: false,
      vouchedBy: { kind: "domain", domainId: mine.domainId },
    });
    expect(await isSignedIn(impostor)).toBe(true);
  });

  it("is not added to another domain, before the operator confirms what ends", async () => {
    const { email, accountId, impostor } = await squat();
    for (const confirmed of [undefined, false]) {
      const reply = await invite(operator, theirs, email, "owner", confirmed);
      expect([reply.status, reply.body["error"], reply.body["domains"]]).toEqual([
        409,
        "confirmation_required",
        [mine.name],
      ]);
      expect(reply.body["message"]).toContain(mine.name);
    }
    expect(await isSignedIn(impostor)).toBe(true);
    expect((await impostor.ask(`/domains/${theirs.domainId}/members`)).status).toBe(404);
    expect(
      (await theirs.db.query("select 1 from memberships where domain_id = $1 and account_id = $2", [accountId])).length,
    ).toBe(0);
  });

  it("has no way in any more once the right is given, which goes to whoever has the new code", async () => {
    const { email, impostor } = await squat();
    const { secret } = (await impostor.ask("/account/totp", { method: "POST" })).body as unknown as { secret: string };
    const payload = { code: totpCode(secret, totpStep(service.clock.now)) };
    const { body } = await impostor.ask("/account/totp/confirm", { method: "POST", payload });
    const [recovery = ""] = body["recovery_codes"] as unknown as readonly string[];
    const refresh = new Map(impostor.cookies);
    const { code } = await promote(email, true);
    expect(await isSignedIn(impostor)).toBe(false);
    expect((await impostor.ask("/session/refresh", { method: "POST" })).status).toBe(401);
    for (const [name, value] of refresh) impostor.cookies.set(name, value);
    expect(await isSignedIn(impostor)).toBe(false);
    expect((await new Browser(service).signIn(email, recovery)).status).toBe(401);
    const joined = await joinAs(String(code));
    expect(joined.reply.body).toMatchObject({ account: { email, is_operator: true, has_totp: false } });
    expect((await new Browser(service).signIn(email)).status).toBe(200);
    expect(await stored(email)).toMatchObject({ vouchedBy: { kind: "operator" } });
  });

  it("loses the linked identity too", async () => {
    const email = newEmail();
    const invited = await invite(owner, mine, email);
    const identity = { issuer: "https://id.northwind.example", subject: newId() };
    await setIdentity(service.database.forDomain(INSTALLATION_ID), idOf(invited), identity);
    const reply = await invite(operator, theirs, email, "admin", true);
    expect(reply.status).toBe(200);
    expect(await stored(email)).toMatchObject({ issuer: null, subject: null, vouchedBy: { kind: "operator" } });
    const { reply: joined } = await joinAs(codeOf(reply));
    expect(joined.body["domains"]).toHaveLength(2);
  });

  it("does not get rights by an owner's confirmation", async () => {
    const { email, impostor } = await squat();
    const other = await givenMember(service, theirs, "owner");
    const reply = await invite(other, theirs, email, "owner", true);
    expect(reply.body["error"]).toBe("account_exists");
    expect(await isSignedIn(impostor)).toBe(true);
  });

  it("gets another role in the same domain without a confirmation, from an operator as from an owner", async () => {
    const { email, accountId, impostor } = await squat();
    const reply = await invite(operator, mine, email, "admin");
    expect([reply.status, reply.body["invitation_code"]]).toEqual([200, null]);
    const member = `/domains/${mine.domainId}/members/${accountId}`;
    expect((await operator.ask(member, { method: "PUT", payload: { role: "viewer" } })).status).toBe(200);
    expect((await owner.ask(member, { method: "PUT", payload: { role: "admin" } })).status).toBe(200);
    expect(await isSignedIn(impostor)).toBe(true);
    expect(await stored(email)).toMatchObject({ vouchedBy: { kind: "domain" } });
  });

  it("does not come back after a removal without a confirmation", async () => {
    const { email, accountId, impostor } = await squat();
    await remove(owner, mine, accountId);
    const reply = await invite(operator, mine, email, "owner");
    expect([reply.body["error"], reply.body["domains"]]).toEqual(["confirmation_required", []]);
    expect(await isSignedIn(impostor)).toBe(true);
  });

  it("gets nothing by the deletion of the domain that vouched", async () => {
    const { email } = await squat();
    const { database, clock, actor } = accountContext(service);
    await deleteDomain({ database, clock, actor, domainId: mine.domainId });
    await expect(promote(email)).rejects.toMatchObject({ code: "confirmation_required", details: { domains: [] } });
    const { code } = await promote(email, true);
    expect((await joinAs(String(code))).reply.body).toMatchObject({
      account: { is_operator: true },
      domains: expect.any(Array),
    });
  });

  it("gets no right while disabled, nor by being enabled", async () => {
    const { email, accountId } = await squat();
    await disableAccount(accountContext(service), accountId);
    await expect(promote(email, true)).rejects.toMatchObject({ code: "account_disabled" });
    expect((await invite(operator, theirs, email, "owner", true)).body["error"]).toBe("account_disabled");
    await enableAccount(accountContext(service), accountId);
    await expectConfirmationRequired(promote(email));
  });

  it("cannot begin anything with a request that was in progress", async () => {
    const { email, impostor } = await squat();
    const results = await Promise.allSettled([
      promote(email, true),
      ...Array.from({ length: 6 }, () => impostor.ask("/account/totp", { method: "POST" })),
      impostor.ask("/account/password", {
        method: "PUT",
        payload: { password: TEST_PASSWORD, new_password: "quite another sentence" },
      }),
    ]);
    expect(results[0]?.status).toBe("fulfilled");
    expect(await stored(email)).toMatchObject({ passwordHash: null, totpSecret: null, totpConfirmedAt: null });
    expect(await isSignedIn(impostor)).toBe(false);
  });
});

describe("an invitation of an owner that nobody has accepted", () => {
  it("ends when an operator promotes the address, who gets another code", async () => {
    const email = newEmail();
    const planted = codeOf(await invite(owner, mine, email));
    const { code } = await promote(email);
    expect((await joinAs(planted)).reply.body["error"]).toBe("invalid_code");
    expect((await joinAs(String(code))).reply.body).toMatchObject({ account: { is_operator: true } });
  });

  it("ends when an operator adds the address to another domain, or to the same one", async () => {
    for (const domain of [theirs, mine]) {
      const email = newEmail();
      const planted = codeOf(await invite(owner, mine, email));
      const added = await invite(operator, domain, email, "admin");
      expect((await joinAs(planted)).reply.status).toBe(401);
      expect((await joinAs(codeOf(added))).reply.status).toBe(200);
      expect(await stored(email)).toMatchObject({ vouchedBy: { kind: "operator" } });
    }
  });

  it("is not issued again by the owner once the right reaches further", async () => {
    const [promoted, added] = [newEmail(), newEmail()];
    await invite(owner, mine, promoted);
    await invite(owner, mine, added);
    await promote(promoted);
    await invite(operator, theirs, added);
    for (const email of [promoted, added]) {
      expect((await invite(owner, mine, email)).body["error"]).toBe("account_exists");
    }
  });

  it("that an owner issues in place of an operator's makes the domain vouch again", async () => {
    const email = newEmail();
    const first = await invite(operator, mine, email);
    const second = await invite(owner, mine, email);
    expect((await joinAs(codeOf(first))).reply.status).toBe(401);
    expect((await joinAs(codeOf(second))).reply.status).toBe(200);
    await expectConfirmationRequired(promote(email));
  });

  it("and the promotion at the same moment never make an impostor operator", async () => {
    for (let round = 0; round < 6; round++) {
      const email = newEmail();
      const planted = codeOf(await invite(owner, mine, email));
      const [joined, promoted] = await Promise.allSettled([joinAs(planted), promote(email)]);
      const account = await stored(email);
      if (promoted.status === "fulfilled") {
        expect(account).toMatchObject({ isOperator: true, passwordHash: null });
        expect(joined.status === "fulfilled" && joined.value.reply.status).toBe(401);
      } else {
        expect(promoted.reason).toMatchObject({ code: "confirmation_required" });
        expect(account).toMatchObject({ isOperator: false });
      }
    }
  });

  it("and two owners and an operator at the same moment leave one code that works, and no failure of the server", async () => {
    const other = await givenMember(service, theirs, "owner");
    for (let round = 0; round < 6; round++) {
      const email = newEmail();
      const replies = await Promise.all([
        invite(owner, mine, email),
        invite(other, theirs, email),
        invite(operator, mine, email, "admin"),
        invite(operator, theirs, email, "admin"),
      ]);
      for (const { status } of replies) expect([200, 409]).toContain(status);
      const works = [];
      for (const reply of replies.filter(({ status }) => status === 200)) {
        const { reply: joined } = await joinAs(codeOf(reply));
        if (joined.status === 200) works.push(joined);
      }
      expect(works).toHaveLength(1);
      expect(await stored(email)).toMatchObject({ vouchedBy: { kind: "operator" } });
    }
  });
});

describe("an account that an operator vouches for", () => {
  it("is added and promoted as it is, also with a confirmation that nobody asked for", async () => {
    const email = newEmail();
    const { browser } = await joinAs(codeOf(await invite(operator, mine, email)));
    const reply = await invite(operator, theirs, email, "viewer", true);
    expect([reply.status, reply.body["invitation_code"]]).toEqual([200, null]);
    expect(await promote(email, true)).toMatchObject({ code: null });
    expect((await browser.ask("/session")).body).toMatchObject({ account: { is_operator: true } });
  });
});

describe("an account of an earlier version, for which nobody is on record", () => {
  const given = async () => {
    const email = newEmail();
    const { accountId } = await givenAccount(service, false, newEmail());
    const db = service.database.forDomain(INSTALLATION_ID);
    const template = await db.transaction((tx) => lockAccount(tx, accountId));
    if (!template) throw new Error("there is no account");
    const account = { ...template, accountId: newId(), email, vouchedBy: { kind: "unknown" } } as const;
    await addAccount(db, account);
    await mine.db.transaction((tx) => saveMembership(tx, account.accountId, "analyst", service.clock.now));
    return email;
  };

  it("signs in as before and gets further rights after a confirmation only", async () => {
    const email = await given();
    const browser = new Browser(service);
    expect((await browser.signIn(email)).status).toBe(200);
    expect((await invite(operator, mine, email, "admin")).status).toBe(200);
    await expectConfirmationRequired(promote(email));
    expect(await isSignedIn(browser)).toBe(true);
    const { code } = await promote(email, true);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await joinAs(String(code))).reply.status).toBe(200);
  });
});

describe("a reset", () => {
  it("ends every way into the account, and the operator vouches from then on", async () => {
    const { email, accountId, impostor } = await squat();
    const { code } = await resetAccount(accountContext(service), accountId);
    expect(await isSignedIn(impostor)).toBe(false);
    expect((await new Browser(service).signIn(email)).status).toBe(401);
    expect((await joinAs(String(code))).reply.status).toBe(200);
    expect((await promote(email)).code).toBeNull();
  });
});

describe("a withdrawn invitation", () => {
  const withdrawn = async (work: (given: { accountId: string; email: string }) => Promise<unknown>) => {
    const email = newEmail();
    const invited = await invite(owner, mine, email);
    await work({ accountId: idOf(invited), email });
    return joinAs(codeOf(invited));
  };

  it("is not accepted after the member was removed", async () => {
    const { reply } = await withdrawn(({ accountId }) => remove(owner, mine, accountId));
    expect(reply.body["error"]).toBe("invalid_code");
  });

  it("is not accepted after the account was disabled, nor after it was enabled again", async () => {
    const { reply } = await withdrawn(async ({ accountId }) => {
      await disableAccount(accountContext(service), accountId);
      await enableAccount(accountContext(service), accountId);
    });
    expect(reply.body["error"]).toBe("invalid_code");
  });

  it("is not accepted after the domain was deleted", async () => {
    const { reply } = await withdrawn(async () => {
      const { database, clock, actor } = accountContext(service);
      await deleteDomain({ database, clock, actor, domainId: mine.domainId });
    });
    expect(reply.body["error"]).toBe("invalid_code");
  });

  it("stays as long as another right depends on it", async () => {
    const email = newEmail();
    await invite(operator, mine, email);
    const added = await invite(operator, theirs, email);
    await remove(owner, mine, idOf(added));
    const { reply } = await joinAs(codeOf(added));
    expect(reply.body["domains"]).toMatchObject([{ domain_id: theirs.domainId }]);
    const promoted = newEmail();
    await invite(operator, mine, promoted);
    const { code, accountId } = await promote(promoted);
    await remove(owner, mine, accountId);
    expect((await joinAs(String(code))).reply.body).toMatchObject({ account: { is_operator: true } });
  });

  it("does not work through an acceptance at the same moment either", async () => {
    for (let round = 0; round < 6; round++) {
      const email = newEmail();
      const invited = await invite(owner, mine, email);
      const [joined] = await Promise.all([joinAs(codeOf(invited)), remove(owner, mine, idOf(invited))]);
      expect([200, 401]).toContain(joined.reply.status);
      expect((await joinAs(codeOf(invited))).reply.status).toBe(401);
      expect((await joined.browser.ask(`/domains/${mine.domainId}/members`)).status).not.toBe(200);
    }
  });
});

describe("the audit logs", () => {
  const entriesOf = async (domainId: string) => {
    const entries = [];
    const verifier = createChainVerifier();
    for await (const entry of readAuditEntries(service.database.forDomain(domainId))) {
      expect(verifier.check(entry)).toBeUndefined();
      entries.push(entry);
    }
    return entries;
  };

  it("record an invitation, a promotion and a removal where each belongs, in chains that hold", async () => {
    const { email, accountId } = await squat();
    await invite(operator, theirs, email, "viewer", true);
    await promote(email);
    await remove(operator, theirs, accountId);
    await remove(owner, mine, accountId);
    const actionsIn = async (domainId: string) =>
      (await entriesOf(domainId)).filter(({ target }) => target.id === accountId).map(({ action }) => action);
    expect(await actionsIn(INSTALLATION_ID)).toEqual([
      "account.create",
      "account.invite",
      "account.password",
      "account.reset",
      "account.invite",
      "account.operator",
      "account.invite",
    ]);
    expect(await actionsIn(theirs.domainId)).toEqual(["member.set", "member.remove"]);
    expect(await actionsIn(mine.domainId)).toEqual(["member.set", "member.remove"]);
  });

  it("and the accounts have nothing of an invitation that was refused", async () => {
    const email = newEmail();
    const ctx = accountContext(service);
    const gone = await service.givenDomain();
    await deleteDomain({ database: ctx.database, clock: ctx.clock, actor: ctx.actor, domainId: gone.domainId });
    const request = { domainId: gone.domainId, email, role: "owner" } as const;
    await expect(inviteMember(ctx, request, "operator")).rejects.toMatchObject({ code: "domain_not_found" });
    expect(await stored(email)).toBeUndefined();
    expect((await entriesOf(INSTALLATION_ID)).filter(({ after }) => after?.["email"] === email)).toEqual([]);
  });
});
