import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";

/** Returns the file status of a path, without following a link; undefined if nothing is there. */
export async function findEntry(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
