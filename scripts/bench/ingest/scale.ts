import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { median } from "../detect/rounds.ts";
import {
  BENCH_DOMAIN,
  type BenchServer,
  createDomainKey,
  type Installation,
  startBenchServer,
} from "./bench-server.ts";
import { databaseBytes } from "./database-size.ts";
import { pageLatency } from "./page-latency.ts";
import { plainCopyRate } from "./plain-copy.ts";
import { measureRetention, type Removal } from "./retention.ts";
import { type Body, bodiesOf, type Destination, type Stretch, sendRows, textsOf } from "./send-rows.ts";
import { postgresMeter } from "./used-time.ts";

export interface ScaleOptions {
  /** Rows that are measured in an empty domain, and in the grown one. */
  readonly rows: number;
  /** Rows that are delivered in between; their backlog drains while pages are read. */
  readonly grown: number;
}

/** What was measured on one database. */
export interface Scale {
  /** Rows per second from the first byte of the delivery until all are processed, in an empty domain. */
  readonly emptyRate: number;
  readonly compared: Compared;
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

/** Rows per second of the grown domain and of empty ones, in turn. */
interface Compared {
  readonly grownRate: number;
  readonly emptyRate: number;
}

const WARM_UP_ROWS = 5_000;
/** How often the grown domain and an empty one alternate. */
const TURNS = 4;
const IDLE_MS = 30_000;
const POLL_MS = 250;
/** A server that uses less than this share of a core for this long has no work. */
const QUIET_SHARE = 0.2;
const QUIET_MS = 4_000;
const REPORT_MS = 30_000;
const COPIES = 3;
/** So that the newest rows are from today: 400 ms of the stream are one row. */
export const STEP_MS = 400;

/** Delivers rows to a served domain and measures it empty and grown. */
export async function measureScale(installation: Installation, options: ScaleOptions): Promise<Scale> {
  mkdirSync(installation.dataDir, { recursive: true });
  const key = createDomainKey(installation);
  // Each domain is compared with the same whole number of rows.
  const rows = Math.ceil(options.rows / TURNS) * TURNS;
  const total = WARM_UP_ROWS + 2 * rows + options.grown;
  const stretches = cutter(Date.now() - total * STEP_MS);
  const measured = await measureServed(installation, key, stretches, { ...options, rows });
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
    const texts = textsOf(first);
    const idleMs = await pageLatency(to, after(IDLE_MS));
    const copyRate = await copyRateOf(installation, texts);
    const drainMs = await latencyOfDrain(server, to, stretches(grown));
    const rawBytes = (Buffer.byteLength(texts.join("")) / rows) * (rows + grown);
    const sizeAfter = await bytesOf(installation);
    const bytesPerRaw =
      sizeBefore === undefined || sizeAfter === undefined ? undefined : (sizeAfter - sizeBefore) / rawBytes;
    const { mib: grownMib, ...compared } = await compare(installation, server, to, () => stretches(rows / TURNS));
    const cpu = { cpuPerRow, databaseCpuPerRow };
    const memory = { emptyMib: empty.mib, grownMib };
    return { emptyRate: empty.rate, compared, copyRate, idleMs, drainMs, bytesPerRaw, ...cpu, ...memory };
  } finally {
    await server.stop();
  }
}

/**
 * Delivers the same rows to the grown domain and to a new one, several times: on a machine whose speed changes, only what is
 * measured at the same time can be compared.
 */
async function compare(
  installation: Installation,
  server: BenchServer,
  grown: Destination,
  nextStretch: () => Stretch,
): Promise<Compared & { readonly mib: number }> {
  const [ofGrown, ofEmpty]: [Delivered[], Delivered[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    const stretch = nextStretch();
    const empty = { port: server.port, key: createDomainKey(installation, `${BENCH_DOMAIN}-${turn}`) };
    await deliver(server, empty, { ...stretch, from: stretch.from - WARM_UP_ROWS, rows: WARM_UP_ROWS });
    const measureEmpty = async () => ofEmpty.push(await deliver(server, empty, stretch));
    const measureGrown = async () => ofGrown.push(await deliver(server, grown, stretch));
    // Neither is always the second one, for which more is cached.
    for (const measure of turn % 2 === 0 ? [measureEmpty, measureGrown] : [measureGrown, measureEmpty]) {
      await untilQuiet(server);
      await measure();
    }
  }
  const mib = Math.max(...ofGrown.map((delivered) => delivered.mib));
  return { grownRate: meanRate(ofGrown), emptyRate: meanRate(ofEmpty), mib };
}

/** Returns the rate of deliveries of the same size together. */
const meanRate = (delivered: readonly Delivered[]): number =>
  delivered.length / delivered.reduce((sum, { rate }) => sum + 1 / rate, 0);

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

/**
 * Waits until the server does nothing, so that work of one domain is not measured as that of another: a new domain is
 * analyzed as soon as none of its rows waits.
 */
async function untilQuiet(server: BenchServer): Promise<void> {
  for (let quietFor = 0; quietFor < QUIET_MS; ) {
    const before = server.cpuMs();
    await sleep(POLL_MS);
    quietFor = server.cpuMs() - before < POLL_MS * QUIET_SHARE ? quietFor + POLL_MS : 0;
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
