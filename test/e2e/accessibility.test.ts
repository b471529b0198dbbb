import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { crawl, open, settle } from "../../scripts/browser/crawl.ts";
import { findViolations } from "./support/axe.ts";
import { openConsole, type TestConsole } from "./support/console.ts";
import { findProblems } from "./support/looks.ts";

let console: TestConsole;
beforeAll(async () => {
  console = await openConsole();
});
afterAll(() => console.remove());
afterEach(() => expect(console.browser.problems).toEqual([]));

const PAGES = 40;
const FORMS = ["/d/demo/integrations/okta", "/d/demo/integrations/file_drop"];

it("every page, wide and light, narrow and dark, has no violation of the accessibility rules and does not scroll sideways", async () => {
  // Each in a window of its own: a tab in the background does less than one that is seen.
  const windows = [await console.signedIn(), await console.signedIn()];
  const found: string[] = [];
  const views = await crawl(windows, ["/d/demo", ...FORMS], async (tab, { pattern }) => {
    found.push(...(await findProblems(tab)).map((problem) => `${pattern}: ${problem}`));
  });
  expect(found).toEqual([]);
  expect(views.length).toBeGreaterThan(PAGES);
});

describe("a page whose data is missing", () => {
  const answers = {
    "is not ready": { status: 423, body: { success: false, code: "not_ready", days_until_ready: 12 } },
    fails: { status: 503, body: { success: false, code: "internal_error", message: "it failed" } },
    "is forbidden": { status: 403, body: { success: false, code: "forbidden", message: "another role is needed" } },
    "is rate limited": { status: 429, body: { success: false, code: "rate_limited", message: "too many requests" } },
  };
  const PATHS = ["/d/demo/cases", "/d/demo/people", "/d/demo/drift", "/d/demo/integrations"];
  for (const [name, { status, body }] of Object.entries(answers)) {
    it(`because it ${name} shows a state that has no violation`, async () => {
      const page = await console.signedIn();
      await answerWith(page, status, body);
      for (const path of PATHS) {
        await open(page, path);
        expect(await findViolations(page), path).toEqual([]);
        expect((await page.locator("main").innerText()).length, path).toBeGreaterThan(20);
      }
    });
  }

  it("because nothing was found shows a state that has no violation", async () => {
    const page = await console.signedIn();
    await answerWith(page, 200, { items: [], next_cursor: null });
    for (const path of PATHS.slice(0, 3)) {
      await open(page, path);
      await settle(page);
      expect(await findViolations(page), path).toEqual([]);
    }
  });
});

async function answerWith(page: Page, status: number, body: object): Promise<void> {
  await page.route("**/api/v1/admin/domains/**", (route) =>
    route.fulfill({ status, contentType: "application/json", body: JSON.stringify(body) }),
  );
}
