import { constants, type FileHandle, lstat, mkdir, open, readdir } from "node:fs/promises";
import { findExposure, findForeignOwner, UnsafeFile } from "./file-access.ts";

/** What Parapet keeps in a data folder, and what a file system keeps in its own root. */
const OWN_ENTRY = /^(secret(\..+)?|database(\.unfinished)?|rules|parapet\..+|lost\+found)$/;

/**
 * Makes sure that a folder exists and that only the user of this process can use it. An open folder of that user is
 * closed to others, which `warn` reports; it is refused if it holds anything else than Parapet's files.
 */
export async function ensurePrivateFolder(path: string, warn: (message: string) => void): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (process.getuid === undefined) return;
  await refuseForeignLink(path);
  const folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    await closeToOthers(folder, path, warn);
  } finally {
    await folder.close();
  }
}

/** Whoever owns a link decides where it leads. */
async function refuseForeignLink(path: string): Promise<void> {
  const found = await lstat(path);
  const owner = found.isSymbolicLink() && found.uid !== 0 ? findForeignOwner(found) : undefined;
  if (owner !== undefined) throw new UnsafeFile(`'${path}' is a link that ${owner}; name the folder itself`);
}

async function closeToOthers(folder: FileHandle, path: string, warn: (message: string) => void): Promise<void> {
  const found = await folder.stat();
  const owner = findForeignOwner(found);
  if (owner !== undefined) throw new UnsafeFile(`the data folder '${path}' ${owner}; use a folder of its own`);
  const exposure = findExposure(found);
  if (exposure === undefined) return;
  const foreign = (await readdir(path)).find((name) => !OWN_ENTRY.test(name));
  const remedy = `use a folder of its own, or: chmod 700 '${path}'`;
  if (foreign !== undefined) {
    throw new UnsafeFile(
      `the data folder '${path}' ${exposure} and holds '${foreign}', which is not Parapet's; ${remedy}`,
    );
  }
  await folder.chmod(0o700).catch(() => undefined);
  // Some file systems accept the call and change nothing.
  const left = findExposure(await folder.stat());
  if (left !== undefined) throw new UnsafeFile(`the data folder '${path}' ${left}, which cannot be changed; ${remedy}`);
  warn(`The data folder '${path}' ${exposure}; it now has mode 700.`);
}
