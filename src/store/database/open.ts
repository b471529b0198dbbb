import pg from "pg";
import { ensurePrivateFolder, refuseForeignFolder } from "../../runtime/private-folder.ts";
import { createVersionMemory } from "../domains/version-memory.ts";
import { EngineHeld, openEmbeddedEngine } from "../embedded/engine.ts";
import { connectThroughSocket } from "../embedded/socket-server.ts";
import { createDatabase, type Database } from "./database.ts";

export interface OpenOptions {
  /** Absent means the embedded engine in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** How long one statement may run; long work such as an import asks for more. */
  readonly statementTimeoutMs: number;
  /** When another process holds the data folder: work through it, or refuse. */
  readonly shared: boolean;
  /** Leaves the access to an embedded database's folder as it is, where it would be closed to other users. */
  readonly keepsFolder?: boolean | undefined;
  /** A migrated dump a new embedded database starts from. */
  readonly template?: Blob | undefined;
  /** Receives what an operator should know although the work goes on. */
  readonly warn?: ((message: string) => void) | undefined;
  readonly onRestart?: ((reason: string) => void) | undefined;
}

/** The role that row-level security binds when the session user would skip it. */
export const APP_ROLE = "parapet_app";

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 3_000;
/** The server's own limit comes first; when even its error does not arrive, the connection is silent. */
const ANSWER_MARGIN_MS = 1_000;
/** The operating system gives up an idle connection whose other side is gone some 10 s after the first probe. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/** Opens the database the options name. Nothing is created in PostgreSQL until `migrate` runs. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.databaseUrl ? openPostgres(options, options.databaseUrl) : openEmbedded(options);
}

async function openPostgres(options: OpenOptions, connectionString: string): Promise<Database> {
  const pool = createPool({ ...limits(options), ...KEEP_ALIVE, connectionString, max: POOL_SIZE });
  const silenceMs = options.statementTimeoutMs + ANSWER_MARGIN_MS;
  return createDatabase(pool, { engine: "postgres", named: true, role: await roleNeeded(pool), silenceMs });
}

async function openEmbedded(options: OpenOptions): Promise<Database> {
  const versionMemory = createVersionMemory();
  if (options.keepsFolder) await refuseForeignFolder(options.dataDir);
  else await ensurePrivateFolder(options.dataDir, options.warn ?? (() => undefined));
  try {
    const engine = await openEmbeddedEngine({
      dataDir: options.dataDir,
      template: options.template,
      onForeignChange: () => versionMemory.forgetAll(),
      ...(options.onRestart && { onRestart: options.onRestart }),
    });
    const pool = createPool({ ...limits(options), ...EMBEDDED_SESSION, stream: () => engine.connect() });
    const role = await roleNeeded(pool);
    const onClose = () => engine.close();
    return createDatabase(pool, { ...EMBEDDED, named: true, role, versionMemory, onClose });
  } catch (error) {
    if (!(error instanceof EngineHeld && options.shared)) throw error;
    const stream = () => connectThroughSocket(options.dataDir);
    const pool = createPool({ ...limits(options), ...EMBEDDED_SESSION, stream });
    return createDatabase(pool, { ...EMBEDDED, named: false, role: await roleNeeded(pool) });
  }
}

/** The engine has a watchdog of its own and no network; a wait for another process is no silence. */
const EMBEDDED = { engine: "embedded", silenceMs: 0 } as const;

/** The embedded engine is one backend: a second connection would only wait for the first. */
const EMBEDDED_SESSION = { user: "postgres", database: "postgres", ssl: false, max: 1, idleTimeoutMillis: 0 };

function limits(options: OpenOptions): pg.PoolConfig {
  return {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: Math.min(options.statementTimeoutMs, 3_000),
    idle_in_transaction_session_timeout: options.statementTimeoutMs * 2,
  };
}

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // An idle connection that breaks is replaced by the pool; without a listener the process would end.
  pool.on("error", () => undefined);
  return pool;
}

async function roleNeeded(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ skips: boolean }>(
    "select rolsuper or rolbypassrls as skips from pg_roles where rolname = current_user",
  );
  return rows[0]?.skips ? APP_ROLE : undefined;
}
