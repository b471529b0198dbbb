import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";

/** Returns what is at a path, if anything is. */
export async function findEntry(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
