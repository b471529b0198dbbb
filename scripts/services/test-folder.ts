import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder for everything a run writes: data of servers, reports, and temporary files of the tests. */
export interface TestFolder {
  readonly path: string;
  readonly scratch: string;
  readonly remove: () => void;
}

/** Creates a folder on the disk; `inMemory` puts it into memory if there is enough, which a benchmark must not do. */
export function createTestFolder({ inMemory = false } = {}): TestFolder {
  // Short names: the path of a Unix socket is limited to 104 characters.
  const path = mkdtempSync(join(inMemory && hasMemory() ? MEMORY : publicTmpdir(), "ppt-"));
  const scratch = join(path, "t");
  mkdirSync(scratch);
  chmodSync(scratch, 0o1777);
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.once("exit", remove);
  return { path, scratch, remove };
}

/** A folder in memory, where creating the thousand files of a database takes a tenth of the time. */
const MEMORY = "/dev/shm";
/** Ten times of what `npm test` has used. */
const MEMORY_NEEDED = 8 * 1_024 ** 3;

function hasMemory(): boolean {
  return existsSync(MEMORY) && freeBytes(MEMORY) > MEMORY_NEEDED && freemem() > MEMORY_NEEDED;
}

/** Returns a folder that other users can reach, for PostgreSQL, which refuses to run as root. */
function publicTmpdir(): string {
  return isReachableByAll(tmpdir()) ? tmpdir() : "/tmp";
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function isReachableByAll(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return open && (parent === folder || isReachableByAll(parent));
}
