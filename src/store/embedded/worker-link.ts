import { Worker } from "node:worker_threads";
import { threadUrl } from "../../runtime/thread-url.ts";
import { SessionError } from "./session-error.ts";
import type { Bytes, Compiled, WorkerReply, WorkerRequest, WorkerSpec } from "./worker.ts";

/** With less than this, JSON some 10,000 levels deep overflows the stack before PostgreSQL's own limit applies. */
const STACK_SIZE_MB = 64;

interface Waiting {
  resolve(bytes: Bytes): void;
  reject(error: SessionError): void;
}

type OnDeath = (link: WorkerLink, reason: string) => void;

/** One worker thread with one open database, which processes one request at a time. */
export class WorkerLink {
  readonly #worker: Worker;
  readonly #onDeath: OnDeath;
  #waiting: Waiting | undefined;
  #deathReason: string | undefined;
  #compiled: Compiled | undefined;

  /** Resolves when the database is open. */
  static async start(spec: WorkerSpec, onDeath: OnDeath): Promise<WorkerLink> {
    const link = new WorkerLink(spec, onDeath);
    try {
      await link.#reply();
      return link;
    } catch (error) {
      await link.terminate();
      throw error;
    }
  }

  private constructor(spec: WorkerSpec, onDeath: OnDeath) {
    this.#onDeath = onDeath;
    const options = { workerData: spec, execArgv: [], resourceLimits: { stackSizeMb: STACK_SIZE_MB } };
    this.#worker = new Worker(threadUrl("./worker", import.meta.url), options);
    this.#worker.on("message", (reply: WorkerReply) => this.#receive(reply));
    this.#worker.on("error", (error) => this.#die(error.message));
    this.#worker.on("exit", (code) => this.#die(`the worker ended with code ${code}`));
  }

  /** The compiled module, with which the next worker opens faster. */
  get compiled(): Compiled | undefined {
    return this.#compiled;
  }

  request(request: WorkerRequest): Promise<Bytes> {
    const reply = this.#reply();
    this.#worker.postMessage(request, request.kind === "exec" ? [request.bytes.buffer] : []);
    return reply;
  }

  /** Rejects the request in progress with `error`; the caller terminates the worker. */
  abandon(error: SessionError): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(error);
  }

  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #reply(): Promise<Bytes> {
    return new Promise((resolve, reject) => {
      if (this.#deathReason === undefined) this.#waiting = { resolve, reject };
      else reject(new SessionError("57P01", this.#deathReason));
    });
  }

  #receive(reply: WorkerReply): void {
    if ("crash" in reply) {
      this.#die(reply.crash);
      return;
    }
    if ("opened" in reply) this.#compiled = reply.opened;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve("bytes" in reply ? reply.bytes : new Uint8Array(0));
  }

  #die(reason: string): void {
    if (this.#deathReason !== undefined) return;
    this.#deathReason = reason;
    this.#onDeath(this, reason);
    this.abandon(new SessionError("57P01", `the embedded engine stopped: ${reason}`));
  }
}
