import { open, readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { RuleSource } from "../analysis/detect/sigma/read-documents.ts";
import { Failure } from "../model/failure.ts";

/** The rules that come with the package: beside `src` and beside `dist`. */
export const SHIPPED_RULES = fileURLToPath(new URL("../../rules", import.meta.url));

const MAX_FILE_BYTES = 262_144;
const MAX_FILES = 20_000;
const MAX_DEPTH = 16;
const RULE_FILE = /\.ya?ml$/i;

/** A file that was not read, and why. */
export interface UnreadFile {
  readonly path: string;
  readonly reason: string;
}

export interface RulesFolder {
  /** Paths are relative to the folder, with `/`, in order of their names. */
  readonly sources: readonly RuleSource[];
  readonly unread: readonly UnreadFile[];
  /** Another one after a reload means that something in the folder changed. */
  readonly state: string;
}

interface RuleFile {
  readonly path: string;
  readonly bytes: number;
  readonly changedMs: number;
}

/** Reads every rule file below a folder. A folder that is not there is a failure; a file that is too large is told. */
export async function readRulesFolder(folder: string): Promise<RulesFolder> {
  const files = await listRuleFiles(folder);
  const sources: RuleSource[] = [];
  const unread: UnreadFile[] = [];
  for (const file of files) {
    const text = await readBounded(join(folder, file.path));
    if (text === null) unread.push({ path: file.path, reason: `the file is larger than ${MAX_FILE_BYTES} bytes` });
    else sources.push({ path: file.path, text });
  }
  return { sources, unread, state: stateOf(files) };
}

/** What tells whether a folder's rules changed: names, sizes and times of its files. */
export async function rulesFolderState(folder: string): Promise<string> {
  return stateOf(await listRuleFiles(folder));
}

function stateOf(files: readonly RuleFile[]): string {
  return files.map(({ path, bytes, changedMs }) => `${path}\0${bytes}\0${changedMs}`).join("\n");
}

async function listRuleFiles(folder: string): Promise<readonly RuleFile[]> {
  const paths = await walk(folder, 0);
  if (paths.length > MAX_FILES)
    throw new Failure("invalid_request", `'${folder}' holds more than ${MAX_FILES} rule files`);
  const files: RuleFile[] = [];
  for (const path of paths.toSorted()) {
    // A file may be gone by now, or replaced: the next look at the folder sees it as it is then.
    const found = await stat(path).catch(() => null);
    if (!found?.isFile()) continue;
    const shown = relative(folder, path).split(sep).join("/");
    files.push({ path: shown, bytes: found.size, changedMs: found.mtimeMs });
  }
  return files;
}

async function walk(folder: string, depth: number): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < MAX_DEPTH && !entry.name.startsWith("."))
      found.push(...(await walk(path, depth + 1)));
    else if (RULE_FILE.test(entry.name) && !entry.isDirectory()) found.push(path);
  }
  return found;
}

/** The text of a file, or null when it is larger than a rule file may be. */
async function readBounded(path: string): Promise<string | null> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled);
      filled += bytesRead;
      if (filled > MAX_FILE_BYTES) return null;
      if (bytesRead === 0) return buffer.toString("utf8", 0, filled);
    }
  } finally {
    await file.close();
  }
}
