import { afterDelay } from "../../runtime/after-delay.ts";
import { beginDatabase, databaseDir, finishDatabase, hasDatabase } from "./database-folder.ts";
import { readEmptyDatabase } from "./empty-database.ts";
import { SessionError } from "./session-error.ts";
import type { Bytes, Compiled, WorkerRequest } from "./worker.ts";
import { WorkerLink } from "./worker-link.ts";

export interface BackendOptions {
  readonly dataDir: string;
  readonly template: Blob | undefined;
  /** Called as soon as the backend is lost, with all session state it held. */
  readonly onLost: (reason: string) => void;
}

/** What the first worker of this process compiled: the same bytes for every database. */
let compiled: Compiled | undefined;

/**
 * The one PostgreSQL backend. It is replaced when it hangs or crashes, and requests wait for the replacement. The
 * caller sends one request at a time.
 */
export class Backend {
  readonly #options: BackendOptions;
  #link: WorkerLink | undefined;
  #opening: Promise<WorkerLink> | undefined;
  #isClosed = false;
  #hasOpened = false;
  #restarts = 0;

  constructor(options: BackendOptions) {
    this.#options = options;
  }

  get restarts(): number {
    return this.#restarts;
  }

  async open(): Promise<void> {
    await this.#live();
  }

  /** Runs protocol messages; a backend that takes longer than `limitMs` is replaced. 0 means no limit. */
  async exec(messages: Uint8Array, limitMs: number): Promise<Bytes> {
    const link = await this.#live();
    const cancel = limitMs > 0 ? afterDelay(limitMs, () => this.#loseLate(link)) : () => undefined;
    try {
      // A copy with its own buffer is transferred to the worker instead of being copied again.
      return await link.request({ kind: "exec", bytes: new Uint8Array(messages) });
    } finally {
      cancel();
    }
  }

  async dump(): Promise<Bytes> {
    return this.#ask({ kind: "dump" });
  }

  /** Shuts the database down cleanly. */
  async close(): Promise<void> {
    if (this.#link !== undefined && !this.#isClosed) await this.#ask({ kind: "close" });
    await this.abort();
  }

  /** Terminates the thread without a clean shutdown; the next start recovers as it does after kill -9. */
  async abort(): Promise<void> {
    this.#isClosed = true;
    const link = this.#link ?? (await this.#opening?.catch(() => undefined));
    this.#link = undefined;
    link?.abandon(closed());
    await link?.terminate();
  }

  async #ask(request: WorkerRequest): Promise<Bytes> {
    return (await this.#live()).request(request);
  }

  async #live(): Promise<WorkerLink> {
    if (this.#isClosed) throw closed();
    if (this.#link !== undefined) return this.#link;
    this.#opening ??= this.#start();
    return this.#opening;
  }

  async #start(after: Promise<void> = Promise.resolve()): Promise<WorkerLink> {
    const { dataDir, template } = this.#options;
    try {
      await after;
      // After the first start, a missing database is an error to report and no reason to create an empty one.
      if (this.#hasOpened && !hasDatabase(dataDir)) throw new Error("its folder is gone");
      const isNew = !this.#hasOpened && beginDatabase(dataDir);
      const link = await WorkerLink.start(
        {
          databaseDir: databaseDir(dataDir),
          template: isNew ? (template ?? (await readEmptyDatabase())) : undefined,
          compiled,
        },
        (dead, reason) => this.#lose(dead, reason),
      );
      finishDatabase(dataDir);
      this.#link = link;
      this.#hasOpened = true;
      compiled = link.compiled;
      return link;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SessionError("57P03", `the embedded database did not open: ${reason}`);
    } finally {
      this.#opening = undefined;
    }
  }

  #loseLate(link: WorkerLink): void {
    const late = new SessionError("57014", "canceling statement due to statement timeout");
    this.#lose(link, late.message, late);
  }

  #lose(link: WorkerLink, reason: string, error?: SessionError): void {
    if (this.#link !== link || this.#isClosed) return;
    this.#link = undefined;
    this.#restarts += 1;
    // Two threads on one folder would corrupt it: the old one must have ended before the next one opens.
    this.#opening = this.#start(link.terminate());
    // Callers that wait see the failure; without any, the next statement tries again.
    this.#opening.catch(() => undefined);
    if (error !== undefined) link.abandon(error);
    this.#options.onLost(reason);
  }
}

function closed(): SessionError {
  return new SessionError("57P01", "the embedded engine is closed");
}
