/**
 * Synthetic logs of Waalhaven University in Nijmegen: six faculties (science, medical sciences, engineering,
 * humanities, law and economics) and their professors, researchers, laboratories, secretaries and student assistants,
 * a library with computer rooms and a journal proxy, finance, personnel, student affairs, legal and audit offices, IT
 * services with separate administrative accounts, guests of partner universities, a Windows domain, research Linux
 * servers and a cluster, a FortiGate with SSL VPN, a Palo Alto firewall in the data centre, a web proxy, Microsoft
 * 365, and Azure subscriptions of research groups.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attackPlans } from "./attacks/index.ts";
import { iso } from "./calendar.ts";
import { writeDirectory } from "./directory.ts";
import { alikeRoutines } from "./everyday-alike.ts";
import { bulkRoutines } from "./everyday-bulk.ts";
import { itRoutines } from "./everyday-it.ts";
import { machineRoutines } from "./everyday-machines.ts";
import { peopleRoutines } from "./everyday-people.ts";
import { restRoutines } from "./everyday-rest.ts";
import { runAttacks } from "./scenario.ts";
import { makeWorld } from "./world.ts";

function option(name: string): string {
  const value = process.argv[process.argv.indexOf(`--${name}`) + 1];
  if (!process.argv.includes(`--${name}`) || value === undefined) throw new Error(`--${name} is missing`);
  return value;
}

const folder = option("out");
const seed = Number(option("seed"));
const w = makeWorld(seed);
for (const part of ["directory", "rows"]) rmSync(join(folder, part), { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
writeDirectory(w, folder);
const routines = [
  ...peopleRoutines, ...itRoutines, ...machineRoutines, ...bulkRoutines, ...alikeRoutines, ...restRoutines,
];
for (const routine of routines) routine.run(w, w.rng.fork(routine.name));
const attacks = runAttacks(w, attackPlans);
w.sink.write(folder, w.cal.from, w.cal.until, w.rng.fork("write"));
const truth = {
  schema: 1,
  organization: "Waalhaven University, six faculties with a library, laboratories and central services",
  seed,
  from: iso(w.cal.from),
  until: iso(w.cal.until),
  counted_from: iso(w.cal.countedFrom),
  people: w.people.length + w.guests.length,
  attacks,
};
writeFileSync(join(folder, "truth.json"), `${JSON.stringify(truth, null, 1)}\n`);
console.log(JSON.stringify(w.sink.counts()));
console.log(`${routines.length} kinds of everyday work`);
console.log(`${attacks.length} attacks of ${new Set(attacks.map((a) => a.kind)).size} kinds`);
