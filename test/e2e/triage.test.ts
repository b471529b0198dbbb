import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { open } from "../../scripts/browser/crawl.ts";
import { openConsole, type TestConsole } from "./support/console.ts";

let console: TestConsole;
beforeAll(async () => {
  console = await openConsole();
});
afterAll(() => console.remove());
afterEach(() => expect(console.browser.problems).toEqual([]));

interface SentVerdict {
  readonly caseId: string;
  readonly body: { readonly outcome: string; readonly comment?: string; readonly event_ids?: readonly string[] };
}

/** Returns the verdicts that a page sends from now on. */
function watchVerdicts(page: Page): readonly SentVerdict[] {
  const sent: SentVerdict[] = [];
  page.on("request", (request) => {
    const caseId = /cases\/([^/]+)\/verdict$/.exec(request.url())?.[1];
    if (caseId) sent.push({ caseId, body: request.postDataJSON() as SentVerdict["body"] });
  });
  return sent;
}

const rows = (page: Page) => page.locator(".case-row");
const idsOf = async (page: Page): Promise<readonly string[]> =>
  (await rows(page).evaluateAll((found) => found.map(({ id }) => id))).map((id) => id.replace("case-", ""));

describe("several cases", () => {
  it("are chosen by key, get one verdict each, and it is undone for all of them", async () => {
    const page = await console.signedIn();
    const sent = watchVerdicts(page);
    await open(page, "/d/demo/cases");
    const before = await idsOf(page);
    for (const key of ["x", "j", "j", "X"]) await page.keyboard.press(key);
    const bar = page.getByRole("region", { name: "Chosen cases" });
    expect(await bar.innerText()).toMatch(/3 cases chosen/);
    await page.keyboard.press("2");
    const dialog = page.getByRole("dialog", { name: "Verdict on 3 cases" });
    await dialog.waitFor();
    await page.keyboard.type("one campaign");
    await page.keyboard.press("Enter");
    await page.getByText("3 cases: False positive").waitFor();
    await bar.waitFor({ state: "detached" });
    expect(sent.map(({ caseId }) => caseId).sort()).toEqual(before.slice(0, 3).sort());
    for (const { body } of sent) expect(body).toEqual({ outcome: "FALSE_POSITIVE", comment: "one campaign" });
    expect((await idsOf(page)).filter((id) => before.slice(0, 3).includes(id))).toEqual([]);

    await page.keyboard.press("u");
    await page.getByText("3 cases reopened").waitFor();
    await open(page, "/d/demo/cases?state=investigating");
    expect(await idsOf(page)).toEqual(expect.arrayContaining(before.slice(0, 3)));
  });

  it("of which one is refused stay chosen where that is so, with the reason", async () => {
    const page = await console.signedIn();
    await open(page, "/d/demo/cases");
    const [first = "", second = ""] = await idsOf(page);
    await page.route(`**/cases/${second}/verdict`, (route) =>
      route.fulfill({ status: 409, json: { error: "conflict", message: "the case was changed meanwhile" } }),
    );
    await page.locator(".case-choice").nth(0).click();
    await page
      .locator(".case-choice")
      .nth(1)
      .click({ modifiers: ["Shift"] });
    await page.getByRole("region", { name: "Chosen cases" }).getByRole("button", { name: "Safe" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Safe" }).click();
    const refused = page.getByRole("dialog", { name: "1 verdict was not recorded" });
    await refused.getByText("the case was changed meanwhile", { exact: false }).waitFor();
    await refused.getByRole("button", { name: "Close" }).click();
    await page.getByText("1 case chosen").waitFor();
    expect(await idsOf(page)).not.toContain(first);
    await page.keyboard.press("Escape");
    await page.getByText("1 case chosen").waitFor({ state: "detached" });
  });
});

it("a verdict is limited to the events that are chosen by key", async () => {
  const page = await console.signedIn();
  const sent = watchVerdicts(page);
  await open(page, "/d/demo/cases?state=all");
  const events = await rows(page).evaluateAll((found) => found.map(({ textContent }) => textContent ?? ""));
  const several = events.findIndex((text) => !/ 1 event\b/.test(text));
  await rows(page).nth(several).dblclick();
  await page.keyboard.press("o");
  await page.locator("article.event").nth(1).waitFor();
  for (const key of ["j", "j", "x"]) await page.keyboard.press(key);
  await page.getByText(/A verdict applies to 1 of \d+ events/).waitFor();
  const id = await page.locator("article.event").nth(1).getAttribute("id");
  await page.keyboard.press("5");
  await page.getByText("Applies to 1 chosen event of the case", { exact: false }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  expect(sent.map(({ body }) => body)).toEqual([{ outcome: "ESCALATED", event_ids: [id?.replace("event-", "")] }]);
});

describe("a finger", () => {
  const touch = { hasTouch: true, isMobile: true, viewport: { width: 400, height: 800 } };

  /** Moves a finger sideways over the first row, as a touch screen reports it. */
  async function swipe(page: Page, distance: number): Promise<void> {
    const box = await rows(page).first().boundingBox();
    const [x, y] = [200, (box?.y ?? 0) + 30];
    const session = await page.context().newCDPSession(page);
    const send = (type: "touchStart" | "touchMove" | "touchEnd", at?: number) =>
      session.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [{ x: at, y }] });
    await send("touchStart", x);
    for (let step = 1; step <= 8; step++) await send("touchMove", x + (distance * step) / 8);
    await send("touchEnd");
  }

  it("that moves a row to the right has its case investigated, and a short move does nothing", async () => {
    const page = await console.signedIn(touch);
    await open(page, "/d/demo/cases");
    const [first] = await idsOf(page);
    await swipe(page, 40);
    expect(await idsOf(page)).toContain(first);
    await swipe(page, 150);
    await page.getByText(/: investigating$/).waitFor();
    await page.locator(`#case-${first}`).waitFor({ state: "detached" });
  });

  it("that moves a row to the left starts a verdict on its case", async () => {
    const page = await console.signedIn(touch);
    await open(page, "/d/demo/cases");
    await swipe(page, -150);
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    expect(await dialog.getByRole("radio", { name: /False positive/ }).isChecked()).toBe(true);
  });
});

it("the keyboard help lists the keys of the page", async () => {
  const page = await console.signedIn();
  await open(page, "/d/demo/cases");
  await page.keyboard.press("?");
  const help = await page.getByRole("dialog", { name: "Keyboard shortcuts" }).innerText();
  for (const text of ["Choose the case, for a verdict on several", "Choose all cases up to this one", "Next case"]) {
    expect(help).toContain(text);
  }
});
