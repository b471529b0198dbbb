import pg from "pg";

/** One statement of a batch. With a name, the server prepares it once per connection. */
export interface Statement {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface StatementResult {
  readonly rows: readonly Record<string, unknown>[];
  readonly affected: number;
}

interface Rendered extends Omit<Statement, "values"> {
  readonly values: readonly (string | null)[];
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/** The part of `pg`'s connection that a batch writes to. */
interface Wire {
  readonly stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string; types: readonly number[] }): void;
  bind(message: { portal: string; statement: string; values: readonly (string | null)[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
}

/** The statements each connection has prepared; `uncertain` ones were parsed in a batch that failed. */
const prepared = new WeakMap<Wire, Map<string, "ready" | "uncertain">>();

/**
 * Several statements in one round trip. The server runs the statements between two Syncs as one implicit transaction,
 * so a leading `set_config(…, true)` applies to exactly the statements after it. The methods are those that `pg` calls
 * on a submittable given to `client.query`.
 */
class Batch {
  readonly outcome: Promise<readonly StatementResult[]>;
  private settle!: { resolve(results: readonly StatementResult[]): void; reject(error: Error): void };
  private readonly statements: readonly Rendered[];
  private readonly results: StatementResult[] = [];
  private readonly fresh: string[] = [];
  private rows: Record<string, unknown>[] = [];
  private parsers: { readonly name: string; readonly parse: (text: string) => unknown }[] = [];
  private known: Map<string, "ready" | "uncertain"> = new Map();

  constructor(statements: readonly Statement[]) {
    // Not in `submit`: a value that cannot be converted must fail before `pg` waits for a response.
    this.statements = statements.map(({ name, text, values }) => ({ name, text, values: values.map(toText) }));
    this.outcome = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
  }

  submit(wire: Wire): void {
    this.known = prepared.get(wire) ?? new Map();
    prepared.set(wire, this.known);
    wire.stream.cork();
    try {
      for (const statement of this.statements) this.write(wire, statement);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  private write(wire: Wire, { name = "", text, values }: Rendered): void {
    if (this.known.get(name) !== "ready" || name === "") {
      if (this.known.get(name) === "uncertain") wire.close({ type: "S", name });
      wire.parse({ name, text, types: [] });
      if (name) {
        this.fresh.push(name);
        this.known.set(name, "ready");
      }
    }
    wire.bind({ portal: "", statement: name, values });
    wire.describe({ type: "P", name: "" });
    wire.execute({ portal: "", rows: 0 });
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.parsers = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, "text") as (text: string) => unknown,
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    for (const [index, { name, parse }] of this.parsers.entries()) {
      const text = fields[index];
      row[name] = text === null || text === undefined ? null : parse(text);
    }
    this.rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    // A distributed database also counts rows that a conflict kept out; those that were returned are exact.
    const counted = Number(text.slice(text.lastIndexOf(" ") + 1)) || 0;
    this.results.push({ rows: this.rows, affected: this.parsers.length > 0 ? this.rows.length : counted });
    this.rows = [];
    this.parsers = [];
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: "" });
  }

  handlePortalSuspended(): void {}

  /** `pg` drops the query after this call and starts the next one when the server is ready again. */
  handleError(error: Error): void {
    for (const name of this.fresh) this.known.set(name, "uncertain");
    this.settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.settle.resolve(this.results);
  }
}

/** Runs statements in one round trip and one implicit transaction; a failure of one rolls all of them back. */
export function runStatements(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  const batch = new Batch(statements);
  (client as unknown as { query(submittable: Batch): void }).query(batch);
  return batch.outcome;
}

const BEGIN: Statement = { name: undefined, text: "begin", values: [] };
const COMMIT: Statement = { name: undefined, text: "commit", values: [] };

/**
 * Runs statements in one round trip and in the transaction that the connection is in, or else in one of their own, which a
 * failure rolls back. A distributed database passes settings on to its workers in an explicit transaction only.
 */
export async function runInTransaction(
  client: pg.ClientBase,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  if (client.getTransactionStatus() !== "I") return runStatements(client, statements);
  try {
    return (await runStatements(client, [BEGIN, ...statements, COMMIT])).slice(1, -1);
  } catch (error) {
    // If the connection itself failed, the server rolls back.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

/** Returns the text form of a parameter: dates in UTC, arrays in PostgreSQL's array syntax. */
function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return `{${value.map(toElement).join(",")}}`;
  return String(value);
}

function toElement(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = toText(value);
  if (text === null) return "NULL";
  return text.includes('"') || text.includes("\\") ? `"${text.replace(/["\\]/g, "\\$&")}"` : `"${text}"`;
}
