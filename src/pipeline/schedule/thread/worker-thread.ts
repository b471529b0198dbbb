import { Worker as Thread } from "node:worker_threads";
import { Failure } from "../../../model/failure.ts";
import { backoffMs } from "../../../runtime/backoff.ts";
import type { Chance } from "../../../runtime/chance.ts";
import { threadUrl } from "../../../runtime/thread-url.ts";
import type { DetectorSource } from "../../rules/detector-source.ts";
import type { Worker } from "../worker.ts";
import type { WorkerLog, WorkerMetrics } from "../worker-parts.ts";
import type { Answers, Command, Question, Report, ThreadSettings } from "./thread-messages.ts";

export interface WorkerThreadParts extends ThreadSettings {
  readonly chance: Chance;
  readonly log: WorkerLog;
  readonly metrics?: WorkerMetrics | undefined;
  /** The module that the thread starts; only tests have another one. */
  readonly entry?: URL;
}

/** A worker in a thread of its own, and the lists of its detectors. A thread that ends is replaced. */
export interface WorkerThread extends Worker, Pick<DetectorSource, "rulesFor"> {}

/** How long the running batches may take to end before the thread is terminated; nothing of them is stored then. */
const STOP_GRACE_MS = 6_000;
const BACKOFF = { baseMs: 1_000, maxMs: 60_000 };

export const createWorkerThread = (parts: WorkerThreadParts): WorkerThread => new ThreadOfWorker(parts);

/** A question that was sent to the thread. */
interface Asked {
  readonly resolve: (answer: Answers[keyof Answers]) => void;
  readonly reject: (error: Error) => void;
}

class ThreadOfWorker implements WorkerThread {
  private readonly parts: WorkerThreadParts;
  private readonly asked = new Map<number, Asked>();
  private thread: Thread | undefined;
  private ended: Promise<void> = Promise.resolve();
  private restarting: NodeJS.Timeout | undefined;
  private lastId = 0;
  private failures = 0;
  private isStarted = false;
  private isStopped = false;

  constructor(parts: WorkerThreadParts) {
    this.parts = parts;
  }

  start(): void {
    this.isStarted = true;
    this.send({ kind: "start" });
  }

  poke(domainId: string): void {
    if (this.isStarted && this.thread) this.send({ kind: "poke", domainId });
  }

  async rulesFor({ name: domain }: { readonly name: string }) {
    const rules = await this.ask({ about: "rules", domain });
    return {
      ...rules,
      notesOf: async ({ facts: { slug } }: { readonly facts: { readonly slug: string } }) => {
        const notes = await this.ask({ about: "notes", domain, slug });
        if (!notes) throw unavailable("the rules have just changed");
        return notes;
      },
    };
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.restarting);
    const { thread } = this;
    if (!thread) return;
    const late = setTimeout(() => void thread.terminate(), STOP_GRACE_MS);
    thread.postMessage({ kind: "stop" } satisfies Command);
    await this.ended;
    clearTimeout(late);
  }

  private send(command: Command): void {
    if (this.isStopped) return;
    this.thread ??= this.open();
    this.thread.postMessage(command);
  }

  private ask<Q extends Question>(question: Q): Promise<Answers[Q["about"]]> {
    const id = ++this.lastId;
    return new Promise<Answers[Q["about"]]>((resolve, reject) => {
      if (this.isStopped) throw unavailable("the service is stopping");
      this.asked.set(id, { resolve: resolve as Asked["resolve"], reject });
      this.send({ kind: "ask", id, question });
    });
  }

  private open(): Thread {
    const { entry = threadUrl("./entry", import.meta.url), link, rulesFolder } = this.parts;
    const workerData: ThreadSettings = { link, rulesFolder };
    const thread = new Thread(entry, { name: "pipeline", execArgv: [], workerData });
    let reason = "";
    thread.on("message", (report: Report) => this.receive(thread, report));
    thread.on("error", (error: Error) => {
      reason = error.message;
    });
    this.ended = new Promise((resolve) => {
      thread.once("exit", (code) => {
        this.thread = undefined;
        for (const { reject } of this.asked.values()) reject(unavailable("the detectors are being restarted"));
        this.asked.clear();
        if (!this.isStopped) this.replace(reason || `it ended with code ${code}`);
        resolve();
      });
    });
    return thread;
  }

  /** Starts another thread after a while. The rows that the ended one was processing are still pending. */
  private replace(reason: string): void {
    const { log, metrics, chance } = this.parts;
    this.failures++;
    metrics?.countFailedBatch();
    log.warn({ err: reason, failures: this.failures }, "the thread that processes rows ended and will be replaced");
    if (!this.isStarted) return;
    const restart = (): void => this.send({ kind: "start" });
    this.restarting = setTimeout(restart, backoffMs(this.failures, BACKOFF, chance)).unref();
  }

  private receive(thread: Thread, report: Report): void {
    if (report.kind === "log") this.parts.log.warn(report.facts, report.message);
    else if (report.kind === "count") this.count(report);
    else if (report.kind === "stopped") void thread.terminate();
    else {
      const asked = this.asked.get(report.id);
      this.asked.delete(report.id);
      if (report.kind === "answer") asked?.resolve(report.answer);
      else asked?.reject(new Error(report.message));
    }
  }

  private count({ name, values }: Extract<Report, { readonly kind: "count" }>): void {
    if (name === "countBatch") this.failures = 0;
    const metrics = this.parts.metrics as Record<typeof name, (...counts: readonly number[]) => void> | undefined;
    metrics?.[name](...values);
  }
}

const unavailable = (message: string): Failure =>
  new Failure("unavailable", `${message}; try again shortly`, {}, { "retry-after": "1" });
