import type { Page } from "playwright-core";
import { evaluate } from "./evaluate.ts";

/** A page of the console that was reached by following links. */
export interface View {
  /** The path with its ids replaced, for example `/d/demo/cases/:id`. */
  readonly pattern: string;
  readonly address: string;
}

const ID = /\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)|\/[0-9a-f]{16,}(?=\/|$)|(?<=\/settings\/rules)\/\w+$/g;
/** Integrations that have no settings yet differ in their name only. */
const INTEGRATION = /\/integrations\/\w+$/;

/** Returns what addresses of the same kind have in common: the path without ids and the names of the parameters. */
function patternOf({ pathname, searchParams }: URL): string {
  const names = [...new Set(searchParams.keys())].sort().join("&");
  return pathname.replaceAll(ID, "/:id").replace(INTEGRATION, "/integrations/:type") + (names && `?${names}`);
}

/**
 * Visits one page of every kind that can be reached from the first address by links, and the other given ones, in
 * several windows at a time; calls `visit` when a page has loaded. Pages outside of the first path are left alone.
 */
export async function crawl(
  windows: readonly Page[],
  [start, ...others]: readonly [string, ...string[]],
  visit: (page: Page, view: View) => Promise<void>,
): Promise<readonly View[]> {
  const [first] = windows;
  if (!first) throw new Error("no window was given");
  const { origin } = new URL(first.url());
  const views: View[] = [];
  const seen = new Set<string>();
  const add = (url: URL): void => {
    const view = { pattern: patternOf(url), address: url.pathname + url.search };
    if (!isBelow(url, start) || seen.has(view.pattern)) return;
    seen.add(view.pattern);
    views.push(view);
  };
  views.push(...others.map((address) => ({ pattern: address, address })));
  add(new URL(start, origin));
  const visitIn = async (page: Page, view: View): Promise<readonly string[]> => {
    await open(page, view.address).catch((error: unknown) => {
      throw new Error(`${view.address} did not load`, { cause: error });
    });
    await visit(page, view);
    return evaluate<string[]>(page, "[...document.links].map(({ href }) => href)");
  };
  for (let done = 0; done < views.length; done += windows.length) {
    const batch = views.slice(done, done + windows.length);
    const found = await Promise.all(batch.map((view, at) => visitIn(windows[at] ?? first, view)));
    const urls = found.flat().map((href) => new URL(href));
    for (const url of urls) if (url.origin === origin) add(url);
  }
  return views;
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
