import { spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../services/server-process.ts";
import { processCpuMs, processMemoryMib } from "./used-time.ts";

const PROGRAM = fileURLToPath(new URL("../../../dist/main.js", import.meta.url));
export const BENCH_DOMAIN = "bench";

/** Where a service stores its data. */
export interface Installation {
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
}

/** The compiled service in a process of its own. */
export interface BenchServer {
  readonly port: number;
  /** CPU time of the process so far, in milliseconds. */
  readonly cpuMs: () => number;
  /** Resident memory of the process, in MiB. */
  readonly memoryMib: () => number;
  /** Returns how many rows were processed, and how many rows and subjects wait. */
  readonly progress: () => Promise<Progress>;
  readonly stop: () => Promise<void>;
}

export interface Progress {
  readonly processed: number;
  readonly rowsWaiting: number;
}

/** Creates a domain and returns a key that may deliver rows and read cases. */
export function createDomainKey(installation: Installation, domain = BENCH_DOMAIN): string {
  runCommand(installation, ["domain", "create", domain]);
  const scopes = ["--scopes", "ingest:write,cases:read"];
  return runCommand(installation, ["key", "create", "--domain", domain, ...scopes]).trim();
}

export async function startBenchServer(installation: Installation): Promise<BenchServer> {
  const metricsPort = await findFreePort();
  const child = spawn(process.execPath, [PROGRAM, "serve", "--port", "0"], {
    env: { ...environmentOf(installation), PARAPET_METRICS_PORT: `${metricsPort}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-10_000);
    });
  }
  const port = await Promise.race([
    waitForPort(() => printed),
    ended.then(() => Promise.reject(new Error(`the server ended: ${printed}`))),
  ]);
  return {
    port,
    cpuMs: () => processCpuMs(child.pid ?? 0),
    memoryMib: () => processMemoryMib(child.pid ?? 0),
    progress: () => readProgress(metricsPort),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function environmentOf({ databaseUrl, dataDir }: Installation): Record<string, string> {
  const url = databaseUrl === undefined ? {} : { PARAPET_DATABASE_URL: databaseUrl };
  return { PATH: process.env["PATH"] ?? "", PARAPET_DATA_DIR: dataDir, ...url };
}

function runCommand(installation: Installation, args: readonly string[]): string {
  const env = environmentOf(installation);
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`parapet ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

async function waitForPort(printed: () => string): Promise<number> {
  for (;;) {
    const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed());
    if (found) return Number(found[1]);
    await sleep(50);
  }
}

async function readProgress(port: number): Promise<Progress> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const metricOf = (name: string): number =>
    Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(text)?.[1] ?? 0);
  return {
    processed: metricOf("parapet_rows_processed_total"),
    rowsWaiting: metricOf("parapet_rows_waiting"),
  };
}
