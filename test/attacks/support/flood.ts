import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface FloodOptions {
  readonly port: number;
  readonly connections: number;
  readonly forMs: number;
  /** The bytes of the next request. */
  readonly next: () => string;
}

/**
 * Sends one request after the other on many connections for a while and returns how often each status came. Only the
 * status lines are read, so that the flood costs the attacker as little as possible.
 */
export async function flood({
  port,
  connections,
  forMs,
  next,
}: FloodOptions): Promise<Readonly<Record<string, number>>> {
  const statuses: Record<string, number> = {};
  let isOver = false;
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(port, "127.0.0.1", () => socket.write(next()));
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      const status = /HTTP\/1\.1 (\d{3})/.exec(bytes.toString("latin1"))?.[1];
      if (status === undefined) return;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (!isOver) socket.write(next());
    });
    return socket;
  });
  await sleep(forMs);
  isOver = true;
  await sleep(200);
  const closed = sockets.filter(({ closed }) => !closed).map((socket) => once(socket, "close"));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  return statuses;
}
