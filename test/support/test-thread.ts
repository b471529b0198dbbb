import { builtProgram } from "./built-program.ts";

/** Returns the URL of a thread of the tests, which consists of parts of the built program. */
export function testThread(name: "planned-thread" | "mortal-thread"): URL {
  builtProgram();
  return new URL(`./threads/${name}.mjs`, import.meta.url);
}
