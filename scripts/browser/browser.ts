import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { findChromium } from "./find-chromium.ts";

/** A browser that reports everything a page must never do. */
export interface WatchedBrowser {
  /** Opens a page with cookies of its own, or with those of an earlier page. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** What pages did and must not do: errors, violations of the content security policy, requests to other origins. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

/** Launches Chromium for the console at an address. Pages may also visit the other origins that are given. */
export async function launchBrowser(address: string, visited: readonly string[] = []): Promise<WatchedBrowser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("Chromium is needed: apt-get install chromium");
  const browser: Browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  const problems: string[] = [];
  return {
    problems,
    newPage: async (options = {}) => {
      const context = await browser.newContext({
        baseURL: address,
        viewport: { width: 1280, height: 800 },
        ...options,
      });
      await watch(context, [address, ...visited], problems);
      return context.newPage();
    },
    close: () => browser.close(),
  };
}

const ALLOWED_SCHEME = /^(data|blob):/;
/** Statuses that a page expects and shows, and that the browser logs as errors all the same. */
const EXPECTED_FAILURE = /Failed to load resource: the server responded with a status of (401|403|404|409|423|429|503)/;

async function watch(context: BrowserContext, origins: readonly string[], problems: string[]): Promise<void> {
  await context.exposeFunction("reportViolation", (text: string) => problems.push(`policy violation: ${text}`));
  await context.addInitScript(
    'document.addEventListener("securitypolicyviolation", (e) => reportViolation(e.violatedDirective + " " + e.blockedURI + " " + e.sample));',
  );
  context.on("request", (request) => {
    const url = request.url();
    if (!ALLOWED_SCHEME.test(url) && !origins.some((origin) => url.startsWith(`${origin}/`))) {
      problems.push(`request to another origin: ${url}`);
    }
  });
  context.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("weberror", (error) => problems.push(`error: ${error.error().message}`));
  context.on("console", (message) => {
    if (message.type() === "error" && !EXPECTED_FAILURE.test(message.text())) {
      problems.push(`console: ${message.text()}`);
    }
  });
}
