import { Worker } from "node:worker_threads";
import { threadUrl } from "../../../runtime/thread-url.ts";
import type { Database } from "../../../store/database/database.ts";
import { LeaseLost } from "../lease-keeper.ts";
import type { PhaseRunner, RunProgress, RunWatch } from "../run-phases.ts";
import type { RunReply, RunRequest } from "./thread-messages.ts";

export interface AnalysisThreadParts {
  readonly link: NonNullable<Database["link"]>;
  /** The limit of the thread's heap. */
  readonly memoryMb: number;
  /** The module that the thread starts; only tests have another one. */
  readonly entry?: URL;
}

/** A thread that runs the phases of the analysis. It is started by the first run. */
export interface AnalysisThread {
  readonly runPhases: PhaseRunner;
  /** Ends the thread; the next run starts another one. */
  end(): Promise<void>;
}

/** How often a run is checked for a stop. */
const STOP_POLL_MS = 50;
/** How long a stopped run may take to reach the end of its step before its thread is terminated. */
const STOP_GRACE_MS = 2_000;

export function createAnalysisThread(parts: AnalysisThreadParts): AnalysisThread {
  let worker: Worker | undefined;
  const start = (): Worker => {
    const started = new Worker(parts.entry ?? threadUrl("./worker", import.meta.url), {
      name: "analysis",
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: parts.memoryMb },
    });
    // The run in progress fails; without a listener the process would end.
    started.on("error", () => undefined);
    started.once("exit", () => {
      if (worker === started) worker = undefined;
    });
    return started;
  };
  const end = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  return {
    end,
    runPhases: async (task, watch) => {
      worker ??= start();
      const request = { task, link: parts.link(task.domainId), stop: new Int32Array(new SharedArrayBuffer(4)) };
      try {
        return await converse(worker, request, watch, parts.memoryMb);
      } catch (error) {
        // A failed run may have left memory in use.
        await end();
        throw error;
      }
    },
  };
}

/** Sends a run to the thread and resolves when it has ended; a stopped run that does not end in time is terminated. */
function converse(worker: Worker, request: RunRequest, watch: RunWatch, memoryMb: number): Promise<RunProgress> {
  const { target } = request.link;
  let last: RunProgress = { phase: null, counts: {} };
  let late: NodeJS.Timeout | undefined;
  return new Promise<RunProgress>((resolve, reject) => {
    const onReply = (reply: RunReply): void => {
      if (reply.kind === "failed") {
        settle(() => reject(errorOf(reply)));
        return;
      }
      last = reply.progress;
      if (reply.kind === "phase") watch.onPhase(last);
      else settle(() => resolve(last));
    };
    const onError = (error: Error): void => settle(() => reject(new Error(describeEnd(error, memoryMb))));
    const onExit = (code: number): void =>
      settle(() => (late ? resolve(last) : reject(new Error(`the thread of the analysis ended with code ${code}`))));
    const stopping = setInterval(() => {
      if (late || !watch.isStopped()) return;
      Atomics.store(request.stop, 0, 1);
      late = setTimeout(() => void worker.terminate(), STOP_GRACE_MS);
    }, STOP_POLL_MS);
    const settle = (act: () => void): void => {
      clearInterval(stopping);
      clearTimeout(late);
      worker.off("message", onReply).off("error", onError).off("exit", onExit);
      act();
    };
    worker.on("message", onReply).on("error", onError).on("exit", onExit);
    worker.postMessage(request, "port" in target ? [target.port] : []);
  });
}

function errorOf({ message, isLeaseLost }: Extract<RunReply, { readonly kind: "failed" }>): Error {
  return isLeaseLost ? new LeaseLost(message) : new Error(message);
}

function describeEnd(error: NodeJS.ErrnoException, memoryMb: number): string {
  if (error.code !== "ERR_WORKER_OUT_OF_MEMORY") return `the thread of the analysis ended: ${error.message}`;
  return `the analysis needs more than ${memoryMb} MB of memory; raise PARAPET_ANALYSIS_MEMORY_MB`;
}
