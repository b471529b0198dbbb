import { existsSync } from "node:fs";
import { constants, type FileHandle, open } from "node:fs/promises";

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const DESCRIPTORS = "/proc/self/fd";

/** An open file or folder, and a path that refers to it. */
export interface Opened {
  readonly handle: FileHandle;
  readonly path: string;
}

/**
 * Opens a path below a folder without following a link at any step, and without blocking on a pipe. On Linux each step
 * starts from the open parent folder, so that replacing a folder with a link has no effect; elsewhere from its path.
 */
export async function openInside(folder: string, name: string): Promise<Opened> {
  const parts = name === "" ? [] : name.split("/");
  let opened = await openStep(folder, O_RDONLY | O_DIRECTORY);
  for (const [at, part] of parts.entries()) {
    const kind = at < parts.length - 1 ? O_DIRECTORY : 0;
    const outer = opened;
    try {
      opened = await openStep(`${outer.path}/${part}`, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | kind);
    } finally {
      await outer.handle.close();
    }
  }
  return opened;
}

async function openStep(path: string, flags: number): Promise<Opened> {
  const handle = await open(path, flags);
  return { handle, path: existsSync(DESCRIPTORS) ? `${DESCRIPTORS}/${handle.fd}` : path };
}
