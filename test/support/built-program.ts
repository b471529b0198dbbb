import { execFileSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";

const BUILD = fileURLToPath(new URL("../../scripts/build.mjs", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

let isBuilt = process.env["PARAPET_TEST_BUILT"] === "1";

/** Returns the path of the compiled program, after building it if the sources have changed. */
export function builtProgram(): string {
  if (!isBuilt) execFileSync(process.execPath, [BUILD, "--if-stale"], { stdio: "inherit" });
  isBuilt = true;
  return PROGRAM;
}

/** Returns the URL of a compiled module, for another process to import: its path in `src`, such as `store/embedded/engine`. */
export const builtModule = (path: string): string => new URL(`./${path}.js`, pathToFileURL(builtProgram())).href;
