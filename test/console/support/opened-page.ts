// First: React and the console look for a page while they are loaded.
import "./window.ts";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { vi } from "vitest";
import { queryClient } from "../../../console/api/query-client.ts";
import { App } from "../../../console/app/app.tsx";
import { listenForShortcuts, setShortcutsEnabled } from "../../../console/app/shortcuts.tsx";
import { setFastTriage } from "../../../console/pages/cases/verdicts.tsx";
import { pastedKey } from "../../../console/pages/settings/api/pasted-key.ts";
import type { TestService } from "../../support/service.ts";
import type { Browser } from "../../support/signed-in.ts";
import { cancelDialog, click } from "./act.ts";
import { type Answer, type Connection, connectPage } from "./fetch-of-page.ts";
import { outlineOf } from "./outline.ts";
import { setAddress, setWidth } from "./window.ts";

/** Long enough for a machine that is busy with other tests. */
const PATIENCE_MS = 120_000;
const LOOK_AGAIN_MS = 5;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Looks until nothing throws any more; the clock of the page stands still meanwhile, so `vi.waitFor` would move it. */
export async function eventually<T>(look: () => T): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return look();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await pause(LOOK_AGAIN_MS);
  }
}

/** The console as one browser shows it. */
export interface OpenedPage extends Connection {
  /** Goes to another page by its address, as with a link. */
  goTo(path: string): Promise<void>;
  /** Waits until everything that the page asked for is shown. */
  settled(): Promise<void>;
  /** What is read on the page, without the navigation; on the whole window if there is none. */
  outline(): string;
}

let unmount: () => void = () => undefined;
listenForShortcuts();

/** Opens an address of the console in place of the one before, and waits until it is shown. */
export async function openPage(
  service: TestService,
  browser: Browser,
  path: string,
  answer?: Answer,
): Promise<OpenedPage> {
  closePage();
  setAddress(path);
  const connection = connectPage(service, browser);
  if (answer) connection.answer(answer);
  vi.stubGlobal("fetch", connection.fetch);
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  unmount = () => root.unmount();
  root.render(createElement(App));
  await settled();
  return {
    ...connection,
    settled,
    goTo: async (to) => {
      history.pushState(null, "", to);
      await settled();
    },
    outline: () => outlineOf(document.querySelector("main") ?? document.body),
  };
}

/** Leaves the page as if its window was closed. What the browser has stored about the person is gone, too. */
export function closePage(): void {
  cancelDialog();
  for (const toast of document.querySelectorAll(".toast [aria-label=Dismiss]")) click(toast);
  unmount();
  unmount = () => undefined;
  queryClient.clear();
  document.body.replaceChildren();
  setFastTriage(false);
  pastedKey.set("");
  setShortcutsEnabled(true);
  setWidth(1_280);
  localStorage.clear();
}

/** Nothing is being loaded or sent, and nothing is drawn as a placeholder. */
function isQuiet(): boolean {
  const isBusy = queryClient.isFetching() + queryClient.isMutating() > 0;
  return !isBusy && document.querySelector("main, .state") !== null && document.querySelector(".skeleton") === null;
}

async function settled(): Promise<void> {
  // What is shown after a response may ask for more, so the page has to be quiet several times in a row.
  for (let quiet = 0; quiet < 3; ) {
    await eventually(() => {
      if (!isQuiet()) throw new Error(`the page is still loading: ${document.body.textContent?.slice(0, 500)}`);
    });
    await pause(2);
    quiet = isQuiet() ? quiet + 1 : 0;
  }
}
