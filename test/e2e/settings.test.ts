import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { settle } from "../../scripts/browser/crawl.ts";
import { createClient } from "../../src/client/client.ts";
import { startOkta } from "../support/vendors/okta.ts";
import { openConsole, type TestConsole } from "./support/console.ts";

let console: TestConsole;
beforeAll(async () => {
  console = await openConsole({ settings: { PARAPET_CONNECTOR_ADDRESSES: "127.0.0.1" } });
});
afterAll(() => console.remove());
/** The browser logs the refusal of a form, which the page shows, as an error. */
const REFUSED_FORM = /the server responded with a status of 400/;
afterEach(() => expect(console.browser.problems.filter((problem) => !REFUSED_FORM.test(problem))).toEqual([]));

it("a key that is created in the console works with the client, is seen in use, and is refused once revoked", async () => {
  const page = await console.signedIn();
  await page.goto("/d/demo/settings/keys");
  await page.getByRole("button", { name: "New API key" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Name").fill("journey");
  await form.getByLabel("Allowed addresses").fill("192.0.2.0/24\n192.0.2.0/99");
  await form.getByRole("button", { name: "Create key" }).click();
  await form.getByText("Allowed addresses must hold addresses").getByText("'192.0.2.0/99' is neither").waitFor();
  await form.getByLabel("Allowed addresses").fill("127.0.0.0/8");
  await form.getByLabel("Expires").selectOption({ label: "In 7 days" });
  await form.getByRole("button", { name: "Create key" }).click();
  const issued = page.getByRole("dialog").filter({ hasText: "Store the key now" });
  await issued.getByText("Waiting for the first request").waitFor();
  const key = /ppt_\w+/.exec(await issued.locator("code").first().innerText())?.[0] ?? "";

  const client = createClient({ baseUrl: console.demo.address, apiKey: key });
  expect((await client.listCases({ query: { page_size: 1 } })).items).toHaveLength(1);
  await issued.getByText("Waiting for the first request").waitFor({ state: "detached" });
  await issued.getByLabel("I stored the key").check();
  await issued.getByRole("button", { name: "Done" }).click();

  const row = await page.getByRole("row").filter({ hasText: "journey" }).innerText();
  expect(row).toContain("in 7 days");
  expect(row).not.toContain("Expires soon");
  await page.getByRole("button", { name: "Actions of the key journey" }).click();
  await page.getByRole("menuitem", { name: "Rotate…" }).click();
  expect(await page.getByLabel("New key expires").locator("option").first().innerText()).toBe(
    "In 7 days, like the old key",
  );
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actions of the key journey" }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  await page.getByLabel("Type journey to confirm").fill("journey");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await page.getByText("The key journey is revoked.").waitFor();
  await expect(client.listCases({ query: { page_size: 1 } })).rejects.toMatchObject({ status: 401 });
});

it("a connector is set up, tested step by step against a local server, and polled", async () => {
  const okta = await startOkta();
  try {
    okta.events.push({ uuid: "e-1", published: new Date().toISOString(), eventType: "user.session.start" });
    const page = await console.signedIn();
    await page.goto("/d/demo/integrations/okta");
    await settle(page);
    for (const [name, value] of Object.entries(okta.settings)) await page.locator(`[name=${name}]`).fill(value);
    await page.locator("[name=org_url]").fill("ftp://northwind.okta.example");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByText("Org URL: 'ftp://northwind.okta.example' is not an https URL.").waitFor();
    await page.locator("[name=org_url]").fill(okta.settings["org_url"] ?? "");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByRole("button", { name: "Run the test" }).click();
    const steps = page.locator(".test-steps li");
    await steps.first().waitFor();
    expect(await steps.count()).toBe(6);
    expect(await steps.getByLabel("Passed").count()).toBe(6);
    expect(await page.locator("[name=api_token]").inputValue()).toBe("");
    await page.getByRole("button", { name: "Poll now" }).click();
    await page.getByText("Active", { exact: true }).first().waitFor();
  } finally {
    await okta.close();
  }
});

it("a resource that is not ready is forced to be, by an administrator", async () => {
  await console.command(["domain", "create", "young"]);
  const page = await console.signedIn();
  await page.goto("/d/young/cases");
  await settle(page);
  expect(await page.locator("main").innerText()).toMatch(/not ready/i);
  await page.goto("/d/young/settings/audit");
  await page
    .getByRole("cell", { name: /\(command line\)/ })
    .first()
    .waitFor();
  await page.goto("/d/young/settings/readiness");
  await settle(page);
  const row = page.getByRole("row").filter({ hasText: "Cases" });
  await row.getByRole("button", { name: "Make ready…" }).click();
  await page.getByRole("button", { name: "Make ready", exact: true }).click();
  await row.getByRole("button", { name: "Make ready…" }).waitFor({ state: "detached" });
  await page.goto("/d/young/cases");
  await settle(page);
  expect(await page.locator("main").innerText()).toMatch(/nothing here/i);
});

it("an administrator finds a rule, switches it off with a reason, makes an exception, and the audit log has both", async () => {
  const page = await console.signedIn();
  await page.goto("/d/demo/settings/rules");
  await settle(page);
  await page.getByLabel("Name, title or technique").fill("impossible");
  await page.waitForURL(/search=impossible/);
  await page.getByRole("link", { name: "Impossible travel between sign-ins" }).click();
  await page.getByRole("button", { name: "Switch off…" }).click();
  await page.getByLabel("Reason").fill("Everybody uses a VPN.");
  await page.getByRole("button", { name: "Switch off", exact: true }).click();
  await page.getByText("Everybody uses a VPN.").waitFor();
  await page.getByRole("button", { name: "New exception" }).click();
  await page.getByLabel("Person, application or address").fill("Maya.Ito@northwind.example");
  await page.getByLabel("Reason").fill("Travels.");
  await page.getByRole("button", { name: "Make exception" }).click();
  await page.getByRole("cell", { name: "maya.ito@northwind.example", exact: true }).waitFor();
  await page.goto("/d/demo/settings/rules?state=off");
  await settle(page);
  expect(await page.getByRole("row").filter({ hasText: "Off" }).count()).toBe(1);
  await page.goto("/d/demo/settings/audit");
  await settle(page);
  await page.getByRole("cell", { name: "Switched a rule off" }).waitFor();
  await page.getByRole("cell", { name: "Made an exception of a rule" }).waitFor();
});

it("an operator reads and verifies the log of the installation", async () => {
  const page = await console.signedIn();
  await page.goto("/d/demo/settings/keys");
  await page.getByRole("link", { name: "Installation log" }).click();
  await page.getByRole("cell", { name: "Signed in" }).first().waitFor();
  const offered = await page.getByLabel("Action").locator("option").allInnerTexts();
  expect(offered).toContain("Signed in");
  expect(offered).not.toContain("Gave a verdict");
  await page.getByRole("button", { name: "Verify" }).click();
  await page.getByText(/^\d+ entries, unaltered$/).waitFor();
});

it("a private key is pasted with its line breaks into a field that hides it, works, and is not shown again", async () => {
  const okta = await startOkta();
  try {
    await console.command(["domain", "create", "keyed"]);
    const page = await console.signedIn();
    await page.goto("/d/keyed/integrations/okta");
    await settle(page);
    const { private_key: pem = "", ...settings } = okta.appSettings;
    for (const [name, value] of Object.entries(settings)) await page.locator(`[name=${name}]`).fill(value);
    const field = page.locator("[name=private_key]");
    await field.fill(pem);
    expect(await field.inputValue()).toBe(pem);
    const masking = 'getComputedStyle(document.querySelector("[name=private_key]")).webkitTextSecurity';
    expect(await page.evaluate(masking)).toBe("disc");
    await page.getByRole("button", { name: "Set up" }).click();
    await page.getByText("The integration is set up. Test it now.").waitFor();
    expect(await field.inputValue()).toBe("");
    await page.getByRole("button", { name: "Run the test" }).click();
    await page.locator(".test-steps li").first().waitFor();
    expect(await page.locator(".test-steps li").getByLabel("Passed").count()).toBe(6);
  } finally {
    await okta.close();
  }
});

it("a persona and a machine identity are found by search and show what they can reach", async () => {
  const page = await console.signedIn();
  await page.goto("/d/demo/people");
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("heading", { name: "Access", exact: true }).waitFor();
  expect(await page.getByRole("heading", { name: "Overview" }).count()).toBe(1);
  await page.goto("/d/demo/nhi");
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("heading", { name: "Connections" }).waitFor();
  for (const heading of ["Access", "Credentials", "Call rhythm", "Responsibility"]) {
    expect(await page.getByRole("heading", { name: heading, exact: true }).count(), heading).toBe(1);
  }
});
