import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A running server for the tests; `stop` resolves once its process has ended. */
export interface Service {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Why a service is not available, and how to make it so. */
export interface Missing {
  readonly missing: string;
}

/** The unprivileged account a server runs under when the tests themselves run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

interface ServerCommand {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly account?: Account | undefined;
  readonly stopSignal: NodeJS.Signals;
  readonly isReady: () => Promise<boolean>;
}

const READY_WITHIN_MS = 30_000;
const STOPPED_WITHIN_MS = 10_000;
const POLL_MS = 50;
const KEPT_OUTPUT = 4_000;

/** Returns an environment without the caller's settings, so that servers behave the same on every machine. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };
}

/** Returns a TCP port on 127.0.0.1 that was free when it was checked. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** The servers that this process has started and that still run. */
const running = new Set<() => Promise<void>>();

/** Stops every server that this process has started. */
export async function stopServers(): Promise<void> {
  await Promise.all([...running].map((stop) => stop()));
}

/** Starts a server in its own process group, so that Ctrl-C does not stop it under tests that still run. */
export async function startServer(server: ServerCommand): Promise<() => Promise<void>> {
  const child = spawn(server.command, server.args, {
    cwd: server.cwd,
    env: serverEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
    ...(server.account ? { uid: server.account.uid, gid: server.account.gid } : {}),
  });
  const output = collectOutput(child);
  const kill = (): void => void child.kill("SIGKILL");
  const stop = (): Promise<void> => stopProcess(child, server.stopSignal);
  process.once("exit", kill);
  running.add(stop);
  child.once("exit", () => {
    process.off("exit", kill);
    running.delete(stop);
  });

  const ready = await becomesReady(child, server.isReady);
  if (ready) return stop;
  await stop();
  throw new Error(`${server.name} did not start:\n${output()}`);
}

/** Runs `start` on a free port, and once more on another port if it fails: a process may take the port in between. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(await findFreePort());
  } catch {
    return start(await findFreePort());
  }
}

async function becomesReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<boolean> {
  let failed = false;
  child.once("error", () => {
    failed = true;
  });
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!failed && child.exitCode === null && Date.now() < deadline) {
    if (await isReady()) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.kill(signal);
  const patience = setTimeout(() => child.kill("SIGKILL"), STOPPED_WITHIN_MS);
  await gone;
  clearTimeout(patience);
}

function collectOutput(child: ChildProcess): () => string {
  let kept = "";
  const keep = (chunk: Buffer): void => {
    kept = (kept + chunk.toString()).slice(-KEPT_OUTPUT);
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  child.on("error", (error) => keep(Buffer.from(error.message)));
  return () => kept;
}
