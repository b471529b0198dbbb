import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { median } from "../detect/rounds.ts";
import { type BenchServer, createDomainKey, type Installation, startBenchServer } from "./bench-server.ts";
import { pageLatency } from "./page-latency.ts";
import { plainCopyRate } from "./plain-copy.ts";
import { type Destination, type Stretch, sendRows, textsOf } from "./send-rows.ts";

export interface ScaleOptions {
  /** Rows of each measured stretch. */
  readonly rows: number;
  /** Rows that are delivered between the two stretches; their backlog drains while pages are read. */
  readonly grown: number;
}

/** What was measured on one database. */
export interface Scale {
  /** Rows per second from the first byte of the delivery until all are processed, in an empty and in a grown domain. */
  readonly emptyRate: number;
  readonly grownRate: number;
  /** Rows per second of a plain COPY; undefined on the embedded database. */
  readonly copyRate: number | undefined;
  /** The 99th percentile of the answer times of the first page of cases, in ms. */
  readonly idleMs: number;
  readonly drainMs: number;
  /** Growth of the database over the texts of its rows; undefined on the embedded database. */
  readonly bytesPerRaw: number | undefined;
  /** CPU time of the service, without that of PostgreSQL, in microseconds a row. */
  readonly cpuPerRow: number;
}

const WARM_UP_ROWS = 5_000;
const IDLE_MS = 30_000;
const POLL_MS = 250;
const COPIES = 3;
/** So that the newest rows are from today: 400 ms of the stream are one row. */
export const STEP_MS = 400;

/** Delivers rows to a served domain and measures it empty and grown. */
export async function measureScale(installation: Installation, options: ScaleOptions): Promise<Scale> {
  mkdirSync(installation.dataDir, { recursive: true });
  const key = createDomainKey(installation);
  const total = WARM_UP_ROWS + 2 * options.rows + options.grown;
  const stretches = cutter(Date.now() - total * STEP_MS);
  const server = await startBenchServer(installation);
  const to = { port: server.port, key };
  try {
    await deliver(server, to, stretches(WARM_UP_ROWS));
    const sizeBefore = await databaseBytes(installation);
    const first = stretches(options.rows);
    const cpuBefore = server.cpuMs();
    const emptyRate = await deliver(server, to, first);
    const cpuPerRow = ((server.cpuMs() - cpuBefore) * 1_000) / options.rows;
    const idleMs = await pageLatency(to, after(IDLE_MS));
    const drainMs = await latencyOfDrain(server, to, stretches(options.grown));
    const grownRate = await deliver(server, to, stretches(options.rows));
    const texts = textsOf(first);
    const rawBytes = (Buffer.byteLength(texts.join("")) / options.rows) * (2 * options.rows + options.grown);
    const sizeAfter = await databaseBytes(installation);
    const bytesPerRaw =
      sizeBefore === undefined || sizeAfter === undefined ? undefined : (sizeAfter - sizeBefore) / rawBytes;
    const copyRate = await copyRateOf(installation, texts);
    return { emptyRate, grownRate, copyRate, idleMs, drainMs, bytesPerRaw, cpuPerRow };
  } finally {
    await server.stop();
  }
}

/** Returns a function that cuts the next rows of one stream. */
function cutter(startMs: number): (rows: number) => Stretch {
  let next = 0;
  return (rows) => {
    const stretch = { startMs, from: next, rows };
    next += rows;
    return stretch;
  };
}

function after(ms: number): () => boolean {
  const end = performance.now() + ms;
  return () => performance.now() >= end;
}

/** Returns rows per second until all were processed. */
async function deliver(server: BenchServer, to: Destination, stretch: Stretch): Promise<number> {
  const { processed } = await server.progress();
  const started = performance.now();
  await sendRows(to, stretch);
  await untilProcessed(server, processed + stretch.rows);
  return stretch.rows / ((performance.now() - started) / 1_000);
}

async function latencyOfDrain(server: BenchServer, to: Destination, stretch: Stretch): Promise<number> {
  const { processed } = await server.progress();
  await sendRows(to, stretch);
  let isOver = false;
  const reading = pageLatency(to, () => isOver);
  await untilProcessed(server, processed + stretch.rows);
  isOver = true;
  return reading;
}

async function untilProcessed(server: BenchServer, rows: number): Promise<void> {
  while ((await server.progress()).processed < rows) await sleep(POLL_MS);
}

async function databaseBytes({ databaseUrl }: Installation): Promise<number | undefined> {
  if (databaseUrl === undefined) return undefined;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ size: string }>("select pg_database_size(current_database()) as size");
  await client.end();
  return Number(rows[0]?.size);
}

async function copyRateOf({ databaseUrl }: Installation, texts: readonly string[]): Promise<number | undefined> {
  if (databaseUrl === undefined) return undefined;
  const rates: number[] = [];
  for (let round = 0; round < COPIES; round++) rates.push(await plainCopyRate(databaseUrl, texts));
  return median(rates);
}
