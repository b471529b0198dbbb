import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { launchBrowser, type WatchedBrowser } from "../../scripts/browser/browser.ts";
import { open, settle } from "../../scripts/browser/crawl.ts";
import { signIn } from "../../scripts/browser/sign-in.ts";
import { CASES, DRIFT, givenNorthwind, MAYA, NHIS, THREATS } from "../console/support/northwind.ts";
import { findProblems, LOOKS } from "../e2e/support/looks.ts";
import { builtProgram } from "../support/built-program.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { givenAccount, TEST_PASSWORD } from "../support/signed-in.ts";

let service: TestService;
let domain: TestDomain;
let browser: WatchedBrowser;
let email: string;
beforeAll(async () => {
  builtProgram();
  service = await startTestService({ consoleFolder: new URL("../../dist/console/", import.meta.url) });
  domain = await givenNorthwind(service);
  ({ email } = await givenAccount(service, true));
  await service.service.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = service.service.app.server.address() as AddressInfo;
  browser = await launchBrowser(`http://127.0.0.1:${port}`);
});
afterAll(async () => {
  await browser.close();
  await service.stop();
});
afterEach(() => expect(browser.problems).toEqual([]));

/** The pages that have parts of their own; the complete run follows every link of a larger organization. */
const PAGES = [
  "",
  "/cases",
  `/cases/${CASES.maya}`,
  `/threats?event=${THREATS.travel}`,
  "/people",
  `/people/${MAYA}`,
  "/nhi",
  `/nhi/${NHIS.known}`,
  "/nhi/clusters",
  "/drift",
  `/drift/${DRIFT.set}`,
  "/integrations/okta",
  "/coverage",
  "/settings/keys",
  "/settings/members",
  "/settings/rules",
  "/settings/account",
];

async function signedIn(): Promise<Page> {
  const page = await browser.newPage();
  await signIn(page, { email, password: TEST_PASSWORD });
  return page;
}

it("pages, wide and light or narrow and dark, have no violation of the accessibility rules and do not scroll sideways", async () => {
  const page = await signedIn();
  for (const [at, path] of PAGES.entries()) {
    await open(page, `/d/${domain.name}${path}`);
    // Pages share their styles and parts, so each part is seen in both looks.
    expect(await findProblems(page, [LOOKS[at % LOOKS.length] ?? expect.fail("no look")]), path).toEqual([]);
  }
});

it("a case is decided with the keyboard alone", async () => {
  const page = await signedIn();
  await page.goto(`/d/${domain.name}/cases`);
  const row = page.locator(".case-row[aria-current=true]");
  await row.waitFor();
  await settle(page);
  while ((await row.getAttribute("id")) !== `case-${CASES.maya}`) await page.keyboard.press("j");
  await page.keyboard.press("1");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.type("decided by a key");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator(`#case-${CASES.maya}`).waitFor({ state: "detached" });
  const { body } = await domain.ask(`/cases/${CASES.maya}?include=verdict`);
  expect(body["verdict"]).toMatchObject({ outcome: "TRUE_POSITIVE", comments: [expect.stringContaining("by a key")] });
});
