import "./toasts.css";
import { X } from "lucide-react";
import { type ReactElement, useEffect, useSyncExternalStore } from "react";
import { ApiError } from "../api/api-error.ts";
import { Button } from "../ui/button.tsx";
import { sentence } from "../ui/states.tsx";
import { useShortcuts } from "./shortcuts.tsx";
import { createStore } from "./store.ts";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly bad: boolean;
  readonly undo?: (() => void) | undefined;
}

const SHOWN_MS = 10_000;
const MAX_SHOWN = 3;
const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a short message for 10 s; with `undo`, the button and the key `u` take the change back. */
export function showToast(text: string, { undo, bad = false }: { undo?: () => void; bad?: boolean } = {}): void {
  lastId += 1;
  toasts.set([...toasts.get(), { id: lastId, text, bad, undo }].slice(-MAX_SHOWN));
}

/** Shows that a change failed, and why. */
export function showFailure(what: string, error: unknown): void {
  const reason = error instanceof Error ? sentence(error.message) : "";
  const request = error instanceof ApiError && error.requestId ? ` Request ${error.requestId}.` : "";
  showToast(`${what} ${reason}${request}`, { bad: true });
}

const remove = (id: number): void => toasts.set(toasts.get().filter((toast) => toast.id !== id));

function undoLast(): void {
  const last = toasts.get().findLast(({ undo }) => undo !== undefined);
  if (!last) return;
  remove(last.id);
  last.undo?.();
}

/** The messages at the bottom of the window. */
export function Toasts(): ReactElement {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  useShortcuts([{ keys: "u", does: "Undo the last change", listedAs: "everywhere", run: undoLast }]);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastLine({ toast }: { readonly toast: Toast }): ReactElement {
  useEffect(() => {
    const timer = setTimeout(() => remove(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id]);
  const { undo } = toast;
  return (
    <div className={toast.bad ? "toast toast-bad" : "toast"}>
      <span>{toast.text}</span>
      {undo && (
        <Button
          small
          onClick={() => {
            remove(toast.id);
            undo();
          }}
        >
          Undo <kbd>u</kbd>
        </Button>
      )}
      <Button look="plain" small icon={X} aria-label="Dismiss" onClick={() => remove(toast.id)} />
    </div>
  );
}
