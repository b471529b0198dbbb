import { createStore } from "./store.ts";
import { writeStored } from "./stored.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** `public/theme.js` reads the same entry before the first paint. */
const STORED_AS = "theme";

const current = document.documentElement.dataset["theme"];
export const theme = createStore<Theme>(current === "light" || current === "dark" ? current : "system");

/** Applies and stores a theme. */
export function setTheme(next: Theme): void {
  theme.set(next);
  if (next === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = next;
  writeStored(STORED_AS, next);
}

/** Switches to the theme that is not shown. */
export function toggleTheme(): void {
  const isDark = theme.get() === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme.get() === "dark";
  setTheme(isDark ? "light" : "dark");
}
