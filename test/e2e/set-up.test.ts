import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, type WatchedBrowser } from "../../scripts/browser/browser.ts";
import { eventually } from "../support/eventually.ts";
import { createInstallation, type Installation } from "../support/installation.ts";

let installation: Installation;
let browser: WatchedBrowser;
let code: string;

beforeAll(async () => {
  installation = await createInstallation();
  const server = await installation.start(["serve"]);
  code = await eventually(() => {
    const found = /create one with the set-up code (\S+)/.exec(server.stderr())?.[1];
    if (!found) throw new Error(server.stderr());
    return found;
  });
  browser = await launchBrowser(server.address);
});
afterAll(async () => {
  await browser.close();
  await installation.remove();
});

it("the first administrator is created with the code that the server prints, which works once", async () => {
  const page = await browser.newPage();
  const fill = async (given: string): Promise<void> => {
    await page.goto("/");
    await page.getByLabel("Set-up code").fill(given);
    await page.getByLabel("Email").fill("maya.ito@northwind.example");
    await page.getByLabel("Password", { exact: true }).fill("a sentence of my own");
    await page.getByLabel("Password again").fill("a sentence of my own");
    await page.getByRole("button", { name: "Create administrator" }).click();
  };
  await fill("AAAAA-AAAAA-AAAAA-AAAAA");
  await page.getByRole("alert").waitFor();
  await fill(code);
  await page.getByRole("button", { name: "Create administrator" }).waitFor({ state: "detached" });
  await page.goto("/");
  expect(await page.getByLabel("Set-up code").count()).toBe(0);

  const other = await browser.newPage();
  await other.goto("/");
  await other.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  expect(await other.getByLabel("Set-up code").count()).toBe(0);
  expect(browser.problems).toEqual([]);
});
