import pg from "pg";
import { createDatabase, type Database } from "../../src/store/database/database.ts";
import { APP_ROLE } from "../../src/store/database/open.ts";
import type { Statement, StatementResult } from "../../src/store/database/statement-batch.ts";
import { connectThroughSocket } from "../../src/store/embedded/socket-server.ts";
import type { TestDatabase } from "./database.ts";

/** A statement that reached the server, and how many rows it returned or changed. */
export interface ObservedStatement {
  readonly text: string;
  readonly values: readonly unknown[];
  readonly affected: number;
}

/** The statements of one transaction between `begin` and its end. */
export interface ObservedTransaction {
  readonly statements: ObservedStatement[];
  end: "commit" | "rollback" | undefined;
}

export interface ObservedDatabase {
  readonly database: Database;
  /** In the order in which they began. */
  readonly transactions: readonly ObservedTransaction[];
}

/** The parts of a batch of statements that are observed. */
interface SentBatch {
  readonly statements: readonly Statement[];
  readonly outcome: Promise<readonly StatementResult[]>;
}

/** Opens a test database once more and records what its transactions send to the server. */
export function observeDatabase({ databaseUrl, dataDir }: TestDatabase): ObservedDatabase {
  const transactions: ObservedTransaction[] = [];
  const pool = databaseUrl
    ? new pg.Pool({ connectionString: databaseUrl, max: 4 })
    : new pg.Pool({
        user: "postgres",
        database: "postgres",
        ssl: false,
        max: 1,
        stream: () => connectThroughSocket(dataDir ?? ""),
      });
  pool.on("error", () => undefined);
  pool.on("connect", (client) => observe(client, transactions));
  const engine = databaseUrl ? "postgres" : "embedded";
  const database = createDatabase(pool, { engine, named: databaseUrl !== undefined, role: APP_ROLE, silenceMs: 0 });
  return { database, transactions };
}

function observe(client: pg.PoolClient, transactions: ObservedTransaction[]): void {
  const send = client.query.bind(client) as (sent: unknown) => unknown;
  let current: ObservedTransaction | undefined;
  const watched = (sent: string | SentBatch) => {
    if (sent === "begin") {
      current = { statements: [], end: undefined };
      transactions.push(current);
    }
    if ((sent === "commit" || sent === "rollback") && current) {
      current.end = sent;
      current = undefined;
    }
    if (typeof sent !== "string") record(sent, current);
    return send(sent);
  };
  Object.assign(client, { query: watched });
}

function record({ statements, outcome }: SentBatch, transaction: ObservedTransaction | undefined): void {
  if (!transaction) return;
  const first = transaction.statements.length;
  const observed = statements.map(({ text, values }) => ({ text, values, affected: 0 }));
  transaction.statements.push(...observed);
  outcome.then(
    (results) => {
      for (const [index, { affected }] of results.entries()) {
        Object.assign(transaction.statements[first + index] ?? {}, { affected });
      }
    },
    () => undefined,
  );
}
