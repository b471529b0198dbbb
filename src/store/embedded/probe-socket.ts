import { Socket } from "node:net";

/** Errors of file systems without sockets or hard links, such as folders shared with a container. */
const UNSUPPORTED: ReadonlySet<string> = new Set(["ENOTSUP", "EOPNOTSUPP", "EPERM", "ENOSYS"]);

export function isUnsupported({ code = "" }: NodeJS.ErrnoException): boolean {
  return UNSUPPORTED.has(code);
}

/**
 * Returns whether a process listens at the path. Any doubt counts as yes, because two holders would corrupt the data.
 */
export async function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new Socket();
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      resolve(error.code !== "ENOENT" && error.code !== "ECONNREFUSED");
    });
    socket.connect({ path });
  });
}
