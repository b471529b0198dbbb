import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { navigation, type OpenIdConsole, openConsoleWithProvider, signOut, somebody } from "./support/open-id.ts";

let tested: OpenIdConsole;
beforeAll(async () => {
  tested = await openConsoleWithProvider();
});
afterAll(() => tested.remove());
afterEach(() => expect(tested.console.browser.problems).toEqual([]));

it("an invited person signs in through the provider, returns to the page asked for with the role of the invitation, and signs out", async () => {
  const noor = somebody();
  await tested.invite(noor, "viewer");
  const page = await tested.console.browser.newPage();
  await tested.signInAs(page, noor, "Allow", "/d/demo/people?search=a");
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
