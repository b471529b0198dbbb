import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { crawl } from "../../scripts/browser/crawl.ts";
import { IS_COMPLETE } from "../support/complete-run.ts";
import { openConsole, type TestConsole } from "./support/console.ts";
import { findProblems, LOOKS } from "./support/looks.ts";

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
  let visited = 0;
  const views = await crawl(windows, ["/d/demo", ...FORMS], async (tab, { pattern }) => {
    visited += 1;
    // The pages share their styles and parts: each in one look finds what is wrong with a part.
    const looks = IS_COMPLETE ? LOOKS : LOOKS.slice(visited % 2, (visited % 2) + 1);
    found.push(...(await findProblems(tab, looks)).map((problem) => `${pattern}: ${problem}`));
  });
  expect(found).toEqual([]);
  expect(views.length).toBeGreaterThan(PAGES);
});
