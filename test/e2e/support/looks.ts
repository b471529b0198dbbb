import type { Page } from "playwright-core";
import { evaluate } from "../../../scripts/browser/evaluate.ts";
import { findViolations } from "./axe.ts";

interface Look {
  readonly name: string;
  readonly colorScheme: "light" | "dark";
  readonly viewport: { readonly width: number; readonly height: number };
}

export const LOOKS: readonly Look[] = [
  { name: "wide and light", colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { name: "narrow and dark", colorScheme: "dark", viewport: { width: 400, height: 800 } },
];
const OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Has the browser style what is out of sight too, which it otherwise leaves in the colors of the earlier look. */
const STYLE_ALL = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("* { content-visibility: visible !important; }");
  document.adoptedStyleSheets = [sheet];
})()`;

/**
 * Waits for the new look and ends its transitions, so that no color is measured while it changes. An inherited color can
 * begin a transition of its own when that of its parent ends.
 */
const END_TRANSITIONS = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let quiet = 0; quiet < 2; ) {
    await frame();
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (const transition of transitions) transition.finish();
    quiet = transitions.length === 0 ? quiet + 1 : 0;
  }
})()`;

/** Returns what is wrong with a page as it is shown now, in each of these looks, without loading it again. */
export async function findProblems(page: Page, looks: readonly Look[] = LOOKS): Promise<readonly string[]> {
  const found: string[] = [];
  await evaluate(page, STYLE_ALL);
  for (const { name, colorScheme, viewport } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize(viewport);
    await evaluate(page, END_TRANSITIONS);
    found.push(...(await findViolations(page)).map((violation) => `${name}: ${violation}`));
    const overflow = await evaluate<number>(page, OVERFLOW);
    if (overflow > 0) found.push(`${name}: ${overflow} px wider than the screen`);
  }
  return found;
}
