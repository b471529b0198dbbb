import type { Backend } from "./backend.ts";
import type { Release } from "./gate.ts";
import { SessionError } from "./session-error.ts";
import { StatementNames } from "./statement-names.ts";
import {
  closeStatementMessage,
  NO_ENCRYPTION,
  type Opening,
  QUERY,
  queryMessage,
  readyStatus,
  SYNC,
  TERMINATE,
  type TransactionStatus,
  type Unit,
  UnitReader,
  WELCOME,
} from "./wire.ts";

/** The client's side of a session. */
export interface Transport {
  send(bytes: Uint8Array): void;
  /** Ends the session because of `error`. */
  fail(error: SessionError): void;
  end(): void;
}

/** What admits sessions to the one backend. */
export interface Admission {
  acquire(): Promise<Release>;
}

export interface SessionOptions {
  readonly id: number;
  readonly gate: Admission;
  readonly backend: Backend;
  readonly transport: Transport;
  /** A restart of the backend ends the session even if the session has no state there. */
  readonly endsAtRestart: boolean;
  /** How long a transaction may wait for its client when the client sets no limit; 0 means forever. */
  readonly idleInTransactionMs: number;
  readonly onStatement: () => void;
  /**
   * Called when messages may have committed something, before the client receives the response: a transaction, or a
   * single statement.
   */
  readonly onCommit: (what: "transaction" | "statement") => void;
  readonly onLeft: (session: Session) => void;
}

const BEGIN = queryMessage("begin");
const CLEAN_UP_LIMIT_MS = 10_000;

/** Resets everything a session can leave in the backend except its transaction and its named statements. */
const FORGET =
  "reset session authorization; reset role; reset all; unlisten *; close all; select pg_advisory_unlock_all(); discard temp";

/**
 * One client of the shared backend. It acquires the gate with its first message and holds it until the backend is idle
 * again, that is, for a whole transaction. Sessions share settings made outside a transaction: use SET LOCAL.
 */
export class Session {
  readonly #options: SessionOptions;
  readonly #reader = new UnitReader();
  readonly #names: StatementNames;
  readonly #units: Unit[] = [];
  #limitMs = 0;
  #idleInTransactionMs: number;
  #idleTimer: NodeJS.Timeout | undefined;
  #release: Release | undefined;
  #status: TransactionStatus = "I";
  /** The restart count of the backend that holds state of this session; undefined when none does. */
  #seenBy: number | undefined;
  #isStarted = false;
  #isWorking = false;
  #isExecuting = false;
  #isEnded = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#names = new StatementNames(options.id);
    this.#idleInTransactionMs = options.idleInTransactionMs;
  }

  /** Processes bytes from the client. */
  feed(chunk: Buffer): void {
    if (this.#isEnded) return;
    try {
      this.#reader.push(chunk);
      this.#readOpenings();
      if (this.#isStarted) this.#readUnits();
    } catch (error) {
      this.#fail(toSessionError(error));
      return;
    }
    if (!this.#isWorking && this.#units.length > 0) void this.#work();
  }

  /** Ends the session after its client has disconnected: rolls back an open transaction and releases the gate. */
  finish(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    clearTimeout(this.#idleTimer);
    if (!this.#isWorking) void this.#leave();
  }

  /** Ends the session because the engine closes. */
  shutDown(): void {
    if (this.#isEnded) return;
    if (this.#isStarted) this.#fail(new SessionError("57P01", "terminating connection: the embedded engine closes"));
    else this.#options.transport.end();
    this.finish();
  }

  /** Handles the replacement of the backend: the state of this session there is lost. */
  backendLost(): void {
    // The running statement fails with the precise reason.
    if (this.#isExecuting) return;
    const isSeen = this.#seenBy !== undefined;
    this.#seenBy = undefined;
    const hasLost = isSeen && (this.#options.endsAtRestart || this.#status !== "I" || !this.#names.isEmpty);
    if (hasLost) this.#fail(new SessionError("57P01", "terminating connection: the embedded engine restarted"));
  }

  #readOpenings(): void {
    while (!this.#isStarted && !this.#isEnded) {
      const opening = this.#reader.nextOpening();
      if (opening === undefined) return;
      this.#open(opening);
    }
  }

  #open(opening: Opening): void {
    const { transport } = this.#options;
    if (opening.kind === "encryption") {
      transport.send(NO_ENCRYPTION);
      return;
    }
    if (opening.kind === "cancel") {
      transport.end();
      this.finish();
      return;
    }
    this.#limitMs = toMs(opening.parameters.get("statement_timeout")) ?? 0;
    this.#idleInTransactionMs =
      toMs(opening.parameters.get("idle_in_transaction_session_timeout")) ?? this.#idleInTransactionMs;
    this.#isStarted = true;
    transport.send(WELCOME);
  }

  #readUnits(): void {
    for (let unit = this.#reader.nextUnit(); unit !== undefined; unit = this.#reader.nextUnit()) {
      this.#units.push(unit);
    }
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    clearTimeout(this.#idleTimer);
    try {
      for (let unit = this.#units.shift(); unit !== undefined && !this.#isEnded; unit = this.#units.shift()) {
        await this.#run(unit);
      }
    } catch (error) {
      this.#fail(toSessionError(error));
    }
    this.#isWorking = false;
    if (this.#isEnded) await this.#leave();
    else if (this.#release !== undefined) this.#watchIdle();
  }

  async #run(unit: Unit): Promise<void> {
    const { gate, transport } = this.#options;
    if (unit.closedBy === TERMINATE) {
      transport.end();
      this.finish();
      return;
    }
    this.#release ??= await gate.acquire();
    if (this.#isEnded) return;
    const isOpen = this.#status !== "I";
    const answer = await this.#execute(this.#names.rename(unit.bytes));
    // A response without ReadyForQuery leaves the batch open, which occupies the backend as a transaction does.
    this.#status = readyStatus(answer) ?? "T";
    if (this.#status === "I" || mayCommit(unit)) this.#options.onCommit(isOpen ? "transaction" : "statement");
    if (!this.#isEnded) transport.send(answer);
    if (this.#status === "I") this.#letGo();
  }

  async #execute(messages: Buffer): Promise<Uint8Array> {
    const { backend, onStatement } = this.#options;
    this.#isExecuting = true;
    onStatement();
    try {
      const answer = await backend.exec(messages, this.#limitMs);
      this.#seenBy = backend.restarts;
      return answer;
    } catch (error) {
      this.#seenBy = undefined;
      throw error;
    } finally {
      this.#isExecuting = false;
    }
  }

  #letGo(): void {
    this.#release?.();
    this.#release = undefined;
  }

  #watchIdle(): void {
    if (this.#idleInTransactionMs === 0) return;
    const fail = (): void => {
      this.#fail(new SessionError("25P03", "terminating connection due to idle-in-transaction timeout"));
    };
    this.#idleTimer = setTimeout(fail, this.#idleInTransactionMs);
  }

  #fail(error: SessionError): void {
    if (this.#isEnded) return;
    this.#options.transport.fail(error);
    this.finish();
  }

  async #leave(): Promise<void> {
    const { gate, backend, onLeft } = this.#options;
    try {
      if (this.#seenBy === backend.restarts) {
        this.#release ??= await gate.acquire();
        if (this.#seenBy === backend.restarts) await backend.exec(this.#cleanUp(), CLEAN_UP_LIMIT_MS);
      }
    } catch {
      // The backend was lost, and with it everything there was to clean up.
    } finally {
      this.#letGo();
      onLeft(this);
    }
  }

  #cleanUp(): Buffer {
    const rollback = this.#status === "I" ? [] : [SYNC, queryMessage("rollback")];
    const closes = this.#names.aliases.map(closeStatementMessage);
    return Buffer.concat([...rollback, ...closes, SYNC, queryMessage(FORGET)]);
  }
}

/**
 * Returns whether messages that leave a transaction open may have committed another one: a multi-statement query can.
 */
function mayCommit({ bytes, closedBy }: Unit): boolean {
  return closedBy === QUERY && !bytes.equals(BEGIN);
}

function toMs(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,10}$/.test(value) ? Math.min(Number(value), 2 ** 31 - 1) : undefined;
}

function toSessionError(error: unknown): SessionError {
  return error instanceof SessionError ? error : new SessionError("XX000", String(error));
}
