import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { removeMember } from "../../src/actions/accounts/change-members.ts";
import { inviteMember, inviteOperator } from "../../src/actions/accounts/invite-member.ts";
import { resetAccount } from "../../src/actions/accounts/reset-account.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import type { Role } from "../../src/model/role.ts";
import { newId } from "../../src/runtime/ids.ts";
import { findAccountByEmail } from "../../src/store/accounts/accounts.ts";
import { type Person, startTestProvider, type TestProvider } from "../support/oidc/test-provider.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount } from "../support/signed-in.ts";

let provider: TestProvider;
let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  provider = await startTestProvider();
  service = await startTestService({ identityProvider: provider.settings });
  domain = await service.givenDomain();
});
beforeEach(() => {
  service.clock.now = new Date();
});
afterEach(() => {
  provider.replaceIdToken = undefined;
});
afterAll(async () => {
  await service.stop();
  await provider.stop();
});

const person = (changes: Partial<Person> = {}): Person => {
  const sub = newId();
  return { sub, email: `${sub}@northwind.example`, email_verified: true, name: "Maya Ito", ...changes };
};
const invite = (email: string, role: Role) =>
  inviteMember(accountContext(service), { domainId: domain.domainId, email, role }, "owner");
const invited = async (): Promise<Person> => {
  const given = person();
  await invite(given.email, "analyst");
  return given;
};
const locationOf = ({ headers }: TestReply): string => String(headers["location"]);
const start = async (browser: Browser, query = "") => locationOf(await browser.ask(`/oidc/start${query}`));
const finish = (browser: Browser, response: URLSearchParams) => browser.ask(`/oidc/callback?${response}`);
const signIn = async (browser: Browser, who: Person, query = "") =>
  locationOf(await finish(browser, await provider.authorize(await start(browser, query), who)));
const sessionOf = async (browser: Browser) => (await browser.ask("/session")).body as unknown as SignedIn;
interface SignedIn {
  readonly account: { readonly account_id: string; readonly email: string };
}
const problem = (code: string) => `/sign-in?problem=${code}`;
const isSignedIn = async (browser: Browser) => (await browser.ask("/session")).status === 200;

describe("a subject", () => {
  it.each([
    ["an empty", ""],
    ["a blank", "  "],
    ["a padded", " maya"],
    ["one with a control character", "maya\u0000"],
    ["one with a line break", "maya\n"],
    ["one with an invisible character", "maya\u200b"],
    ["a too long", "x".repeat(256)],
    ["one that is no text", 7],
  ])("is refused: %s one", async (_name, sub) => {
    const browser = new Browser(service);
    const maya = await invited();
    const response = await provider.authorize(await start(browser), maya);
    provider.replaceIdToken = (claims) =>
      provider.sign({ ...claims, email: maya.email, email_verified: true, sub: sub as string });
    expect(locationOf(await finish(browser, response))).toBe(problem("oidc_failed"));
    const account = await findAccountByEmail(service.database.forDomain(INSTALLATION_ID), maya.email);
    expect(account).toMatchObject({ issuer: null, subject: null });
  });
});

describe("a sensitive operation", () => {
  const attemptSensitive = async (browser: Browser) => {
    const { body } = await browser.ask("/account/totp", { method: "POST" });
    return body["error"] ?? "done";
  };
  const authTime = (seconds: number | undefined) => {
    provider.replaceIdToken = (claims) => {
      const { auth_time: _, ...rest } = claims;
      return provider.sign({ ...rest, ...(seconds !== undefined && { auth_time: seconds }) });
    };
  };
  const now = () => Math.floor(service.clock.now.getTime() / 1_000);

  it.each([
    ["without a time", () => undefined],
    ["with a time long ago", () => now() - 3_600],
    ["with a time that is far off", () => now() + 86_400],
    ["with an impossible time", () => 1e20],
  ])("asks again after a sign-in %s", async (_name, secondsOf) => {
    const browser = new Browser(service);
    const maya = await invited();
    authTime(secondsOf());
    expect(await signIn(browser, maya)).toBe("/");
    expect(await attemptSensitive(browser)).toBe("reauthentication_required");
  });

  it("is done after the provider asked for the credentials again, in a new session", async () => {
    const browser = new Browser(service);
    const maya = await invited();
    authTime(undefined);
    await signIn(browser, maya);
    const copy = new Browser(service);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    provider.replaceIdToken = undefined;
    expect(await signIn(browser, maya, "?again=true")).toBe("/");
    expect(await attemptSensitive(browser)).toBe("done");
    expect((await copy.ask("/session")).status).toBe(401);
    expect((await copy.ask("/session/refresh", { method: "POST" })).status).toBe(401);
    expect((await browser.ask("/sessions")).body["items"]).toHaveLength(1);
  });

  it.each([
    ["no time", () => undefined],
    ["a time before the attempt", () => now() - 120],
    ["a time that is far off", () => now() + 600],
    ["an impossible time", () => 1e20],
  ])("is refused if the provider, asked again, states %s; the session goes on", async (_name, secondsOf) => {
    const browser = new Browser(service);
    const maya = await invited();
    authTime(undefined);
    await signIn(browser, maya);
    authTime(secondsOf());
    expect(await signIn(browser, maya, "?again=true")).toBe(problem("oidc_not_proven"));
    expect(await isSignedIn(browser)).toBe(true);
    expect(await attemptSensitive(browser)).toBe("reauthentication_required");
  });

  it("is not reached by an attempt that the browser turned into an ordinary one", async () => {
    const browser = new Browser(service);
    const maya = await invited();
    authTime(undefined);
    await signIn(browser, maya);
    const url = new URL(await start(browser, "?again=true"));
    for (const name of ["prompt", "max_age"]) url.searchParams.delete(name);
    expect(locationOf(await finish(browser, await provider.authorize(url.href, maya)))).toBe(
      problem("oidc_not_proven"),
    );
  });
});

describe("a sign-in", () => {
  it("ends the session that the browser had, although its cookies do not come back from the provider", async () => {
    const browser = new Browser(service);
    const { email } = await givenAccount(service);
    await browser.signIn(email);
    const earlier = new Browser(service);
    const maya = await invited();
    const location = await start(browser);
    for (const [name, value] of browser.cookies) {
      if (name === "__Host-parapet-sign-in") continue;
      earlier.cookies.set(name, value);
      browser.cookies.delete(name);
    }
    expect(await isSignedIn(earlier)).toBe(true);
    expect(locationOf(await finish(browser, await provider.authorize(location, maya)))).toBe("/");
    expect((await sessionOf(browser)).account.email).toBe(maya.email);
    expect(await isSignedIn(earlier)).toBe(false);
  });

  it("that is refused leaves the session that the browser had", async () => {
    const browser = new Browser(service);
    const { email } = await givenAccount(service);
    await browser.signIn(email);
    expect(await signIn(browser, person())).toBe(problem("oidc_refused"));
    expect((await sessionOf(browser)).account.email).toBe(email);
  });
});

describe("the owner of a verified address", () => {
  const squatted = async () => {
    const maya = person();
    const { code } = await invite(maya.email, "admin");
    const impostor = new Browser(service);
    const payload = { code, password: "an ordinary sentence for tests", name: "An impostor" };
    await impostor.ask("/invitation", { method: "POST", payload });
    return { maya, impostor };
  };
  const stored = ({ email }: Person) => findAccountByEmail(service.database.forDomain(INSTALLATION_ID), email);

  it("recovers an account that somebody else joined on a domain's invitation", async () => {
    const { maya, impostor } = await squatted();
    await impostor.ask("/account/totp", { method: "POST" });
    const browser = new Browser(service);
    expect(await signIn(browser, maya)).toBe("/");
    expect(await sessionOf(browser)).toMatchObject({
      account: { email: maya.email, name: "Maya Ito", has_password: false, has_totp: false },
      domains: [{ role: "admin" }],
    });
    expect(await isSignedIn(impostor)).toBe(false);
    expect((await impostor.signIn(maya.email)).status).toBe(401);
    expect(await stored(maya)).toMatchObject({ vouchedBy: { kind: "provider" }, totpSecret: null });
  });

  it("recovers one that another identity joined with the code", async () => {
    const maya = person();
    const { code } = await invite(maya.email, "viewer");
    const impostor = new Browser(service);
    const begun = await impostor.ask("/oidc/invitation", { method: "POST", payload: { code } });
    const other = person({ email_verified: false });
    await finish(impostor, await provider.authorize(String(begun.body["location"]), other));
    expect(await stored(maya)).toMatchObject({ subject: other.sub, vouchedBy: { kind: "domain" } });
    expect(await signIn(new Browser(service), maya)).toBe("/");
    expect(await isSignedIn(impostor)).toBe(false);
    expect(await stored(maya)).toMatchObject({ subject: maya.sub, vouchedBy: { kind: "provider" } });
    expect(await signIn(impostor, other)).toBe(problem("oidc_unverified"));
  });

  it("does not take over an account that an operator vouches for, whoever invited it first", async () => {
    const { maya } = await squatted();
    const { code } = await inviteOperator(accountContext(service), { email: maya.email, isConfirmed: true });
    const payload = { code, password: "an ordinary sentence for tests" };
    await new Browser(service).ask("/invitation", { method: "POST", payload });
    expect(await signIn(new Browser(service), maya)).toBe(problem("oidc_password"));
    expect(await stored(maya)).toMatchObject({ isOperator: true, subject: null });
  });

  it("who has no verified address recovers nothing", async () => {
    const { maya, impostor } = await squatted();
    expect(await signIn(new Browser(service), { ...maya, email_verified: false })).toBe(problem("oidc_unverified"));
    expect(await isSignedIn(impostor)).toBe(true);
  });

  it("is promoted as they are; somebody linked with a domain's code and no verified address is not", async () => {
    const maya = await invited();
    await signIn(new Browser(service), maya);
    const promote = ({ email }: Person) => inviteOperator(accountContext(service), { email });
    await expect(promote(maya)).resolves.toMatchObject({ code: null });
    const noor = person();
    const { code } = await invite(noor.email, "viewer");
    const browser = new Browser(service);
    const begun = await browser.ask("/oidc/invitation", { method: "POST", payload: { code } });
    const response = await provider.authorize(String(begun.body["location"]), { ...noor, email_verified: false });
    await finish(browser, response);
    await expect(promote(noor)).rejects.toMatchObject({ code: "confirmation_required" });
    expect(await signIn(new Browser(service), noor)).toBe("/");
    await expect(promote(noor)).resolves.toMatchObject({ code: null });
  });

  it("is not admitted on an invitation that was withdrawn", async () => {
    const maya = person();
    const { accountId } = await invite(maya.email, "viewer");
    await removeMember(accountContext(service), domain.domainId, accountId);
    expect(await signIn(new Browser(service), maya)).toBe(problem("oidc_refused"));
    expect(await stored(maya)).toMatchObject({ subject: null });
  });
});

describe("a linked identity", () => {
  const signedIn = async () => {
    const maya = await invited();
    const browser = new Browser(service);
    await signIn(browser, maya, "?again=true");
    return { maya, browser };
  };
  const unlink = (browser: Browser, payload: object) =>
    browser.ask("/account/identity/unlink", { method: "POST", payload });

  it("ends with a reset, also for sessions and later sign-ins", async () => {
    const { maya, browser } = await signedIn();
    const { account } = await sessionOf(browser);
    const { code } = await resetAccount(accountContext(service), account.account_id);
    expect(await isSignedIn(browser)).toBe(false);
    const silent = { ...maya, email_verified: false };
    expect(await signIn(new Browser(service), silent)).toBe(problem("oidc_unverified"));
    const payload = { code, password: "an ordinary sentence for tests" };
    expect((await new Browser(service).ask("/invitation", { method: "POST", payload })).status).toBe(200);
    expect(await signIn(new Browser(service), maya)).toBe(problem("oidc_password"));
  });

  it("is unlinked by its owner, who chooses a password; other sessions end", async () => {
    const { maya, browser } = await signedIn();
    const other = new Browser(service);
    await signIn(other, maya);
    expect((await unlink(browser, { new_password: "an ordinary sentence for tests" })).status).toBe(200);
    expect((await browser.ask("/session")).body).toMatchObject({
      account: { has_identity: false, has_password: true },
    });
    expect(await isSignedIn(other)).toBe(false);
    expect(await signIn(new Browser(service), maya)).toBe(problem("oidc_password"));
    expect((await new Browser(service).signIn(maya.email)).status).toBe(200);
    expect((await unlink(browser, {})).body["error"]).toBe("invalid_request");
  });

  it("is not unlinked if nobody could sign in afterwards, or with a password that is not accepted", async () => {
    const { browser } = await signedIn();
    expect((await unlink(browser, {})).body).toMatchObject({ error: "last_way_in" });
    expect((await unlink(browser, { new_password: "short" })).body).toMatchObject({ field: "password" });
    expect((await browser.ask("/session")).body).toMatchObject({
      account: { has_identity: true, has_password: false },
    });
  });

  it("is not unlinked without a proof", async () => {
    const browser = new Browser(service);
    provider.replaceIdToken = ({ auth_time: _, ...claims }) => provider.sign(claims);
    await signIn(browser, await invited());
    const reply = await unlink(browser, { new_password: "an ordinary sentence for tests" });
    expect(reply.body["error"]).toBe("reauthentication_required");
  });
});
