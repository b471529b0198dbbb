import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * Returns the URL with which a thread starts the module `name` beside the module with the given URL, such as
 * `threadUrl("./worker", import.meta.url)`.
 */
export function threadUrl(name: string, base: string): URL {
  if (!base.endsWith(".ts")) return new URL(`${name}.js`, base);
  // From TypeScript sources the thread has to load tsx first, and Node 20 ignores `--import` for a worker's entry file.
  // By its file: vitest does not always provide import.meta.resolve, and the build that `require` resolves fails on
  // Node 20.
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx"));
  const tsx = new URL("./esm/api/index.mjs", loader);
  const entry = new URL(`${name}.ts`, base);
  const code = `import { register } from "${tsx}"; register(); await import("${entry}");`;
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`);
}
