// Takes a picture of every page of the console with the data of the demo: light, dark and on a narrow screen.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { BrowserContextOptions } from "playwright-core";
import { launchBrowser } from "./browser/browser.ts";
import { crawl } from "./browser/crawl.ts";
import { startDemo } from "./browser/demo-server.ts";
import { signIn } from "./browser/sign-in.ts";
import { createTestFolder } from "./services/test-folder.ts";

const { values: options } = parseArgs({
  options: { out: { type: "string", default: "screenshots" }, data: { type: "string" } },
});

const LOOKS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  narrow: { colorScheme: "light", viewport: { width: 400, height: 800 } },
};

const folder = createTestFolder();
const demo = await startDemo(options.data ?? join(folder.path, "data"));
const browser = await launchBrowser(demo.address);
try {
  for (const [look, context] of Object.entries(LOOKS)) {
    const target = join(options.out, look);
    await mkdir(target, { recursive: true });
    const page = await browser.newPage(context);
    await page.goto("/");
    await page.getByLabel("Email").waitFor();
    await page.screenshot({ path: join(target, "sign-in.png") });
    await signIn(page, demo.administrator);
    await crawl([page], ["/d/demo", "/d/demo/integrations/okta"], async (_, { pattern }) => {
      const path = join(target, `${fileNameOf(pattern)}.png`);
      await page.screenshot({ path, fullPage: true });
      console.log(path);
    });
  }
  for (const problem of browser.problems) console.log(`problem: ${problem}`);
} finally {
  await browser.close();
  await demo.stop();
  folder.remove();
}

/** Returns a file name for a kind of page: `/d/demo/cases/:id` becomes `cases-id`. */
function fileNameOf(pattern: string): string {
  const name = pattern
    .replace("/d/demo", "")
    .replaceAll(/[^a-z0-9]/gi, " ")
    .trim()
    .replaceAll(" ", "-");
  return name === "" ? "overview" : name;
}
