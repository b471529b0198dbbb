import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** A folder for everything a run writes: data of servers, reports, and temporary files of the tests. */
export interface TestFolder {
  readonly path: string;
  readonly scratch: string;
  readonly remove: () => void;
}

export function createTestFolder(): TestFolder {
  // Short names: the path of a Unix socket is limited to 104 characters.
  const path = mkdtempSync(join(publicTmpdir(), "ppt-"));
  const scratch = join(path, "t");
  mkdirSync(scratch);
  chmodSync(scratch, 0o1777);
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  process.once("exit", remove);
  return { path, scratch, remove };
}

/** Returns a folder that other users can reach, for PostgreSQL, which refuses to run as root. */
function publicTmpdir(): string {
  return isReachableByAll(tmpdir()) ? tmpdir() : "/tmp";
}

function isReachableByAll(folder: string): boolean {
  const open = (statSync(folder).mode & 0o001) !== 0;
  const parent = dirname(folder);
  return open && (parent === folder || isReachableByAll(parent));
}
