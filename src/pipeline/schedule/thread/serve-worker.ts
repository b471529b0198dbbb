import { parentPort, workerData } from "node:worker_threads";
import { systemChance } from "../../../runtime/chance.ts";
import { systemClock } from "../../../runtime/clock.ts";
import { lowerPriority } from "../../../runtime/lower-priority.ts";
import { openLinked } from "../../../store/database/open.ts";
import type { DetectorSource } from "../../rules/detector-source.ts";
import { createDomainDetectors, createInstalledDetectors } from "../../rules/installed-detectors.ts";
import { createWorker, type Worker } from "../worker.ts";
import type { WorkerLog, WorkerMetrics } from "../worker-parts.ts";
import type { Answers, Command, Question, Report, ThreadSettings } from "./thread-messages.ts";

/** Background work uses half of them: two for each of two turns, and one for the poll and statistics. */
const CONNECTIONS = 10;
/** The thread gives way to the one that serves requests, but not as much as the analysis does. */
const NICE = 5;

const report = (message: Report): void => parentPort?.postMessage(message);

const count =
  (name: keyof WorkerMetrics) =>
  (...values: readonly number[]): void =>
    report({ kind: "count", name, values });

const metrics: WorkerMetrics = {
  countBatch: count("countBatch"),
  countFailedBatch: count("countFailedBatch"),
  countSetAside: count("countSetAside"),
  countRemoved: count("countRemoved"),
  countDetectorFailure: count("countDetectorFailure"),
  countRefusedRules: count("countRefusedRules"),
};

const log: WorkerLog = { warn: (facts, message) => report({ kind: "log", facts, message }) };

/** Runs a worker as the thread is asked to, and answers questions about its detectors. */
export function serveWorker(): void {
  lowerPriority(NICE);
  const opened = open(workerData as ThreadSettings);
  parentPort?.on("message", (command: Command) => {
    // A failure to open ends the thread.
    void opened.then((running) => obey(running, command));
  });
}

/** The worker of the thread, and what it is made from. */
interface Running {
  readonly worker: Worker;
  readonly detectors: DetectorSource;
  close(): Promise<void>;
}

async function open({ link, rulesFolder }: ThreadSettings): Promise<Running> {
  const opened = await openLinked(link, CONNECTIONS);
  const database = opened.inBackground();
  const detectors = createInstalledDetectors({ database, rulesFolder, log, metrics });
  const detectorsFor = createDomainDetectors(database, detectors);
  const worker = createWorker({ database, clock: systemClock, chance: systemChance, detectorsFor, log, metrics });
  return { worker, detectors, close: () => opened.close() };
}

async function obey({ worker, detectors, close }: Running, command: Command): Promise<void> {
  if (command.kind === "start") worker.start();
  else if (command.kind === "poke") worker.poke(command.domainId);
  else if (command.kind === "ask") await answer(detectors, command.id, command.question);
  else {
    await worker.stop();
    await close();
    report({ kind: "stopped" });
  }
}

async function answer(detectors: DetectorSource, id: number, question: Question): Promise<void> {
  try {
    report({ kind: "answer", id, answer: await answerTo(detectors, question) });
  } catch (error) {
    report({ kind: "failed", id, message: (error as Error).message });
  }
}

async function answerTo(detectors: DetectorSource, question: Question): Promise<Answers[keyof Answers]> {
  const rules = await detectors.rulesFor({ name: question.domain });
  if (question.about === "rules") return { detections: rules.detections, refused: rules.refused };
  const detection = rules.detections.find(({ facts }) => facts.slug === question.slug);
  return detection && rules.notesOf(detection);
}
