import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { alignColumns } from "../../evaluate/align-columns.ts";
import { type BenchServer, createDomainKey, type Installation, startBenchServer } from "./bench-server.ts";
import { STEP_MS } from "./scale.ts";
import { bodiesOf, sendRows } from "./send-rows.ts";
import { postgresMeter } from "./used-time.ts";

/** What a number of processes used for the rows of one domain. */
export interface ProcessesCost {
  readonly processes: number;
  readonly rowsPerSecond: number;
  /** CPU time of all processes and of PostgreSQL, in microseconds a row. */
  readonly cpuPerRow: number;
  /** Rows that each process turned into threats. */
  readonly shares: readonly number[];
}

/** So many rows a process has to work on before it is measured: by then its code is compiled. */
const WARM_UP_ROWS = 15_000;
/** How often the warm-up is repeated at most: processes take turns as it happens. */
const MAX_WARM_UPS = 12;
const POLL_MS = 250;

/** Delivers rows of one domain to more and more processes on one PostgreSQL database. */
export async function measureProcesses(
  installation: Installation & { readonly databaseUrl: string },
  counts: readonly number[],
  rows: number,
): Promise<readonly ProcessesCost[]> {
  mkdirSync(installation.dataDir, { recursive: true });
  const key = createDomainKey(installation);
  const meter = await postgresMeter(installation.databaseUrl);
  const servers: BenchServer[] = [];
  let next = 0;
  // All rows are of the last two weeks, whatever their number.
  const startMs = Date.now() - 3_000_000 * STEP_MS;
  const deliver = async (count: number): Promise<void> => {
    const before = sum((await progressOf(servers)).map(({ processed }) => processed));
    const part = Math.ceil(count / servers.length);
    const sent = servers.map(({ port }, index) =>
      sendRows({ port, key }, bodiesOf({ startMs, from: next + index * part, rows: part })),
    );
    next += part * servers.length;
    await Promise.all(sent);
    const target = before + part * servers.length;
    while (sum((await progressOf(servers)).map(({ processed }) => processed)) < target) await sleep(POLL_MS);
  };
  const measured: ProcessesCost[] = [];
  try {
    for (const processes of counts) {
      while (servers.length < processes) servers.push(await startBenchServer(installation));
      await warmUp(servers, deliver);
      const cpuMs = (): number => meter() + sum(servers.map((server) => server.cpuMs()));
      const before = await progressOf(servers);
      const [startedAt, cpuBefore, rowsBefore] = [performance.now(), cpuMs(), next];
      await deliver(rows);
      const [wallMs, usedMs, done] = [performance.now() - startedAt, cpuMs() - cpuBefore, next - rowsBefore];
      const after = await progressOf(servers);
      const shares = after.map(({ processed }, index) => processed - (before[index]?.processed ?? 0));
      measured.push({
        processes,
        rowsPerSecond: (done * 1_000) / wallMs,
        cpuPerRow: (usedMs * 1_000) / done,
        shares,
      });
    }
  } finally {
    for (const server of servers) await server.stop();
  }
  return measured;
}

const progressOf = (servers: readonly BenchServer[]) => Promise.all(servers.map((server) => server.progress()));

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Delivers rows until each process has worked on enough of them. */
async function warmUp(servers: readonly BenchServer[], deliver: (rows: number) => Promise<void>): Promise<void> {
  for (let round = 0; round < MAX_WARM_UPS; round++) {
    await deliver(WARM_UP_ROWS);
    if ((await progressOf(servers)).every(({ processed }) => processed >= WARM_UP_ROWS)) return;
  }
  console.log(`one of ${servers.length} processes had fewer than ${WARM_UP_ROWS} rows before it was measured`);
}

/** Returns a table of the costs, with their ratios to the first one. */
export function renderProcesses(costs: readonly ProcessesCost[]): string {
  const [first] = costs;
  const lines = costs.map(({ processes, rowsPerSecond, cpuPerRow, shares }) => [
    String(processes),
    rowsPerSecond.toFixed(0),
    cpuPerRow.toFixed(0),
    (cpuPerRow / (first?.cpuPerRow ?? cpuPerRow)).toFixed(2),
    shares.map((share) => `${Math.round((100 * share) / sum(shares))} %`).join(", "),
  ]);
  return alignColumns([["processes", "rows/s", "CPU µs a row", "ratio", "rows of each"], ...lines]);
}
