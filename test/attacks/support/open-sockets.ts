import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Opens connections that never read what they are sent and survive being cut off. */
export async function openSockets(port: number, count: number): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: count }, () => connect(port, "127.0.0.1").pause());
  for (const socket of sockets) socket.on("error", () => undefined);
  await Promise.all(sockets.map((socket) => Promise.race([once(socket, "connect"), once(socket, "close")])));
  return sockets;
}

/** A request as bytes. */
export const requestFor = (path: string, ...headers: readonly string[]): string =>
  [`GET ${path} HTTP/1.1`, "host: x", ...headers, "", ""].join("\r\n");
