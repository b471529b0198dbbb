import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { builtProgram } from "./built-program.ts";
import { QUICK_WASM } from "./quick-wasm.ts";

/** The compiled server in a process of its own. */
export interface ServerProgram {
  /** Its base URL without a path. */
  readonly address: string;
  readonly pid: number;
  /** Asks it to stop and waits for its exit. */
  stop(): Promise<void>;
  /** Kills it with SIGKILL and waits for its exit. */
  kill(): Promise<void>;
}

/** How many of the last characters of the output are kept. */
const KEPT_OUTPUT = 4_000;

/** Starts `parapet serve` with these settings, on a free port unless one is given, and returns once it listens. */
export async function startServerProgram(settings: Readonly<Record<string, string>>, port = 0): Promise<ServerProgram> {
  const child = spawn(process.execPath, [QUICK_WASM, builtProgram(), "serve", "--port", `${port}`], {
    env: { PATH: process.env["PATH"], PARAPET_METRICS_PORT: "0", PARAPET_LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(child, "exit");
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<void> => {
    child.off("exit", reportEnd);
    child.kill(signal);
    await gone;
  };
  const kill = (): Promise<void> => end("SIGKILL");
  const stop = (): Promise<void> => end("SIGTERM");
  let output = "";
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-KEPT_OUTPUT);
  };
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", keep);
  // Tests then fail in many ways, none of which names the cause.
  const reportEnd = (code: number | null, signal: string | null): void => {
    process.stderr.write(`A server ended by itself with ${code ?? signal}; its last output:\n${output}\n`);
  };
  try {
    const address = await addressOf(child);
    child.once("exit", reportEnd);
    return { address, pid: child.pid ?? 0, stop, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Waits for the address in the server's output; rejects if the server exits first. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /listens on (http:\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it listened: ${output}`)));
  });
}
