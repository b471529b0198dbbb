import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { builtProgram } from "./built-program.ts";
import type { Environment, Finished } from "./installation.ts";
import { QUICK_WASM } from "./quick-wasm.ts";

const HOST = fileURLToPath(new URL("./command-host.mjs", import.meta.url));

/** Runs the compiled program repeatedly in one process that loads it once. */
export interface HostedCommands {
  /** Runs the program as if it had been started; ends when its event loop is empty. */
  run(args: readonly string[], env: Environment): Promise<Finished>;
  stop(): void;
}

export function hostCommands(): HostedCommands {
  let host: ChildProcess | undefined;
  let isBusy = false;
  return {
    run: async (args, env) => {
      // The next test does not wait for a run that timed out.
      if (isBusy) host?.kill("SIGKILL");
      if (isBusy || !host?.connected) host = startHost();
      isBusy = true;
      const finished = await runOnce(host, args, env);
      isBusy = false;
      return finished;
    },
    stop: () => void host?.kill("SIGKILL"),
  };
}

function startHost(): ChildProcess {
  builtProgram();
  return fork(HOST, [], { env: {}, execArgv: [QUICK_WASM], stdio: ["ignore", "ignore", "pipe", "ipc"] });
}

function runOnce(host: ChildProcess, args: readonly string[], env: Environment): Promise<Finished> {
  return new Promise((resolve, reject) => {
    // A program that throws ends its process, as it would anywhere.
    let lastWords = "";
    const collect = (chunk: Buffer): void => {
      lastWords += chunk.toString();
    };
    const end = (code: number | null): void => settle({ code, stdout: "", stderr: lastWords });
    const settle = (finished: Finished): void => {
      host.off("message", settle).off("close", end).off("error", reject);
      host.stderr?.off("data", collect);
      resolve(finished);
    };
    host.on("message", settle).on("close", end).on("error", reject);
    host.stderr?.on("data", collect);
    host.send({ args, env });
  });
}
