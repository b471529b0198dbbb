import { createStore } from "./store.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** `public/theme.js` reads the same entry before the first paint. */
const STORED_AS = "parapet.theme";

const current = document.documentElement.dataset["theme"];
export const theme = createStore<Theme>(current === "light" || current === "dark" ? current : "system");

/** Applies and stores a theme. */
export function setTheme(next: Theme): void {
  theme.set(next);
  if (next === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = next;
  try {
    localStorage.setItem(STORED_AS, next);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

/** Switches to the theme that is not shown. */
export function toggleTheme(): void {
  const isDark = theme.get() === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme.get() === "dark";
  setTheme(isDark ? "light" : "dark");
}
