// Draws faults of one line each, to count which of them the tests find, and prints them as JSON lines. With --plant DIR they are
// written into another checkout, each behind a switch that --switch FOLDER holds (faults/plant-faults.ts).
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Area, drawFaults } from "./faults/draw-faults.ts";
import { plantFaults } from "./faults/plant-faults.ts";

const AREAS: Readonly<Record<string, RegExp>> = {
  store: /^src\/store\//,
  ingest: /^src\/(ingest|push)\//,
  detect: /^src\/(analysis|pipeline)\/(detect|evidence|acts)\//,
  correlate: /^src\/(analysis|pipeline)\/correlate\//,
  contract: /^src\/contract\//,
  http: /^src\/(http|api)\//,
  access: /^src\/access\//,
  actions: /^src\/(actions|admin)\//,
  analysis: /^src\/(analysis|pipeline)\/(access|activity|analyze|drift|nhi|persona)\//,
  console: /^console\//,
  client: /^src\/client\//,
};
const IS_LEFT_OUT = /\.test\.tsx?$|\.d\.ts$|api-types\.ts$|\/operations\.ts$|vite\.config/;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    plant: { type: "string" },
    switch: { type: "string" },
  },
});

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
const faults = drawFaults(Object.entries(AREAS).map(readArea), Number(values.count), Number(values.seed));
for (const { id, area, file, line, kind, before, after } of faults) {
  console.log(JSON.stringify({ id, area, file, line, kind, before, after }));
}
if (values.plant && values.switch) plantFaults(values.plant, values.switch, faults);

function readArea([name, pattern]: readonly [string, RegExp]): Area {
  const paths = ["src", "console"]
    .flatMap((root) => readdirSync(root, { recursive: true, encoding: "utf8" }).map((path) => `${root}/${path}`))
    .filter((path) => /\.tsx?$/.test(path) && pattern.test(path) && !IS_LEFT_OUT.test(path))
    .toSorted();
  return { name, files: new Map(paths.map((path) => [path, readFileSync(path, "utf8")])) };
}
