import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/runtime/ids.ts";
import { findViolations } from "./support/axe.ts";
import { navigation, type OpenIdConsole, openConsoleWithProvider, signOut, somebody } from "./support/open-id.ts";

const PASSWORD = "an ordinary sentence for tests";

let tested: OpenIdConsole;
beforeAll(async () => {
  tested = await openConsoleWithProvider();
});
afterAll(() => tested.remove());
afterEach(() => expect(tested.console.browser.problems).toEqual([]));

describe("an invited person", () => {
  it("whose address the provider does not verify is refused, and joins with the link of the invitation", async () => {
    const noor = somebody({ email_verified: false });
    const link = await tested.invite(noor, "analyst");
    const page = await tested.console.browser.newPage();
    await tested.signInAs(page, noor, "Allow");
    expect(await page.getByRole("alert").innerText()).toMatch(/open the link of the invitation/);
    await page.goto(link);
    await page.getByRole("button", { name: "Join with Northwind ID" }).click();
    // The provider remembers the person and asks nothing.
    await navigation(page).waitFor();
    await signOut(page);
    tested.setPerson({ ...noor, email: "renamed@northwind.example" });
    await page.getByRole("link", { name: "Sign in with Northwind ID" }).click();
    await navigation(page).waitFor();
  });

  it("is shown on the page of the invitation that its code is not valid", async () => {
    const page = await tested.console.browser.newPage();
    await page.goto("/invitation#AAAAA-AAAAA-AAAAA-AAAAA-AAAAA");
    await page.getByRole("button", { name: "Join with Northwind ID" }).click();
    expect(await page.getByRole("alert").innerText()).toMatch(/this invitation is not valid/i);
    expect(await findViolations(page)).toEqual([]);
  });
});

describe("the sign-in page explains", () => {
  it.each([
    ["that nobody invited the person", somebody(), "Allow", /Ask an administrator for an invitation/],
    ["that the sign-in was not completed", somebody(), "Refuse", /was not completed/],
  ] as const)("%s", async (_, who, answer, text) => {
    const page = await tested.console.browser.newPage();
    await tested.signInAs(page, who, answer);
    expect(await page.getByRole("alert").innerText()).toMatch(text);
    expect(await findViolations(page)).toEqual([]);
    expect(await navigation(page).count()).toBe(0);
  });

  it("that the account has a password, which is not taken over", async () => {
    const page = await tested.console.browser.newPage();
    await tested.signInAs(page, somebody({ email: tested.console.demo.administrator.email }), "Allow");
    expect(await page.getByRole("alert").innerText()).toMatch(/signs in with a password/);
  });
});

it("a person of a configured email domain signs in, reads that a role is missing, and signs out", async () => {
  const page = await tested.console.browser.newPage();
  await tested.signInAs(page, somebody({ email: `${newId()}@staff.northwind.example` }), "Allow");
  await page.getByRole("heading", { name: "You are not a member of any domain" }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByLabel("Password").waitFor();
});

it("a person unlinks the identity after signing in again at the provider, and chooses a password", async () => {
  const noor = somebody();
  await tested.invite(noor, "viewer");
  const page = await tested.console.browser.newPage();
  await tested.signInAs(page, noor, "Allow", "/d/demo/settings/account");
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
  const [owner, noor] = [somebody(), somebody()];
  const codeOf = (link: string) => link.split("#")[1] ?? "";
  const page = await tested.console.browser.newPage();
  const ask = (path: string, body: object, method = "POST") =>
    page.evaluate(async ([url, init]) => (await (await fetch(url, init)).json()) as Record<string, unknown>, [
      `/api/v1/admin${path}`,
      {
        method,
        headers: { "content-type": "application/json" },
        ...(method === "POST" && { body: JSON.stringify(body) }),
      },
    ] as const);
  const link = await tested.invite(owner, "owner");
  await page.goto("/invitation");
  const joined = await ask("/invitation", { code: codeOf(link), password: PASSWORD });
  const [{ domain_id: domainId } = { domain_id: "" }] = joined["domains"] as { domain_id: string }[];
  const members = `/domains/${domainId}/members`;
  const invited = await ask(members, { email: noor.email, role: "viewer" });
  await ask("/invitation", { code: String(invited["invitation_code"]), password: PASSWORD });
  const admin = await tested.console.signedIn();
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
