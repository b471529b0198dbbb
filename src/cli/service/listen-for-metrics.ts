import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describePort, isTakenPort } from "./taken-port.ts";

const HOST = "127.0.0.1";
const USUAL_PORT = 9464;

/**
 * Makes the server of metrics listen, and returns the address of the metrics. Without a port from the settings it takes the usual one, or a
 * free one if another process has that, which is no reason not to start; a port that somebody chose is the only one.
 */
export async function listenForMetrics(
  server: Server,
  port: number | undefined,
  warn: (message: string) => void,
): Promise<string> {
  try {
    await listenOn(server, port ?? USUAL_PORT);
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (port !== undefined || !isTakenPort(failure)) {
      throw describePort(failure, `the metrics port ${port ?? USUAL_PORT} on ${HOST}`, "PARAPET_METRICS_PORT");
    }
    await listenOn(server, 0);
    warn(
      `warning: the usual metrics port ${USUAL_PORT} on ${HOST} is taken by another process, such as a second server; the metrics of this one ` +
        `are on port ${portOf(server)} until it stops. Choose a port with PARAPET_METRICS_PORT`,
    );
  }
  return `http://${HOST}:${portOf(server)}/metrics`;
}

async function listenOn(server: Server, port: number): Promise<void> {
  const listening = once(server, "listening");
  server.listen(port, HOST);
  await listening;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
