// Measures the cost of detection as ratios in one run. Each part prints its own lines; the ratios come last.
import { parseArgs } from "node:util";
import { benchEndToEnd } from "./bench/detect/end-to-end.ts";
import { benchEngines, type EngineResult } from "./bench/detect/engine.ts";
import { stopServersWhenInterrupted } from "./services/interruptible-run.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "25" },
    // Rows for each database, and rows for the memory measurement.
    sample: { type: "string", default: "50000" },
    rows: { type: "string", default: "1000000" },
    engines: { type: "string", default: "postgres,embedded" },
  },
});

stopServersWhenInterrupted();

// Runs first: a heap full of earlier objects would distort it.
const { own, mapped } = await benchEngines(Number(options.rounds));

const isFlat = await benchEndToEnd({
  rows: Number(options.sample),
  memoryRows: Number(options.rows),
  engines: (["postgres", "embedded"] as const).filter((engine) => options.engines?.split(",").includes(engine)),
});

const ratiosOf = ({ overParse, tenfold }: EngineResult): string =>
  `parse+300/parse=${overParse.toFixed(2)} 3000/300=${tenfold.toFixed(2)}`;
console.log(`mapped log sources: ${ratiosOf(mapped)}`);
console.log(ratiosOf(own));
if (!isFlat) process.exitCode = 1;
