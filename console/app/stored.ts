/** Returns a choice that the browser keeps for this person; null without one, or without storage. */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(`parapet.${name}`);
  } catch {
    return null;
  }
}

/** Keeps a choice in the browser. Without storage it lasts until the page is closed. */
export function writeStored(name: string, value: string): void {
  try {
    localStorage.setItem(`parapet.${name}`, value);
  } catch {
    // Storage is switched off or full.
  }
}
