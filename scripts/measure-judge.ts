// Judges the incidents of the sets for causes, and writes how often each detector was right there and the curve of the
// threshold. Needs the databases that `npm run evaluate:detection -- --sets manufacturer,law-firm --keep FOLDER` keeps.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CORRELATION } from "../src/analysis/correlate/correlation-settings.ts";
import { drawCurve, pointAt } from "./evaluate/independent/draw-curve.ts";
import { generate } from "./evaluate/independent/evaluate-set.ts";
import { type JudgedSet, judgeIncidents } from "./evaluate/independent/judged-incidents.ts";
import { KNOWN_SETS } from "./evaluate/independent/known-sets.ts";
import { renderPrecision } from "./evaluate/independent/render-precision.ts";
import { withScratchFolder } from "./evaluate/scratch-domain.ts";

const { values: options } = parseArgs({
  options: {
    keep: { type: "string" },
    // Without it the measured precision stays as it is, to see what a change of the judge does.
    write: { type: "boolean", default: false },
  },
});
const keep = options.keep;
if (keep === undefined) throw new Error("--keep names the folder with the databases of the sets");

const sets = new Map<string, JudgedSet>();
for (const { name } of KNOWN_SETS.filter(({ use }) => use === "causes")) {
  await withScratchFolder(async (scratch) => {
    const folder = join(scratch, "set");
    await generate({ set: name, seed: 1 }, folder);
    sets.set(name, await judgeIncidents(join(keep, `${name}-1`), folder));
  });
}
for (const threshold of [0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8]) {
  const points = [...sets].map(([name, set]) => {
    const { found, falseCases } = pointAt(set, threshold);
    return `${name} ${found.toFixed(3)} at ${falseCases.toFixed(2)}`;
  });
  console.log(`${threshold.toFixed(2)}  ${points.join("   ")}`);
}
if (options.write) {
  const all = [...sets.values()];
  writeFileSync(new URL("../src/analysis/correlate/measured-precision.ts", import.meta.url), renderPrecision(all));
  mkdirSync(new URL("../docs/pictures/", import.meta.url), { recursive: true });
  writeFileSync(new URL("../docs/pictures/threshold.svg", import.meta.url), drawCurve(sets, CORRELATION.promoteScore));
}
