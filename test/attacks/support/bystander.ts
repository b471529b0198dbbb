import { Worker } from "node:worker_threads";
import { BASE_PATH } from "../../../src/contract/endpoints.ts";
import { INGEST_BASE_PATH } from "../../../src/contract/ingest.ts";

/** One request of the bystander. Status 0 means that no answer came. */
export interface Sample {
  readonly kind: "read" | "deliver";
  readonly status: number;
  readonly ms: number;
}

/** A client of a domain that is not under attack; it reads and delivers continuously. */
export interface Bystander {
  /** Returns the requests that have ended since the last call. */
  collect(): Promise<readonly Sample[]>;
  stop(): Promise<void>;
}

/** Longer than any wait that the server documents; a slower request counts as unanswered. */
const TIMEOUT_MS = 15_000;
const GAP_MS = 15;
const DELIVER_EVERY_MS = 400;

/** Several keys keep the bystander below its own rate limit. */
export function startBystander(port: number, keys: readonly string[]): Bystander {
  const worker = new Worker(new URL("./bystander.mjs", import.meta.url), {
    execArgv: [],
    workerData: {
      port,
      keys,
      basePath: BASE_PATH,
      ingestPath: INGEST_BASE_PATH,
      gapMs: GAP_MS,
      deliverEveryMs: DELIVER_EVERY_MS,
      timeoutMs: TIMEOUT_MS,
    },
  });
  return {
    collect: () =>
      new Promise((resolve, reject) => {
        worker.once("error", reject);
        worker.once("message", (samples: readonly Sample[]) => {
          worker.off("error", reject);
          resolve(samples);
        });
        worker.postMessage("collect");
      }),
    stop: async () => {
      await worker.terminate();
    },
  };
}
