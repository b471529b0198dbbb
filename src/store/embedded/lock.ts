import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** Proof that this process alone may open the data folder; it ends with the process, however that ends. */
export interface FolderLock {
  release(): Promise<void>;
}

/** The whole of `sun_path`: shorter names are padded by some versions of Node and not by others, and would not meet. */
const ABSTRACT_NAME_BYTES = 108;
const HOLDER_TRIES = 20;
const HOLDER_WAIT_MS = 50;

/** Locks a data folder; answers nothing when another process (or this one) has it locked. */
export async function lockFolder(dataDir: string): Promise<FolderLock | undefined> {
  return process.platform === "linux" ? lockByAbstractSocket(dataDir) : lockByPidFile(dataDir);
}

/** The kernel gives a name to one process at a time and takes it back when that process is gone. */
export async function lockByAbstractSocket(dataDir: string): Promise<FolderLock | undefined> {
  const { dev, ino } = statSync(dataDir, { bigint: true });
  const name = `\0parapet-${dev}-${ino}-`.padEnd(ABSTRACT_NAME_BYTES, "=");
  const server = createServer((socket) => socket.destroy());
  const code = await new Promise<string | undefined>((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? "unknown"));
    server.listen({ path: name, exclusive: true }, () => resolve(undefined));
  });
  if (code === "EADDRINUSE") return undefined;
  if (code !== undefined) throw new Error(`the data folder '${dataDir}' cannot be locked: ${code}`);
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** For systems without abstract sockets: a file that is taken over only from a process that is gone. */
export async function lockByPidFile(dataDir: string): Promise<FolderLock | undefined> {
  const path = join(dataDir, "parapet.lock");
  for (let tries = 0; tries < 3; tries += 1) {
    if (createWithPid(path)) return { release: async () => rmSync(path, { force: true }) };
    const holder = readPid(path);
    if (holder === undefined || isAlive(holder)) return undefined;
    takeAway(path, holder);
  }
  return undefined;
}

/** Notes this process as the holder, for the message another process shows. */
export function writeHolder(dataDir: string): void {
  const path = holderPath(dataDir);
  writeFileSync(`${path}.new`, `${process.pid}\n`);
  renameSync(`${path}.new`, path);
}

export function removeHolder(dataDir: string): void {
  rmSync(holderPath(dataDir), { force: true });
}

/** The process that holds the folder; waits a moment for one that has just won and not yet noted itself. */
export async function findHolder(dataDir: string): Promise<number | undefined> {
  for (let tries = 0; tries < HOLDER_TRIES; tries += 1) {
    const pid = readPid(holderPath(dataDir));
    if (pid !== undefined && isAlive(pid)) return pid;
    await sleep(HOLDER_WAIT_MS);
  }
  return undefined;
}

function holderPath(dataDir: string): string {
  return join(dataDir, "parapet.pid");
}

function createWithPid(path: string): boolean {
  try {
    const file = openSync(path, "wx", 0o600);
    writeSync(file, `${process.pid}\n`);
    closeSync(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

// A rename moves exactly one file, so of several takers one wins; what it moved may be newer than what it read.
function takeAway(path: string, holder: number): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (readPid(aside) === holder) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

function readPid(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, "utf8"));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
