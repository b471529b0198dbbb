import { lstat, opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import { findForeignOwner, findForeignWriter, ownerRemedy } from "../../runtime/file-access.ts";

const MAX_ENTRIES = 50_000;

interface RulesAccess {
  /** What another user could change, and the remedy. */
  readonly writer?: string | undefined;
  /** Number of entries that were checked. */
  readonly looked: number;
  /** Whether all entries were checked. */
  readonly isComplete: boolean;
}

/** Finds the first entry of a folder, or the folder itself, that users other than its owner and root can change. */
export async function findRulesWriter(folder: string): Promise<RulesAccess> {
  const outer = await describeWriter(folder, "it");
  if (outer !== undefined) return { writer: outer, looked: 0, isComplete: false };
  let looked = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (looked === MAX_ENTRIES) return { looked, isComplete: false };
    looked += 1;
    const path = join(entry.parentPath, entry.name);
    const writer = await describeWriter(path, `'${path}'`);
    if (writer !== undefined) return { writer, looked, isComplete: false };
  }
  return { looked, isComplete: true };
}

async function describeWriter(path: string, name: string): Promise<string | undefined> {
  const link = await lstat(path).catch(ignoreMissing);
  const target = await stat(path).catch(ignoreMissing);
  // The mode of a link has no effect, but its owner can redirect it.
  const exposed = [link && { uid: link.uid, mode: 0 }, target].find((found) => found && findForeignWriter(found));
  if (!exposed) return undefined;
  const isForeign = exposed.uid !== 0 && findForeignOwner(exposed) !== undefined;
  const remedy = isForeign ? ownerRemedy(exposed, path) : `chmod go-w '${path}'`;
  return `${name} ${findForeignWriter(exposed)}; ${remedy}`;
}

/** Ignores entries that were removed in between, and broken links. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}
