import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { settle } from "../../scripts/browser/crawl.ts";
import { openConsole, type TestConsole } from "./support/console.ts";

const PASSWORD = "an ordinary sentence for tests";
const EMAIL = "maximiliana.wolfeschlegelsteinhausen@subsidiaries.northwind.example";

let console: TestConsole;
let page: Page;
beforeAll(async () => {
  console = await openConsole();
  page = await console.browser.newPage();
});
afterAll(() => console.remove());
/** The browser logs the refusal of a form, which the page shows, as an error. */
const REFUSED_FORM = /the server responded with a status of 400/;
afterEach(() => expect(console.browser.problems.filter((problem) => !REFUSED_FORM.test(problem))).toEqual([]));

const isCut = "(element) => element.scrollWidth > element.clientWidth";
const invite = async (): Promise<string> => {
  const args = ["admin", "create", "--email", EMAIL, "--domain", "demo", "--role", "viewer"];
  return (await console.command<{ invitation_code: string }>(args)).invitation_code;
};
const join = async (repeated = PASSWORD): Promise<void> => {
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Password again").fill(repeated);
  await page.getByRole("button", { name: "Join", exact: true }).click();
};

it("a newer link of an invitation that is opened in the same tab replaces the code, and the error about the earlier one goes", async () => {
  const [earlier, newer] = [await invite(), await invite()];
  await page.goto(`/invitation#${earlier}`);
  await join();
  await page.getByRole("alert").getByText("was replaced by a newer one").waitFor();
  await join("another sentence for tests");
  await page.getByText("The two passwords differ.").waitFor();
  expect(await page.getByText("was replaced by a newer one").count()).toBe(0);
  await page.goto(`/invitation#${newer}`);
  await expect.poll(() => page.getByLabel("Invitation code").inputValue()).toBe(newer);
  await join();
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
});

it("a long address of somebody without a name is cut at the edge of the sidebar, and shown as a title", async () => {
  const shown = page.getByRole("button", { name: `Account ${EMAIL}` }).locator(".truncate");
  const [text, sidebar] = await Promise.all([shown.boundingBox(), page.locator(".sidebar").boundingBox()]);
  expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThan((sidebar?.x ?? 0) + (sidebar?.width ?? 0));
  expect(await page.evaluate(`(${isCut})(document.querySelector(".account-button .truncate"))`)).toBe(true);
  expect(await shown.getAttribute("title")).toBe(EMAIL);
});

it("a wrong code of an authenticator app is sent once", async () => {
  await page.goto("/d/demo/settings/account");
  await settle(page);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByLabel("Code that the app shows").fill("000000");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await page.getByRole("alert").getByText("This code is not valid").waitFor();
  expect(sent.filter((path) => path.endsWith("/account/totp/confirm"))).toHaveLength(1);
  expect(sent.filter((path) => path.endsWith("/session/refresh"))).toEqual([]);
  await page.keyboard.press("Escape");
});

it("a protected change asks for the password, and a wrong one is answered as such", async () => {
  await page.goto("/d/demo/settings/account");
  await settle(page);
  await page.route("**/account/totp", (route) =>
    route.fulfill({ status: 403, json: { error: "reauthentication_required", message: "enter the password" } }),
  );
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Enter your password" });
  await dialog.getByLabel("Password").fill("not the password at all");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("This is not your password.").waitFor();
  expect(await dialog.getByText("email address").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.unroute("**/account/totp");
});

it("an error about a field has the label of the field", async () => {
  await page.goto("/d/demo/settings/account");
  await settle(page);
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password", { exact: true }).fill("Password2026!");
  await page.getByLabel("New password again").fill("Password2026!");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText(/^New password must not be a common password/).waitFor();
});

it("a request whose access token is gone is sent again with a new one, also where another 401 means something else", async () => {
  await page.goto("/d/demo/settings/account");
  await settle(page);
  const cookies = await page.context().cookies();
  const access = cookies.find(({ name }) => name.includes("access"));
  await page.context().clearCookies({ name: access?.name ?? "none" });
  await page.getByLabel("Current password").fill("not the password at all");
  await page.getByLabel("New password", { exact: true }).fill("quite another sentence");
  await page.getByLabel("New password again").fill("quite another sentence");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByText("This is not your password.").waitFor();
});
