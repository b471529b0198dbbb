import { createTimeSlice } from "../../runtime/time-slice.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import type { ExchangeReply } from "../http/exchange.ts";
import type { Client, Credentials } from "../http/http-client.ts";
import { type JsonObject, malformed, objectsOf, readJsonObject } from "../http/read-json.ts";

/** Rows as NDJSON lines; or the result is too large for one response; or the workspace does not have the table. */
export type QueryOutcome = readonly string[] | "too much" | "no such table";

export interface QueryTarget {
  readonly client: Client;
  readonly credentials: Credentials;
  readonly url: URL;
  readonly maxRows: number;
}

/** Runs one query of the workspace. Never returns part of the rows: a truncated response is "too much". */
export async function runQuery(target: QueryTarget, query: string): Promise<QueryOutcome> {
  try {
    const reply = await ask(target, `${query}\n| take ${target.maxRows + 1}`);
    if (reply.status === 504) return "too much";
    if (reply.status === 400) return judgeRefusal(target.url.host, reply);
    const answer = await readJsonObject(target.url.host, reply);
    // An error next to the rows means that some rows are missing.
    if (answer["error"]) return "too much";
    const lines = await toLines(target.url.host, answer);
    return lines.length > target.maxRows ? "too much" : lines;
  } catch (error) {
    if (error instanceof ConnectorProblem && ["too_large", "too_slow"].includes(error.kind)) return "too much";
    throw error;
  }
}

const ask = ({ client, credentials, url }: QueryTarget, query: string): Promise<ExchangeReply> =>
  client.ask({
    method: "POST",
    url,
    credentials,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query }),
    accept: [400, 504],
  });

const MISSING_TABLE = /SEM0100|Failed to resolve table/;
const TOO_MUCH =
  /E_QUERY_RESULT_SET_TOO_LARGE|ResponseSizeError|QueryResponseSize|E_LOW_MEMORY_CONDITION|E_RUNAWAY_QUERY/;

function judgeRefusal(host: string, { body }: ExchangeReply): QueryOutcome {
  const text = body.subarray(0, 65_536).toString("utf8");
  if (MISSING_TABLE.test(text)) return "no such table";
  if (TOO_MUCH.test(text)) return "too much";
  throw new ConnectorProblem("refused", `${host} refused the query (400)`, { status: 400 });
}

interface Column {
  readonly name: string;
  readonly isDynamic: boolean;
}

async function toLines(host: string, answer: JsonObject): Promise<readonly string[]> {
  const [result] = objectsOf(host, answer["tables"]);
  if (!result) throw malformed(host, "no table");
  const columns = objectsOf(host, result["columns"]).map(({ name, type }): Column => {
    if (typeof name !== "string") throw malformed(host, "a column without a name");
    return { name, isDynamic: type === "dynamic" };
  });
  const rows = result["rows"];
  if (!Array.isArray(rows)) throw malformed(host, "no rows");
  const slice = createTimeSlice();
  const lines: string[] = [];
  for (const row of rows as unknown[]) {
    if (slice.isOver()) await slice.pause();
    if (!Array.isArray(row) || row.length !== columns.length) {
      throw malformed(host, "a row that does not fit its columns");
    }
    lines.push(toLine(columns, row));
  }
  return lines;
}

/** Converts a row to a line of NDJSON, without empty columns. */
function toLine(columns: readonly Column[], row: readonly unknown[]): string {
  const cells = columns.flatMap(({ name, isDynamic }, index) => {
    const value = row[index];
    return value === null || value === "" ? [] : [[name, isDynamic ? parseDynamic(value) : value] as const];
  });
  return JSON.stringify(Object.fromEntries(cells));
}

/** Parses a dynamic column, which is sent as JSON text, unless a long number in it would lose digits. */
function parseDynamic(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value) || /\d{16}/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
