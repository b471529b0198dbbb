import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, type WatchedBrowser } from "../../scripts/browser/browser.ts";
import { launchProgram } from "../support/installation.ts";

let folder: string;
let server: ReturnType<typeof launchProgram>;
let browser: WatchedBrowser;
let code: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ppt-e2e-"));
  server = launchProgram(["serve", "--port", "0", "--data-dir", join(folder, "data")], {});
  const printed = await new Promise<RegExpExecArray>((resolve, reject) => {
    server.child.stderr?.on("data", () => {
      const found = /Open (http:\S+)\/ and create one with the set-up code (\S+)/.exec(server.stderr());
      if (found) resolve(found);
    });
    void server.ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  code = printed[2] ?? "";
  browser = await launchBrowser(printed[1] ?? "");
});
afterAll(async () => {
  await browser.close();
  server.signal("SIGINT");
  await server.ended;
  await rm(folder, { recursive: true, force: true });
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
