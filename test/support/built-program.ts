import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const BUILD = fileURLToPath(new URL("../../scripts/build.mjs", import.meta.url));
const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

let isBuilt = process.env["PARAPET_TEST_BUILT"] === "1";

/** Returns the path of the compiled program, after building it if the sources have changed. */
export function builtProgram(): string {
  if (!isBuilt) execFileSync(process.execPath, [BUILD, "--if-stale"], { stdio: "inherit" });
  isBuilt = true;
  return PROGRAM;
}
