import type { MessagePort } from "node:worker_threads";
import type pg from "pg";
import { isUuid } from "../../model/text/uuid.ts";
import { sha256 } from "../../runtime/hashing.ts";
import type { VersionMemory } from "../domains/version-memory.ts";
import { type Connections, createConnections } from "./connections.ts";
import type { Leave, Urgency } from "./fair-queue.ts";
import { runStatements, type Statement } from "./statement-batch.ts";
import { type MarkChanged, markOutsideTransaction, type RunInDomain, runTransaction } from "./transaction.ts";

/**
 * A handle bound to one domain; store functions accept nothing else. The domain's id is parameter `$1` of every
 * statement, and the database rejects a statement that does not use it. Row-level security hides the rows of all other
 * domains from this handle.
 */
export interface DomainDb {
  readonly domainId: string;
  /** Returns the rows of a statement whose own parameters start at `$2`. */
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
  /** Returns the number of rows a statement changed. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
  /**
   * Marks resources as changed, so that the transaction raises their versions just before it commits. The store
   * functions that write a resource call it. Throws outside a transaction.
   */
  readonly markChanged: MarkChanged;
}

export interface DomainHandle extends DomainDb {
  /** Runs `work` in one transaction; everything inside must use the handle it is given. */
  transaction<T>(work: (tx: DomainDb) => Promise<T>): Promise<T>;
}

/**
 * A handle for the registry: which domains exist and which key belongs to which. It cannot see the rows of a domain.
 */
export interface SystemDb {
  query<R>(text: string, values?: readonly unknown[]): Promise<readonly R[]>;
  execute(text: string, values?: readonly unknown[]): Promise<number>;
}

export interface Database {
  readonly engine: "embedded" | "postgres";
  readonly system: SystemDb;
  forDomain(domainId: string): DomainHandle;
  /**
   * Returns a handle for the short reads at the start of every request. They do not wait for other statements of the
   * domain, and a connection that does not respond within 2 s is replaced.
   */
  forChecks(domainId: string): DomainDb;
  /** Returns the same database for background work, which has a lower priority than requests. */
  inBackground(): Database;
  /**
   * Returns what another thread of this process needs to open the database for the analysis of a domain (`openLinked`);
   * absent when this process uses the database through another one.
   */
  readonly link: ((domainId: string) => DatabaseLink) | undefined;
  /** The cached versions of domains; absent when another process can change them without notice. */
  readonly versionMemory: VersionMemory | undefined;
  /** Runs plain SQL, also several statements at once, on one connection and as the session user; for migrations. */
  exclusively<T>(work: (run: (sql: string) => Promise<void>, db: SystemDb) => Promise<T>): Promise<T>;
  /** Resolves when the database responds. */
  ping(): Promise<void>;
  readonly waiting: () => number;
  close(): Promise<void>;
}

/** How another thread opens the database: with connections of its own, or through a port of the embedded engine. */
export interface DatabaseLink {
  readonly statementTimeoutMs: number;
  readonly target: { readonly databaseUrl: string } | { readonly port: MessagePort };
}

export interface PoolOptions {
  readonly engine: Database["engine"];
  /**
   * Prepares statements by name, so that the connection reuses their plans; not possible through the socket of another
   * process.
   */
  readonly named: boolean;
  /** The role for every statement, where the session user would bypass row-level security. */
  readonly role: string | undefined;
  /** How long a response may take before the connection counts as unresponsive; 0 means forever. */
  readonly silenceMs: number;
  readonly versionMemory?: VersionMemory;
  /** Creates a link; statements through it wait for `enter`, unless the server itself shares its time. */
  readonly link?: (domainId: string, enter: () => Promise<Leave>) => DatabaseLink;
  readonly onClose?: () => Promise<void>;
}

/** Longer than a read of a few rows ever takes, and short enough to detect an unresponsive connection soon. */
const CHECK_SILENCE_MS = 2_000;
/** The lane of the registry. */
const SYSTEM_LANE = "system";

/** Creates the database handle on a pool of `pg` connections, for either engine. */
export function createDatabase(pool: pg.Pool, options: PoolOptions): Database {
  const connections = createConnections(pool);
  const close = async () => {
    await connections.close();
    options.versionMemory?.forgetAll();
    await options.onClose?.();
  };
  const request = createView({ connections, options, urgency: "request", close, inBackground: () => background });
  const background = createView({ connections, options, urgency: "background", close, inBackground: () => background });
  return request;
}

interface View {
  readonly connections: Connections;
  readonly options: PoolOptions;
  readonly urgency: Urgency;
  readonly close: () => Promise<void>;
  readonly inBackground: () => Database;
}

function createView({ connections, options, urgency, close, inBackground }: View): Database {
  const { role, named, silenceMs, versionMemory } = options;
  const checkSilenceMs = Math.min(silenceMs, CHECK_SILENCE_MS);
  const statement = (text: string, values: readonly unknown[]): Statement => ({
    name: named ? nameOf(text) : undefined,
    text,
    values,
  });
  const scope = (domainId: string): Statement =>
    statement(role ? SCOPE_WITH_ROLE : SCOPE, role ? [domainId, role] : [domainId]);
  const stepDown = role ? [statement(STEP_DOWN, [role])] : [];
  const runLast = async (client: pg.ClientBase, limitMs: number, batch: readonly Statement[]) =>
    (await connections.within(client, limitMs, runStatements(client, batch))).at(-1) ?? NOTHING;
  const inSystem = <T>(work: (client: pg.PoolClient) => Promise<T>) =>
    connections.use({ lane: SYSTEM_LANE, urgency: urgency === "request" ? "check" : urgency }, work);
  return {
    engine: options.engine,
    system: queries((text, values) =>
      inSystem((client) => runLast(client, silenceMs, [...stepDown, statement(text, values)])),
    ),
    forDomain: (domainId) => {
      checkDomainId(domainId);
      const lane = { lane: domainId, urgency };
      const run: RunInDomain = (text, values) =>
        connections.use(lane, (client) =>
          runLast(client, silenceMs, [scope(domainId), statement(text, [domainId, ...values])]),
        );
      return {
        ...domainQueries(domainId, markOutsideTransaction, run),
        transaction: (work) =>
          connections.use(lane, (client) => {
            const runInside: RunInDomain = (text, values) =>
              runLast(client, silenceMs, [statement(text, [domainId, ...values])]);
            const parts = {
              domainId,
              command: (sql: string) => connections.within(client, silenceMs, client.query(sql)),
              enterDomain: () => runLast(client, silenceMs, [scope(domainId)]),
              run: runInside,
              bind: (markChanged: MarkChanged) => domainQueries(domainId, markChanged, runInside),
              versionMemory,
            };
            return runTransaction(parts, work);
          }),
      };
    },
    forChecks: (domainId) => {
      checkDomainId(domainId);
      return domainQueries(domainId, markOutsideTransaction, (text, values) =>
        connections.use({ lane: domainId, urgency: "check" }, (client) =>
          runLast(client, checkSilenceMs, [scope(domainId), statement(text, [domainId, ...values])]),
        ),
      );
    },
    inBackground,
    link: linkOf(connections, options),
    versionMemory,
    exclusively: (work) =>
      inSystem((client) =>
        work(
          async (sql) => void (await client.query(sql)),
          queries((text, values) => runLast(client, 0, [statement(text, values)])),
        ),
      ).finally(() => versionMemory?.forgetAll()),
    ping: () =>
      inSystem(async (client) => void (await connections.within(client, checkSilenceMs, client.query("select 1")))),
    waiting: connections.waiting,
    close,
  };
}

function linkOf(connections: Connections, { link }: PoolOptions): Database["link"] {
  return link && ((domainId) => link(domainId, () => connections.enter({ lane: domainId, urgency: "analysis" })));
}

function checkDomainId(domainId: string): void {
  if (!isUuid(domainId)) throw new Error(`not a domain id: ${domainId}`);
}

const SCOPE = "select set_config('parapet.domain_id', $1, true)";
const SCOPE_WITH_ROLE = "select set_config('role', $2, true), set_config('parapet.domain_id', $1, true)";
const STEP_DOWN = "select set_config('role', $1, true)";
const NOTHING = { rows: [], affected: 0 };

function queries(run: RunInDomain): SystemDb {
  return {
    query: async <R>(text: string, values: readonly unknown[] = []) => (await run(text, values)).rows as readonly R[],
    execute: async (text, values = []) => (await run(text, values)).affected,
  };
}

function domainQueries(domainId: string, markChanged: MarkChanged, run: RunInDomain): DomainDb {
  return { domainId, markChanged, ...queries(run) };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `s${sha256(text).slice(0, 24)}`;
  names.set(text, name);
  return name;
}
