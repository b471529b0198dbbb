/*
 * An evaluation set for a detection service.
 *
 * The organization is Brightkiln, a software company with about 210 people whose product, a multi-tenant cloud
 * service, runs on Azure in four subscriptions (production, staging, sandbox, corporate data) with Kubernetes,
 * pipelines, and some thirty service principals and managed identities, and on about forty Linux servers. The
 * headquarters are in Hamburg, a small office is in Krakow, and everybody else works from home in fourteen countries.
 * Contractors and guests of partners work with them in Microsoft 365. A small Windows domain with an ERP system is
 * kept for finance. Names, addresses and domains are invented.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attack } from "./attacks/plan.ts";
import { cloudWork } from "./everyday/cloud.ts";
import { identityWork } from "./everyday/identity.ts";
import { linuxWork } from "./everyday/linux.ts";
import { lookalikes } from "./everyday/lookalikes.ts";
import { networkWork } from "./everyday/network.ts";
import { officeWork } from "./everyday/office.ts";
import { dailyWork } from "./everyday/people.ts";
import { Whereabouts } from "./everyday/whereabouts.ts";
import { windowsWork } from "./everyday/windows.ts";
import { EverydayLog, Store, tableNames } from "./lib/log.ts";
import { iso } from "./lib/time.ts";
import { makeDirectory } from "./org/directory.ts";
import { makeWorld } from "./org/world.ts";

const option = (name: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  const value = at < 0 ? undefined : process.argv[at + 1];
  if (value === undefined) throw new Error("usage: generate.ts --out FOLDER --seed N");
  return value;
};

const writeLines = (path: string, lines: string[]): void => {
  writeFileSync(path, lines.length > 0 ? `${lines.join("\n")}\n` : "");
};

const out = option("out");
const seed = Number(option("seed"));
if (!Number.isSafeInteger(seed)) throw new Error("--seed must be a whole number");

const world = makeWorld(seed);
const store = new Store(world.from, world.until);
const everyday = new EverydayLog(store, world.r.fork("everyday"));
const whereabouts = new Whereabouts(world);

identityWork(world, everyday, whereabouts);
dailyWork(world, everyday, whereabouts);
officeWork(world, everyday, whereabouts);
cloudWork(world, everyday, whereabouts);
linuxWork(world, everyday, whereabouts);
windowsWork(world, everyday, whereabouts);
networkWork(world, everyday, whereabouts);
lookalikes(world, everyday, whereabouts);
const directory = makeDirectory(world);
const attacks = attack(world, store, whereabouts);

for (const folder of ["directory", "rows"]) {
  rmSync(join(out, folder), { recursive: true, force: true });
  mkdirSync(join(out, folder), { recursive: true });
}
for (const [kind, items] of Object.entries(directory)) {
  writeLines(join(out, "directory", `${kind}.ndjson`), items.map((item) => JSON.stringify(item)));
}
for (const table of tableNames) {
  if (store.count(table) > 0) writeLines(join(out, "rows", `${table}.ndjson`), store.lines(table));
}
const truth = {
  schema: 1, organization: "Brightkiln, a software company with a cloud product on Azure", seed, from: iso(world.from),
  until: iso(world.until), counted_from: iso(world.countedFrom), people: world.people.length + world.newcomers.length,
    attacks,
};
writeFileSync(join(out, "truth.json"), `${JSON.stringify(truth, null, 2)}\n`);
