import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { resetPassword } from "../../src/actions/accounts/reset-account.ts";
import { issueSetupCode } from "../../src/actions/accounts/set-up.ts";
import { ACCOUNT_LIMIT, CODE_LIMIT, SIGN_IN_LIMITS } from "../../src/contract/rate-limits.ts";
import { newId } from "../../src/runtime/ids.ts";
import { totpCode, totpStep } from "../../src/runtime/totp.ts";
import { startTestService, type TestReply, type TestService } from "../support/service.ts";
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

const WRONG = "a wrong sentence";
const later = (seconds: number) => {
  service.clock.now = new Date(service.clock.now.getTime() + seconds * 1_000);
};
const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
let used = 0;
/** An address that no other test uses. */
const freshAddress = () => {
  used += 1;
  return addressOf(used);
};
const signedIn = async (of: TestAccount = account) => {
  const browser = new Browser(service, freshAddress());
  await browser.signIn(of.email);
  return browser;
};
const guess = (email: string, browser = new Browser(service, freshAddress()), password = WRONG) =>
  browser.ask("/session", { method: "POST", payload: { email, password } });
/** Sends requests until one is refused by a limit; returns how many were compared before. */
const comparedUntilLimit = async (send: () => Promise<TestReply>, most: number) => {
  for (let compared = 0; compared <= most; compared++) {
    const { status } = await send();
    if (status === 429) return compared;
    expect(status).toBe(401);
  }
  return most + 1;
};
const enroll = async (browser: Browser) => {
  const secret = String((await browser.ask("/account/totp", { method: "POST" })).body["secret"]);
  const payload = { code: totpCode(secret, totpStep(service.clock.now)) };
  const { body } = await browser.ask("/account/totp/confirm", { method: "POST", payload });
  later(30);
  return { secret, recoveryCodes: body["recovery_codes"] as unknown as readonly string[] };
};

describe("a wrong password is counted", () => {
  it.each([
    ["to change the password", "/account/password", "PUT", { password: WRONG, new_password: "quite another sentence" }],
    ["to confirm who is signed in", "/session/reauthenticate", "POST", { password: WRONG }],
  ] as const)("%s", async (_what, path, method, payload) => {
    const browser = await signedIn();
    const compared = await comparedUntilLimit(() => browser.ask(path, { method, payload }), 30);
    expect(compared).toBe(SIGN_IN_LIMITS.perAccount);
    const right = { ...payload, password: TEST_PASSWORD };
    expect((await browser.ask(path, { method, payload: right })).status).toBe(429);
    expect((await (await signedIn()).ask(path, { method, payload: right })).status).toBe(200);
  });
});

describe("a wrong code of an authenticator app is counted", () => {
  it.each([
    ["to change the password", "/account/password", "PUT", { new_password: "quite another sentence" }],
    ["to confirm who is signed in", "/session/reauthenticate", "POST", {}],
  ] as const)("%s, together for all sessions", async (_what, path, method, change) => {
    const sessions: Browser[] = [];
    for (let n = 0; n < CODE_LIMIT.perAccount; n++) sessions.push(await signedIn());
    await enroll(sessions[0] as Browser);
    const payload = { ...change, password: TEST_PASSWORD, code: "000000" };
    let sent = 0;
    const send = () => {
      sent += 1;
      return (sessions[sent % sessions.length] as Browser).ask(path, { method, payload });
    };
    expect(await comparedUntilLimit(send, 40)).toBe(CODE_LIMIT.perAccount);
  });

  it("to sign in, together for all addresses", async () => {
    await enroll(await signedIn());
    const send = () => new Browser(service, freshAddress()).signIn(account.email, "000000");
    expect(await comparedUntilLimit(send, 40)).toBe(CODE_LIMIT.perAccount);
  });

  it("to confirm the app", async () => {
    const browser = await signedIn();
    await browser.ask("/account/totp", { method: "POST" });
    const send = () => browser.ask("/account/totp/confirm", { method: "POST", payload: { code: "000000" } });
    expect(await comparedUntilLimit(send, 30)).toBe(SIGN_IN_LIMITS.perAccount);
  });
});

describe("a wrong code is counted", () => {
  it.each([
    ["an invitation", "/invitation", { password: "quite another sentence" }],
    ["an invitation that is accepted at the provider", "/oidc/invitation", {}],
    ["a set-up code", "/set-up", { email: "a@northwind.example", password: "quite another sentence" }],
  ] as const)("%s", async (_what, path, payload) => {
    const browser = new Browser(service, freshAddress());
    const send = () => browser.ask(path, { method: "POST", payload: { ...payload, code: "WRONG" } });
    expect(await comparedUntilLimit(send, 30)).toBe(SIGN_IN_LIMITS.perAccount);
  });

  it("a set-up code that is right works from another address", async () => {
    const fresh = await startTestService();
    const code = await issueSetupCode(accountContext(fresh));
    const payload = { code, email: "a@northwind.example", password: "quite another sentence" };
    const guesser = new Browser(fresh, "10.9.9.9");
    for (let n = 0; n < SIGN_IN_LIMITS.perAccount; n++) {
      await guesser.ask("/set-up", { method: "POST", payload: { ...payload, code: "WRONG" } });
    }
    expect((await guesser.ask("/set-up", { method: "POST", payload })).status).toBe(429);
    expect((await new Browser(fresh, "10.9.9.8").ask("/set-up", { method: "POST", payload })).status).toBe(200);
    await fresh.stop();
  });
});

describe("guesses of a password from many addresses", () => {
  const flood = async (email: string, addresses: number) => {
    const statuses = new Map<number, number>();
    for (let n = 0; n < addresses; n++) {
      const { status } = await guess(email);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    return statuses;
  };
  const fill = (email: string) => flood(email, ACCOUNT_LIMIT.perAccount);

  it("are limited for the account: of 150 addresses, as many as the limit allows are compared", async () => {
    const statuses = await flood(account.email, 150);
    expect(statuses).toEqual(
      new Map([
        [401, ACCOUNT_LIMIT.perAccount],
        [429, 150 - ACCOUNT_LIMIT.perAccount],
      ]),
    );
    // The right password is not compared either, or the limit would be none.
    expect((await guess(account.email, undefined, TEST_PASSWORD)).status).toBe(429);
    expect((await (await signedIn(await givenAccount(service))).ask("/session")).status).toBe(200);
  });

  it("do not lock out a browser in which the owner has signed in before, wherever it is", async () => {
    const known = await signedIn();
    await known.ask("/session", { method: "DELETE" });
    await fill(account.email);
    expect((await guess(account.email, undefined, TEST_PASSWORD)).status).toBe(429);
    const elsewhere = new Browser(service, freshAddress());
    for (const [name, value] of known.cookies) elsewhere.cookies.set(name, value);
    expect((await elsewhere.signIn(account.email)).status).toBe(200);
    const payload = { password: TEST_PASSWORD };
    expect((await elsewhere.ask("/session/reauthenticate", { method: "POST", payload })).status).toBe(200);
  });

  it("do not lock out a network that the account was lately used from", async () => {
    await new Browser(service, "2001:db8:1:1::1").signIn(account.email);
    await fill(account.email);
    expect((await new Browser(service, "2001:db8:1:1::2").signIn(account.email)).status).toBe(200);
    expect((await new Browser(service, "2001:db8:1:2::1").signIn(account.email)).status).toBe(429);
  });

  it("lock out a network whose sessions a reset has ended, or that were left before it", async () => {
    await new Browser(service, "2001:db8:7:1::1").signIn(account.email);
    const left = new Browser(service, "2001:db8:7:2::1");
    await left.signIn(account.email);
    await left.ask("/session", { method: "DELETE" });
    const replaced = new Browser(service, "2001:db8:7:3::1");
    for (let n = 0; n < 2; n++) await replaced.signIn(account.email);
    await resetPassword(accountContext(service), account.accountId, TEST_PASSWORD);
    await fill(account.email);
    for (const network of [1, 2, 3]) {
      expect((await new Browser(service, `2001:db8:7:${network}::2`).signIn(account.email)).status).toBe(429);
    }
  });

  it("do not lock out somebody with a recovery code", async () => {
    const { recoveryCodes, secret } = await enroll(await signedIn());
    await fill(account.email);
    const code = totpCode(secret, totpStep(service.clock.now));
    expect((await new Browser(service, freshAddress()).signIn(account.email, code)).status).toBe(429);
    expect((await new Browser(service, freshAddress()).signIn(account.email, "AAAAA-AAAAA")).status).toBe(429);
    expect((await new Browser(service, freshAddress()).signIn(account.email, recoveryCodes[0])).status).toBe(200);
  });

  it("are refused in the same words for an address without an account", async () => {
    const nobody = `${newId()}@northwind.example`;
    await fill(account.email);
    await fill(nobody);
    const [known, unknown] = [await guess(account.email), await guess(nobody)];
    const withoutTime = ({ status, body }: TestReply) => ({
      ...body,
      status,
      message: undefined,
      retry_after: undefined,
      request_id: undefined,
    });
    expect(withoutTime(unknown)).toEqual(withoutTime(known));
    expect(known.status).toBe(429);
  });
});

describe("a known browser", () => {
  const cookieOf = ({ cookies }: Browser) => cookies.get("__Host-parapet-known") ?? "";

  it("has a limit of its own, which one that made up its cookie does not get", async () => {
    const known = await signedIn();
    const copy = new Browser(service, freshAddress());
    copy.cookies.set("__Host-parapet-known", cookieOf(known));
    expect(await comparedUntilLimit(() => guess(account.email, copy), 30)).toBe(SIGN_IN_LIMITS.perAccount);
    const moved = new Browser(service, freshAddress());
    moved.cookies.set("__Host-parapet-known", cookieOf(known));
    expect((await guess(account.email, moved)).status).toBe(429);
    expect((await new Browser(service, freshAddress()).signIn(account.email)).status).toBe(200);
  });

  it("is known for its account only, for 90 days, and to the secret of this server", async () => {
    const known = await signedIn();
    const other = await givenAccount(service);
    const limitOf = async (email: string, cookie: string) => {
      const address = freshAddress();
      // A browser that is not known shares the limit of its address.
      for (let n = 0; n < SIGN_IN_LIMITS.perAccount; n++) await guess(email, new Browser(service, address));
      const browser = new Browser(service, address);
      browser.cookies.set("__Host-parapet-known", cookie);
      return (await guess(email, browser)).status;
    };
    const cookie = cookieOf(known);
    expect(await limitOf(account.email, cookie)).toBe(401);
    expect(await limitOf(other.email, cookie)).toBe(429);
    expect(await limitOf(account.email, `${cookie.slice(0, -4)}AAAA`)).toBe(429);
    expect(await limitOf(account.email, "v1.AAAA")).toBe(429);
    later(91 * 86_400);
    expect(await limitOf(account.email, cookie)).toBe(429);
  });

  it("is known no longer when its password ends: by a reset, an operator's confirmation or another password", async () => {
    const isKnown = async (cookie: string) => {
      const address = freshAddress();
      for (let n = 0; n < SIGN_IN_LIMITS.perAccount; n++) await guess(account.email, new Browser(service, address));
      const browser = new Browser(service, address);
      browser.cookies.set("__Host-parapet-known", cookie);
      return (await guess(account.email, browser)).status === 401;
    };
    const ends = {
      reset: () => resetPassword(accountContext(service), account.accountId, TEST_PASSWORD),
      changed: async (browser: Browser) => {
        await browser.signIn(account.email);
        const payload = { password: TEST_PASSWORD, new_password: "quite another sentence" };
        expect((await browser.ask("/account/password", { method: "PUT", payload })).status).toBe(200);
      },
    };
    for (const end of Object.values(ends)) {
      account = await givenAccount(service);
      const browser = await signedIn();
      expect(await isKnown(cookieOf(browser))).toBe(true);
      later(3_600);
      await end(browser);
      expect(await isKnown(cookieOf(browser))).toBe(false);
    }
  });

  it("is not made by renewing a session: whoever has a session does not get another limit", async () => {
    const browser = await signedIn();
    const before = cookieOf(browser);
    expect((await browser.ask("/session/refresh", { method: "POST" })).status).toBe(200);
    expect(cookieOf(browser)).toBe(before);
  });
});
