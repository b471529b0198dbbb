import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Opens connections that never read, and that ignore errors when the server closes them. */
export async function openSockets(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1").pause());
  for (const socket of sockets) socket.on("error", () => undefined);
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
  return sockets;
}

/** Returns the text of a request. */
export const requestFor = (path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, "host: x", ...headers, "", ""].join("\r\n");
