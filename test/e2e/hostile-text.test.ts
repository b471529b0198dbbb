import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { crawl, settle } from "../../scripts/browser/crawl.ts";
import { evaluate } from "../../scripts/browser/evaluate.ts";
import type { Fields } from "../../src/model/fields.ts";
import { openConsole, type TestConsole } from "./support/console.ts";
import { makeHostileOrganization } from "./support/hostile-organization.ts";
import { INJECTIONS } from "./support/injections.ts";

const DOMAIN = "hostile";
let console: TestConsole;
let executed: string[] = [];

beforeAll(async () => {
  console = await openConsole();
  await console.command(["domain", "create", DOMAIN]);
  const { key } = await console.command<{ key: string }>([
    ...["key", "create", "--domain", DOMAIN, "--scopes", "ingest:write,cases:read"],
  ]);
  await deliver(key);
  await analyze();
});
afterAll(() => console.remove());

/** Analyzes the domain, after the run that the server may have started by itself. */
async function analyze(): Promise<void> {
  try {
    await console.command(["analyze", "--domain", DOMAIN]);
  } catch (error) {
    if (!String(error).includes("is being analyzed by another process")) throw error;
    await sleep(1_000);
    await analyze();
  }
}

/** Delivers an organization whose texts are injections, and waits for the first cases. */
async function deliver(key: string): Promise<void> {
  const { rows, directory } = makeHostileOrganization(new Date());
  const send = async (method: string, path: string, lines: readonly Fields[]): Promise<void> => {
    const response = await fetch(`${console.demo.address}/api/v1/${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/x-ndjson" },
      body: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    });
    expect(response.status, await response.text()).toBeLessThan(300);
  };
  for (const [kind, objects] of Object.entries(directory)) await send("PUT", `ingest/directory/${kind}`, objects);
  for (const [table, lines] of rows) await send("POST", `ingest/tables/${table}`, lines);
  let cases = 0;
  while (cases < 3) {
    await sleep(500);
    const response = await fetch(`${console.demo.address}/api/v1/external/cases`, { headers: { "x-api-key": key } });
    cases = response.ok ? ((await response.json()) as { items: unknown[] }).items.length : 0;
  }
}

async function openWindows(): Promise<readonly Page[]> {
  executed = [];
  const windows = [await console.signedIn(), await console.signedIn()];
  for (const page of windows) await page.exposeFunction("pwn", () => executed.push(page.url()));
  return windows;
}

const UNFOLD = `(() => {
  const folded = document.querySelectorAll("main details:not([open]) > summary, main [aria-expanded=false]:not([aria-haspopup])");
  for (const element of folded) element.click();
  return folded.length;
})()`;

/** Opens everything on a page that is folded, and what is folded in there. */
async function unfold(page: Page): Promise<void> {
  for (let n = 0; n < 10 && (await evaluate<number>(page, UNFOLD)) > 0; n++) await settle(page);
}

it("text of log rows and of the directory is shown as text on every page, and runs nothing", async () => {
  const shown = new Set<string>();
  const views = await crawl(await openWindows(), [`/d/${DOMAIN}`], async (page) => {
    await unfold(page);
    const text = await page.locator("body").innerText();
    for (const injection of INJECTIONS) if (text.includes(injection)) shown.add(injection);
  });
  expect(executed).toEqual([]);
  expect(console.browser.problems).toEqual([]);
  expect(views.length).toBeGreaterThan(10);
  expect(shown.size).toBeGreaterThan(40);
});
