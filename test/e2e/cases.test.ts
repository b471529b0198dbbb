import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { settle } from "../../scripts/browser/crawl.ts";
import { type Client, createClient } from "../../src/client/client.ts";
import { openConsole, type TestConsole } from "./support/console.ts";

let console: TestConsole;
beforeAll(async () => {
  console = await openConsole();
});
afterAll(() => console.remove());
afterEach(() => expect(console.browser.problems).toEqual([]));

const OUTCOMES = ["TRUE_POSITIVE", "FALSE_POSITIVE", "SAFE", "DUPLICATE", "ESCALATED"] as const;

type Case = Awaited<ReturnType<Client["getCase"]>>;

async function listCases(query: { readonly state?: "discover" }): Promise<readonly Case[]> {
  const client = createClient({ baseUrl: console.demo.address, apiKey: console.demo.key });
  const found: Case[] = [];
  for await (const item of client.walk("listCases", { ...query, include: ["verdict"] })) found.push(item);
  return found;
}

it("an event of a case leads to its log row and to the query that finds it", async () => {
  const page = await console.signedIn();
  await page.goto("/d/demo/cases");
  await page.locator(".case-row").first().waitFor();
  await page.keyboard.press("o");
  const event = page.locator("article.event").first();
  await event.getByText("Evidence").click();
  const row = event.locator(".evidence-row").first();
  await row.waitFor();
  const lookup = await row.locator("code").first().innerText();
  expect(lookup).toMatch(/^\w+ \| where _ItemId == "[^"]+"$/);
  const [, table = "", id = ""] = /^(\w+) .*"([^"]+)"$/.exec(lookup) ?? [];
  const stored = await console.command<{ readonly row: object } | object>(["rows", "show", "--domain", "demo", id]);
  expect(JSON.stringify(stored)).toContain(table);
  await row.getByRole("button", { name: /JSON/ }).click();
  expect(await row.innerText()).toContain(id);
});

it("ten cases are triaged with the keyboard alone", async () => {
  const waiting = (await listCases({ state: "discover" })).length;
  expect(waiting).toBeGreaterThanOrEqual(10);
  const page = await console.signedIn();
  await page.keyboard.press("g");
  await page.keyboard.press("c");
  await page.locator(".case-row[aria-current=true]").waitFor();
  await settle(page);
  const given = new Map<string, string>();
  for (let n = 0; n < 10; n++) {
    if (n % 3 === 1) await page.keyboard.press("j");
    const row = page.locator(".case-row[aria-current=true]");
    const id = ((await row.getAttribute("id")) ?? "").replace("case-", "");
    const choice = n % OUTCOMES.length;
    await page.keyboard.press(String(choice + 1));
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type(`decided by key ${n}`);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.locator(`#case-${id}`).waitFor({ state: "detached" });
    given.set(id, OUTCOMES[choice] ?? "");
  }
  const decided = new Map((await listCases({})).map(({ case_id, verdict }) => [case_id, verdict]));
  for (const [id, outcome] of given) {
    expect(decided.get(id), id).toMatchObject({ outcome, comments: [expect.stringContaining("decided by key")] });
  }
  expect((await listCases({ state: "discover" })).length).toBe(waiting - 10);
});
