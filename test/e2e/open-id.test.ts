import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/runtime/ids.ts";
import { type Person, startTestProvider, type TestProvider } from "../support/oidc/test-provider.ts";
import { findViolations } from "./support/axe.ts";
import { openConsole, type TestConsole } from "./support/console.ts";

const PASSWORD = "an ordinary sentence for tests";

let provider: TestProvider;
let console: TestConsole;
beforeAll(async () => {
  const port = await findFreePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startTestProvider({ publicUrl, host: "localhost", asks: true });
  const { issuer, clientId, clientSecret, name, emailDomains } = provider.settings;
  const settings = {
    PARAPET_PUBLIC_URL: publicUrl,
    PARAPET_OIDC_ISSUER: issuer,
    PARAPET_OIDC_CLIENT_ID: clientId,
    PARAPET_OIDC_CLIENT_SECRET: clientSecret,
    PARAPET_OIDC_NAME: name,
    PARAPET_OIDC_EMAIL_DOMAINS: emailDomains.join(","),
  };
  console = await openConsole({ settings, port, visited: [issuer] });
});
afterAll(async () => {
  await console.remove();
  await provider.stop();
});
afterEach(() => expect(console.browser.problems).toEqual([]));

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const person = (changes: Partial<Person> = {}): Person => {
  const sub = newId();
  return { sub, email: `${sub}@northwind.example`, email_verified: true, name: "Noor Haddad", ...changes };
};

/** Invites a person as the administrator does; returns the link that the console shows. */
async function invite({ email }: Person, role: string): Promise<string> {
  const page = await console.signedIn();
  await page.goto("/d/demo/settings/members");
  await page.getByRole("button", { name: "Invite a person" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(email);
  await dialog.getByLabel("Role").selectOption(role);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  const link = await dialog.getByText("/invitation#").innerText();
  await page.context().close();
  return link.trim();
}

/** Opens a page of the console, goes to the provider and answers its question. */
async function signInAs(page: Page, who: Person, answer: "Allow" | "Refuse", path = "/"): Promise<void> {
  provider.setPerson(who);
  await page.goto(path);
  await page.getByRole("link", { name: "Sign in with Northwind ID" }).click();
  await page.getByRole("heading", { name: "Northwind ID" }).waitFor();
  await page.getByRole("button", { name: answer }).click();
}

const navigation = (page: Page) => page.getByRole("navigation", { name: "Pages" });

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in with Northwind ID" }).waitFor();
}

describe("an invited person", () => {
  it("signs in through the provider, returns to the page asked for with the role of the invitation, and signs out", async () => {
    const noor = person();
    await invite(noor, "viewer");
    const page = await console.browser.newPage();
    await signInAs(page, noor, "Allow", "/d/demo/people?search=a");
    await navigation(page).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/d/demo/people?search=a");
    const session = await page.context().request.get("/api/v1/admin/session");
    expect(await session.json()).toMatchObject({
      account: { email: noor.email, name: "Noor Haddad", has_password: false },
      domains: [{ name: "demo", role: "viewer" }],
    });
    await signOut(page);
    await page.reload();
    await page.getByLabel("Password").waitFor();
  });

  it("whose address the provider does not verify is refused, and joins with the link of the invitation", async () => {
    const noor = person({ email_verified: false });
    const link = await invite(noor, "analyst");
    const page = await console.browser.newPage();
    await signInAs(page, noor, "Allow");
    expect(await page.getByRole("alert").innerText()).toMatch(/open the link of the invitation/);
    await page.goto(link);
    await page.getByRole("button", { name: "Join with Northwind ID" }).click();
    // The provider remembers the person and asks nothing.
    await navigation(page).waitFor();
    await signOut(page);
    provider.setPerson({ ...noor, email: "renamed@northwind.example" });
    await page.getByRole("link", { name: "Sign in with Northwind ID" }).click();
    await navigation(page).waitFor();
  });

  it("is shown on the page of the invitation that its code is not valid", async () => {
    const page = await console.browser.newPage();
    await page.goto("/invitation#AAAAA-AAAAA-AAAAA-AAAAA-AAAAA");
    await page.getByRole("button", { name: "Join with Northwind ID" }).click();
    expect(await page.getByRole("alert").innerText()).toMatch(/this invitation is not valid/i);
    expect(await findViolations(page)).toEqual([]);
  });
});

describe("the sign-in page explains", () => {
  it.each([
    ["that nobody invited the person", person(), "Allow", /Ask an administrator for an invitation/],
    ["that the sign-in was not completed", person(), "Refuse", /was not completed/],
  ] as const)("%s", async (_, who, answer, text) => {
    const page = await console.browser.newPage();
    await signInAs(page, who, answer);
    expect(await page.getByRole("alert").innerText()).toMatch(text);
    expect(await findViolations(page)).toEqual([]);
    expect(await navigation(page).count()).toBe(0);
  });

  it("that the account has a password, which is not taken over", async () => {
    const page = await console.browser.newPage();
    await signInAs(page, person({ email: console.demo.administrator.email }), "Allow");
    expect(await page.getByRole("alert").innerText()).toMatch(/signs in with a password/);
  });
});

it("a person of a configured email domain signs in, reads that a role is missing, and signs out", async () => {
  const page = await console.browser.newPage();
  await signInAs(page, person({ email: `${newId()}@staff.northwind.example` }), "Allow");
  await page.getByRole("heading", { name: "You are not a member of any domain" }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Password").waitFor();
});

it("a person unlinks the identity after signing in again at the provider, and chooses a password", async () => {
  const noor = person();
  await invite(noor, "viewer");
  const page = await console.browser.newPage();
  await signInAs(page, noor, "Allow", "/d/demo/settings/account");
  const unlink = async () => {
    await page.getByRole("button", { name: "Unlink…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New password", { exact: true }).fill(PASSWORD);
    await dialog.getByLabel("New password again").fill(PASSWORD);
    expect(await findViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Unlink" }).click();
  };
  await unlink();
  await page.getByRole("link", { name: "Sign in with Northwind ID" }).click();
  await page.getByRole("heading", { name: "Northwind ID" }).waitFor();
  await page.getByRole("button", { name: "Allow" }).click();
  await unlink();
  await page.getByText("The identity is unlinked.").waitFor();
  await signOut(page);
  await page.getByLabel("Email").fill(noor.email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await navigation(page).waitFor();
});

it("an operator who adds somebody that an owner had invited reads what ends, and confirms it by typing the address", async () => {
  const [owner, noor] = [person(), person()];
  const codeOf = (link: string) => link.split("#")[1] ?? "";
  const page = await console.browser.newPage();
  const ask = (path: string, body: object, method = "POST") =>
    page.evaluate(async ([url, init]) => (await (await fetch(url, init)).json()) as Record<string, unknown>, [
      `/api/v1/admin${path}`,
      {
        method,
        headers: { "content-type": "application/json" },
        ...(method === "POST" && { body: JSON.stringify(body) }),
      },
    ] as const);
  const link = await invite(owner, "owner");
  await page.goto("/invitation");
  const joined = await ask("/invitation", { code: codeOf(link), password: PASSWORD });
  const [{ domain_id: domainId } = { domain_id: "" }] = joined["domains"] as { domain_id: string }[];
  const members = `/domains/${domainId}/members`;
  const invited = await ask(members, { email: noor.email, role: "viewer" });
  await ask("/invitation", { code: String(invited["invitation_code"]), password: PASSWORD });
  const admin = await console.signedIn();
  await admin.goto("/d/demo/settings/members");
  await admin.getByRole("button", { name: `Remove ${noor.email}` }).click();
  await admin.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await admin.getByText("is no longer a member").waitFor();
  await admin.getByRole("button", { name: "Invite a person" }).first().click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("Email").fill(noor.email);
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByText("Only demo vouches for the account").waitFor();
  expect(await findViolations(admin)).toEqual([]);
  expect((await ask("/session", {}, "GET"))["account"]).toMatchObject({ email: noor.email });
  await dialog.getByLabel(`Type ${noor.email} to confirm`).fill(noor.email);
  await dialog.getByRole("button", { name: "End and invite again" }).click();
  await dialog.getByText("/invitation#").waitFor();
  expect((await ask("/session", {}, "GET"))["error"]).toBe("invalid_session");
  await admin.context().close();
});
