import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { builtProgram } from "./built-program.ts";
import { hostCommands } from "./hosted-commands.ts";
import { QUICK_WASM } from "./quick-wasm.ts";
import { copyDatabase, copyTemplateFolder, newDatabaseName, runOnServer, urlOfDatabase } from "./template.ts";

export type Environment = Readonly<Record<string, string>>;

/** The result of a command. */
export interface Finished {
  /** Null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs until it gets a signal. */
export interface Running {
  /** The address it serves on. */
  readonly address: string;
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: Promise<Finished>;
}

/** The compiled program with its own data. */
export interface Installation {
  readonly dataDir: string;
  /** Runs a command in a process of its own and waits for its exit. */
  run(args: readonly string[], env?: Environment): Promise<Finished>;
  /** Runs a command in a process that is reused, one at a time. */
  command(args: readonly string[], env?: Environment): Promise<Finished>;
  /** Runs a command like `command`; returns its output as JSON and throws if it fails. */
  json<T>(args: readonly string[]): Promise<T>;
  /** Starts `serve` or `demo` on a free port; resolves once it has printed its address. */
  start(args: readonly string[], env?: Environment): Promise<Running>;
  /** Ends running commands and deletes the data. */
  remove(): Promise<void>;
}

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/;

/** Creates an installation on this project's engine, with a migrated database or without one. */
export async function createInstallation({ migrated = false } = {}): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "ppt-"));
  const dataDir = join(folder, "data");
  const name = inject("engine") === "postgres" ? newDatabaseName("cli") : undefined;
  if (name) await (migrated ? copyDatabase(name, inject("template")) : runOnServer(`create database ${name}`));
  else if (migrated) await copyTemplateFolder(inject("templateFolder"), dataDir);
  const settings = { PARAPET_DATA_DIR: dataDir, ...(name && { PARAPET_DATABASE_URL: urlOfDatabase(name) }) };
  const children = new Set<ChildProcess>();
  const launch = (args: readonly string[], env: Environment = {}): Launched => {
    const launched = launchProgram(args, { ...settings, ...env });
    children.add(launched.child);
    launched.child.once("exit", () => children.delete(launched.child));
    return launched;
  };
  const hosted = hostCommands();
  const command: Installation["command"] = (args, env = {}) => hosted.run(args, environmentOf({ ...settings, ...env }));
  return {
    dataDir,
    run: (args, env) => launch(args, env).ended,
    command,
    json: async (args) => {
      const { code, stdout, stderr } = await command([...args, "--json"]);
      if (code !== 0) throw new Error(`parapet ${args.join(" ")} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    start: (args, env) => awaitAddress(launch([...args, "--port", "0"], env)),
    remove: async () => {
      hosted.stop();
      for (const child of children) child.kill("SIGKILL");
      if (name) await runOnServer(`drop database ${name} with (force)`);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Launched extends Omit<Running, "address"> {
  readonly child: ChildProcess;
}

/** Returns the environment without the caller's own settings, but with the given ones. */
const environmentOf = (env: Environment): Environment => ({
  PATH: process.env["PATH"] ?? "",
  TMPDIR: tmpdir(),
  PARAPET_METRICS_PORT: "0",
  // Nobody who balances the load has to notice that a test stops its server.
  PARAPET_DRAIN_MS: "0",
  ...env,
});

/** Runs the compiled program with these settings. */
export function launchProgram(args: readonly string[], env: Environment): Launched {
  const child = spawn(process.execPath, [QUICK_WASM, builtProgram(), ...args], {
    env: environmentOf(env),
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

/** Waits for the address, which `serve` prints to standard error and `demo` to standard output. */
function awaitAddress(launched: Launched): Promise<Running> {
  return new Promise((resolve, reject) => {
    const look = () => {
      const printed = /listens on (\S+)/.exec(launched.stderr()) ?? /"address":"([^"]+)".*\n/.exec(launched.stdout());
      const address = ADDRESS.exec(printed?.[1] ?? "")?.[0];
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
