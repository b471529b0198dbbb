import { mkdirSync, realpathSync } from "node:fs";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { Backend } from "./backend.ts";
import { Gate, type Release } from "./gate.ts";
import { type FolderLock, findHolder, lockFolder, removeHolder, writeHolder } from "./lock-folder.ts";
import { type Maintenance, startMaintenance } from "./maintenance.ts";
import { servePort } from "./port-session.ts";
import { Session, type SessionOptions, type Transport } from "./session.ts";
import { SessionStream } from "./session-stream.ts";
import { socketPath } from "./socket-path.ts";
import { openSocketServer, type SocketServer } from "./socket-server.ts";
import { queryMessage } from "./wire.ts";

export interface EmbeddedOptions {
  /** The folder that holds everything; the database is its subfolder "database". */
  readonly dataDir: string;
  readonly onRestart?: (reason: string) => void;
  /** Called when a session of another process may have committed something, before that process gets its answer. */
  readonly onForeignChange?: () => void;
  /** A dump that a database starts from when the folder has none yet. */
  readonly template?: Blob | undefined;
}

/** PostgreSQL (PGlite) inside this process, on a thread of its own. */
export interface EmbeddedEngine {
  /** Returns a new stream for `new pg.Client({ stream: () => engine.connect() })` and pg.Pool. */
  connect(): Duplex;
  /** Returns the port through which another thread of this process gets one session, for `new PortStream(port)`. */
  openPort(options: PortOptions): MessagePort;
  /** Dumps the whole database, as the template of another one. */
  dump(): Promise<Blob>;
  close(): Promise<void>;
  /** How often the backend had to be replaced. */
  readonly restarts: number;
}

export interface PortOptions {
  /** Waits until the session may use the backend, in addition to waiting for other sessions. */
  readonly enter: () => Promise<Release>;
  /** Called when a transaction of the session may have been committed, before the session gets its answer. */
  readonly onTransaction: () => void;
}

/** Another process holds the data folder. */
export class EngineHeld extends Error {
  readonly pid: number | undefined;
  readonly socketPath: string;

  constructor(dataDir: string, pid: number | undefined) {
    super(`data folder '${dataDir}' is in use by ${pid === undefined ? "another process" : `process ${pid}`}`);
    this.name = "EngineHeld";
    this.pid = pid;
    this.socketPath = socketPath(dataDir);
  }
}

const CHECKPOINT_MS = 5 * 60_000;
const VACUUM_MS = 30 * 60_000;
const CLOSE_GRACE_MS = 5_000;
const OTHER_PROCESS_IDLE_MS = 60_000;

/** Returns the path of the socket on which the process that holds a data folder listens; the same in every process. */
export function engineSocketPath(dataDir: string): string {
  return socketPath(dataDir);
}

/** Opens the engine of a data folder; throws EngineHeld when another process has it open. */
export async function openEmbeddedEngine(options: EmbeddedOptions): Promise<EmbeddedEngine> {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = realpathSync(options.dataDir);
  const engine = new Engine(dataDir, options);
  const lock = await lockFolder(dataDir);
  if (lock === undefined) throw new EngineHeld(options.dataDir, await findHolder(dataDir));
  try {
    if (await engine.open(lock)) return engine;
  } catch (error) {
    await engine.giveUp(lock);
    throw error;
  }
  await lock.release();
  throw new EngineHeld(options.dataDir, await findHolder(dataDir));
}

class Engine implements EmbeddedEngine {
  readonly #dataDir: string;
  readonly #gate = new Gate();
  readonly #backend: Backend;
  readonly #onForeignChange: () => void;
  readonly #sessions = new Set<Session>();
  #sessionCount = 0;
  #statementCount = 0;
  #lock: FolderLock | undefined;
  #socketServer: SocketServer | undefined;
  #maintenance: Maintenance | undefined;
  #closing: Promise<void> | undefined;

  constructor(dataDir: string, options: EmbeddedOptions) {
    this.#dataDir = dataDir;
    this.#onForeignChange = options.onForeignChange ?? (() => undefined);
    const onLost = (reason: string) => {
      // A commit that was in progress may or may not have succeeded.
      this.#onForeignChange();
      for (const session of this.#sessions) session.backendLost();
      options.onRestart?.(reason);
    };
    this.#backend = new Backend({ dataDir, template: options.template, onLost });
  }

  get restarts(): number {
    return this.#backend.restarts;
  }

  /**
   * Resolves to false when the socket is served by a process whose lock is not visible here, such as in a container.
   */
  async open(lock: FolderLock): Promise<boolean> {
    this.#lock = lock;
    this.#socketServer = await openSocketServer(this.#dataDir, (transport) =>
      this.#session(transport, "other process"),
    );
    if (this.#socketServer === undefined) return false;
    writeHolder(this.#dataDir);
    await this.#backend.open();
    this.#maintenance = startMaintenance({
      connect: () => new SessionStream((transport) => this.#session(transport, "maintenance")),
      isBusy: () => this.#gate.isBusy,
      statements: () => this.#statementCount,
      checkpointMs: CHECKPOINT_MS,
      vacuumMs: VACUUM_MS,
    });
    return true;
  }

  connect(): Duplex {
    return new SessionStream((transport) => this.#session(transport, "this process"));
  }

  openPort({ enter, onTransaction }: PortOptions): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const acquire = async (): Promise<Release> => {
      const leave = await enter();
      const release = await this.#gate.acquire();
      return () => {
        release();
        leave();
      };
    };
    const onCommit: SessionOptions["onCommit"] = (what) => {
      if (what === "transaction") onTransaction();
    };
    servePort(port1, (transport) => this.#session(transport, "this process", { gate: { acquire }, onCommit }));
    return port2;
  }

  async dump(): Promise<Blob> {
    const release = await this.#gate.acquire();
    try {
      await this.#backend.exec(queryMessage("checkpoint"), 0);
      return new Blob([await this.#backend.dump()]);
    } finally {
      release();
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async giveUp(lock: FolderLock): Promise<void> {
    await this.#backend.abort();
    await this.#socketServer?.close();
    removeHolder(this.#dataDir);
    await lock.release();
  }

  async #close(): Promise<void> {
    this.#maintenance?.stop();
    for (const session of this.#sessions) session.shutDown();
    const grace = new AbortController();
    const late = sleep(CLOSE_GRACE_MS, undefined, { signal: grace.signal }).catch(() => undefined);
    await Promise.race([this.#closeDatabase(), late]);
    grace.abort();
    await this.#backend.abort();
    await this.#socketServer?.close();
    removeHolder(this.#dataDir);
    await this.#lock?.release();
  }

  async #closeDatabase(): Promise<void> {
    const release = await this.#gate.acquire();
    try {
      await this.#backend.exec(queryMessage("checkpoint"), 0);
      await this.#backend.close();
    } catch {
      // The backend was replaced or terminated meanwhile; the next start recovers as it does after kill -9.
    } finally {
      // Sessions that still wait fail with "the embedded engine is closed".
      release();
    }
  }

  #session(
    transport: Transport,
    from: "this process" | "other process" | "maintenance",
    special: Partial<SessionOptions> = {},
  ): Session {
    this.#sessionCount += 1;
    const session = new Session({
      id: this.#sessionCount,
      gate: this.#gate,
      backend: this.#backend,
      transport,
      endsAtRestart: from !== "other process",
      // A command that is suspended in the middle of a transaction must not block the server.
      idleInTransactionMs: from === "other process" ? OTHER_PROCESS_IDLE_MS : 0,
      onStatement: () => {
        if (from !== "maintenance") this.#statementCount += 1;
      },
      onCommit: from === "other process" ? this.#onForeignChange : () => undefined,
      onLeft: (left) => this.#sessions.delete(left),
      ...special,
    });
    this.#sessions.add(session);
    return session;
  }
}
