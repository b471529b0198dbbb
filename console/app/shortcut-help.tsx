import "./shortcut-help.css";
import { type ReactElement, useSyncExternalStore } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Check } from "../ui/field.tsx";
import { activeShortcuts, setShortcutsEnabled, shortcutsEnabled, useShortcuts } from "./shortcuts.tsx";
import { createStore } from "./store.ts";
import { toggleTheme } from "./theme.ts";

const isOpen = createStore(false);
export const showShortcutHelp = (): void => isOpen.set(true);

/** Lists the keys that act on the current page; `?` opens it. */
export function ShortcutHelp(): ReactElement | null {
  const open = useSyncExternalStore(isOpen.subscribe, isOpen.get);
  const enabled = useSyncExternalStore(shortcutsEnabled.subscribe, shortcutsEnabled.get);
  useShortcuts([
    { keys: "?", does: "Show the keyboard shortcuts", run: showShortcutHelp },
    { keys: "m", does: "Switch between light and dark", run: toggleTheme },
    { keys: "/", does: "Search", run: focusSearch },
  ]);
  if (!open) return null;
  const listed = activeShortcuts().flatMap(({ keys, does }) => (does === undefined ? [] : [{ keys, does }]));
  return (
    <Dialog title="Keyboard shortcuts" wide onClose={() => isOpen.set(false)}>
      <ul className="shortcut-list">
        {listed.map(({ keys, does }) => (
          <li key={keys}>
            {does}
            <span className="keys">
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <Check label="Single keys act outside of text fields" checked={enabled} onChange={setShortcutsEnabled} />
      <DialogActions>
        <Button onClick={() => isOpen.set(false)}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>("[data-search]")?.focus();
}
