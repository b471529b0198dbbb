import type pg from "pg";
import { Failure } from "../model/failure.ts";
import { isUuid } from "../model/uuid.ts";
import { sha256 } from "../runtime/hashing.ts";
import { runBatch, type Statement } from "./batch.ts";

/**
 * A handle already tied to one customer domain; store functions accept nothing else. The domain's id is parameter `$1`
 * of every statement, and the database refuses a statement that does not use it, so an unscoped query cannot be
 * written. Row-level security stands behind it: rows of other domains do not exist for this handle.
 */
export interface DomainDb {
  readonly domainId: string;
  /** The rows of a statement whose own parameters start at `$2`. */
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
  /** The number of rows a statement changed. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

export interface DomainHandle extends DomainDb {
  /** Runs `work` in one transaction; everything inside must use the handle it is given. */
  transaction<T>(work: (tx: DomainDb) => Promise<T>): Promise<T>;
}

/** The registry above the domains: which exist, which key belongs to which. It cannot see a domain's rows. */
export interface SystemDb {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

export interface Database {
  readonly engine: "embedded" | "postgres";
  readonly system: SystemDb;
  forDomain(domainId: string): DomainHandle;
  /** Runs plain SQL, several statements if need be, on one connection and as the session user; for migrations. */
  exclusively<T>(work: (run: (sql: string) => Promise<void>, db: SystemDb) => Promise<T>): Promise<T>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  readonly waiting: () => number;
  close(): Promise<void>;
}

export interface PoolOptions {
  readonly engine: Database["engine"];
  /** Named statements keep their plan on the connection; a shared backend cannot have them. */
  readonly named: boolean;
  /** The session user skips row-level security and must step down to this role. */
  readonly role: string | undefined;
  readonly onClose?: () => Promise<void>;
}

/** More callers than this waiting for a connection is overload: the next one is told to come back. */
const MAX_WAITING = 200;

/** The one way to the database: a pool of `pg` connections, whatever engine is behind them. */
export function createDatabase(pool: pg.Pool, options: PoolOptions): Database {
  const statement = (text: string, values: readonly unknown[]): Statement => ({
    name: options.named ? nameOf(text) : undefined,
    text,
    values,
  });
  const scope = (domainId: string): Statement =>
    statement(options.role ? SCOPE_WITH_ROLE : SCOPE, options.role ? [domainId, options.role] : [domainId]);
  const one = async (client: pg.ClientBase, text: string, values: readonly unknown[]) =>
    (await runBatch(client, [statement(text, values)]))[0] ?? NOTHING;
  const stepDown = options.role ? [statement(STEP_DOWN, [options.role])] : [];
  return {
    engine: options.engine,
    system: queries((text, values) =>
      withClient(
        pool,
        async (client) => (await runBatch(client, [...stepDown, statement(text, values)])).at(-1) ?? NOTHING,
      ),
    ),
    forDomain: (domainId) => {
      if (!isUuid(domainId)) throw new Error(`not a domain id: ${domainId}`);
      const run = (text: string, values: readonly unknown[]) =>
        withClient(pool, async (client) => {
          const batch = [scope(domainId), statement(text, [domainId, ...values])];
          return (await runBatch(client, batch))[1] ?? NOTHING;
        });
      return {
        ...domainQueries(domainId, run),
        transaction: (work) =>
          withClient(pool, (client) =>
            inTransaction(client, scope(domainId), () =>
              work(domainQueries(domainId, (text, values) => one(client, text, [domainId, ...values]))),
            ),
          ),
      };
    },
    exclusively: (work) =>
      withClient(pool, (client) =>
        work(
          async (sql) => void (await client.query(sql)),
          queries((text, values) => one(client, text, values)),
        ),
      ),
    ping: () => withClient(pool, async (client) => void (await client.query("select 1"))),
    waiting: () => pool.waitingCount,
    close: async () => {
      await pool.end();
      await options.onClose?.();
    },
  };
}

const SCOPE = "select set_config('parapet.domain_id', $1, true)";
const SCOPE_WITH_ROLE = "select set_config('role', $2, true), set_config('parapet.domain_id', $1, true)";
const STEP_DOWN = "select set_config('role', $1, true)";
const NOTHING = { rows: [], affected: 0 };

type Run = (text: string, values: readonly unknown[]) => Promise<{ rows: readonly unknown[]; affected: number }>;

function queries(run: Run): SystemDb {
  return {
    query: async <R>(text: string, values: readonly unknown[] = []) => (await run(text, values)).rows as readonly R[],
    execute: async (text, values = []) => (await run(text, values)).affected,
  };
}

function domainQueries(domainId: string, run: Run): DomainDb {
  return { domainId, ...queries(run) };
}

async function inTransaction<T>(client: pg.ClientBase, scope: Statement, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    await runBatch(client, [scope]);
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // The connection may be the thing that failed; then there is nothing left to roll back.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `s${sha256(text).slice(0, 24)}`;
  names.set(text, name);
  return name;
}

async function withClient<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  if (pool.waitingCount >= MAX_WAITING) throw unavailable("too many requests are waiting for the database");
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw unavailable("the database cannot be reached", error);
  }
  let broken: Error | undefined;
  const note = (error: Error) => {
    broken = error;
  };
  client.on("error", note);
  try {
    return await work(client);
  } catch (error) {
    if (isConnectionLoss(error)) {
      broken = error as Error;
      throw unavailable("the database went away", error);
    }
    throw isPassing(error) ? unavailable("the database is busy", error) : error;
  } finally {
    client.off("error", note);
    client.release(broken);
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown })?.code ?? "");

function isConnectionLoss(error: unknown): boolean {
  const message = (error as Error)?.message ?? "";
  return (
    /^(08|57P)/.test(codeOf(error)) || /ECONN|EPIPE|Connection terminated|not queryable/.test(codeOf(error) + message)
  );
}

/** Time limits, lock waits, deadlocks, full disks and too many connections: right to try again later. */
function isPassing(error: unknown): boolean {
  return /^(57014|55P03|40|53|25P03)/.test(codeOf(error));
}

function unavailable(message: string, cause?: unknown): Failure {
  const failure = new Failure("unavailable", `${message}; try again shortly`, {}, { "retry-after": "1" });
  failure.cause = cause;
  return failure;
}
