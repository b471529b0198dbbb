import { Window } from "happy-dom";

/** The address at which the console of the tests is served. */
export const ORIGIN = "http://parapet.test";

/** What the console and React use of a browser. Everything else stays that of Node, on which the service runs. */
const USED = [
  "document",
  "navigator",
  "location",
  "history",
  "localStorage",
  "innerWidth",
  "innerHeight",
  "Node",
  "Element",
  "HTMLElement",
  "HTMLInputElement",
  "HTMLButtonElement",
  "HTMLTextAreaElement",
  "HTMLSelectElement",
  "HTMLDialogElement",
  "HTMLIFrameElement",
  "HTMLAnchorElement",
  "FormData",
  "Event",
  "KeyboardEvent",
  "MouseEvent",
  "PointerEvent",
] as const;
const CALLED = [
  "addEventListener",
  "removeEventListener",
  "dispatchEvent",
  "matchMedia",
  "getComputedStyle",
  "requestAnimationFrame",
  "cancelAnimationFrame",
] as const;

const page = new Window({ url: `${ORIGIN}/`, width: 1_280, height: 800 });
define("window", page);
for (const name of USED) define(name, page[name]);
for (const name of CALLED) define(name, page[name].bind(page));
for (const name of ["scrollTo", "print"]) define(name, () => undefined);

/** One tab has every lock at once. */
Object.defineProperty(page.navigator, "locks", {
  value: { request: (_name: string, run: () => Promise<unknown>) => run() },
});

function define(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

/** Menus: happy-dom has no popovers, so a closed menu is always in the page. */
Object.assign(page.HTMLElement.prototype, { hidePopover: () => undefined });

/** Changes the address without loading anything, as if it had been typed before the page was opened. */
export function setAddress(path: string): void {
  page.happyDOM.setURL(ORIGIN + path);
}

/** Makes the media queries of the page match or not: `(min-width: 1000px)` is the one that has a preview. */
export function setWidth(width: number): void {
  page.happyDOM.setViewport({ width, height: 800 });
}
