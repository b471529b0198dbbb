import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export function databaseDir(dataDir: string): string {
  return join(dataDir, "database");
}

export function hasDatabase(dataDir: string): boolean {
  return existsSync(join(databaseDir(dataDir), "PG_VERSION"));
}

/** Returns whether there is a database whose creation was completed. */
export function hasFinishedDatabase(dataDir: string): boolean {
  return hasDatabase(dataDir) && !existsSync(unfinishedMark(dataDir));
}

/**
 * Returns whether the database has yet to be created, and marks the creation as started. PGlite writes a new database
 * file by file, so a start that was killed halfway leaves a folder that looks like a database and never opens.
 */
export function beginDatabase(dataDir: string): boolean {
  if (existsSync(unfinishedMark(dataDir))) rmSync(databaseDir(dataDir), { recursive: true, force: true });
  if (hasDatabase(dataDir)) return false;
  writeFileSync(unfinishedMark(dataDir), "");
  return true;
}

/** Marks the creation as completed, once all files of the database are on disk. */
export function finishDatabase(dataDir: string): void {
  if (!existsSync(unfinishedMark(dataDir))) return;
  const files = readdirSync(databaseDir(dataDir), { recursive: true, encoding: "utf8" });
  for (const file of [...files, "."]) syncFile(join(databaseDir(dataDir), file));
  rmSync(unfinishedMark(dataDir), { force: true });
}

function syncFile(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function unfinishedMark(dataDir: string): string {
  return join(dataDir, "database.unfinished");
}
