import { randomBytes } from "node:crypto";
import { constants, link, open, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findExposure, isForbidden, UnsafeFile } from "./file-access.ts";
import { ensurePrivateFolder } from "./private-folder.ts";

const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export const secretPath = (dataDir: string): string => join(dataDir, "secret");

/** Returns the server's secret from its file, which is created on first use with mode 600. */
export async function readOrMakeSecret(dataDir: string, warn: (message: string) => void): Promise<string> {
  await ensurePrivateFolder(dataDir, warn);
  const path = secretPath(dataDir);
  const known = await readSecretFile(path);
  if (known) return known;
  await writeSecretFile(dataDir, randomBytes(32).toString("base64url"));
  const made = await readSecretFile(path);
  if (!made) throw new Error("the secret file is empty");
  return made;
}

/** Writes the secret to its file, unless there is one already. The file has its name only once it is complete. */
export async function writeSecretFile(dataDir: string, secret: string): Promise<void> {
  const path = secretPath(dataDir);
  const draft = `${path}.${randomBytes(6).toString("hex")}`;
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: "wx" });
  // Linking fails if another process was first; its secret is then used.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(draft);
}

/**
 * Reads the secret; undefined if there is no file. A file that others could have read is refused, not repaired: only the
 * operator can decide whether the secret is still safe.
 */
export async function readSecretFile(path: string): Promise<string | undefined> {
  const file = await open(path, FLAGS).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    if (error.code === "ELOOP") throw new UnsafeFile(`the secret file '${path}' is a link; use PARAPET_SECRET instead`);
    if (isForbidden(error)) {
      throw new UnsafeFile(`the secret file '${path}' cannot be read by user ${process.getuid?.()}; ${UNREADABLE}`);
    }
    throw error;
  });
  if (!file) return undefined;
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new UnsafeFile(`the secret file '${path}' is not a regular file`);
    const exposure = findExposure(found);
    if (exposure !== undefined) throw new UnsafeFile(`the secret file '${path}' ${exposure}; ${REMEDY}`);
    return (await file.readFile("utf8")).trim() || undefined;
  } finally {
    await file.close();
  }
}

const UNREADABLE = "give it and its folder to that user, or run Parapet as the user they belong to";
const REMEDY =
  "if nobody else has read it, give it mode 600 and the right owner; else remove it, run parapet secret replace, issue new keys and enter the connectors' secrets again";
