/**
 * Evaluation set of a manufacturer: about 180 people build gears, spindles and couplings in three plants in three
 * countries. The headquarters run an on-premises Windows domain with file servers, engineering workstations, PLM and an
 * ERP system; the plants are behind their own firewalls with MES servers and machine controls; Microsoft 365 is used by
 * everybody, and some supplier-facing and telemetry services are in Azure. Names, places, times, victims and variants
 * of attacks depend on the seed.
 *
 * Use: node --import tsx generate.ts --out FOLDER --seed N
 */
import { mkdirSync, openSync, writeSync, closeSync, writeFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stageAttacks } from "./attacks/stage.ts";
import { buildDirectory } from "./directory.ts";
import { administration } from "./everyday/administration.ts";
import { machines } from "./everyday/machines.ts";
import { offices } from "./everyday/offices.ts";
import { ordinary } from "./everyday/ordinary.ts";
import { everydayPeople } from "./everyday/people.ts";
import { runRoutines } from "./everyday/routine.ts";
import { usual } from "./everyday/usual.ts";
import { createOut } from "./out.ts";
import { createSink } from "./sink.ts";
import { iso } from "./util.ts";
import { buildWorld } from "./world.ts";

function argument(name: string): string {
  const index = process.argv.indexOf(`--${name}`);
  const value = index < 0 ? undefined : process.argv[index + 1];
  if (value === undefined) {
    console.error("use: generate.ts --out FOLDER --seed N");
    process.exit(2);
  }
  return value;
}

function writeLines(path: string, lines: Iterable<string>): void {
  const file = openSync(path, "w");
  let chunk = "";
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length > 1_000_000) {
      writeSync(file, chunk);
      chunk = "";
    }
  }
  writeSync(file, chunk);
  closeSync(file);
}

const folder = argument("out");
const seed = Number(argument("seed"));
const world = buildWorld(seed);
const directory = buildDirectory(world);
const sink = createSink(world.rng.fork("ids"), world.from, world.until);
const out = createOut(world, sink, world.rng.fork("rows"));
everydayPeople(world, out);
runRoutines(world, out, [...administration, ...offices, ...machines, ...ordinary, ...usual]);
const attacks = stageAttacks(world, out, sink);

for (const part of ["directory", "rows"]) {
  rmSync(join(folder, part), { recursive: true, force: true });
  mkdirSync(join(folder, part), { recursive: true });
}
for (const [kind, objects] of Object.entries(directory)) {
  writeLines(join(folder, "directory", `${kind}.ndjson`), objects.map((o) => JSON.stringify(o)));
}
for (const [table, rows] of sink.tables()) {
  rows.sort((a, b) => a.time - b.time || a.order - b.order);
  writeLines(join(folder, "rows", `${table}.ndjson`), rows.map((r) => r.text));
}
writeFileSync(join(folder, "truth.json"), `${JSON.stringify({
  schema: 1,
  organization: `${world.organization}, a manufacturer of machine parts with plants in ` +
    `${world.sites.map((s) => s.city).join(", ")}`,
  seed,
  from: iso(world.from),
  until: iso(world.until),
  counted_from: iso(world.counted),
  people: world.people.length,
  attacks,
}, null, 1)}\n`);
console.log(
  `${[...sink.tables().values()].reduce((sum, rows) => sum + rows.length, 0)} rows, ${attacks.length} attacks`);
