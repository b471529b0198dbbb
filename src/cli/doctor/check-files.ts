import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { toCount } from "../../model/text/amount.ts";
import { rulesFolderOf } from "../../pipeline/rules/rules-layout.ts";
import { findExposure, findForeignOwner, isForbidden, ownerRemedy } from "../../runtime/file-access.ts";
import { readSecretFile, secretPath } from "../../runtime/secret-file.ts";
import { findEntry } from "./find-entry.ts";
import { findRulesWriter } from "./find-rules-writer.ts";
import { attempt, type Finding, type Found } from "./finding.ts";

const MIN_FREE_BYTES = 512 * 1_048_576;
const STICKY = 0o1000;

/** The check that fails if the secret file must not be used. */
export const SECRET_FILE_CHECK = "secret file";

/** Checks the files in the data folder, and which other users of the machine could read or change them. */
export async function checkFiles(dataDir: string): Promise<readonly Finding[]> {
  return [
    await attempt("data folder", () => checkSpace(dataDir)),
    await attempt("access to the data folder", () => checkAccess(dataDir)),
    await attempt(SECRET_FILE_CHECK, () => checkSecret(secretPath(dataDir))),
    await attempt("rules folder", () => checkRules(rulesFolderOf(dataDir))),
  ];
}

async function checkSpace(dataDir: string): Promise<string> {
  const folder = await nearestFolder(dataDir);
  if (!(await stat(folder)).isDirectory()) throw new Error(`'${folder}' is not a folder`);
  await access(folder, constants.W_OK).catch((error: unknown) => {
    if (!isForbidden(error)) throw error;
    throw new Error(`user ${process.getuid?.()} cannot write to '${folder}'`);
  });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error(`${dataDir}: less than 512 MiB are free`);
  return `${dataDir} (${toCount(Math.floor((bavail * bsize) / 1_048_576))} MiB free)`;
}

/** Returns the data folder, or the nearest parent that exists. */
async function nearestFolder(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function checkAccess(dataDir: string): Promise<string> {
  const outer = await stat(dirname(await nearestFolder(dataDir)));
  // With the sticky bit, only the owner of an entry can replace it.
  if ((outer.mode & 0o002) !== 0 && (outer.mode & STICKY) === 0) {
    throw new Error(`every user can replace it, because every user can write to '${dirname(dataDir)}'`);
  }
  const found = await findEntry(dataDir);
  if (!found) return "not there yet; it will have mode 700";
  const folder = await stat(dataDir);
  const owner = findForeignOwner(folder);
  if (owner !== undefined) throw new Error(`it ${owner}; ${ownerRemedy(folder, dataDir)}`);
  const exposure = findExposure(folder);
  if (exposure !== undefined) throw new Error(`it ${exposure}; chmod 700 '${dataDir}'`);
  const mode = folder.mode & 0o777;
  if (process.getuid !== undefined && mode !== 0o700) {
    throw new Error(`its owner cannot use all of it (mode ${mode.toString(8)}); chmod 700 '${dataDir}'`);
  }
  return "only its owner can use it (mode 700)";
}

async function checkSecret(path: string): Promise<string> {
  return (await readSecretFile(path)) === undefined ? "not there" : "only its owner can use it";
}

async function checkRules(path: string): Promise<Found> {
  const found = await findEntry(path);
  if (!found) return "not there";
  const { writer, looked, isComplete } = await findRulesWriter(path);
  if (writer !== undefined) throw new Error(writer);
  if (isComplete) return "only its owner can change it and what is in it";
  return { warning: `only its owner can change it and the first ${looked} entries in it; the others were not checked` };
}
