import { spawn } from "node:child_process";
import { stopServers } from "./server-process.ts";

const EXIT_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
const STOPPED_WITHIN_MS = 10_000;
const PARENT_WATCHED_EVERY_MS = 500;

/** A request to stop, by a signal or by the end of the parent; `exitCode` is 0 until then. */
export interface Interruption {
  readonly signal: AbortSignal;
  readonly exitCode: () => number;
}

/** Handles SIGINT, SIGTERM and SIGHUP: they stop what this process runs, and the caller cleans up. */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  let exitCode = 0;
  const interrupt = (code: number): void => {
    exitCode ||= code;
    controller.abort();
  };
  for (const [signal, code] of Object.entries(EXIT_CODES)) process.on(signal, () => interrupt(code));

  // npm passes SIGTERM only to its shell, which ends and leaves this process without a parent.
  const parent = process.ppid;
  const orphaned = (): boolean => process.env["npm_lifecycle_event"] !== undefined && process.ppid !== parent;
  setInterval(() => orphaned() && interrupt(EXIT_CODES.SIGTERM), PARENT_WATCHED_EVERY_MS).unref();
  return { signal: controller.signal, exitCode: () => exitCode };
}

/** Stops the servers of this process on SIGINT, SIGTERM and SIGHUP, then exits. */
export function stopServersWhenInterrupted(): void {
  const interruption = watchInterruption();
  interruption.signal.addEventListener("abort", () => {
    void stopServers().finally(() => process.exit(interruption.exitCode()));
  });
}

interface NodeCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs node in its own process group, so that its workers and their children end with it; returns its exit code. */
export function runNode({ args, cwd, env }: NodeCommand, interruption: Interruption): Promise<number> {
  if (interruption.signal.aborted) return Promise.resolve(1);
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env, stdio: ["ignore", "inherit", "inherit"], detached: true });
    const interrupt = (): void => {
      signalGroup(child.pid, "SIGTERM");
      setTimeout(() => signalGroup(child.pid, "SIGKILL"), STOPPED_WITHIN_MS).unref();
    };
    interruption.signal.addEventListener("abort", interrupt, { once: true });
    child.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once("exit", (code) => {
      interruption.signal.removeEventListener("abort", interrupt);
      signalGroup(child.pid, "SIGKILL");
      resolve(code ?? 1);
    });
  });
}

function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (leader !== undefined) process.kill(-leader, signal);
  } catch {
    // The group has already ended.
  }
}
