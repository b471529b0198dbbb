import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { disableAccount, enableAccount } from "../../src/actions/accounts/disable-account.ts";
import { inviteMember } from "../../src/actions/accounts/invite-member.ts";
import { signInWithIdentity } from "../../src/actions/accounts/sign-in-with-identity.ts";
import { PROVIDER_LIMIT, SIGN_IN_LIMITS } from "../../src/contract/rate-limits.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import type { Role } from "../../src/model/role.ts";
import { newId } from "../../src/runtime/ids.ts";
import { findAccountByEmail } from "../../src/store/accounts/accounts.ts";
import { readAuditEntries } from "../../src/store/audit/audit-entries.ts";
import { type Person, startTestProvider, type TestProvider } from "../support/oidc/test-provider.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount } from "../support/signed-in.ts";

let provider: TestProvider;
let foreign: TestProvider;
let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  [provider, foreign] = [await startTestProvider(), await startTestProvider()];
  service = await startTestService({ identityProvider: provider.settings });
  service.clock.now = new Date();
  domain = await service.givenDomain();
});
afterEach(() => {
  provider.replaceIdToken = undefined;
});
afterAll(async () => {
  await service.stop();
  await Promise.all([provider.stop(), foreign.stop()]);
});

const person = (changes: Partial<Person> = {}): Person => {
  const sub = newId();
  return { sub, email: `${sub}@northwind.example`, email_verified: true, name: "Maya Ito", ...changes };
};
const invite = (email: string, role: Role) =>
  inviteMember(accountContext(service), { domainId: domain.domainId, email, role }, "owner");
const invited = async (changes: Partial<Person> = {}): Promise<Person> => {
  const given = person(changes);
  await invite(given.email, "analyst");
  return given;
};
const locationOf = (reply: TestReply): string => {
  expect([reply.status, reply.headers["cache-control"]]).toEqual([303, "no-store"]);
  return String(reply.headers["location"]);
};
const start = async (browser: Browser, query = "") => locationOf(await browser.ask(`/oidc/start${query}`));
const finish = (browser: Browser, response: URLSearchParams) => browser.ask(`/oidc/callback?${response}`);
const signIn = async (browser: Browser, who: Person, query = "") =>
  locationOf(await finish(browser, await provider.authorize(await start(browser, query), who)));
const sessionOf = async (browser: Browser) => (await browser.ask("/session")).body as unknown as SignedIn;
interface SignedIn {
  readonly account: { readonly account_id: string; readonly email: string; readonly name: string | null };
  readonly session: { readonly method: string };
  readonly domains: readonly { readonly role: string }[];
}
const problem = (code: string) => `/sign-in?problem=${code}`;
const isSignedIn = async (browser: Browser) => (await browser.ask("/session")).status === 200;

describe("a person who was invited", () => {
  it("signs in through the provider, with the role of the invitation", async () => {
    const browser = new Browser(service);
    const maya = await invited();
    expect(await signIn(browser, maya, "?return_to=%2Fd%2Fnorthwind%2Fcases%3Fstate%3Dopen")).toBe(
      "/d/northwind/cases?state=open",
    );
    expect(await sessionOf(browser)).toMatchObject({
      account: { email: maya.email, name: "Maya Ito" },
      session: { method: "oidc" },
      domains: [{ role: "analyst" }],
    });
  });

  it("is recorded in the audit log: the link once, each session", async () => {
    const maya = await invited();
    const browser = new Browser(service);
    await signIn(browser, maya);
    await signIn(browser, maya);
    const { account } = await sessionOf(browser);
    expect(await auditOf(account.account_id)).toEqual(["account.link", "session.start", "session.start"]);
  });

  it("keeps the account when the email address at the provider changes", async () => {
    const maya = await invited();
    const [first, second] = [new Browser(service), new Browser(service)];
    await signIn(first, maya);
    expect(await signIn(second, { ...maya, email: "other@northwind.example", email_verified: false })).toBe("/");
    expect((await sessionOf(second)).account).toEqual((await sessionOf(first)).account);
  });

  it("cannot use the invitation code any more once the account is linked", async () => {
    const maya = person();
    const { code } = await invite(maya.email, "viewer");
    await signIn(new Browser(service), maya);
    const payload = { code, password: "an ordinary sentence for tests" };
    const reply = await new Browser(service).ask("/invitation", { method: "POST", payload });
    expect(reply.body["error"]).toBe("invalid_code");
  });
});

describe("a person who accepts an invitation at the provider", () => {
  const invitation = async (email = person().email) => {
    const { code } = await invite(email, "viewer");
    return code ?? "";
  };
  const begin = (browser: Browser, code: string) =>
    browser.ask("/oidc/invitation", { method: "POST", payload: { code } });
  const join = async (browser: Browser, code: string, who: Person) => {
    const location = String((await begin(browser, code)).body["location"]);
    return locationOf(await finish(browser, await provider.authorize(location, who)));
  };

  it("gets the invited account, whatever the provider asserts about an email address", async () => {
    const invitedEmail = person().email;
    const maya = person({ email: "someone.else@northwind.example", email_verified: false });
    const browser = new Browser(service);
    expect(await join(browser, (await invitation(invitedEmail)).toLowerCase(), maya)).toBe("/");
    expect(await sessionOf(browser)).toMatchObject({ account: { email: invitedEmail }, domains: [{ role: "viewer" }] });
    const later = new Browser(service);
    expect(await signIn(later, maya)).toBe("/");
    expect((await sessionOf(later)).account.email).toBe(invitedEmail);
  });

  it("uses the invitation up", async () => {
    const code = await invitation();
    const late = new Browser(service);
    const response = await provider.authorize(String((await begin(late, code)).body["location"]), person());
    await join(new Browser(service), code, person());
    expect(locationOf(await finish(late, response))).toBe(problem("oidc_invitation"));
    expect((await begin(new Browser(service), code)).body["error"]).toBe("invalid_code");
  });

  it("is refused if the identity has another account, and the invitation stays", async () => {
    const maya = await invited();
    await signIn(new Browser(service), maya);
    const code = await invitation();
    expect(await join(new Browser(service), code, maya)).toBe(problem("oidc_invitation"));
    expect((await begin(new Browser(service), code)).status).toBe(200);
  });

  it("keeps the code secret in the cookie, which another browser does not have", async () => {
    const code = await invitation();
    const browser = new Browser(service);
    const location = String((await begin(browser, code)).body["location"]);
    expect(location).not.toContain(code);
    const sealed = browser.cookies.get("__Host-parapet-sign-in") ?? "";
    expect(Buffer.from(sealed.slice(3), "base64url").includes(code)).toBe(false);
    const response = await provider.authorize(location, person());
    expect(locationOf(await finish(new Browser(service), response))).toBe(problem("oidc_failed"));
  });

  it("cannot guess codes", async () => {
    const browser = new Browser(service);
    for (let n = 0; n < SIGN_IN_LIMITS.perAccount; n++) expect((await begin(browser, `WRONG-${n}`)).status).toBe(401);
    expect((await begin(browser, await invitation())).status).toBe(429);
  });
});

const auditOf = async (accountId: string) => {
  const actions: string[] = [];
  for await (const { actor, action } of readAuditEntries(service.database.forDomain(INSTALLATION_ID))) {
    if (actor.id === accountId) actions.push(action);
  }
  return actions.sort();
};

describe("the request to the provider", () => {
  it("has PKCE, a state and a nonce that differ each time, and nothing secret", async () => {
    const [one, two] = [new URL(await start(new Browser(service))), new URL(await start(new Browser(service)))];
    expect(one.searchParams.get("code_challenge_method")).toBe("S256");
    for (const name of ["state", "nonce", "code_challenge"]) {
      expect(one.searchParams.get(name)?.length).toBeGreaterThanOrEqual(43);
      expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name));
    }
    expect(one.href).not.toContain(encodeURIComponent(provider.settings.clientSecret));
  });

  it("leaves a cookie for this origin that lasts ten minutes and hides its content", async () => {
    const browser = new Browser(service);
    const reply = await browser.ask("/oidc/start");
    const [line] = [reply.headers["set-cookie"] ?? ""].flat() as string[];
    expect(line).toMatch(/^__Host-parapet-sign-in=v1\.[\w-]+; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Lax$/);
    const state = new URL(String(reply.headers["location"])).searchParams.get("state") ?? "missing";
    const sealed = browser.cookies.get("__Host-parapet-sign-in") ?? "";
    expect(Buffer.from(sealed.slice(3), "base64url").includes(state)).toBe(false);
  });

  it("asks for the credentials again where that is needed", async () => {
    const again = new URL(await start(new Browser(service), "?again=true")).searchParams;
    expect([again.get("prompt"), again.get("max_age")]).toEqual(["login", "0"]);
  });
});

describe("a response is refused", () => {
  const attempt = async () => {
    const browser = new Browser(service);
    const response = await provider.authorize(await start(browser), await invited());
    return { browser, response };
  };
  const expectRefusal = async (browser: Browser, response: URLSearchParams) => {
    expect(locationOf(await finish(browser, response))).toBe(problem("oidc_failed"));
    expect(await isSignedIn(browser)).toBe(false);
    expect(browser.cookies.size).toBe(0);
  };

  it("with another state", async () => {
    const { browser, response } = await attempt();
    response.set("state", "another");
    await expectRefusal(browser, response);
  });

  it("without a state", async () => {
    const { browser, response } = await attempt();
    response.delete("state");
    await expectRefusal(browser, response);
  });

  it("in another browser", async () => {
    const { response } = await attempt();
    const other = new Browser(service);
    await expectRefusal(other, response);
    await start(other);
    await expectRefusal(other, response);
  });

  it("a second time, also with the cookie of the first", async () => {
    const { browser, response } = await attempt();
    const copy = new Browser(service);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect(locationOf(await finish(browser, response))).toBe("/");
    await expectRefusal(copy, response);
  });

  it("a second time, even if the provider accepted its code again", async () => {
    const maya = await invited();
    const { sub: subject, email: verifiedEmail } = maya;
    const { issuer } = provider.settings;
    const identity = { issuer, subject, verifiedEmail, name: null, authenticatedAt: undefined };
    const pending = { state: newId(), expiresAt: new Date(service.clock.now.getTime() + 600_000) };
    const origin = { address: "192.0.2.1", userAgent: null };
    const signInOnce = () => signInWithIdentity(accountContext(service), identity, pending, provider.settings, origin);
    await signInOnce();
    await expect(signInOnce()).rejects.toMatchObject({ problem: "oidc_failed" });
  });

  it("without asking the provider, after fifty wrong ones of one address", async () => {
    const guesser = new Browser(service, "2001:db8:1:1::1");
    const state = new URL(await start(guesser)).searchParams.get("state") ?? "";
    const pending = new Map(guesser.cookies);
    const guess = (code: string) => {
      for (const [name, value] of pending) guesser.cookies.set(name, value);
      return finish(guesser, new URLSearchParams({ code, state, iss: provider.settings.issuer }));
    };
    for (let count = 0; count < PROVIDER_LIMIT.perAddress; count++) {
      expect(locationOf(await guess(`wrong-${count}`))).toBe(problem("oidc_failed"));
    }
    expect((await guess("wrong")).status).toBe(429);
    expect(await signIn(new Browser(service, "2001:db8:1:2::1"), await invited())).toBe("/");
  });

  it("with a code that was used in another sign-in", async () => {
    const first = await attempt();
    await finish(first.browser, first.response);
    const second = await attempt();
    second.response.set("code", first.response.get("code") ?? "");
    await expectRefusal(second.browser, second.response);
  });

  it("later than ten minutes", async () => {
    const { browser, response } = await attempt();
    service.clock.now = new Date(service.clock.now.getTime() + 601_000);
    await expectRefusal(browser, response);
    service.clock.now = new Date();
  });

  it("from another issuer", async () => {
    const { browser, response } = await attempt();
    response.set("iss", foreign.settings.issuer);
    await expectRefusal(browser, response);
  });

  it("that reports an error", async () => {
    const { browser, response } = await attempt();
    const { state = "", iss = "" } = Object.fromEntries(response);
    await expectRefusal(browser, new URLSearchParams({ error: "access_denied", state, iss }));
  });

  it.each([
    ["another nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["another audience", { aud: "another" }],
    ["another issuer", { iss: "https://other.example" }],
    ["an end in the past", { exp: Math.floor(Date.now() / 1_000) - 120 }],
  ])("whose ID token has %s, although the provider signed it", async (_name, changes) => {
    const { browser, response } = await attempt();
    provider.replaceIdToken = (claims) => provider.sign(JSON.parse(JSON.stringify({ ...claims, ...changes })));
    await expectRefusal(browser, response);
  });

  it("whose ID token another provider signed", async () => {
    const { browser, response } = await attempt();
    provider.replaceIdToken = (claims) => foreign.sign(claims);
    await expectRefusal(browser, response);
  });

  it("whose ID token is not signed", async () => {
    const { browser, response } = await attempt();
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    provider.replaceIdToken = async (claims) => `${encode({ alg: "none" })}.${encode(claims)}.`;
    await expectRefusal(browser, response);
  });

  it("and with the same token signed by the provider it is accepted", async () => {
    const { browser, response } = await attempt();
    provider.replaceIdToken = (claims) => provider.sign(claims);
    expect(locationOf(await finish(browser, response))).toBe("/");
  });
});

describe("a person is refused", () => {
  const expectRefusal = async (who: Person, code: string) => {
    const browser = new Browser(service);
    expect(await signIn(browser, who)).toBe(problem(code));
    expect(await isSignedIn(browser)).toBe(false);
  };

  it("whom nobody invited", async () => {
    const unknown = person();
    await expectRefusal(unknown, "oidc_refused");
    expect(await findAccountByEmail(service.database.forDomain(INSTALLATION_ID), unknown.email)).toBeUndefined();
  });

  it("whose email address the provider has not verified, also if it was invited", async () => {
    await expectRefusal(await invited({ email_verified: false }), "oidc_unverified");
    const staff = person({ email: `${newId()}@staff.northwind.example`, email_verified: false });
    await expectRefusal(staff, "oidc_unverified");
  });

  it("whose email address belongs to an account with a password: it is never taken over", async () => {
    const { email } = await givenAccount(service, true);
    await expectRefusal(person({ email }), "oidc_password");
  });

  it("whose email address belongs to the account of another identity", async () => {
    const maya = await invited();
    await signIn(new Browser(service), maya);
    await expectRefusal(person({ email: maya.email }), "oidc_refused");
  });

  it("whose account is disabled, until it is enabled", async () => {
    const maya = await invited();
    const browser = new Browser(service);
    await signIn(browser, maya);
    const { account } = await sessionOf(browser);
    await disableAccount(accountContext(service), account.account_id);
    await expectRefusal(maya, "oidc_refused");
    await enableAccount(accountContext(service), account.account_id);
    expect(await signIn(new Browser(service), maya)).toBe("/");
  });
});

it("a person of a configured email domain gets an account without any role", async () => {
  const browser = new Browser(service);
  const staff = person({ email: `${newId()}@staff.northwind.example` });
  expect(await signIn(browser, staff)).toBe("/");
  expect(await sessionOf(browser)).toMatchObject({ account: { email: staff.email, is_operator: false }, domains: [] });
  await expect(signIn(new Browser(service), person({ email: `${newId()}@a.staff.northwind.example` }))).resolves.toBe(
    problem("oidc_refused"),
  );
});

it.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example/d/x",
  "/api/v1/admin/session",
  "/d/../api/v1/cases",
  "/d/..//evil.example",
  "/.//evil.example",
  "javascript:alert(1)",
  "/d/\u0009/x",
  `/d/${"x".repeat(500)}`,
  "/docs",
])("after the sign-in nobody is sent to %s", async (returnTo) => {
  const location = await signIn(new Browser(service), await invited(), `?return_to=${encodeURIComponent(returnTo)}`);
  expect(location).toBe("/");
});

describe("a provider that is down", () => {
  it("is reported to the sign-in page, passwords work, and it is tried again", async () => {
    const gone = await startTestProvider();
    await gone.stop();
    const other = await startTestService({ identityProvider: gone.settings });
    const browser = new Browser(other);
    const options = await browser.ask("/sign-in-options");
    expect(options.body["oidc"]).toEqual({ name: "Northwind ID" });
    for (const _ of [1, 2]) expect(await start(browser)).toBe(problem("oidc_unavailable"));
    expect((await browser.signIn((await givenAccount(other)).email)).status).toBe(200);
    await other.stop();
  });

  it("during the sign-in is reported too", async () => {
    const fading = await startTestProvider();
    const other = await startTestService({ identityProvider: fading.settings });
    const browser = new Browser(other);
    const response = await fading.authorize(await start(browser), person());
    await fading.stop();
    expect(locationOf(await finish(browser, response))).toBe(problem("oidc_unavailable"));
    await other.stop();
  });
});

it("without a provider nothing is offered and nothing starts", async () => {
  const plain = await startTestService();
  const browser = new Browser(plain);
  expect((await browser.ask("/sign-in-options")).body["oidc"]).toBeNull();
  expect(await start(browser)).toBe(problem("oidc_unavailable"));
  expect(locationOf(await finish(browser, new URLSearchParams({ code: "x" })))).toBe(problem("oidc_unavailable"));
  await plain.stop();
});
