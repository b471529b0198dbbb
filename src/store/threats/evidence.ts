import type { EvidenceRow } from "../../model/evidence.ts";
import { LOG_TABLES, type LogTable } from "../../model/rows/log-row.ts";
import type { DomainDb } from "../database/database.ts";
import { readFacts, readRows } from "../rows/read-rows.ts";
import { contentName } from "../rows/row-content.ts";
import { findRowsOfAliases, findRowsOfIds } from "../rows/rows-by-id.ts";

/** The maximum size of the rows that are returned together; a row has at most 1 MiB. */
const MAX_BYTES = 8 * 1_048_576;

/** A reference to a log row; the content key is null if no such row is stored. */
interface Reference {
  readonly table: string | null;
  readonly contentKey: string | null;
  readonly rowId: string | null;
  readonly at: Date | null;
}

/** Returns the log rows behind a threat event, the triggering row first; undefined if there is no such event. */
export async function findEvidence(
  db: DomainDb,
  eventId: string,
  limit: number,
): Promise<readonly EvidenceRow[] | undefined> {
  const event = await findReferences(db, eventId, limit);
  if (!event) return undefined;
  const stored = await readReferred(db, event.references);
  return event.references.map((reference, index) => {
    const found = stored.get(index);
    const { table, rowId, at } = reference;
    if (!found) return { sourceTable: table, sourceEventId: rowId, at, row: { reason: event.absence } };
    const row = found.text ?? { reason: "response_limit" as const };
    return { sourceTable: table, sourceEventId: found.rowId, at: found.at, row };
  });
}

interface EventRow {
  readonly source_table: string | null;
  readonly source_event_ids: readonly string[];
  readonly evidence: string | null;
}

/** Returns references to the rows of an event, and what it means if one of them is not stored. */
async function findReferences(db: DomainDb, eventId: string, limit: number) {
  const [event] = await db.query<EventRow>(
    `select t.source_table, t.source_event_ids, f.evidence from threats t
     left join threat_findings f on f.domain_id = $1 and f.event_id = t.event_id
     where t.domain_id = $1 and t.event_id = $2 and t.removed_at is null`,
    [eventId],
  );
  if (!event) return undefined;
  if (event.evidence === null) {
    const ids = event.source_event_ids.slice(0, limit);
    return { references: await referencesById(db, event.source_table, ids), absence: "not_stored" as const };
  }
  const all = referencesOfFinding(event.evidence, event.source_event_ids);
  return { references: all.slice(0, limit), absence: "removed" as const };
}

/** Parses the evidence of a finding; `rowIds` are the ids of its rows in the table of the triggering row. */
function referencesOfFinding(evidence: string, rowIds: readonly string[]): readonly Reference[] {
  const parsed = JSON.parse(evidence) as readonly (readonly [string, string, number])[];
  const unique = [...new Map(parsed.map((own) => [`${own[0]}/${own[1]}`, own])).values()];
  const [trigger] = unique;
  const ids = [...rowIds];
  return unique.map(([table, contentKey, at]) => ({
    table,
    contentKey,
    rowId: table === trigger?.[0] ? (ids.shift() ?? null) : null,
    at: new Date(at),
  }));
}

/** Resolves the row ids of an imported event, which may be ids that a row was also delivered with. */
async function referencesById(
  db: DomainDb,
  table: string | null,
  rowIds: readonly string[],
): Promise<readonly Reference[]> {
  const found = isLogTable(table)
    ? [...(await findRowsOfAliases(db, table, rowIds)), ...(await findRowsOfIds(db, table, rowIds))]
    : [];
  // The row that has an id comes before those that were delivered with it too.
  const keys = new Map(found.map(({ id, contentKey }) => [id, contentKey]));
  return rowIds.map((rowId) => ({ table, contentKey: keys.get(rowId) ?? null, rowId, at: null }));
}

interface StoredText {
  readonly rowId: string;
  readonly at: Date;
  /** Null if the rows before it have reached the limit. */
  readonly text: string | null;
}

/** Reads the stored rows of the references, by index. Their sizes are added up before any text is read. */
async function readReferred(db: DomainDb, references: readonly Reference[]): Promise<ReadonlyMap<number, StoredText>> {
  const contents = references.map(({ table, contentKey, at }) =>
    isLogTable(table) && contentKey !== null ? { table, contentKey, at: at?.getTime() } : undefined,
  );
  const wanted = contents.filter((content) => content !== undefined);
  const facts = new Map((await readFacts(db, wanted)).map((fact) => [contentName(fact), fact]));
  let bytes = 0;
  const read = contents.map((content) => {
    const fact = content && facts.get(contentName(content));
    bytes += fact?.bytes ?? 0;
    return fact && { content: { ...content, at: fact.at }, fact, isRead: bytes <= MAX_BYTES };
  });
  const rows = await readRows(
    db,
    read.flatMap((one) => (one?.isRead ? [one.content] : [])),
  );
  const texts = new Map(rows.map((row) => [contentName(row), row.text]));
  return new Map(
    read.flatMap((one, index) => {
      if (!one) return [];
      const { fact, isRead } = one;
      const text = texts.get(contentName(fact));
      if (isRead && text === undefined) return [];
      return [[index, { rowId: fact.rowId, at: new Date(fact.at), text: isRead ? (text ?? null) : null }] as const];
    }),
  );
}

const isLogTable = (table: string | null): table is LogTable => LOG_TABLES.some((known) => known === table);
