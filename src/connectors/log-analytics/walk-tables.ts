import type { LogTable } from "../../model/rows/log-row.ts";
import type { Json, PulledPage } from "../connector.ts";
import { ConnectorProblem } from "../connector-problem.ts";
import { isObject } from "../http/read-json.ts";
import { pageOf } from "../pulled-page.ts";
import type { QueryOutcome } from "./run-query.ts";

const MINUTE = 60_000;
/** A row may become visible some time after its ingestion time, so each poll queries this much again. */
const OVERLAP_MS = 10 * MINUTE;
/** The newest rows are left for the next poll. */
const SETTLE_MS = MINUTE;
const MAX_SPAN_MS = 24 * 60 * MINUTE;
const MIN_SPAN_MS = 1_000;
/** A one-second window that is still too large is queried in this many parts. */
const PARTS = 64;

export interface Walk {
  readonly tables: readonly LogTable[];
  readonly now: Date;
  readonly backfillMs: number;
  readonly maxRows: number;
  readonly query: (text: string) => Promise<QueryOutcome>;
}

/** How far a table has been read, and the current length of its window. */
interface Position {
  readonly until: number;
  readonly spanMs: number;
  readonly [name: string]: number;
}

interface Progress {
  readonly table: LogTable;
  position: Position;
  /** Start of the next window; the first one starts before `until`, to include rows that became visible late. */
  from: number;
}

/**
 * Reads every table by ingestion time in windows, always the table that is furthest behind, so that rows of different
 * tables arrive roughly in order. A window whose result is too large is halved.
 */
export async function* walkTables(walk: Walk, cursor: Json | undefined): AsyncGenerator<PulledPage> {
  const horizon = walk.now.getTime() - SETTLE_MS;
  const known = readCursor(cursor);
  const all = walk.tables.map((table) => startOf(table, known[table], walk));
  const missing: LogTable[] = [];
  const toCursor = (): Json => ({
    tables: { ...known, ...Object.fromEntries(all.map(({ table, position }) => [table, { ...position }])) },
  });
  for (;;) {
    const waiting = all.filter(({ table, from }) => from < horizon && !missing.includes(table));
    const [next] = waiting.sort((a, b) => a.from - b.from);
    if (!next) break;
    for await (const lines of readWindow(walk, next, horizon)) {
      if (lines === "no such table") missing.push(next.table);
      else yield pageOf(toCursor(), { rows: { [next.table]: lines }, more: true });
    }
  }
  if (missing.length === all.length) {
    throw new ConnectorProblem("refused", "the workspace has none of the tables; check workspace_id and tables");
  }
  const notes = missing.length > 0 ? [`not in the workspace: ${missing.join(", ")}`] : [];
  yield pageOf(toCursor(), { notes });
}

function startOf(table: LogTable, known: Position | undefined, { now, backfillMs }: Walk): Progress {
  const position = known ?? { until: now.getTime() - backfillMs, spanMs: MAX_SPAN_MS };
  return { table, position, from: known ? known.until - OVERLAP_MS : position.until };
}

/** Yields the rows of the table's next window, in parts if needed; the position moves with the last part. */
async function* readWindow(
  walk: Walk,
  progress: Progress,
  horizon: number,
): AsyncGenerator<readonly string[] | "no such table"> {
  const { from } = progress;
  const { outcome, to } = await halveUntilItFits(walk, progress, horizon);
  if (outcome === "no such table") yield outcome;
  else if (outcome === "too much") yield* readInParts(walk, progress, to);
  else {
    const spanMs = outcome.length < walk.maxRows / 4 ? Math.max(progress.position.spanMs, (to - from) * 2) : to - from;
    advance(progress, to, spanMs);
    yield outcome;
  }
}

async function halveUntilItFits(
  walk: Walk,
  { table, from, position }: Progress,
  horizon: number,
): Promise<{ readonly outcome: QueryOutcome; readonly to: number }> {
  let to = Math.min(from + position.spanMs, horizon);
  for (;;) {
    const outcome = await walk.query(queryText(table, from, to));
    if (outcome !== "too much" || to - from <= MIN_SPAN_MS) return { outcome, to };
    to = from + Math.max(MIN_SPAN_MS, Math.floor((to - from) / 2));
  }
}

/** Yields a window of one second, split by row ids. After a crash the second is read again. */
async function* readInParts(walk: Walk, progress: Progress, to: number): AsyncGenerator<readonly string[]> {
  const { table, from } = progress;
  for (let part = 0; part < PARTS; part++) {
    const outcome = await walk.query(queryText(table, from, to, part));
    if (typeof outcome === "string") {
      throw new ConnectorProblem("too_large", `${table} has more rows in one second than a query can return`);
    }
    if (part === PARTS - 1) advance(progress, to, MIN_SPAN_MS);
    yield outcome;
  }
}

function advance(progress: Progress, to: number, spanMs: number): void {
  progress.position = {
    until: Math.max(to, progress.position.until),
    spanMs: Math.min(MAX_SPAN_MS, Math.max(MIN_SPAN_MS, spanMs)),
  };
  progress.from = to;
}

function queryText(table: LogTable, from: number, to: number, part?: number): string {
  const time = (ms: number): string => `datetime(${new Date(ms).toISOString()})`;
  const lines = [
    table,
    `| where ingestion_time() >= ${time(from)} and ingestion_time() < ${time(to)}`,
    // The column _ItemId is not returned by default.
    '| extend _ItemId = column_ifexists("_ItemId", "")',
    ...(part === undefined ? [] : [`| where hash(_ItemId, ${PARTS}) == ${part}`]),
  ];
  return lines.join("\n");
}

/** Returns the positions of a cursor; an invalid one is ignored. */
function readCursor(cursor: Json | undefined): Readonly<Record<string, Position>> {
  const tables = isObject(cursor) && isObject(cursor["tables"]) ? cursor["tables"] : {};
  const entries = Object.entries(tables).flatMap(([table, value]) => {
    if (!isObject(value)) return [];
    const { until, spanMs } = value;
    return typeof until === "number" && typeof spanMs === "number" ? [[table, { until, spanMs }] as const] : [];
  });
  return Object.fromEntries(entries);
}
