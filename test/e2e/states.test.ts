import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { open, settle } from "../../scripts/browser/crawl.ts";
import { signIn } from "../../scripts/browser/sign-in.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { totpCode, totpStep } from "../../src/runtime/totp.ts";
import { findViolations } from "./support/axe.ts";
import { openConsole, type TestConsole } from "./support/console.ts";
import { findProblems } from "./support/looks.ts";

let console: TestConsole;
let page: Page;
beforeAll(async () => {
  console = await openConsole();
  await console.command(["domain", "create", "young"]);
  page = await console.signedIn();
});
afterAll(() => console.remove());
afterEach(() => expect(console.browser.problems).toEqual([]));

const dialog = () => page.getByRole("dialog");
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const expectNoProblem = async (state: string): Promise<void> => {
  expect(await findProblems(page), state).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
};

describe("before the sign-in, no violation of the accessibility rules is", () => {
  it("on the pages on which one enters", async () => {
    const visitor = await console.browser.newPage();
    await visitor.goto("/");
    await visitor.getByLabel("Password").fill("a wrong sentence");
    await visitor.getByLabel("Email").fill("nobody@northwind.example");
    await visitor.getByRole("button", { name: "Sign in" }).click();
    await visitor.getByRole("alert").waitFor();
    expect(await findProblems(visitor), "sign-in").toEqual([]);
    await visitor.goto("/invitation#AAAAA");
    await visitor.getByLabel("Invitation code").waitFor();
    expect(await findProblems(visitor), "invitation").toEqual([]);
    await visitor.route("**/sign-in-options", (route) =>
      route.fulfill({ json: { needs_setup: true, password: true, oidc: null } }),
    );
    await visitor.goto("/");
    await visitor.getByLabel("Set-up code").waitFor();
    expect(await findProblems(visitor), "set-up").toEqual([]);
  });
});

describe("no violation of the accessibility rules is in", () => {
  it("the dialogs and the menu of API keys", async () => {
    await open(page, "/d/demo/settings/keys");
    await press("New API key");
    await expectNoProblem("create");
    await dialog().getByLabel("Name").fill("states");
    await dialog().getByRole("button", { name: "Create key" }).click();
    await dialog().getByText("Store the key now").waitFor();
    await expectNoProblem("created");
    await dialog().getByLabel("I stored the key").check();
    await dialog().getByRole("button", { name: "Done" }).click();
    for (const action of ["Rotate…", "Revoke…"]) {
      await press("Actions of the key states");
      await page.getByRole("menuitem", { name: action }).waitFor();
      if (action === "Rotate…") await expectNoProblem("menu");
      await page.getByRole("menuitem", { name: action }).click();
      await dialog().waitFor();
      await expectNoProblem(action);
      await page.keyboard.press("Escape");
    }
  });

  it("the dialog that asks for the password again", async () => {
    await open(page, "/d/demo/settings/keys");
    await page.route("**/keys", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({ status: 403, json: { error: "reauthentication_required", message: "enter the password" } })
        : route.fallback(),
    );
    await press("New API key");
    await dialog().getByLabel("Name").fill("again");
    await dialog().getByRole("button", { name: "Create key" }).click();
    await page.getByRole("dialog", { name: "Enter your password" }).waitFor();
    await expectNoProblem("password");
    await page.unroute("**/keys");
  });

  it("the dialogs of members", async () => {
    await open(page, "/d/demo/settings/members");
    await page.getByRole("button", { name: "Invite a person" }).first().click();
    await expectNoProblem("invite");
    await dialog().getByLabel("Email").fill("states@northwind.example");
    await dialog().getByRole("button", { name: "Invite", exact: true }).click();
    await dialog().getByText("Send the invitation").waitFor();
    await expectNoProblem("invited");
    await dialog().getByRole("button", { name: "Done" }).click();
    await press("Remove states@northwind.example");
    await dialog().waitFor();
    await expectNoProblem("remove");
  });

  it("the queue with chosen cases, its dialogs, the account menu and the keyboard help", async () => {
    await open(page, "/d/demo/cases");
    await page.locator(".case-choice").first().click();
    await expectNoProblem("chosen");
    await page.keyboard.press("1");
    await dialog().waitFor();
    await expectNoProblem("verdict");
    await dialog().getByRole("button", { name: "True positive" }).click();
    await page.getByText("True positive", { exact: false }).first().waitFor();
    await page.keyboard.press("?");
    await dialog().waitFor();
    await expectNoProblem("help");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Account/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    expect(await findViolations(page), "account menu").toEqual([]);
    await open(page, "/d/demo/cases?state=enforced");
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await expectNoProblem("decided");
    await page.getByRole("link", { name: "Open case" }).click();
    await page.locator(".event-choice").first().check();
    await expectNoProblem("chosen events");
    await open(page, "/d/demo/cases?email=nobody%40northwind.example");
    await expectNoProblem("nothing found");
  });

  it("the pages of a domain that has no data, and the dialog that makes a resource ready", async () => {
    for (const path of ["", "/cases", "/threats", "/people", "/nhi", "/drift", "/coverage", "/settings/keys"]) {
      await open(page, `/d/young${path}`);
      expect(await findViolations(page), path).toEqual([]);
    }
    await open(page, "/d/young/settings/readiness");
    await page.getByRole("button", { name: "Make ready…" }).first().click();
    await dialog().waitFor();
    await expectNoProblem("make ready");
  });
});

it("an authenticator app is set up, asked for at the next sign-in, and none of it violates the accessibility rules", async () => {
  await open(page, "/d/demo/settings/account");
  await press("Set up");
  await expectNoProblem("set up");
  const secret = (await dialog().locator("code").first().innerText()).replaceAll(/\s/g, "");
  const step = totpStep(systemClock());
  await dialog().getByLabel("Code that the app shows").fill(totpCode(secret, step));
  await dialog().getByRole("button", { name: "Confirm" }).click();
  await dialog().getByText("Store the recovery codes").waitFor();
  await expectNoProblem("recovery codes");
  const recovery = await dialog().locator("code").first().innerText();
  const visitor = await console.browser.newPage();
  await signIn(visitor, console.demo.administrator, async () => {
    await visitor.getByLabel("Code").waitFor();
    expect(await findProblems(visitor), "code").toEqual([]);
    await visitor.getByLabel("Code").fill(recovery);
  });
  await settle(visitor);
});
