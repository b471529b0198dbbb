import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { INGEST_BASE_PATH } from "../../../src/contract/ingest.ts";
import type { Target } from "./attack-test.ts";

const NDJSON = { "content-type": "application/x-ndjson" };

export interface Delivered {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Delivers a body with one of the attacker's keys; status 0 means that the connection was lost. */
export async function deliver(
  { port, keys }: Target,
  body: Buffer | string,
  headers: Readonly<Record<string, string>> = NDJSON,
  path = "/tables/Syslog",
): Promise<Delivered> {
  return new Promise((resolve) => {
    const sent = request({
      host: "127.0.0.1",
      port,
      method: path.startsWith("/directory") ? "PUT" : "POST",
      path: `${INGEST_BASE_PATH}${path}`,
      headers: { "x-api-key": keys[0], "content-length": Buffer.byteLength(body), ...headers },
    });
    sent.on("response", async (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      await once(response, "close");
      const text = Buffer.concat(pieces).toString();
      resolve({ status: response.statusCode ?? 0, body: text.startsWith("{") ? JSON.parse(text) : {} });
    });
    sent.once("error", () => resolve({ status: 0, body: {} }));
    sent.end(body);
  });
}

/** Announces a body of `length` bytes and sends only its start. */
export async function beginDelivery(port: number, key: string, length: number, start: string): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(
    `POST ${INGEST_BASE_PATH}/tables/Syslog HTTP/1.1\r\nhost: x\r\nx-api-key: ${key}\r\n` +
      `content-type: application/x-ndjson\r\ncontent-length: ${length}\r\n\r\n${start}`,
  );
  return socket;
}

/** Returns the status of the response on the socket, or 0 if none arrives in time. */
export async function statusOf(socket: Socket, withinMs: number): Promise<number> {
  const answered = once(socket, "data").then(([data]) => Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? 0));
  return Promise.race([answered, sleep(withinMs, 0, { ref: false })]);
}
