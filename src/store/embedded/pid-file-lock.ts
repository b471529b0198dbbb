import { closeSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Locks a folder by a pid file, which is taken over only from a process that has ended. */
export async function lockByPidFile(dataDir: string): Promise<{ release(): Promise<void> } | undefined> {
  const path = join(dataDir, "parapet.lock");
  for (let tries = 0; tries < 3; tries += 1) {
    if (createWithPid(path)) return { release: async () => rmSync(path, { force: true }) };
    const holder = readText(path);
    if (holder === undefined || isHeld(holder)) return undefined;
    takeAway(path, holder);
  }
  return undefined;
}

/** Returns the process id in the first word of a file. */
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

/**
 * Returns whether the lock is held; a file that cannot be read counts as held, because two holders would corrupt the
 * data.
 */
function isHeld(holder: string): boolean {
  const pid = toPid(holder);
  if (pid === undefined) return true;
  if (!isAlive(pid)) return false;
  const [, ...started] = holder.split(" ");
  const starts = startOf(pid);
  // A process that started at another time merely has the same id.
  return started.length === 0 || starts.length === 0 || started.join(" ") === starts.join(" ");
}

/** Returns the start time of a process (clock tick and boot id), where the system provides it. */
function startOf(pid: number): readonly string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces; the 20th field after it is the start time.
    const start = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return start ? [start, readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()] : [];
  } catch {
    return [];
  }
}

// Of several processes that rename the same file one succeeds; the file it moved may be newer than the one it read.
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
