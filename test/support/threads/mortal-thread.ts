import { existsSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";
import { serveWorker } from "../../../src/pipeline/schedule/thread/serve-worker.ts";
import type { ThreadSettings } from "../../../src/pipeline/schedule/thread/thread-messages.ts";

/** The thread of a worker, which ends at once if this file is in the folder of rules, and removes the file. */
const END = join((workerData as ThreadSettings).rulesFolder, "end");

if (existsSync(END)) {
  unlinkSync(END);
  process.exit(3);
}
serveWorker();
