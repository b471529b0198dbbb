import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive, lockByPidFile, readPid } from "./pid-file-lock.ts";
import { lockBySocket, SocketsUnsupported } from "./socket-lock.ts";

const HOLDER_TRIES = 20;
const HOLDER_WAIT_MS = 50;

/** An exclusive lock on the data folder, which ends with the process, however that ends. */
export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Locks a data folder; returns nothing when another process (or this one) holds the lock. Both kinds of lock are files
 * in the folder, so that only a user who can write to the folder can acquire or block them.
 */
export async function lockFolder(dataDir: string): Promise<FolderLock | undefined> {
  if (process.platform !== "linux") return lockByPidFile(dataDir);
  try {
    return await lockBySocket(dataDir);
  } catch (error) {
    if (error instanceof SocketsUnsupported) return lockByPidFile(dataDir);
    throw error;
  }
}

/** Records this process as the holder, for the error message of another process. */
export function writeHolder(dataDir: string): void {
  const path = holderPath(dataDir);
  writeFileSync(`${path}.new`, `${process.pid}\n`);
  renameSync(`${path}.new`, path);
}

export function removeHolder(dataDir: string): void {
  rmSync(holderPath(dataDir), { force: true });
}

/** Returns the id of the process that holds the folder; waits up to 1 s for a new holder to record itself. */
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
