import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Failure } from "../../model/failure.ts";
import { toAmount, toCount } from "../../model/text/amount.ts";
import { parseDateTime } from "../../model/text/date-time.ts";
import { makeFolder } from "../../runtime/make-folder.ts";
import { DEFAULT_NOISE, type Knobs, SOURCES, type Sources } from "../../synth/knobs.ts";
import { planOrganization } from "../../synth/plants/planted-organization.ts";
import { type Command, type Invocation, type Option, required } from "../command.ts";
import { writeOrganization } from "../synth/write-organization.ts";
import { UsageError } from "../usage-error.ts";

/** Fixed, so that a command gives the same bytes on every day. */
const DEFAULT_UNTIL = "2026-11-01T00:00:00.000Z";
const MANY_USERS = 2_000;

interface Range {
  readonly least: number;
  readonly most: number;
}

const whole = (meaning: string, { least, most }: Range): Option => ({
  value: "N",
  meaning,
  problem: (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `expected a whole number from ${least} to ${most}`,
});

const share = (meaning: string): Option => ({
  value: "SHARE",
  meaning,
  problem: (value) => (/^0(\.\d{1,6})?$|^1$/.test(value) ? undefined : "expected a number from 0 to 1"),
});

const word = (value: string, meaning: string, words: readonly string[]): Option => ({
  value,
  meaning,
  problem: (given) => (words.includes(given) ? undefined : `expected ${words.join(", ")}`),
});

export const command: Command = {
  options: {
    out: { value: "FOLDER", meaning: "folder to write to", required: true },
    seed: whole("seed; the same options and seed give the same bytes (default: 1)", { least: 0, most: 999_999_999 }),
    users: whole("number of people (default: 300)", { least: 50, most: 50_000 }),
    nhis: whole("number of programs (default: half the number of people)", { least: 20, most: 25_000 }),
    days: whole("days of logs (default: 120)", { least: 7, most: 400 }),
    rows: whole("average rows of a person on a working day (default: 30, or 3 above 2,000 people)", {
      least: 1,
      most: 1_000,
    }),
    until: {
      value: "TIME",
      meaning: `end of the logs (default: ${DEFAULT_UNTIL})`,
      problem: (value) => (parseDateTime(value) ? undefined : "expected a date and time such as 2026-11-01T00:00:00Z"),
    },
    plants: word("on|off", "whether findings are planted; off gives a quiet organization (default: on)", ["on", "off"]),
    sources: word("WHAT", `what is delivered: ${SOURCES.join(", ")} (default: all)`, SOURCES),
    loss: share(`share of rows that are lost (default: ${DEFAULT_NOISE.loss})`),
    duplicates: share(`share of rows that arrive twice (default: ${DEFAULT_NOISE.duplicates})`),
    late: share(`share of rows that arrive after later ones (default: ${DEFAULT_NOISE.late})`),
    rounded: share(`share of rows with a time in whole minutes (default: ${DEFAULT_NOISE.rounded})`),
    outages: whole("outages of one log table, per 120 days (default: 1)", { least: 0, most: 100 }),
  },
  flags: { force: "replace the files of an organization that is in the folder" },
  examples: [
    "parapet synth --out ./northwind --seed 1",
    "parapet synth --out ./large --seed 1 --users 10000 --days 400",
    "parapet synth --out ./quiet --seed 1 --plants off --json",
  ],
  notes: `Writes directory/<kind>.ndjson, rows/<Table>.ndjson and truth.json, which states what was planted and what the
analysis should find. docs/synth.md describes the files.`,
  run: async (invocation) => {
    const { terminal, json } = invocation;
    const folder = required(invocation, "out");
    const knobs = readKnobs(invocation);
    await prepareFolder(folder, invocation.flags.has("force"));
    const written = await writeOrganization(folder, planOrganization(knobs), (day, rows) =>
      terminal.progress(`day ${day + 1} of ${knobs.days + 1}, ${toAmount(rows, "row")}`),
    );
    terminal.progress("");
    const { seed, users, nhis, days } = knobs;
    if (json) terminal.data(JSON.stringify({ folder, seed, users, nhis, days, ...written }));
    else {
      const { rows, objects, plants } = written;
      terminal.out(
        `${toAmount(rows, "row")}, ${toCount(objects)} directory objects and ${toAmount(plants, "plant")} are in ${folder}.`,
      );
    }
    return 0;
  },
};

function readKnobs({ options }: Invocation): Knobs {
  const number = (name: string, fallback: number): number => Number(options[name] ?? fallback);
  const users = number("users", 300);
  const until = parseDateTime(options["until"] ?? DEFAULT_UNTIL);
  if (!until) throw new UsageError("--until: expected a date and time");
  return {
    seed: number("seed", 1),
    users,
    nhis: number("nhis", Math.max(20, Math.round(users / 2))),
    days: number("days", 120),
    rows: number("rows", users > MANY_USERS ? 3 : 30),
    until,
    plants: options["plants"] !== "off",
    sources: (options["sources"] ?? "all") as Sources,
    noise: {
      loss: number("loss", DEFAULT_NOISE.loss),
      duplicates: number("duplicates", DEFAULT_NOISE.duplicates),
      late: number("late", DEFAULT_NOISE.late),
      rounded: number("rounded", DEFAULT_NOISE.rounded),
      outages: number("outages", DEFAULT_NOISE.outages),
    },
  };
}

const WRITTEN = ["directory", "rows", "truth.json"];

/** Creates the folder. One with content is refused unless it is forced, and then only the command's own files are removed. */
async function prepareFolder(folder: string, isForced: boolean): Promise<void> {
  await makeFolder(folder);
  if ((await readdir(folder)).length === 0) return;
  if (!isForced) throw new Failure("invalid_request", `'${folder}' is not empty; name another folder or add --force`);
  for (const name of WRITTEN) await rm(join(folder, name), { recursive: true, force: true });
}
