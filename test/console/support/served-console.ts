import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from "vitest";
import type { Parts } from "../../../src/compose.ts";
import { startTestService, type TestService } from "../../support/service.ts";
import type { Browser } from "../../support/signed-in.ts";
import type { Answer } from "./fetch-of-page.ts";
import { closePage, type OpenedPage, openPage } from "./opened-page.ts";

export interface ServedConsole {
  readonly service: TestService;
  /** Opens an address of the console in a browser, and waits until it is shown; requests may be answered otherwise. */
  open(browser: Browser, path: string, answer?: Answer): Promise<OpenedPage>;
}

/** React does not know this element of HTML in happy-dom, which does not know it either. */
const EXPECTED = /The tag <%s> is unrecognized in this browser.* search$/s;

/**
 * Serves the console of a test file from one service in process. A test fails if the page reports an error: a component
 * that throws, a key that occurs twice, a promise that nobody handles.
 */
export function serveConsole(parts: Partial<Parts> = {}): ServedConsole {
  let service: TestService | undefined;
  const problems: string[] = [];
  const note = (...words: readonly unknown[]): void => {
    const text = words.map(String).join(" ");
    if (!EXPECTED.test(text)) problems.push(text);
  };
  const noteRejection = (reason: unknown) => note("unhandled:", reason);
  beforeAll(async () => {
    service = await startTestService(parts);
    process.on("unhandledRejection", noteRejection);
  });
  beforeEach(() => {
    problems.length = 0;
    vi.useFakeTimers({ toFake: ["Date"], now: service?.clock.now ?? 0 });
    vi.spyOn(console, "error").mockImplementation(note);
    vi.spyOn(console, "warn").mockImplementation(note);
  });
  afterEach(() => {
    closePage();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    vi.useRealTimers();
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    process.off("unhandledRejection", noteRejection);
    await service?.stop();
  });
  const running = (): TestService => {
    if (!service) throw new Error("the service starts before the first test");
    return service;
  };
  return {
    get service() {
      return running();
    },
    open: (browser, path, answer) => openPage(running(), browser, path, answer),
  };
}
