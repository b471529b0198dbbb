import { access, constants, type FileHandle, lstat, open, readdir, stat } from "node:fs/promises";
import { findExposure, findForeignOwner, isForbidden, ownerRemedy, UnsafeFile } from "./file-access.ts";
import { isFolder, makeFolder } from "./make-folder.ts";

/** Names of Parapet's entries in a data folder, and of what a file system keeps in its root. */
const OWN_ENTRY = /^(secret(\..+)?|database(\.unfinished)?|rules|demo|parapet\..+|lost\+found)$/;

const OTHER_FOLDER = "name another one with --data-dir or PARAPET_DATA_DIR";

/**
 * Creates the folder if needed and restricts it to the user of this process. A folder of that user with a wider mode gets
 * mode 700, which `warn` reports; it is refused if it holds anything but Parapet's files.
 */
export async function ensurePrivateFolder(path: string, warn: (message: string) => void): Promise<void> {
  await explained(path, makeOwnFolder(path));
  if (process.getuid === undefined) return;
  await refuseForeignFolder(path);
  const folder = await explained(path, open(path, constants.O_RDONLY | constants.O_DIRECTORY));
  try {
    await closeToOthers(folder, path, warn);
  } finally {
    await folder.close();
  }
}

/** Refuses an existing folder that another user owns or that this user cannot open. Changes nothing. */
export async function refuseForeignFolder(path: string): Promise<void> {
  await refuseForeignLink(path);
  refuseForeignOwner(await explained(path, stat(path)), path);
  await explained(path, access(path, constants.R_OK | constants.X_OK));
}

function refuseForeignOwner(found: { readonly uid: number }, path: string): void {
  const owner = findForeignOwner(found);
  if (owner === undefined) return;
  throw new UnsafeFile(`the data folder '${path}' ${owner}; use a folder of its own, ${ownerRemedy(found, path)}`);
}

async function explained<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (isForbidden(error)) {
      const remedy = "give this user access to the folder and to those above it, or name another folder";
      throw new UnsafeFile(`the data folder '${path}' cannot be opened by user ${process.getuid?.()}; ${remedy}`);
    }
    const code = (error as NodeJS.ErrnoException).code;
    if (code === undefined) throw error;
    throw new UnsafeFile(`the data folder '${path}' cannot be created or opened (${code}); ${OTHER_FOLDER}`);
  });
}

/** Creates the folder unless it exists. */
async function makeOwnFolder(path: string): Promise<void> {
  await makeFolder(path);
  if (!(await isFolder(path))) throw new UnsafeFile(`'${path}' is not a folder; ${OTHER_FOLDER}`);
}

/** Refuses a link of another user, who could redirect it. */
async function refuseForeignLink(path: string): Promise<void> {
  const found = await explained(path, lstat(path));
  const owner = found.isSymbolicLink() && found.uid !== 0 ? findForeignOwner(found) : undefined;
  if (owner !== undefined) throw new UnsafeFile(`'${path}' is a link that ${owner}; name the folder itself`);
}

async function closeToOthers(folder: FileHandle, path: string, warn: (message: string) => void): Promise<void> {
  const found = await folder.stat();
  // The path may have been replaced since the first check.
  refuseForeignOwner(found, path);
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
