import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { DrawnFault } from "./draw-faults.ts";

/**
 * Writes all faults into a checkout, each behind a switch, so that one build serves them all: the fault whose number is in the
 * file `active` of `folder` takes effect. With `record` there, each test file that reaches a fault is noted in `reached`:
 * a setup file of that checkout has to name the running test file in `globalThis.testFile`, and by an entry of `running`
 * for the programs that the test starts.
 */
export function plantFaults(checkout: string, folder: string, faults: readonly DrawnFault[]): void {
  mkdirSync(join(folder, "running"), { recursive: true });
  writeFileSync(join(folder, "active"), "0");
  writeFileSync(join(folder, "reached"), "");
  writeFileSync(join(checkout, "src/planted-fault.ts"), switchInNode(folder));
  writeFileSync(join(checkout, "console/planted-fault.ts"), SWITCH_IN_BROWSER);
  for (const file of new Set(faults.map((fault) => fault.file))) {
    const path = join(checkout, file);
    const here = faults.filter((fault) => fault.file === file).toSorted((a, b) => b.start - a.start);
    const planted = here.reduce(
      (text, { id, start, end, before, after }) =>
        `${text.slice(0, start)}(isPlanted(${id}) ? (${after}) as never : (${before}))${text.slice(end)}`,
      readFileSync(path, "utf8"),
    );
    const root = file.startsWith("console/") ? "console" : "src";
    const from = relative(dirname(file), `${root}/planted-fault.ts`);
    const imported = `import { isPlanted } from "${from.startsWith(".") ? from : `./${from}`}";\n`;
    // At the end, so that the numbers of the lines stay.
    writeFileSync(path, planted + imported);
  }
}

const switchInNode = (folder: string): string => `
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
const folder = ${JSON.stringify(folder)};
const active = readFileSync(folder + "/active", "utf8").trim();
const noted = new Set<string>();
export function isPlanted(fault: number): boolean {
  if (active !== "record") return active === String(fault);
  const own = (globalThis as { testFile?: string }).testFile;
  for (const test of own ? [own] : readdirSync(folder + "/running")) {
    const note = fault + " " + test + "\\n";
    if (!noted.has(note)) appendFileSync(folder + "/reached", note);
    noted.add(note);
  }
  return false;
}
`;

const SWITCH_IN_BROWSER = `
export const isPlanted = (fault: number): boolean => (globalThis as { plantedFault?: number }).plantedFault === fault;
`;
