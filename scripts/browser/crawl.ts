import type { Page } from "playwright-core";
import { evaluate } from "./evaluate.ts";

/** A page of the console that was reached by following links. */
export interface View {
  /** The path with its ids replaced, for example `/d/demo/cases/:id`. */
  readonly pattern: string;
  readonly address: string;
}

const ID = /\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)|\/[0-9a-f]{16,}(?=\/|$)|(?<=\/settings\/rules)\/\w+$/g;

/** Returns what addresses of the same kind have in common: the path without ids and the names of the parameters. */
function patternOf({ pathname, searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].sort().join("&");
  return pathname.replaceAll(ID, "/:id") + (names && `?${names}`);
}

/**
 * Visits one page of every kind that can be reached from an address by links, and calls `visit` when it has loaded. Pages
 * outside of the given path are left alone.
 */
export async function crawl(page: Page, start: string, visit: (view: View) => Promise<void>): Promise<readonly View[]> {
  const origin = new URL(page.url()).origin;
  const seen = new Map<string, View>();
  const queue: URL[] = [new URL(start, origin)];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const view = { pattern: patternOf(next), address: next.pathname + next.search };
    if (seen.has(view.pattern)) continue;
    seen.set(view.pattern, view);
    await open(page, view.address);
    await visit(view);
    const hrefs = await evaluate<string[]>(page, "[...document.links].map(({ href }) => href)");
    queue.push(...hrefs.map((href) => new URL(href)).filter((url) => url.origin === origin && isBelow(url, start)));
  }
  return [...seen.values()];
}

const isBelow = ({ pathname }: URL, start: string): boolean => pathname === start || pathname.startsWith(`${start}/`);

/** Opens a page of the console and waits until nothing on it is loading. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settle(page);
}

/** Waits until the page has its content and nothing on it is loading. */
export async function settle(page: Page): Promise<void> {
  await page.locator("main").first().waitFor();
  await page.locator("[aria-busy=true], .skeleton").first().waitFor({ state: "detached" });
}
