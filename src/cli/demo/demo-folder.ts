import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError } from "../../config.ts";
import { Failure } from "../../model/failure.ts";
import { ensurePrivateFolder } from "../../runtime/private-folder.ts";
import { secretPath } from "../../runtime/secret-file.ts";
import { databaseDir, hasDatabase } from "../../store/embedded/database-folder.ts";
import { findHolder, lockFolder } from "../../store/embedded/lock-folder.ts";

/** Returns the data folder of the demo: apart from real data, inside the data folder of the installation. */
export const demoFolderOf = (dataDir: string): string => join(dataDir, "demo");

const markOf = (folder: string): string => join(folder, "parapet.demo");

/** Creates the folder of the demo and marks it as such. A database without the mark is real data and is refused. */
export async function openDemoFolder(folder: string, warn: (message: string) => void): Promise<void> {
  await ensurePrivateFolder(folder, warn);
  if (existsSync(markOf(folder))) return;
  if (hasDatabase(folder)) {
    throw new ConfigError(`'${folder}' holds a database that is not the demo's; give the demo another --data-dir`);
  }
  await writeFile(markOf(folder), "The data in this folder is made up. 'parapet demo --reset' removes it.\n");
}

/** Removes the data of the demo, unless the demo is running. */
export async function resetDemoFolder(folder: string): Promise<void> {
  const lock = await lockFolder(folder);
  if (!lock) {
    const pid = await findHolder(folder);
    throw new Failure(
      "invalid_request",
      `the demo is running${pid === undefined ? "" : ` (process ${pid})`}; stop it first`,
    );
  }
  try {
    await rm(databaseDir(folder), { recursive: true, force: true });
    await rm(secretPath(folder), { force: true });
  } finally {
    await lock.release();
  }
}

/** Refuses to serve from the folder of the demo, whose data is made up. */
export function refuseDemoFolder(dataDir: string): void {
  if (!existsSync(markOf(dataDir))) return;
  throw new ConfigError(
    `the data folder '${dataDir}' is the demo's; name another one with --data-dir or PARAPET_DATA_DIR`,
  );
}
