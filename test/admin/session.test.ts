import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { disableAccount } from "../../src/actions/accounts/disable-account.ts";
import { beginTotp, completeTotp } from "../../src/actions/accounts/enroll-totp.ts";
import { inviteOperator } from "../../src/actions/accounts/invite-member.ts";
import { resetPassword } from "../../src/actions/accounts/reset-account.ts";
import { issueSetupCode } from "../../src/actions/accounts/set-up.ts";
import { MAX_SESSIONS, startSession } from "../../src/actions/accounts/start-session.ts";
import { replaceSecret } from "../../src/actions/replace-secret.ts";
import { CODE_LIMIT } from "../../src/contract/rate-limits.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { newId } from "../../src/runtime/ids.ts";
import { totpCode, totpStep } from "../../src/runtime/totp.ts";
import { listAccounts } from "../../src/store/accounts/accounts.ts";
import { startSecondService } from "../support/second-service.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount, TEST_PASSWORD, type TestAccount } from "../support/signed-in.ts";

let service: TestService;
let account: TestAccount;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  account = await givenAccount(service);
});
afterAll(() => service.stop());

const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1_000);
};

describe("a session", () => {
  it("starts with the right password, in cookies that no script reads and no other site sends", async () => {
    const browser = new Browser(service);
    const reply = await browser.signIn(account.email.toUpperCase());
    expect(reply.status).toBe(200);
    const cookies = [reply.headers["set-cookie"]].flat() as string[];
    expect(cookies).toHaveLength(3);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-parapet-\w+=\S+; Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=Strict$/);
    }
    expect(reply.text).not.toContain(cookies[0]?.split(/[=;]/)[1]);
    expect((await browser.ask("/session")).body).toMatchObject({ account: { email: account.email }, domains: [] });
  });

  it.each([
    ["a wrong password", { password: "a different sentence" }],
    ["an address without an account", { email: "nobody@northwind.example" }],
    ["no email address at all", { email: "nobody" }],
  ])("is refused in the same words for %s", async (_what, change) => {
    const payload = { email: account.email, password: TEST_PASSWORD, ...change };
    const reply = await new Browser(service).ask("/session", { method: "POST", payload });
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({
      error: "invalid_credentials",
      message: "The email address or the password is wrong.",
    });
  });

  it("needs a new access token after five minutes, which the refresh token gives", async () => {
    const browser = new Browser(service);
    await browser.signIn(account.email);
    later(301);
    expect((await browser.ask("/session")).status).toBe(401);
    expect((await browser.ask("/session/refresh", { method: "POST" })).status).toBe(200);
    expect((await browser.ask("/session")).status).toBe(200);
  });

  it("ends for both when a refresh token is used a second time", async () => {
    const browser = new Browser(service);
    await browser.signIn(account.email);
    const thief = new Browser(service);
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    expect((await browser.ask("/session/refresh", { method: "POST" })).status).toBe(200);
    expect((await thief.ask("/session/refresh", { method: "POST" })).body).toMatchObject({ error: "invalid_session" });
    expect((await browser.ask("/session")).status).toBe(401);
    expect((await browser.ask("/session/refresh", { method: "POST" })).status).toBe(401);
  });

  it("is renewed by one of several requests that use a refresh token at once, and ends", async () => {
    const browser = new Browser(service);
    await browser.signIn(account.email);
    const copies = Array.from({ length: 4 }, () => {
      const copy = new Browser(service);
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      return copy;
    });
    const replies = await Promise.all(copies.map((copy) => copy.ask("/session/refresh", { method: "POST" })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    for (const copy of copies) expect((await copy.ask("/session")).status).toBe(401);
  });

  it("ends when it is not used for half an hour, and twelve hours after the sign-in in any case", async () => {
    const idle = new Browser(service);
    await idle.signIn(account.email);
    later(31 * 60);
    expect((await idle.ask("/session/refresh", { method: "POST" })).status).toBe(401);
    const busy = new Browser(service);
    await busy.signIn(account.email);
    for (let minutes = 0; minutes < 12 * 60 - 29; minutes += 29) {
      later(29 * 60);
      expect((await busy.ask("/session/refresh", { method: "POST" })).status).toBe(200);
    }
    later(29 * 60);
    expect((await busy.ask("/session/refresh", { method: "POST" })).status).toBe(401);
  });

  it("is listed for its owner, who can end it from another one", async () => {
    const [mine, other] = [new Browser(service), new Browser(service)];
    await mine.signIn(account.email);
    await other.signIn(account.email);
    const { body } = await mine.ask("/sessions");
    const items = body["items"] as unknown as readonly { session_id: string; is_current: boolean }[];
    expect(items.map((item) => item.is_current).sort()).toEqual([false, true]);
    const foreign = items.find((item) => !item.is_current)?.session_id;
    expect((await mine.ask(`/sessions/${foreign}`, { method: "DELETE" })).status).toBe(200);
    expect((await other.ask("/session")).status).toBe(401);
    const somebodyElse = new Browser(service);
    await somebodyElse.signIn((await givenAccount(service)).email);
    const own = items.find((item) => item.is_current)?.session_id;
    expect((await somebodyElse.ask(`/sessions/${own}`, { method: "DELETE" })).status).toBe(404);
    expect((await mine.ask("/session")).status).toBe(200);
  });

  it("ends at once when its owner signs out, changes the password elsewhere or is disabled", async () => {
    const [first, second] = [new Browser(service), new Browser(service)];
    await first.signIn(account.email);
    await second.signIn(account.email);
    const payload = { password: TEST_PASSWORD, new_password: "quite another sentence" };
    expect((await first.ask("/account/password", { method: "PUT", payload })).status).toBe(200);
    expect((await second.ask("/session")).status).toBe(401);
    expect((await first.ask("/session")).status).toBe(200);
    const before = new Map(first.cookies);
    expect((await first.ask("/session", { method: "DELETE" })).status).toBe(200);
    expect([...first.cookies.keys()]).toEqual(["__Host-parapet-known"]);
    for (const [name, value] of before) first.cookies.set(name, value);
    expect((await first.ask("/session")).status).toBe(401);
    const disabled = await givenAccount(service);
    const third = new Browser(service);
    await third.signIn(disabled.email);
    await disableAccount(accountContext(service), disabled.accountId);
    expect((await third.ask("/session")).status).toBe(401);
    expect((await third.signIn(disabled.email)).status).toBe(401);
  });
});

describe("a sign-in", () => {
  const copyOf = (browser: Browser) => {
    const copy = new Browser(service);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    return copy;
  };
  const isOpen = async (browser: Browser) =>
    (await browser.ask("/session")).status === 200 ||
    (await browser.ask("/session/refresh", { method: "POST" })).status === 200;

  it("ends the session that the browser had, of this account or another one", async () => {
    const browser = new Browser(service);
    await browser.signIn(account.email);
    for (const { email } of [account, await givenAccount(service)]) {
      const earlier = copyOf(browser);
      expect((await browser.signIn(email)).status).toBe(200);
      expect(await isOpen(earlier)).toBe(false);
      expect((await browser.ask("/sessions")).body["items"]).toHaveLength(1);
    }
  });

  it("ends it also if only one of its tokens is left, however old", async () => {
    for (const kept of ["access", "refresh"]) {
      const browser = new Browser(service);
      await browser.signIn(account.email);
      const earlier = copyOf(browser);
      for (const name of [...browser.cookies.keys()]) if (!name.endsWith(kept)) browser.cookies.delete(name);
      if (kept === "refresh") expect((await earlier.ask("/session/refresh", { method: "POST" })).status).toBe(200);
      expect((await browser.signIn(account.email)).status).toBe(200);
      expect(await isOpen(earlier)).toBe(false);
      expect(await isOpen(browser)).toBe(true);
    }
  });

  it("that fails leaves the session that the browser had, and other browsers keep theirs", async () => {
    const [browser, other] = [new Browser(service), new Browser(service)];
    await browser.signIn(account.email);
    await other.signIn(account.email);
    const payload = { email: account.email, password: "a wrong sentence" };
    expect((await browser.ask("/session", { method: "POST", payload })).status).toBe(401);
    expect(await isOpen(browser)).toBe(true);
    await browser.signIn(account.email);
    expect(await isOpen(other)).toBe(true);
  });

  it("by accepting an invitation or setting up ends it too", async () => {
    const fresh = await startTestService();
    try {
      const code = await issueSetupCode(accountContext(fresh));
      const browser = new Browser(fresh);
      await browser.signIn((await givenAccount(fresh)).email);
      const sessions = [new Map(browser.cookies)];
      const setUp = { code, email: "a@northwind.example", password: TEST_PASSWORD };
      expect((await browser.ask("/set-up", { method: "POST", payload: setUp })).status).toBe(200);
      sessions.push(new Map(browser.cookies));
      const invitation = await inviteOperator(accountContext(fresh), { email: "b@northwind.example" });
      const payload = { code: invitation.code, password: TEST_PASSWORD };
      expect((await browser.ask("/invitation", { method: "POST", payload })).status).toBe(200);
      for (const cookies of sessions) {
        const earlier = new Browser(fresh);
        for (const [name, value] of cookies) earlier.cookies.set(name, value);
        expect((await earlier.ask("/session")).status).toBe(401);
      }
    } finally {
      await fresh.stop();
    }
  });

  it("is repeated for a sensitive operation with new tokens; copies of the earlier ones stop working", async () => {
    const browser = new Browser(service);
    await browser.signIn(account.email);
    const thief = copyOf(browser);
    const payload = { password: TEST_PASSWORD };
    expect((await thief.ask("/session")).status).toBe(200);
    expect((await browser.ask("/session/reauthenticate", { method: "POST", payload })).status).toBe(200);
    expect((await thief.ask("/session")).status).toBe(401);
    expect((await thief.ask("/session/refresh", { method: "POST" })).status).toBe(401);
    expect((await browser.ask("/session")).status).toBe(200);
    expect((await browser.ask("/session/refresh", { method: "POST" })).status).toBe(200);
    expect((await browser.ask("/sessions")).body["items"]).toHaveLength(1);
    const wrong = { method: "POST", payload: { password: "a wrong sentence" } } as const;
    expect((await browser.ask("/session/reauthenticate", wrong)).status).toBe(401);
    expect((await browser.ask("/session")).status).toBe(200);
  });
});

describe("guessing", () => {
  it("is stopped after ten attempts for one account, without locking out its owner elsewhere", async () => {
    const guesser = new Browser(service, "198.51.100.251");
    const payload = { email: account.email, password: "a wrong sentence" };
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await guesser.ask("/session", { method: "POST", payload })).status).toBe(401);
    }
    const refused = await guesser.ask("/session", { method: "POST", payload });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect((await guesser.signIn(account.email)).status).toBe(429);
    expect((await new Browser(service, "198.51.100.252").signIn(account.email)).status).toBe(200);
  });

  it("is counted for a whole IPv6 network, and for every spelling of an email address", async () => {
    const { email } = await givenAccount(service, false, `jo\u00e9${newId()}@northwind.example`);
    const spellings = [email, email.toUpperCase(), email.normalize("NFD"), ` ${email} `];
    for (let attempt = 0; attempt < 10; attempt++) {
      const guesser = new Browser(service, `2001:db8:7:7::${(attempt + 1).toString(16)}`);
      const payload = { email: spellings[attempt % spellings.length], password: "a wrong sentence" };
      expect((await guesser.ask("/session", { method: "POST", payload })).status).toBe(401);
    }
    expect((await new Browser(service, "2001:db8:7:7:ffff::1").signIn(email)).status).toBe(429);
    expect((await new Browser(service, "2001:db8:7:8::1").signIn(email)).status).toBe(200);
  });
});

describe("the sessions of an account", () => {
  it("are limited: a further one ends the oldest", async () => {
    const ctx = accountContext(service);
    const first = new Browser(service);
    await first.signIn(account.email);
    for (let count = 1; count < MAX_SESSIONS; count++) {
      later(1);
      await ctx.database.forDomain(INSTALLATION_ID).transaction(async (tx) => {
        await startSession(ctx, tx, account.accountId, "password", { address: "192.0.2.1", userAgent: null });
      });
    }
    expect((await first.ask("/session")).status).toBe(200);
    later(1);
    const latest = new Browser(service);
    await latest.signIn(account.email);
    expect((await first.ask("/session")).status).toBe(401);
    expect((await latest.ask("/sessions")).body["items"]).toHaveLength(MAX_SESSIONS);
  });
});

describe("an authenticator app", () => {
  it("is asked for once it is confirmed; a code and a recovery code work once", async () => {
    const browser = new Browser(service);
    await browser.signIn(account.email);
    const { body } = await browser.ask("/account/totp", { method: "POST" });
    const secret = String(body["secret"]);
    expect(body["uri"]).toContain(`secret=${secret}`);
    expect((await new Browser(service).signIn(account.email)).status).toBe(200);
    const codeNow = () => totpCode(secret, totpStep(service.clock.now));
    const confirm = (code: string) => browser.ask("/account/totp/confirm", { method: "POST", payload: { code } });
    expect((await confirm("000000")).body).toMatchObject({ error: "invalid_code" });
    const confirmed = await confirm(codeNow());
    expect(confirmed.status).toBe(200);
    const [recovery = "", ...others] = confirmed.body["recovery_codes"] as unknown as readonly string[];
    expect(others).toHaveLength(7);
    expect((await new Browser(service).signIn(account.email)).body).toMatchObject({ error: "code_required" });
    expect((await new Browser(service).signIn(account.email, codeNow())).body).toMatchObject({ error: "invalid_code" });
    later(30);
    const fresh = codeNow();
    expect((await new Browser(service).signIn(account.email, fresh)).status).toBe(200);
    expect((await new Browser(service).signIn(account.email, fresh)).status).toBe(401);
    expect((await new Browser(service).signIn(account.email, recovery.toLowerCase())).status).toBe(200);
    expect((await new Browser(service).signIn(account.email, recovery)).status).toBe(401);
  });

  const enroll = async ({ email }: TestAccount) => {
    const browser = new Browser(service);
    await browser.signIn(email);
    const secret = String((await browser.ask("/account/totp", { method: "POST" })).body["secret"]);
    const payload = { code: totpCode(secret, totpStep(service.clock.now)) };
    const { body } = await browser.ask("/account/totp/confirm", { method: "POST", payload });
    return { browser, secret, recoveryCodes: body["recovery_codes"] as unknown as readonly string[] };
  };

  it("is not guessed from many addresses, and its owner is not locked out", async () => {
    const { browser, recoveryCodes, secret } = await enroll(account);
    const guess = (n: number) => new Browser(service, `203.0.113.${n}`).signIn(account.email, "000000");
    for (let n = 1; n <= CODE_LIMIT.perAccount; n++) expect((await guess(n)).status).toBe(401);
    expect(await guess(100)).toMatchObject({ status: 429, body: { error: "rate_limited", policy: "sign-in" } });
    later(30);
    const code = totpCode(secret, totpStep(service.clock.now));
    expect((await new Browser(service, "192.0.2.7").signIn(account.email, code)).status).toBe(429);
    const again = { method: "POST", payload: { password: TEST_PASSWORD, code } } as const;
    expect((await browser.ask("/session/reauthenticate", again)).status).toBe(429);
    expect((await new Browser(service, "192.0.2.7").signIn(account.email, recoveryCodes[0])).status).toBe(200);
    expect((await browser.ask("/session")).status).toBe(200);
  });

  it("is not made unusable by people who do not know the password", async () => {
    const { secret } = await enroll(account);
    for (let n = 1; n <= CODE_LIMIT.perAccount + 1; n++) {
      const payload = { email: account.email, password: "a wrong sentence", code: "000000" };
      await new Browser(service, `203.0.113.${n}`).ask("/session", { method: "POST", payload });
    }
    later(30);
    const code = totpCode(secret, totpStep(service.clock.now));
    expect((await new Browser(service).signIn(account.email, code)).status).toBe(200);
  });

  it("is removed with its recovery codes when an operator resets the account", async () => {
    const { recoveryCodes } = await enroll(account);
    await resetPassword(accountContext(service), account.accountId, TEST_PASSWORD);
    const browser = new Browser(service);
    expect((await browser.signIn(account.email)).body).toMatchObject({ account: { has_totp: false } });
    await enroll(account);
    expect((await new Browser(service).signIn(account.email, recoveryCodes[1])).status).toBe(401);
  });

  it("is removed when the secret of the server is replaced, since it cannot be decrypted any more", async () => {
    const other = await startTestService();
    const { accountId, email } = await givenAccount(other);
    const ctx = accountContext(other);
    const { secret } = await beginTotp(ctx, accountId);
    await completeTotp(ctx, accountId, totpCode(secret, totpStep(other.clock.now)));
    expect((await new Browser(other).signIn(email)).body).toMatchObject({ error: "code_required" });
    const replacement = "another secret, of thirty-two characters and more";
    const replaced = await replaceSecret(ctx, replacement);
    expect(replaced).toMatchObject({ secondFactors: 1 });
    const restarted = await startSecondService(other, { pepper: replacement });
    const browser = new Browser({ ...other, ask: restarted.ask });
    expect((await browser.signIn(email)).body).toMatchObject({ account: { has_totp: false } });
    await restarted.stop();
    await other.stop();
  });

  it("is not replaced by a recovery code of another account", async () => {
    const [mine, theirs] = [account, await givenAccount(service)];
    const recoveryOf = async (of: TestAccount) => (await enroll(of)).recoveryCodes[0];
    const [own, foreign] = [await recoveryOf(mine), await recoveryOf(theirs)];
    expect((await new Browser(service).signIn(mine.email, foreign)).body).toMatchObject({ error: "invalid_code" });
    expect((await new Browser(service).signIn(mine.email, own)).status).toBe(200);
    expect((await new Browser(service).signIn(theirs.email, foreign)).status).toBe(200);
  });

  it("is enrolled and removed only by somebody who has entered the password lately", async () => {
    const browser = new Browser(service);
    await browser.signIn(account.email);
    later(11 * 60);
    await browser.ask("/session/refresh", { method: "POST" });
    const refused = await browser.ask("/account/totp", { method: "POST" });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ error: "reauthentication_required" });
    const again = (password: string) =>
      browser.ask("/session/reauthenticate", { method: "POST", payload: { password } });
    expect((await again("a wrong sentence")).status).toBe(401);
    expect((await again(TEST_PASSWORD)).status).toBe(200);
    expect((await browser.ask("/account/totp", { method: "POST" })).status).toBe(200);
  });
});

describe("the first administrator", () => {
  it("is created with the set-up code, which works once and only while there is none", async () => {
    const fresh = await startTestService();
    try {
      const code = (await issueSetupCode(accountContext(fresh))) ?? "";
      expect((await new Browser(fresh).ask("/sign-in-options")).body).toMatchObject({ needs_setup: true });
      const setUp = (given: string, email: string) =>
        new Browser(fresh).ask("/set-up", { method: "POST", payload: { code: given, email, password: TEST_PASSWORD } });
      expect((await setUp("AAAAA-AAAAA-AAAAA-AAAAA-AAAAA", "a@northwind.example")).status).toBe(401);
      const weak = { code, email: "a@northwind.example", password: "short" };
      expect((await new Browser(fresh).ask("/set-up", { method: "POST", payload: weak })).body).toMatchObject({
        error: "invalid_body",
        field: "password",
      });
      expect((await setUp(code.toLowerCase().replaceAll("-", " "), "a@northwind.example")).status).toBe(200);
      expect((await setUp(code, "b@northwind.example")).status).toBe(401);
      expect(await issueSetupCode(accountContext(fresh))).toBeUndefined();
      expect((await new Browser(fresh).ask("/sign-in-options")).body).toMatchObject({ needs_setup: false });
    } finally {
      await fresh.stop();
    }
  });
});

it("of two first administrators at once, one is created", async () => {
  const fresh = await startTestService();
  try {
    const code = (await issueSetupCode(accountContext(fresh))) ?? "";
    const setUp = (email: string) =>
      new Browser(fresh).ask("/set-up", { method: "POST", payload: { code, email, password: TEST_PASSWORD } });
    const replies = await Promise.all([setUp("a@northwind.example"), setUp("b@northwind.example")]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await listAccounts(fresh.database.forDomain(INSTALLATION_ID))).toHaveLength(1);
  } finally {
    await fresh.stop();
  }
});

describe("a request of another site", () => {
  it.each([
    ["a cross-site fetch", { "sec-fetch-site": "cross-site" }],
    ["a page of a sibling host", { "sec-fetch-site": "same-site" }],
  ])("is refused: %s", async (_what, headers) => {
    const browser = new Browser(service);
    await browser.signIn(account.email);
    const reply = await browser.ask("/session", { method: "DELETE", headers });
    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({ error: "cross_site_request" });
    expect((await browser.ask("/session")).status).toBe(200);
  });
});
