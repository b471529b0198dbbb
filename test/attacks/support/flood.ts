import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface FloodOptions {
  readonly port: number;
  readonly connections: number;
  /** The total number of requests; each connection sends one at a time. */
  readonly requests: number;
  /** Returns the bytes of the next request. */
  readonly next: () => string;
}

const PATIENCE_MS = 60_000;

/**
 * Sends requests on many connections without a pause and returns the count of each status. Only status lines are parsed,
 * so that the attacker needs as little CPU as possible.
 */
export async function flood(options: FloodOptions): Promise<Readonly<Record<string, number>>> {
  const { port, connections, requests, next } = options;
  const statuses: Record<string, number> = {};
  let sent = 0;
  let answered = 0;
  const ended = new Promise<void>((resolve) => {
    for (let count = 0; count < connections; count++) {
      const send = () => {
        if (sent++ < requests) socket.write(next());
        else socket.destroy();
      };
      const socket = connect(port, "127.0.0.1", send).on("error", () => undefined);
      socket.on("data", (bytes) => {
        const status = /HTTP\/1\.1 (\d{3})/.exec(bytes.toString("latin1"))?.[1];
        if (status === undefined) return;
        statuses[status] = (statuses[status] ?? 0) + 1;
        answered++;
        if (answered === requests) resolve();
        send();
      });
    }
  });
  await Promise.race([ended, sleep(PATIENCE_MS, undefined, { ref: false })]);
  return statuses;
}
