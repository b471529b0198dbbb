/** Ways to find what a person sees by its name. Each throws with what is there instead, so that a wait can go on. */

/** Part of a page, or all of it. */
type Place = ParentNode;

const open = (): Place => [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;

export const nameOf = (element: Element): string => {
  const label = element.getAttribute("aria-label") ?? element.textContent ?? "";
  return label.replaceAll(/\s+/g, " ").trim();
};

type Name = string | RegExp;

const matches = (text: string, name: Name): boolean => (typeof name === "string" ? text === name : name.test(text));

function findNamed(place: Place, selector: string, name: Name): HTMLElement {
  const all = [...place.querySelectorAll<HTMLElement>(selector)];
  const found = all.find((element) => matches(nameOf(element), name));
  if (found) return found;
  throw new Error(`there is no '${selector}' named ${name}, only: ${all.map(nameOf).join(", ")}`);
}

/** Returns a button or an entry of a menu: in the dialog that is open, or else on the page. */
export const button = (name: Name, place: Place = open()): HTMLButtonElement =>
  findNamed(place, "button", withKey(name)) as HTMLButtonElement;

/** The key that a button shows after its name. */
const withKey = (name: Name): Name =>
  typeof name === "string" ? new RegExp(`^${name.replaceAll(/[.*+?^$()[\]\\|]/g, "\\$&")}( (\\w|Esc|↵))?$`) : name;

export const link = (name: Name, place: Place = document): HTMLAnchorElement =>
  findNamed(place, "a", name) as HTMLAnchorElement;

export const row = (name: RegExp, place: Place = document): HTMLElement => findNamed(place, "tr", name);

/** Returns the open dialog with a title. */
export function dialog(title: Name): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>("dialog[open]")].find((one) =>
    matches(one.querySelector("h2")?.textContent ?? "", title),
  );
  if (found) return found;
  throw new Error(`no dialog has the title ${title}: ${document.body.textContent?.slice(0, 200)}`);
}

export const isDialogOpen = (): boolean => document.querySelector("dialog[open]") !== null;

/** Returns the input, text area, selection or box with a label. */
export function field(label: Name, place: Place = open()): HTMLInputElement {
  const labels = [...place.querySelectorAll<HTMLLabelElement>("label")];
  const found = labels.find((one) => matches(labelOf(one), label));
  const id = found?.getAttribute("for");
  const input = id ? document.getElementById(id) : found?.querySelector("input, select, textarea");
  if (input) return input as HTMLInputElement;
  const own = [...place.querySelectorAll<HTMLInputElement>("input[aria-label]")].find((one) =>
    matches(nameOf(one), label),
  );
  if (own) return own;
  throw new Error(`no field has the label ${label}, only: ${labels.map(labelOf).join(", ")}`);
}

/** A selection inside its label is no part of it. */
function labelOf(label: HTMLLabelElement): string {
  const copy = label.cloneNode(true) as HTMLElement;
  for (const inside of copy.querySelectorAll("select, textarea, kbd")) inside.remove();
  const icon = label.querySelector("svg[aria-label]");
  return icon ? nameOf(icon) : nameOf(copy);
}

/** Returns the card with a heading. */
export function card(title: Name): HTMLElement {
  const headings = [...document.querySelectorAll("h2")];
  const found = headings.find((heading) => matches(nameOf(heading), title))?.closest("section");
  if (found) return found as HTMLElement;
  throw new Error(`no card has the title ${title}, only: ${headings.map(nameOf).join(", ")}`);
}

/** Returns the text that is on the screen. */
export const screenText = (): string => (document.body.textContent ?? "").replaceAll(/\s+/g, " ");

/** Throws unless the text is on the screen. */
export function shows(text: Name): void {
  const shown = screenText();
  if (!(typeof text === "string" ? shown.includes(text) : text.test(shown))) {
    throw new Error(`'${text}' is not shown, but: ${shown.slice(0, 2_000)}`);
  }
}
