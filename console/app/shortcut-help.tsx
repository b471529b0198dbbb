import "./shortcut-help.css";
import { type ReactElement, useSyncExternalStore } from "react";
import { Button } from "../ui/button.tsx";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { Check } from "../ui/field.tsx";
import { activeShortcuts, type Shortcut, setShortcutsEnabled, shortcutsEnabled, useShortcuts } from "./shortcuts.tsx";
import { createStore } from "./store.ts";
import { toggleTheme } from "./theme.ts";

const isOpen = createStore(false);
export const showShortcutHelp = (): void => isOpen.set(true);

/** Lists the keys that act on the current page; `?` opens it. */
export function ShortcutHelp(): ReactElement | null {
  const open = useSyncExternalStore(isOpen.subscribe, isOpen.get);
  const enabled = useSyncExternalStore(shortcutsEnabled.subscribe, shortcutsEnabled.get);
  useShortcuts([
    { keys: "?", does: "Show the keyboard shortcuts", listedAs: "everywhere", run: showShortcutHelp },
    { keys: "m", does: "Switch between light and dark", listedAs: "everywhere", run: toggleTheme },
    { keys: "/", does: "Search", listedAs: "everywhere", run: focusSearch },
  ]);
  if (!open) return null;
  const listed = activeShortcuts().filter(({ does }) => does !== undefined);
  return (
    <Dialog title="Keyboard shortcuts" wide onClose={() => isOpen.set(false)}>
      <div className="shortcut-lists">
        <ShortcutList title="On this page" shortcuts={listed.filter(({ listedAs }) => listedAs === undefined)} />
        <ShortcutList title="Everywhere" shortcuts={listed.filter(({ listedAs }) => listedAs === "everywhere")} />
        <ShortcutList title="Pages" shortcuts={listed.filter(({ listedAs }) => listedAs === "page")} />
      </div>
      <Check label="Single keys act outside of text fields" checked={enabled} onChange={setShortcutsEnabled} />
      <DialogActions>
        <Button onClick={() => isOpen.set(false)}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

interface ShortcutListProps {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

function ShortcutList({ title, shortcuts }: ShortcutListProps): ReactElement | null {
  if (shortcuts.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {shortcuts.map(({ keys, does }) => (
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
    </section>
  );
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>("[data-search]")?.focus();
}
