import type { Page } from "playwright-core";
import { evaluate } from "../../../scripts/browser/evaluate.ts";
import { findViolations } from "./axe.ts";

const LOOKS = {
  "wide and light": { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  "narrow and dark": { colorScheme: "dark", viewport: { width: 400, height: 800 } },
} as const;
const OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Returns what is wrong with a page as it is shown now, in each of its looks, without loading it again. */
export async function findProblems(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [name, { colorScheme, viewport }] of Object.entries(LOOKS)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    found.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`));
    const overflow = await evaluate<number>(page, OVERFLOW);
    if (overflow > 0) found.push(`${name}: ${overflow} px wider than the screen`);
  }
  return found;
}
