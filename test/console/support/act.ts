/** What a person does on a page, as the events that a browser sends. */

export function click(element: Element, { shift = false }: { readonly shift?: boolean } = {}): void {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, shiftKey: shift }));
}

/** Enters a text in place of the one before, or chooses an option. */
export function enter(input: HTMLInputElement, text: string): void {
  // React replaces the property on the element to see changes; the one of the prototype is what a browser uses.
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value");
  property?.set?.call(input, text);
  for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Presses keys one after the other, each on the element that has the focus. */
export function press(...keys: readonly string[]): void {
  for (const key of keys) {
    const target = document.activeElement ?? document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
}

/** Presses Escape in the topmost dialog, which a browser reports as `cancel`. */
export function cancelDialog(): void {
  [...document.querySelectorAll("dialog[open]")].at(-1)?.dispatchEvent(new Event("cancel", { cancelable: true }));
}
