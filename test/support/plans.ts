import type { Database, DomainDb } from "../../src/store/database/database.ts";
import { APP_ROLE } from "../../src/store/database/open.ts";
import { isCluster } from "./cluster.ts";

/** A statement as a store function sent it. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs `work` with a handle that records every query. */
export async function captureQueries(
  db: DomainDb,
  work: (db: DomainDb) => Promise<unknown>,
): Promise<readonly SentStatement[]> {
  const sent: SentStatement[] = [];
  await work({
    ...db,
    query: (text, values = []) => {
      sent.push({ text, values });
      return db.query(text, values);
    },
    runAll: (statements) => {
      sent.push(...statements);
      return db.runAll(statements);
    },
  });
  return sent;
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly "Rows Removed by Index Recheck"?: number;
}

/** The scans of a statement, and how many rows of each table they touched. */
export interface Effort {
  /** Each as `<kind of scan> on <table or index>`. */
  readonly scans: readonly string[];
  readonly rowsOf: Readonly<Record<string, number>>;
}

/** When a statement is examined: first with a plan for its values, or later, when it may have a generic plan. */
export const OCCASIONS = ["at first", "when settled"] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** PostgreSQL uses this many custom plans before it considers a generic one. */
const USES_BEFORE_SETTLING = 6;

/** Runs a statement as the service does, under row-level security, and reports its scans. */
export function effortOf(
  database: Database,
  domainId: string,
  { text, values }: SentStatement,
  occasion: Occasion,
): Promise<Effort> {
  const given = [domainId, ...values];
  return database.exclusively(async (run, db) => {
    // One at a time: a distributed database passes the whole text of a setting on to its workers.
    await run("begin");
    try {
      await run(`set local role ${APP_ROLE}`);
      await run(`set local parapet.domain_id = '${domainId}'`);
      // Its workers plan each execution, and do not explain a prepared statement as JSON.
      if (isCluster()) return toEffort(await db.query<ExplainRow>(`${EXPLAIN} ${text}`, given));
      await run(`prepare asked as ${text}`);
      const asked = `execute asked (${given.map(toLiteral).join(", ")})`;
      if (occasion === "when settled") await run(`${asked};`.repeat(USES_BEFORE_SETTLING));
      return toEffort(await db.query<ExplainRow>(`${EXPLAIN} ${asked}`));
    } finally {
      await run(isCluster() ? "rollback" : "rollback; deallocate asked");
    }
  });
}

const EXPLAIN = "explain (analyze, timing off, format json)";

interface ExplainRow {
  readonly "QUERY PLAN": readonly { readonly Plan: unknown }[];
}

function toEffort([row]: readonly ExplainRow[]): Effort {
  const plan = row?.["QUERY PLAN"][0]?.Plan;
  if (!plan) throw new Error("the database gave no plan");
  const scans = nodesOf(plan).filter((node) => node["Relation Name"] ?? node["Index Name"]);
  const rowsOf: Record<string, number> = {};
  for (const scan of scans) rowsOf[scannedBy(scan)] = (rowsOf[scannedBy(scan)] ?? 0) + rowsTouchedBy(scan);
  return { scans: scans.map((scan) => `${scan["Node Type"]} on ${scannedBy(scan)}`), rowsOf };
}

/** Returns the table or index of a scan; on a cluster that of which it is a shard. */
function scannedBy(node: PlanNode): string {
  const name = node["Relation Name"] ?? node["Index Name"] ?? "";
  return isCluster() ? name.replace(/_\d{6,}$/, "") : name;
}

/** Returns the nodes of a plan, those of the workers of a distributed database included, whose plans are nested deeper. */
function nodesOf(part: unknown): readonly PlanNode[] {
  if (typeof part !== "object" || part === null) return [];
  const below = Object.values(part).flatMap(nodesOf);
  return "Node Type" in part ? [part as PlanNode, ...below] : below;
}

function rowsTouchedBy(node: PlanNode): number {
  const each =
    (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return Math.round(each * (node["Actual Loops"] ?? 1));
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (!Array.isArray(value)) return quoted(toText(value));
  const members = value.map((member) => `"${toText(member).replace(/["\\]/g, "\\$&")}"`);
  return quoted(`{${members.join(",")}}`);
}

const toText = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
