import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import { newDatabaseName, runOnServer, urlOfDatabase } from "./template.ts";

type Environment = Readonly<Record<string, string>>;

/** A command that has ended. */
export interface Finished {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that goes on until it is told to stop. */
export interface Running {
  /** Where it serves. */
  readonly address: string;
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: Promise<Finished>;
}

/** The compiled program with data of its own that nothing has touched yet. */
export interface Installation {
  readonly dataDir: string;
  /** Runs a command to its end. */
  run(args: readonly string[], env?: Environment): Promise<Finished>;
  /** Runs a command that must succeed, and answers what it printed as JSON. */
  json<T>(args: readonly string[]): Promise<T>;
  /** Starts `serve` or `demo` on a free port; resolves once it has said where it listens. */
  start(args: readonly string[], env?: Environment): Promise<Running>;
  /** Ends what still runs and removes the data. */
  remove(): Promise<void>;
}

const PROGRAM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

/** An installation on this project's engine. */
export async function createInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "ppt-"));
  const dataDir = join(folder, "data");
  const name = inject("engine") === "postgres" ? newDatabaseName("cli") : undefined;
  if (name) await runOnServer(`create database ${name}`);
  const settings = { PARAPET_DATA_DIR: dataDir, ...(name && { PARAPET_DATABASE_URL: urlOfDatabase(name) }) };
  const children = new Set<ChildProcess>();
  const launch = (args: readonly string[], env: Environment = {}): Launched => {
    const launched = launchProgram(args, { ...settings, ...env });
    children.add(launched.child);
    launched.child.once("exit", () => children.delete(launched.child));
    return launched;
  };
  const run: Installation["run"] = (args, env) => launch(args, env).ended;
  return {
    dataDir,
    run,
    json: async (args) => {
      const { code, stdout, stderr } = await run([...args, "--json"]);
      if (code !== 0) throw new Error(`parapet ${args.join(" ")} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    start: (args, env) => awaitAddress(launch([...args, "--port", "0"], env)),
    remove: async () => {
      for (const child of children) child.kill("SIGKILL");
      if (name) await runOnServer(`drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Launched extends Omit<Running, "address"> {
  readonly child: ChildProcess;
}

/** Runs the compiled program; of the caller's settings it sees only those that are given. */
export function launchProgram(args: readonly string[], env: Environment): Launched {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env["PATH"] ?? "", TMPDIR: tmpdir(), PARAPET_METRICS_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Finished>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
  return {
    child,
    pid: child.pid ?? 0,
    stdout: () => stdout,
    stderr: () => stderr,
    signal: (name) => void child.kill(name),
    ended,
  };
}

/** `serve` tells people its address on standard error, `demo` gives it on standard output as its result. */
function awaitAddress(launched: Launched): Promise<Running> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const said = /listens on (\S+)/.exec(launched.stderr()) ?? /"address":"([^"]+)".*\n/.exec(launched.stdout());
      const address = ADDRESS.exec(said?.[1] ?? "")?.[0];
      if (address) resolve({ ...launched, address });
    };
    launched.child.stdout?.on("data", look);
    launched.child.stderr?.on("data", look);
    launched.ended.then(
      ({ code, stderr }) => reject(new Error(`it ended with ${code} before it listened: ${stderr}`)),
      reject,
    );
  });
}
