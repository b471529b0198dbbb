import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, realpathSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";

/** macOS allows 103 bytes and Linux 107; the rest is for the process id in the temporary name before publishing. */
const MAX_PATH_BYTES = 94;

/**
 * Returns the path of a data folder's Unix socket: in the folder, or in a private temporary folder if that is too long.
 */
export function socketPath(dataDir: string): string {
  const folder = realPath(dataDir);
  const path = join(folder, "parapet.sock");
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path;
  const name = createHash("sha256").update(folder).digest("hex").slice(0, 24);
  return join(tmpdir(), `parapet-${userInfo().uid}`, `${name}.sock`);
}

/**
 * Creates the socket's folder and refuses one that another user could write to; the system's temporary folder is
 * shared.
 */
export function prepareSocketFolder(dataDir: string, path: string): void {
  const folder = dirname(path);
  if (folder === realPath(dataDir)) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isPrivate = found.isDirectory() && found.uid === userInfo().uid && (found.mode & 0o077) === 0;
  if (!isPrivate) throw new Error(`'${folder}' must be a folder that only its owner can use`);
}

function realPath(dataDir: string): string {
  try {
    return realpathSync(dataDir);
  } catch {
    return resolve(dataDir);
  }
}
