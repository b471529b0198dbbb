import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/** Returns the URL with which a thread starts a TypeScript module. */
export function sourceThreadUrl(entry: URL): URL {
  // The thread has to load tsx first, and Node 20 ignores `--import` for a worker's entry file.
  // By its file: vitest does not always provide import.meta.resolve, and the build that `require` resolves fails on
  // Node 20.
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx"));
  const tsx = new URL("./esm/api/index.mjs", loader);
  const code = `import { register } from "${tsx}"; register(); await import("${entry}");`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
