import { parentPort } from "node:worker_threads";
import { lowerPriority } from "../../../runtime/lower-priority.ts";
import { openLinked } from "../../../store/database/open.ts";
import type { AnalysisPhase } from "../analysis-run.ts";
import { LeaseLost } from "../lease-keeper.ts";
import { type RunProgress, runPhases } from "../run-phases.ts";
import type { RunReply, RunRequest } from "./thread-messages.ts";

/** The thread gives way to the threads that serve requests. */
const NICE = 10;

/** Executes the runs that the thread is asked for, one at a time. */
export function serveRuns(phases: readonly AnalysisPhase[]): void {
  parentPort?.on("message", (request: RunRequest) => {
    execute(request, phases).then(
      (progress) => reply({ kind: "ended", progress }),
      (error: Error) => reply({ kind: "failed", message: error.message, isLeaseLost: error instanceof LeaseLost }),
    );
  });
}

async function execute({ task, link, stop }: RunRequest, phases: readonly AnalysisPhase[]): Promise<RunProgress> {
  // In the embedded database a transaction keeps everybody else out: a thread that waits for the CPU in the middle of one
  // would delay requests.
  if ("databaseUrl" in link.target) lowerPriority(NICE);
  const database = await openLinked(link);
  try {
    return await runPhases(database.forDomain(task.domainId), phases, task, {
      isStopped: () => Atomics.load(stop, 0) !== 0,
      onPhase: (progress) => reply({ kind: "phase", progress }),
    });
  } finally {
    await database.close();
  }
}

const reply = (message: RunReply): void => parentPort?.postMessage(message);
