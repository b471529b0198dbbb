import pg from "pg";
import { ensurePrivateFolder, refuseForeignFolder } from "../../runtime/private-folder.ts";
import { createVersionMemory } from "../domains/version-memory.ts";
import { EngineHeld, openEmbeddedEngine } from "../embedded/engine.ts";
import { PortStream } from "../embedded/port-stream.ts";
import { connectThroughSocket } from "../embedded/socket-server.ts";
import { createDatabase, type Database, type DatabaseLink, type PoolOptions } from "./database.ts";

export interface OpenOptions {
  /** Absent means the embedded engine in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** The time limit of one statement; commands such as import set a higher one. */
  readonly statementTimeoutMs: number;
  /** Connects through another process that holds the data folder, instead of failing. */
  readonly shared: boolean;
  /** Keeps the permissions of the data folder, which are otherwise restricted to the owner. */
  readonly keepsFolder?: boolean | undefined;
  /** A migrated dump from which a new embedded database is created. */
  readonly template?: Blob | undefined;
  /** Receives warnings for the operator. */
  readonly warn?: ((message: string) => void) | undefined;
  readonly onRestart?: ((reason: string) => void) | undefined;
  /** Called after statements of another process in the embedded database, and when its engine was replaced. */
  readonly onForeignUse?: (() => void) | undefined;
}

type Limited = Pick<OpenOptions, "statementTimeoutMs">;

/** The role that statements run as when the session user would bypass row-level security. */
export const APP_ROLE = "parapet_app";

const POOL_SIZE = 10;
/** One for the run, one for a statement beside its transaction. */
const LINKED_POOL_SIZE = 2;
const CONNECT_TIMEOUT_MS = 3_000;
/** Added to the server's own time limit: when even its error does not arrive, the connection is unresponsive. */
const ANSWER_MARGIN_MS = 1_000;
/**
 * The operating system closes an idle connection whose peer has vanished some 10 s after the first probe. Operators, and
 * `parapet distribute`, recognize the connections by their name. Just-in-time compilation takes longer than any of our
 * statements runs, and an estimate that is too high is enough to start it.
 */
const POSTGRES_SESSION = {
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  application_name: "parapet",
  options: "-c jit=off",
};

/** Opens the database of the options. Nothing is created in PostgreSQL until `migrate` runs. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  return options.databaseUrl ? openPostgres(options, options.databaseUrl, POOL_SIZE) : openEmbedded(options);
}

async function openPostgres(options: Limited, connectionString: string, max: number): Promise<Database> {
  const session = { isDistributed: false };
  const onConnect = async (client: pg.ClientBase): Promise<void> => {
    if (session.isDistributed) await client.query(PROPAGATE);
  };
  const pool = createPool({ ...limits(options), ...POSTGRES_SESSION, connectionString, max, onConnect });
  const silenceMs = options.statementTimeoutMs + ANSWER_MARGIN_MS;
  const link = () => ({ statementTimeoutMs: options.statementTimeoutMs, target: { databaseUrl: connectionString } });
  const role = await roleNeeded(pool);
  session.isDistributed = await hasCitus(pool);
  // The connection that the pool has already.
  if (session.isDistributed) await pool.query(PROPAGATE);
  return createDatabase(pool, { engine: "postgres", named: true, role, silenceMs, link, ...session });
}

/** Makes a connection pass `set local` on to the workers that hold the rows of the statements after it. */
const PROPAGATE = "set citus.propagate_set_commands = 'local'";

async function hasCitus(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    "select exists (select from pg_extension where extname = 'citus') as exists",
  );
  return rows[0]?.exists ?? false;
}

/** Opens the database of a link, in the thread that received it, with at most this many connections. */
export async function openLinked(
  { statementTimeoutMs, target }: DatabaseLink,
  connections = LINKED_POOL_SIZE,
): Promise<Database> {
  const options = { statementTimeoutMs };
  if ("databaseUrl" in target) return openPostgres(options, target.databaseUrl, connections);
  const pool = createPool({ ...limits(options), ...EMBEDDED_SESSION, stream: () => new PortStream(target.port) });
  return createDatabase(pool, { ...EMBEDDED, named: true, role: await roleNeeded(pool) });
}

async function openEmbedded(options: OpenOptions): Promise<Database> {
  const versionMemory = createVersionMemory();
  if (options.keepsFolder) await refuseForeignFolder(options.dataDir);
  else await ensurePrivateFolder(options.dataDir, options.warn ?? (() => undefined));
  try {
    const engine = await openEmbeddedEngine({
      dataDir: options.dataDir,
      template: options.template,
      onForeignChange: () => {
        versionMemory.forgetAll();
        options.onForeignUse?.();
      },
      ...(options.onRestart && { onRestart: options.onRestart }),
    });
    const pool = createPool({ ...limits(options), ...EMBEDDED_SESSION, stream: () => engine.connect() });
    const role = await roleNeeded(pool);
    const onClose = () => engine.close();
    const { statementTimeoutMs } = options;
    const link: PoolOptions["link"] = (domainId, enter) => {
      const onTransaction = (): void => versionMemory.forget(domainId);
      return { statementTimeoutMs, target: { port: engine.openPort({ enter, onTransaction }) } };
    };
    return createDatabase(pool, { ...EMBEDDED, named: true, role, versionMemory, link, onClose });
  } catch (error) {
    if (!(error instanceof EngineHeld && options.shared)) throw error;
    const stream = () => connectThroughSocket(options.dataDir);
    const pool = createPool({ ...limits(options), ...EMBEDDED_SESSION, stream });
    return createDatabase(pool, { ...EMBEDDED, named: false, role: await roleNeeded(pool) });
  }
}

/** No response limit: the engine has its own watchdog and no network, and a wait for another process is normal. */
const EMBEDDED = { engine: "embedded", silenceMs: 0 } as const;

/** The embedded engine is a single backend: a second connection would only wait for the first. */
const EMBEDDED_SESSION = { user: "postgres", database: "postgres", ssl: false, max: 1, idleTimeoutMillis: 0 };

function limits(options: Limited): pg.PoolConfig {
  return {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: options.statementTimeoutMs,
    lock_timeout: Math.min(options.statementTimeoutMs, 3_000),
    idle_in_transaction_session_timeout: options.statementTimeoutMs * 2,
  };
}

function createPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // The pool replaces an idle connection that breaks; without a listener the process would exit.
  pool.on("error", () => undefined);
  return pool;
}

async function roleNeeded(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query<{ skips: boolean }>(
    "select rolsuper or rolbypassrls as skips from pg_roles where rolname = current_user",
  );
  return rows[0]?.skips ? APP_ROLE : undefined;
}
