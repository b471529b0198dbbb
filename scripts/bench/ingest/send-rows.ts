import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { streamOfRows } from "../detect/stream-of-rows.ts";

const BODY_ROWS = 5_000;
const CONNECTIONS = 2;
const RETRY_MS = 500;

export interface Destination {
  readonly port: number;
  readonly key: string;
}

/** One delivery over HTTP. */
export interface Body {
  readonly table: string;
  readonly text: string;
}

/** A number of rows of one stream: those from the `from`-th on. */
export interface Stretch {
  readonly startMs: number;
  readonly from: number;
  readonly rows: number;
}

/** Returns the texts of a stretch. */
export const textsOf = ({ startMs, from, rows }: Stretch): readonly string[] =>
  streamOfRows(startMs, from, rows).flatMap(({ lines }) => lines.map(({ text }) => text));

/** Delivers bodies over HTTP, in the order of time, until every row was acknowledged. */
export async function sendRows(to: Destination, bodies: Iterable<Body>): Promise<void> {
  const waiting = bodies[Symbol.iterator]();
  const send = async (): Promise<void> => {
    for (let next = waiting.next(); next.done !== true; next = waiting.next()) await deliver(to, next.value);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
}

/** Returns the deliveries of a stretch, made as they are sent: millions of rows do not fit into memory. */
export function* bodiesOf({ startMs, from, rows }: Stretch): Generator<Body, void, void> {
  for (let sent = 0; sent < rows; sent += BODY_ROWS) {
    for (const { table, lines } of streamOfRows(startMs, from + sent, Math.min(BODY_ROWS, rows - sent))) {
      yield { table, text: lines.map(({ text }) => text).join("\n") };
    }
  }
}

/** A delivery that is refused because the server is busy is repeated, as every client does. */
async function deliver(to: Destination, body: Body): Promise<void> {
  for (;;) {
    const status = await post(to, body);
    if (status === 200) return;
    if (status !== 429 && status !== 503) throw new Error(`a delivery was answered with ${status}`);
    await sleep(RETRY_MS);
  }
}

function post({ port, key }: Destination, { table, text }: Body): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "x-api-key": key, "content-type": "application/x-ndjson" };
    const path = `/api/v1/ingest/tables/${table}`;
    const sent = request({ host: "127.0.0.1", port, path, method: "POST", headers }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject).end(text);
  });
}
