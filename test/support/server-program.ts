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

/** Starts `parapet serve` with these settings, on a free port unless one is given, and returns once it listens. */
export async function startServerProgram(settings: Readonly<Record<string, string>>, port = 0): Promise<ServerProgram> {
  const child = spawn(process.execPath, [QUICK_WASM, builtProgram(), "serve", "--port", `${port}`], {
    env: { PATH: process.env["PATH"], PARAPET_METRICS_PORT: "0", PARAPET_LOG_LEVEL: "warn", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const gone = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await gone;
  };
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await gone;
  };
  try {
    return { address: await addressOf(child), pid: child.pid ?? 0, stop, kill };
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
