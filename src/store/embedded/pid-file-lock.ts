import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { FolderLock } from "./folder-lock.ts";

/** Locks a folder by a file that is taken over only from a process that is gone. */
export async function lockByPidFile(dataDir: string): Promise<FolderLock | undefined> {
  const path = join(dataDir, "parapet.lock");
  for (let tries = 0; tries < 3; tries += 1) {
    if (createWithPid(path)) return { release: async () => rmSync(path, { force: true }) };
    const holder = readText(path);
    if (holder === undefined || isHeld(holder)) return undefined;
    takeAway(path, holder);
  }
  return undefined;
}

/** Returns the process that a file names in its first word. */
export function readPid(path: string): number | undefined {
  return toPid(readText(path) ?? "");
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function createWithPid(path: string): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, [process.pid, ...startOf(process.pid)].join(" "));
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** What cannot be read counts as held: two holders would destroy the data. */
function isHeld(holder: string): boolean {
  const pid = toPid(holder);
  if (pid === undefined) return true;
  if (!isAlive(pid)) return false;
  const [, ...started] = holder.split(" ");
  const starts = startOf(pid);
  // A process that started at another time has only been given the same number.
  return started.length === 0 || starts.length === 0 || started.join(" ") === starts.join(" ");
}

/** Returns since which tick of which boot a process runs, where the system tells. */
function startOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces; the 20th field behind it is the start.
    const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return start ? [start, readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()] : [];
  } catch {
    return [];
  }
}

// A rename moves exactly one file, so of several takers one wins; what it moved may be newer than what it read.
function takeAway(path: string, holder: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readText(aside) === holder) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

function toPid(text: string): number | undefined {
  const pid = Number(text.split(" ")[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}
