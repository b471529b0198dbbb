import { Socket } from "node:net";

/** How file systems say that they have no sockets or no hard links, as folders shared into a container often do. */
const UNSUPPORTED: ReadonlySet<string> = new Set(["ENOTSUP", "EOPNOTSUPP", "EPERM", "ENOSYS"]);

export function isUnsupported({ code = "" }: NodeJS.ErrnoException): boolean {
  return UNSUPPORTED.has(code);
}

/** Whether a process listens at the path. What cannot be told counts as yes: two holders would destroy the data. */
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
