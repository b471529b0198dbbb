import { sourceThreadUrl } from "../../src/runtime/source-thread-url.ts";

/** What tests get instead of `src/runtime/thread-url.ts`: the compiled module, if there is one, starts in half the time. */
export function threadUrl(name: string, base: string): URL {
  const entry = new URL(`${name}.ts`, base);
  return process.env["PARAPET_TEST_BUILT"] === "1"
    ? new URL(entry.href.replace(/\/src\/(.*)\.ts$/, "/dist/$1.js"))
    : sourceThreadUrl(entry);
}
