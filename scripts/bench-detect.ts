// What detection costs, as ratios in one run. Each part prints its own lines; the ratios come last.
import { parseArgs } from "node:util";
import { benchEndToEnd } from "./bench/detect/end-to-end.ts";
import { benchEngine } from "./bench/detect/engine.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "25" },
    // Rows that each database is measured with, and rows that the memory is watched over.
    sample: { type: "string", default: "50000" },
    rows: { type: "string", default: "1000000" },
    engines: { type: "string", default: "postgres,embedded" },
  },
});

// First, while the process is young: a heap full of what came before would be measured with it.
const { overParse, tenfold } = benchEngine(Number(options.rounds));

const isFlat = await benchEndToEnd({
  rows: Number(options.sample),
  memoryRows: Number(options.rows),
  engines: (["postgres", "embedded"] as const).filter((engine) => options.engines?.split(",").includes(engine)),
});

console.log(`parse+300/parse=${overParse.toFixed(2)} 3000/300=${tenfold.toFixed(2)}`);
if (!isFlat) process.exitCode = 1;
