import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

/** Modules of the product or of a library, by the end of their path, and what tests get instead. */
const REPLACED: Readonly<Record<string, string>> = {
  "/runtime/thread-url.ts": fileURLToPath(new URL("./thread-url.ts", import.meta.url)),
  "@node-rs/argon2": fileURLToPath(new URL("./quick-argon2.ts", import.meta.url)),
};

/** Replaces what only costs time. */
export function replaceModules(): Plugin {
  return {
    name: "parapet-replaced-modules",
    enforce: "pre",
    resolveId(source) {
      const found = Object.entries(REPLACED).find(([end]) => source.endsWith(end));
      return found?.[1];
    },
  };
}
