import { useEffect, useRef } from "react";
import { createStore } from "./store.ts";
import { readStored, writeStored } from "./stored.ts";

/** A key, or two keys one after the other such as `g c`, and what it does. */
export interface Shortcut {
  readonly keys: string;
  /** Left out of the help if undefined: another key with the same effect is listed. */
  readonly does?: string;
  /** Where the help lists it; among the keys of the page unless given. */
  readonly listedAs?: "everywhere" | "page";
  run(event: KeyboardEvent): void;
}

const SEQUENCE_MS = 1_500;
const STORED_AS = "shortcuts";
const groups: Set<{ current: readonly Shortcut[] }> = new Set();

/** Whether single keys act; people who dictate text switch them off. */
export const shortcutsEnabled = createStore(readStored(STORED_AS) !== "off");

export function setShortcutsEnabled(enabled: boolean): void {
  shortcutsEnabled.set(enabled);
  writeStored(STORED_AS, enabled ? "on" : "off");
}

/** Makes keys act while the component is shown; the most recent component wins. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const group = useRef(shortcuts);
  group.current = shortcuts;
  useEffect(() => {
    groups.add(group);
    return () => {
      groups.delete(group);
    };
  }, []);
}

/** Returns the shortcuts that act now, for the help. */
export const activeShortcuts = (): readonly Shortcut[] => [...groups].flatMap(({ current }) => current);

let first: { readonly key: string; readonly at: number } | undefined;

function onKey(event: KeyboardEvent): void {
  if (!shortcutsEnabled.get() || event.ctrlKey || event.metaKey || event.altKey || isOwnKey(event)) return;
  if (document.querySelector("dialog[open]")) return;
  const sequence = first && Date.now() - first.at < SEQUENCE_MS ? `${first.key} ${event.key}` : undefined;
  first = undefined;
  const found = (sequence && find(sequence)) || find(event.key);
  if (found) {
    event.preventDefault();
    found.run(event);
  } else if (activeShortcuts().some(({ keys }) => keys.startsWith(`${event.key} `))) {
    first = { key: event.key, at: Date.now() };
  }
}

const find = (keys: string): Shortcut | undefined => activeShortcuts().findLast((shortcut) => shortcut.keys === keys);

/** Returns whether the element with the focus uses the key itself: text fields all of them, buttons and links some. */
function isOwnKey({ key, target }: KeyboardEvent): boolean {
  if (isTyping(target)) return true;
  const own = key === "Enter" ? "a, button, summary" : key.startsWith("Arrow") ? "[role=menu]" : null;
  return own !== null && target instanceof Element && target.closest(own) !== null;
}

function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement && target.type === "checkbox") return false;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Starts listening for keys. */
export function listenForShortcuts(): void {
  document.addEventListener("keydown", onKey);
}
