import { type ReactElement, useSyncExternalStore } from "react";
import { createStore } from "./store.ts";

const announcement = createStore("");

/** Has a screen reader read a text. */
export function announce(text: string): void {
  // A no-break space at the end makes a repeated text a new one.
  announcement.set(announcement.get() === text ? `${text}\u00a0` : text);
}

/** The live region of announcements. */
export function Announcer(): ReactElement {
  const text = useSyncExternalStore(announcement.subscribe, announcement.get);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {text}
    </div>
  );
}
