import { open, readdir, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { RuleSource } from "../../analysis/detect/sigma/parse/read-documents.ts";
import { Failure } from "../../model/failure.ts";

/** The rules that ship with the package, in a folder beside `src` and `dist`. */
export const SHIPPED_RULES = fileURLToPath(new URL("../../../rules", import.meta.url));

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
  /** Changes when anything in the folder does. */
  readonly state: string;
}

interface RuleFile {
  readonly path: string;
  readonly bytes: number;
  /** `mtime` and `ctime`: a copy may preserve an old `mtime`, and a changed permission only changes `ctime`. */
  readonly times: string;
}

/**
 * Reads every rule file below a folder. Throws if the folder is missing; a file that cannot be read is listed in
 * `unread`.
 */
export async function readRulesFolder(folder: string): Promise<RulesFolder> {
  const { files, shut } = await listRuleFiles(folder);
  const sources: RuleSource[] = [];
  const unread: UnreadFile[] = [...shut];
  for (const { path } of files) {
    try {
      sources.push({ path, text: toText(await readBounded(join(folder, path))) });
    } catch (error) {
      unread.push({ path, reason: reasonOf(error as NodeJS.ErrnoException) });
    }
  }
  return { sources, unread, state: stateOf(files, shut) };
}

/** Returns a text that changes when a folder's rules do: the names, sizes and times of its files. */
export async function rulesFolderState(folder: string): Promise<string> {
  const { files, shut } = await listRuleFiles(folder);
  return stateOf(files, shut);
}

function stateOf(files: readonly RuleFile[], shut: readonly UnreadFile[]): string {
  const shown = files.map(({ path, bytes, times }) => `${path}\0${bytes}\0${times}`);
  return [...shown, ...shut.map(({ path }) => path)].join("\n");
}

class FileProblem extends Error {}

const reasonOf = (error: NodeJS.ErrnoException): string =>
  error instanceof FileProblem ? error.message : `it cannot be read: ${error.code ?? error.message}`;

interface Listing {
  readonly files: readonly RuleFile[];
  /** Folders that cannot be listed. */
  readonly shut: readonly UnreadFile[];
}

async function listRuleFiles(folder: string): Promise<Listing> {
  const shut: UnreadFile[] = [];
  const shown = (path: string) => relative(folder, path).split(sep).join("/");
  const paths = await walk(folder, 0, (path, error) => shut.push({ path: shown(path), reason: reasonOf(error) }));
  if (paths.length > MAX_FILES)
    throw new Failure("invalid_request", `'${folder}' holds more than ${MAX_FILES} rule files`);
  const files: RuleFile[] = [];
  for (const path of paths.toSorted()) {
    // A file may have been removed or replaced since; the next check sees it.
    const found = await stat(path).catch(() => null);
    if (found?.isFile())
      files.push({ path: shown(path), bytes: found.size, times: `${found.mtimeMs}/${found.ctimeMs}` });
  }
  return { files, shut };
}

type OnShut = (folder: string, error: NodeJS.ErrnoException) => void;

async function walk(folder: string, depth: number, onShut: OnShut): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (depth === 0) throw error;
    onShut(folder, error);
    return [];
  });
  const found: string[] = [];
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < MAX_DEPTH && !entry.name.startsWith("."))
      found.push(...(await walk(path, depth + 1, onShut)));
    else if (RULE_FILE.test(entry.name) && !entry.isDirectory()) found.push(path);
  }
  return found;
}

/** Decodes UTF-8 strictly: a replaced character could change the meaning of a rule. */
function toText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // UTF-16 without a byte order mark decodes as UTF-8 in which every other character is null.
    if (!text.includes("\0")) return text;
  } catch {
    // Reported below.
  }
  throw new FileProblem("the file is not UTF-8");
}

async function readBounded(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, filled);
      filled += bytesRead;
      if (filled > MAX_FILE_BYTES) throw new FileProblem(`the file is larger than ${MAX_FILE_BYTES} bytes`);
      if (bytesRead === 0) return buffer.subarray(0, filled);
    }
  } finally {
    await file.close();
  }
}
