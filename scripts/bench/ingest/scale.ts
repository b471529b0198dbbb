import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../detect/rounds.ts";
import { type BenchServer, createDomainKey, type Installation, startBenchServer } from "./bench-server.ts";
import { databaseBytes } from "./database-size.ts";
import { pageLatency } from "./page-latency.ts";
import { plainCopyRate } from "./plain-copy.ts";
import { measureRetention, type Removal } from "./retention.ts";
import { type Body, bodiesOf, type Destination, type Stretch, sendRows, textsOf } from "./send-rows.ts";
import { postgresMeter } from "./used-time.ts";

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
  /** CPU time of PostgreSQL, the same; undefined on the embedded database. */
  readonly databaseCpuPerRow: number | undefined;
  /** The most resident memory of the service during each of the two stretches, in MiB. */
  readonly emptyMib: number;
  readonly grownMib: number;
  readonly removal: Removal;
}

const WARM_UP_ROWS = 5_000;
const IDLE_MS = 30_000;
const POLL_MS = 250;
const REPORT_MS = 30_000;
const COPIES = 3;
/** So that the newest rows are from today: 400 ms of the stream are one row. */
export const STEP_MS = 400;

/** Delivers rows to a served domain and measures it empty and grown. */
export async function measureScale(installation: Installation, options: ScaleOptions): Promise<Scale> {
  mkdirSync(installation.dataDir, { recursive: true });
  const key = createDomainKey(installation);
  const total = WARM_UP_ROWS + 2 * options.rows + options.grown;
  const stretches = cutter(Date.now() - total * STEP_MS);
  const measured = await measureServed(installation, key, stretches, options);
  return { ...measured, removal: await measureRetention(installation) };
}

async function measureServed(
  installation: Installation,
  key: string,
  stretches: (rows: number) => Stretch,
  { rows, grown }: ScaleOptions,
): Promise<Omit<Scale, "removal">> {
  const server = await startBenchServer(installation);
  const to = { port: server.port, key };
  try {
    await deliver(server, to, stretches(WARM_UP_ROWS));
    const sizeBefore = await bytesOf(installation);
    const first = stretches(rows);
    const databaseCpuMs = await databaseMeter(installation);
    const [cpuBefore, databaseBefore] = [server.cpuMs(), databaseCpuMs?.() ?? 0];
    const empty = await deliver(server, to, first);
    const cpuPerRow = ((server.cpuMs() - cpuBefore) * 1_000) / rows;
    const databaseCpuPerRow = databaseCpuMs && ((databaseCpuMs() - databaseBefore) * 1_000) / rows;
    const idleMs = await pageLatency(to, after(IDLE_MS));
    const drainMs = await latencyOfDrain(server, to, stretches(grown));
    const last = await deliver(server, to, stretches(rows));
    const texts = textsOf(first);
    const rawBytes = (Buffer.byteLength(texts.join("")) / rows) * (2 * rows + grown);
    const sizeAfter = await bytesOf(installation);
    const bytesPerRaw =
      sizeBefore === undefined || sizeAfter === undefined ? undefined : (sizeAfter - sizeBefore) / rawBytes;
    const copyRate = await copyRateOf(installation, texts);
    const [emptyRate, grownRate, emptyMib, grownMib] = [empty.rate, last.rate, empty.mib, last.mib];
    const cpu = { cpuPerRow, databaseCpuPerRow };
    return { emptyRate, grownRate, copyRate, idleMs, drainMs, bytesPerRaw, ...cpu, emptyMib, grownMib };
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

interface Delivered {
  readonly rate: number;
  readonly mib: number;
}

/** Delivers a stretch, and returns rows per second until all were processed. The deliveries are made before, as those of COPY. */
async function deliver(server: BenchServer, to: Destination, stretch: Stretch): Promise<Delivered> {
  const bodies = [...bodiesOf(stretch)];
  const { processed } = await server.progress();
  const started = performance.now();
  const mib = await sendAndWait(server, to, bodies, processed + stretch.rows);
  return { rate: stretch.rows / ((performance.now() - started) / 1_000), mib };
}

async function latencyOfDrain(server: BenchServer, to: Destination, stretch: Stretch): Promise<number> {
  const { processed } = await server.progress();
  await sendRows(to, bodiesOf(stretch));
  let isOver = false;
  const reading = pageLatency(to, () => isOver);
  await untilProcessed(server, processed + stretch.rows);
  isOver = true;
  return reading;
}

/** Returns the most memory that was seen. */
async function sendAndWait(
  server: BenchServer,
  to: Destination,
  bodies: readonly Body[],
  rows: number,
): Promise<number> {
  const [, mib] = await Promise.all([sendRows(to, bodies), untilProcessed(server, rows)]);
  return mib;
}

async function untilProcessed(server: BenchServer, rows: number): Promise<number> {
  let mib = server.memoryMib();
  let reportAt = performance.now() + REPORT_MS;
  for (;;) {
    const { processed } = await server.progress();
    if (processed >= rows) return mib;
    if (performance.now() >= reportAt) {
      console.error(`${processed} of ${rows} rows processed`);
      reportAt += REPORT_MS;
    }
    await sleep(POLL_MS);
    mib = Math.max(mib, server.memoryMib());
  }
}

const databaseMeter = async ({ databaseUrl }: Installation): Promise<(() => number) | undefined> =>
  databaseUrl === undefined ? undefined : postgresMeter(databaseUrl);

const bytesOf = async ({ databaseUrl }: Installation): Promise<number | undefined> =>
  databaseUrl === undefined ? undefined : databaseBytes(databaseUrl);

async function copyRateOf({ databaseUrl }: Installation, texts: readonly string[]): Promise<number | undefined> {
  if (databaseUrl === undefined) return undefined;
  const rates: number[] = [];
  for (let round = 0; round < COPIES; round++) rates.push(await plainCopyRate(databaseUrl, texts));
  return median(rates);
}
