/**
 * The logs of Aldermere Quist LLP, an international law and accounting partnership with offices in four cities:
 * partners, associates, accountants, paralegals and assistants, a finance department, a small IT department and a
 * service desk that is outsourced to Corvane Services. Work is mail, matter sites in SharePoint, labelled confidential
 * documents and VPN, on a few Windows and Linux servers and some Azure.
 *
 * Usage: generate.ts --out FOLDER --seed N
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attackKinds } from "./attacks.ts";
import { writeDirectory } from "./directory.ts";
import { everydayIt } from "./everyday-it.ts";
import { everydayMachines } from "./everyday-machines.ts";
import { everydayNoise } from "./everyday-noise.ts";
import { everydayPeople } from "./everyday-people.ts";
import { everydayTwins } from "./everyday-twins.ts";
import type { World } from "./model.ts";
import { buildOrganization } from "./org.ts";
import { DAY } from "./places.ts";
import { Rng } from "./random.ts";
import { Sink } from "./sink.ts";
import type { AttackKind } from "./stage.ts";
import { areas, Stage } from "./stage.ts";

const option = (name: string): string => {
  const index = process.argv.indexOf(`--${name}`);
  const value = index < 0 ? undefined : process.argv[index + 1];
  if (value === undefined) throw new Error("usage: generate.ts --out FOLDER --seed N");
  return value;
};

const out = option("out");
const seed = Number(option("seed"));
const rng = new Rng(`law-firm/${seed}`);
const historyDays = 21;
const days = historyDays + 35;
// A Monday between the end of July and the middle of September 2026.
const from = Date.UTC(2026, 6, 27) + (Math.abs(seed) % 7) * 7 * DAY;
const until = from + days * DAY;
const counted = from + historyDays * DAY;
const sink = new Sink(rng.fork("sink"), from, until);
const org = buildOrganization(rng.fork("organization"), from, days, historyDays);
const world: World = { org, sink, rng, from, counted, until, days, historyDays };
const part = (name: string): World => ({ ...world, rng: rng.fork(name) });

everydayPeople(part("people"));
everydayMachines(part("machines"));
everydayIt(part("it"));
everydayNoise(part("noise"));
everydayTwins(part("twins"));

/** Most kinds of each area once and some twice, spread over the counted days; another seed makes another choice. */
const plan = rng.fork("plan");
const chosen = areas.flatMap((area) => plan.sample(attackKinds.filter((kind) => kind.area === area), 11));
const twice = plan.sample(chosen.filter((kind) => (kind.span ?? 1) === 1 && kind.difficulty === "obvious"), 8);
const attacks: readonly AttackKind[] = plan.shuffle([...chosen, ...twice]);
const used = new Map<string, number>();
const truth = attacks.map((attack, index) => {
  const span = attack.span ?? 1;
  const room = days - historyDays - 2 - span;
  const day = historyDays + 1 + Math.min(room, Math.floor((index / attacks.length) * (room + 1)));
  const stage = new Stage(part(`attack/${index}/${attack.kind}`), day, used);
  sink.begin();
  let result: { subjects: string[]; summary: string };
  try {
    result = attack.run(stage);
  } catch (error) {
    throw new Error(`the attack ${attack.kind} failed`, { cause: error });
  }
  const rows = sink.end();
  const times = rows.map((row) => row.time);
  return {
    kind: attack.kind, area: attack.area, difficulty: attack.difficulty, types: attack.types,
    subjects: [...new Set(result.subjects)], start: new Date(Math.min(...times)).toISOString(),
    end: new Date(Math.max(...times)).toISOString(), rows: rows.map((row) => row.id), decisive: stage.decisive,
    summary: result.summary,
  };
});
truth.sort((x, y) => x.start.localeCompare(y.start));

mkdirSync(out, { recursive: true });
sink.write(join(out, "rows"));
writeDirectory(part("directory"), join(out, "directory"));
writeFileSync(join(out, "truth.json"), `${JSON.stringify({
  schema: 1, organization: "Aldermere Quist LLP, an international law and accounting partnership with four offices",
    seed,
  from: new Date(from).toISOString(), until: new Date(until).toISOString(),
    counted_from: new Date(counted).toISOString(),
  people: org.people.length,
  attacks: truth.map((attack, index) => ({ id: `a${String(index + 1).padStart(3, "0")}`, ...attack })),
}, null, 1)}\n`);
console.log(JSON.stringify(sink.counts()), truth.length);
