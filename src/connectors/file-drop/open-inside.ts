import { existsSync } from "node:fs";
import { constants, type FileHandle, open } from "node:fs/promises";

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
const DESCRIPTORS = "/proc/self/fd";

/** A file or folder that is open, and the path under which its contents are found. */
export interface Opened {
  readonly handle: FileHandle;
  readonly path: string;
}

/**
 * Opens something below a folder without following a link at any step, and without waiting for the other end of a pipe.
 * On Linux each step starts from the open folder before it, so that a folder exchanged for a link meanwhile leads
 * nowhere else; on other systems each step starts from a path.
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
