import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disableAccount } from "../../src/actions/accounts/disable-account.ts";
import { inviteMember } from "../../src/actions/accounts/invite-member.ts";
import { REFUSAL_ENTRIES, SIGN_IN_LIMITS } from "../../src/contract/rate-limits.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { newId } from "../../src/runtime/ids.ts";
import { totpCode, totpStep } from "../../src/runtime/totp.ts";
import { readAuditEntries } from "../../src/store/audit/audit-entries.ts";
import { startTestProvider, type TestProvider } from "../support/oidc/test-provider.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount, TEST_PASSWORD } from "../support/signed-in.ts";

let provider: TestProvider;
let service: TestService;
beforeAll(async () => {
  provider = await startTestProvider();
  service = await startTestService({ identityProvider: provider.settings });
  service.clock.now = new Date();
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

const entriesOf = async (accountId: string) => {
  const found: { action: string; origin: string; actor: string; after: unknown }[] = [];
  for await (const { action, actor, target, after } of readAuditEntries(service.database.forDomain(INSTALLATION_ID))) {
    if (target.id === accountId) found.push({ action, origin: actor.origin, actor: actor.id, after });
  }
  return found;
};
const refusalsOf = async (accountId: string) =>
  (await entriesOf(accountId)).filter(({ action }) => action === "session.refused");
const reasonsOf = async (accountId: string) =>
  (await refusalsOf(accountId)).map(({ after }) => (after as { reason: string }).reason);
let used = 0;
const fresh = () => {
  used += 1;
  return `10.20.${used >> 8}.${used & 255}`;
};
const signIn = (email: string, password: string, address = fresh(), code?: string) =>
  new Browser(service, address).ask("/session", {
    method: "POST",
    payload: { email, password, ...(code && { code }) },
  });

describe("a refused sign-in is recorded with its account, reason and address", () => {
  it("for a wrong password", async () => {
    const { accountId, email } = await givenAccount(service);
    const address = fresh();
    await signIn(email, "a wrong sentence", address);
    expect(await refusalsOf(accountId)).toEqual([
      { action: "session.refused", origin: address, actor: "unknown", after: { reason: "wrong_password" } },
    ]);
  });

  it("for a disabled account, whose password may be right", async () => {
    const { accountId, email } = await givenAccount(service);
    await disableAccount(accountContext(service), accountId);
    await signIn(email, TEST_PASSWORD);
    await signIn(email, "a wrong sentence");
    expect(await reasonsOf(accountId)).toEqual(["account_disabled", "wrong_password"]);
  });

  it("for a wrong code, and not for one that was not asked for yet", async () => {
    const { accountId, email } = await givenAccount(service);
    const browser = new Browser(service, fresh());
    await browser.signIn(email);
    const secret = String((await browser.ask("/account/totp", { method: "POST" })).body["secret"]);
    const code = totpCode(secret, totpStep(service.clock.now));
    await browser.ask("/account/totp/confirm", { method: "POST", payload: { code } });
    expect((await signIn(email, TEST_PASSWORD)).body["error"]).toBe("code_required");
    await signIn(email, TEST_PASSWORD, fresh(), "000000");
    await signIn(email, TEST_PASSWORD, fresh(), "AAAAA-AAAAA");
    expect(await reasonsOf(accountId)).toEqual(["wrong_code", "wrong_code"]);
  });

  it("for a wrong password in a session, with the account as actor", async () => {
    const { accountId, email } = await givenAccount(service);
    const browser = new Browser(service, fresh());
    await browser.signIn(email);
    await browser.ask("/session/reauthenticate", { method: "POST", payload: { password: "a wrong sentence" } });
    expect(await refusalsOf(accountId)).toMatchObject([{ actor: accountId, after: { reason: "wrong_password" } }]);
  });

  it("for a person whom the identity provider has identified, if it is for an account", async () => {
    const { accountId, email } = await givenAccount(service);
    const person = { sub: newId(), email, email_verified: true, name: "Maya Ito" };
    const browser = new Browser(service, fresh());
    const { headers } = await browser.ask("/oidc/start");
    await browser.ask(`/oidc/callback?${await provider.authorize(String(headers["location"]), person)}`);
    expect(await reasonsOf(accountId)).toEqual(["oidc_password"]);
  });

  it("for a limit once an hour, not for each attempt over it", async () => {
    const { accountId, email } = await givenAccount(service);
    const address = fresh();
    for (let n = 0; n < SIGN_IN_LIMITS.perAccount + 5; n++) await signIn(email, "a wrong sentence", address);
    const reasons = await reasonsOf(accountId);
    expect(reasons.filter((reason) => reason === "wrong_password")).toHaveLength(SIGN_IN_LIMITS.perAccount);
    expect(reasons.filter((reason) => reason === "too_many_attempts")).toHaveLength(1);
  });

  it("for an address without an account and a code that belongs to nobody, without what was typed", async () => {
    const typed = `my password is ${newId()}`;
    await signIn(typed, "a wrong sentence");
    await signIn(`${newId()}@northwind.example`, "a wrong sentence");
    const payload = { code: "WRONG-CODE", password: "quite another sentence" };
    await new Browser(service, fresh()).ask("/invitation", { method: "POST", payload });
    const refusals = await refusalsOf("unknown");
    expect(refusals.map(({ after }) => after)).toEqual([
      { reason: "wrong_password" },
      { reason: "wrong_password" },
      { reason: "wrong_invitation_code" },
    ]);
  });
});

describe("a flood of refused sign-ins", () => {
  it("is recorded up to a number for each account, and the last entry says so", async () => {
    const { accountId, email } = await givenAccount(service);
    for (let n = 0; n < REFUSAL_ENTRIES.perAccount + 10; n++) await signIn(email, "a wrong sentence");
    const refusals = await refusalsOf(accountId);
    expect(refusals).toHaveLength(REFUSAL_ENTRIES.perAccount);
    expect(refusals.at(-1)?.after).toEqual({
      reason: "wrong_password",
      omitted: "further refusals of this account, for up to an hour",
    });
  });
});

describe("what an account does to prove who is signed in is recorded", () => {
  it("entering the password again, and beginning, confirming and removing an authenticator app", async () => {
    const { accountId, email } = await givenAccount(service);
    const browser = new Browser(service, fresh());
    await browser.signIn(email);
    await browser.ask("/session/reauthenticate", { method: "POST", payload: { password: TEST_PASSWORD } });
    const { session } = (await browser.ask("/session")).body as unknown as { session: { session_id: string } };
    const sessionId = session.session_id;
    expect((await entriesOf(sessionId)).map(({ action, after }) => [action, after])).toContainEqual([
      "session.prove",
      { method: "password" },
    ]);
    const begin = async () => String((await browser.ask("/account/totp", { method: "POST" })).body["secret"]);
    await begin();
    const code = totpCode(await begin(), totpStep(service.clock.now));
    await browser.ask("/account/totp/confirm", { method: "POST", payload: { code } });
    await browser.ask("/account/totp", { method: "DELETE" });
    const devices = (await entriesOf(accountId)).filter(({ action }) => action === "account.totp");
    expect(devices.map(({ after }) => after)).toEqual([
      { enrolled: false, pending: true },
      { enrolled: false, pending: true },
      { enrolled: true, pending: false },
      { enrolled: false, pending: false },
    ]);
  });

  it("an invitation that is accepted", async () => {
    const domain = await service.givenDomain();
    const request = { domainId: domain.domainId, email: `${newId()}@northwind.example`, role: "viewer" } as const;
    const { accountId, code } = await inviteMember(accountContext(service), request, "owner");
    const payload = { code, password: "quite another sentence" };
    expect((await new Browser(service, fresh()).ask("/invitation", { method: "POST", payload })).status).toBe(200);
    expect((await entriesOf(accountId)).map(({ action }) => action)).toContain("account.password");
  });
});
