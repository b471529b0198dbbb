import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Compile } from "typebox/compile";
import { DIRECTORY_KINDS } from "../../../src/model/directory-kind.ts";
import type { Fields } from "../../../src/model/fields.ts";
import { isLogTable } from "../../../src/model/tables.ts";
import type { Directory } from "../../../src/synth/directory.ts";
import type { SynthRow } from "../../../src/synth/rows/row.ts";
import { SetTruth } from "./truth.ts";

/** The rows and the directory of an organization by another author, and what is true of it. */
export interface LabeledSet {
  readonly directory: Directory;
  /** In the order of time. */
  readonly rows: readonly SynthRow[];
  readonly truth: SetTruth;
}

const TRUTH = Compile(SetTruth);

/** Reads the folder that the generator of a set has written. */
export async function readSet(folder: string): Promise<LabeledSet> {
  const truth: unknown = JSON.parse(await readFile(join(folder, "truth.json"), "utf8"));
  if (!TRUTH.Check(truth)) {
    const [first] = TRUTH.Errors(truth);
    throw new Error(`truth.json: ${first?.instancePath ?? ""} ${first?.message ?? "is not as described"}`);
  }
  const kinds = await Promise.all(
    DIRECTORY_KINDS.map(async (kind) => [kind, await readLines(join(folder, "directory", `${kind}.ndjson`))] as const),
  );
  return { directory: Object.fromEntries(kinds) as unknown as Directory, rows: await readRows(folder), truth };
}

async function readRows(folder: string): Promise<readonly SynthRow[]> {
  const rows: SynthRow[] = [];
  for (const name of (await readdir(join(folder, "rows"))).sort()) {
    const table = name.replace(/\.ndjson$/u, "");
    if (!isLogTable(table)) throw new Error(`rows/${name} is of no log table`);
    for (const fields of await readLines(join(folder, "rows", name))) rows.push({ table, at: timeOf(fields), fields });
  }
  return rows.sort((left, right) => left.at.getTime() - right.at.getTime());
}

function timeOf(fields: Fields): Date {
  const at = new Date(String(fields["TimeGenerated"] ?? fields["Timestamp"]));
  if (Number.isNaN(at.getTime())) throw new Error(`a row has no time: ${JSON.stringify(fields).slice(0, 200)}`);
  return at;
}

async function readLines(path: string): Promise<readonly Fields[]> {
  if (!existsSync(path)) return [];
  const text = await readFile(path, "utf8");
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [JSON.parse(line) as Fields]));
}

/** Returns the digest of everything that a generator has written. */
export async function digestOfSet(folder: string): Promise<string> {
  const hash = createHash("sha256");
  for (const part of ["directory", "rows"]) {
    for (const name of (await readdir(join(folder, part))).sort()) {
      hash.update(`${part}/${name}\n`).update(await readFile(join(folder, part, name)));
    }
  }
  return hash.update(await readFile(join(folder, "truth.json"))).digest("hex");
}
