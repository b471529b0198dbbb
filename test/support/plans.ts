import type { Database, DomainDb } from "../../src/store/database.ts";
import { APP_ROLE } from "../../src/store/open.ts";

/** A statement as a store function sent it. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs `work` with a handle that notes every query sent through it. */
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
  readonly Plans?: readonly PlanNode[];
}

/** What a statement did to answer: the scans it made, and how many rows all of them touched together. */
export interface Effort {
  /** Each as `<kind of scan> on <table or index>`. */
  readonly scans: readonly string[];
  readonly rowsRead: number;
}

/** A prepared statement is planned for its values at first and for any values later on; both must be good. */
export const PLAN_MODES = ["force_custom_plan", "force_generic_plan"] as const;
export type PlanMode = (typeof PLAN_MODES)[number];

/** Runs a statement as the service does, under row-level security, and reports what it took. */
export async function effortOf(
  database: Database,
  domainId: string,
  { text, values }: SentStatement,
  mode: PlanMode,
): Promise<Effort> {
  return database.exclusively(async (run, db) => {
    await run(`begin; set local role ${APP_ROLE}; set local parapet.domain_id = '${domainId}';
      set local plan_cache_mode = ${mode}; prepare asked as ${text}`);
    try {
      const literals = [domainId, ...values].map(toLiteral).join(", ");
      const rows = await db.query<{ "QUERY PLAN": readonly { readonly Plan: PlanNode }[] }>(
        `explain (analyze, timing off, format json) execute asked (${literals})`,
      );
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      if (!plan) throw new Error("the database gave no plan");
      const scans = nodesOf(plan).filter((node) => /(Seq|Index|Heap) .*Scan|Index Scan/.test(node["Node Type"]));
      return {
        scans: scans.map((node) => `${node["Node Type"]} on ${node["Relation Name"] ?? node["Index Name"]}`),
        rowsRead: scans.reduce((sum, node) => sum + rowsOf(node), 0),
      };
    } finally {
      await run("rollback; deallocate asked");
    }
  });
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

function rowsOf(node: PlanNode): number {
  const each =
    (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  return Math.round(each * (node["Actual Loops"] ?? 1));
}

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (value instanceof Date) return quoted(value.toISOString());
  if (!Array.isArray(value)) return quoted(String(value));
  const members = value.map((member) => `"${String(member).replace(/["\\]/g, "\\$&")}"`);
  return quoted(`{${members.join(",")}}`);
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
