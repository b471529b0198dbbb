import { sourceThreadUrl } from "./source-thread-url.ts";

/**
 * Returns the URL with which a thread starts the module `name` beside the module with the given URL, such as
 * `threadUrl("./worker", import.meta.url)`.
 */
export function threadUrl(name: string, base: string): URL {
  return base.endsWith(".ts") ? sourceThreadUrl(new URL(`${name}.ts`, base)) : new URL(`${name}.js`, base);
}
