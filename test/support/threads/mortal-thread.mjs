import { existsSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { workerData } from "node:worker_threads";
import { serveWorker } from "../../../dist/pipeline/schedule/thread/serve-worker.js";

/** The thread of a worker, which ends at once if this file is in the folder of rules, and removes the file. */
const END = join(workerData.rulesFolder, "end");

if (existsSync(END)) {
  unlinkSync(END);
  process.exit(3);
}
serveWorker();
