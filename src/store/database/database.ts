import type { MessagePort } from "node:worker_threads";
import type pg from "pg";
import { isUuid } from "../../model/text/uuid.ts";
import { sha256 } from "../../runtime/hashing.ts";
import { toDistributedStatement } from "../distribution/distributed-statement.ts";
import { domainSetting } from "../distribution/domain-setting.ts";
import type { VersionMemory } from "../domains/version-memory.ts";
import { type Connections, createConnections } from "./connections.ts";
import type { Leave, Urgency } from "./fair-queue.ts";
import { runInTransaction, runStatements, type Statement, type StatementResult } from "./statement-batch.ts";
import {
  type DomainParts,
  type EnterDomain,
  type MarkChanged,
  markOutsideTransaction,
  type RunInDomain,
  runTransaction,
} from "./transaction.ts";

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
   * Runs statements in their order and in one round trip, and returns the result of each. Every statement sees what those
   * before it changed.
   */
  runAll<T extends readonly unknown[]>(statements: DomainStatements<T>): Promise<T>;
  /**
   * Marks resources as changed, so that the transaction raises their versions just before it commits. The store
   * functions that write a resource call it. Throws outside a transaction.
   */
  readonly markChanged: MarkChanged;
}

/** A statement whose own parameters start at `$2`, and how its result is read. */
export interface DomainStatement<T> {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly read: (result: StatementResult) => T;
}

export type DomainStatements<T extends readonly unknown[]> = { readonly [K in keyof T]: DomainStatement<T[K]> };

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
   * Runs `work` in one transaction on the rows of two domains, for what changes in both or in neither. Each handle is bound
   * to its own domain. It waits for a connection as the second domain does.
   */
  acrossDomains<T>(
    domainIds: readonly [one: string, other: string],
    work: (one: DomainDb, other: DomainDb) => Promise<T>,
  ): Promise<T>;
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
  /** Runs `work` with statements that all use one connection, for locks that the connection holds. */
  onOneConnection<T>(work: (db: SystemDb) => Promise<T>): Promise<T>;
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
  /** Rows may be on other servers (Citus), which learn the domain only by `set local` in an explicit transaction. */
  readonly isDistributed?: boolean;
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
  const { silenceMs, versionMemory } = options;
  const checkSilenceMs = Math.min(silenceMs, CHECK_SILENCE_MS);
  const { statement, scope, stepDown, inDomain } = statementsOf(options);
  const runBatch = batchRunner(connections, options);
  const { transactionOn, domainPartsOf } = transactionsOf(connections, options);
  const runLast = async (client: pg.ClientBase, limitMs: number, batch: readonly Statement[]) =>
    (await runBatch(client, limitMs, batch)).at(-1) ?? NOTHING;
  const runScoped = (lane: Parameters<Connections["use"]>[0], domainId: string, limitMs: number): RunAll => {
    const scoping = scope(domainId);
    return (statements) =>
      connections.use(lane, async (client) => {
        const results = await runBatch(client, limitMs, [...scoping, ...inDomain(domainId, statements)]);
        return results.slice(scoping.length);
      });
  };
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
      return {
        ...domainQueries(domainId, markOutsideTransaction, runScoped(lane, domainId, silenceMs)),
        transaction: (work) =>
          connections.use(lane, (client) =>
            transactionOn(client, async (enter) => work(await enter(domainPartsOf(client, domainId, [])))),
          ),
      };
    },
    acrossDomains: ([one, other], work) => {
      for (const domainId of [one, other]) checkDomainId(domainId);
      return connections.use({ lane: other, urgency }, (client) =>
        transactionOn(client, async (enter) => {
          // Every statement chooses its domain again: the one before it may have been for the other.
          const [first, second] = [domainPartsOf(client, one, scope(one)), domainPartsOf(client, other, scope(other))];
          return work(await enter(first), await enter(second));
        }),
      );
    },
    forChecks: (domainId) => {
      checkDomainId(domainId);
      const lane = { lane: domainId, urgency: "check" } as const;
      return domainQueries(domainId, markOutsideTransaction, runScoped(lane, domainId, checkSilenceMs));
    },
    inBackground,
    link: linkOf(connections, options),
    versionMemory,
    onOneConnection: (work) =>
      inSystem((client) =>
        work(queries((text, values) => runLast(client, silenceMs, [...stepDown, statement(text, values)]))),
      ),
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

const batchRunner = (connections: Connections, { isDistributed = false }: PoolOptions) => {
  const run = isDistributed ? runInTransaction : runStatements;
  return (client: pg.ClientBase, limitMs: number, batch: readonly Statement[]) =>
    connections.within(client, limitMs, run(client, batch));
};

/** Returns how a transaction runs on a connection, and what it needs to change a domain. */
function transactionsOf(connections: Connections, options: PoolOptions) {
  const { silenceMs, versionMemory, isDistributed = false } = options;
  const { scope, inDomain } = statementsOf(options);
  const runBatch = batchRunner(connections, options);
  const transactionOn = <T>(client: pg.PoolClient, work: (enter: EnterDomain) => Promise<T>): Promise<T> =>
    runTransaction({ command: (sql) => connections.within(client, silenceMs, client.query(sql)), versionMemory }, work);
  /** `scoping` chooses the domain before each statement; nothing does if the transaction is of one domain only. */
  const domainPartsOf = (
    client: pg.PoolClient,
    domainId: string,
    scoping: readonly Statement[],
  ): DomainParts<DomainDb> => {
    const runAll: RunAll = async (statements) =>
      (await runBatch(client, silenceMs, [...scoping, ...inDomain(domainId, statements)])).slice(scoping.length);
    return {
      domainId,
      enter: () => runBatch(client, silenceMs, [...scope(domainId), ...(isDistributed ? [NUMBERED] : [])]),
      run: runOneOf(runAll),
      bind: (markChanged) => domainQueries(domainId, markChanged, runAll),
    };
  };
  return { transactionOn, domainPartsOf };
}

/** Returns how statements of a view are made: named, and bound to a role and a domain. */
function statementsOf({ role, named, isDistributed }: PoolOptions) {
  const statement = (text: string, values: readonly unknown[]): Statement => ({
    name: named ? nameOf(text) : undefined,
    text: isDistributed ? toDistributedStatement(text) : text,
    values,
  });
  const stepDown = role ? [statement(STEP_DOWN, [role])] : [];
  const scope = (domainId: string): readonly Statement[] => {
    if (isDistributed)
      return [...stepDown, WITHOUT_JIT, { name: undefined, text: domainSetting(domainId), values: [] }];
    return [statement(role ? SCOPE_WITH_ROLE : SCOPE, role ? [domainId, role] : [domainId])];
  };
  const inDomain = (domainId: string, statements: readonly BareStatement[]): readonly Statement[] =>
    statements.map(({ text, values }) => statement(text, [domainId, ...values]));
  return { statement, scope, stepDown, inDomain };
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
/**
 * Turns just-in-time compilation off on the workers too, which do not get the options of this connection. It makes a lookup of
 * rows in a dozen partitions take seconds.
 */
const WITHOUT_JIT: Statement = { name: undefined, text: "set local jit = off", values: [] };
/**
 * Gives a transaction a number of this server, even if all its writes are on others: the deletion of a domain waits for
 * the transactions with a lower number.
 */
const NUMBERED: Statement = { name: undefined, text: "select pg_current_xact_id()", values: [] };
const NOTHING = { rows: [], affected: 0 };

function queries(run: RunInDomain): SystemDb {
  return {
    query: async <R>(text: string, values: readonly unknown[] = []) => (await run(text, values)).rows as readonly R[],
    execute: async (text, values = []) => (await run(text, values)).affected,
  };
}

type BareStatement = Pick<DomainStatement<unknown>, "text" | "values">;
type RunAll = (statements: readonly BareStatement[]) => Promise<readonly StatementResult[]>;

const runOneOf =
  (runAll: RunAll): RunInDomain =>
  async (text, values) =>
    (await runAll([{ text, values }]))[0] ?? NOTHING;

function domainQueries(domainId: string, markChanged: MarkChanged, runAll: RunAll): DomainDb {
  return {
    domainId,
    markChanged,
    ...queries(runOneOf(runAll)),
    runAll: async <T extends readonly unknown[]>(statements: DomainStatements<T>) => {
      const given = statements as readonly DomainStatement<unknown>[];
      const results = given.length === 0 ? [] : await runAll(given);
      return given.map(({ read }, index) => read(results[index] ?? NOTHING)) as readonly unknown[] as T;
    },
  };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known) return known;
  const name = `s${sha256(text).slice(0, 24)}`;
  names.set(text, name);
  return name;
}
