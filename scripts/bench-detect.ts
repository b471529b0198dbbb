// What detection costs, as ratios in one run. Each part prints its own lines; the ratios come last.
import { parseArgs } from "node:util";
import { benchEngine } from "./bench/detect/engine.ts";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "25" } } });

const { overParse, tenfold } = benchEngine(Number(options.rounds));
console.log(`parse+300/parse=${overParse.toFixed(2)} 3000/300=${tenfold.toFixed(2)}`);
