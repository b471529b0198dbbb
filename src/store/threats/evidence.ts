import type { EvidenceRow } from "../../model/evidence.ts";
import type { DomainDb } from "../database/database.ts";

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
  const stored = await readRows(db, event.references);
  return event.references.map((reference, index) => {
    const found = stored.get(index);
    const { table, rowId, at } = reference;
    if (!found) return { sourceTable: table, sourceEventId: rowId, at, row: { reason: event.absence } };
    const row = found.text ?? { reason: "response_limit" as const };
    return { sourceTable: table, sourceEventId: found.row_id, at: found.at, row };
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
  const rows = await db.query<{ position: number; content_key: string }>(
    `select wanted.position::int as position, found.content_key
     from unnest($3::text[]) with ordinality as wanted (row_id, position)
     cross join lateral (
       (select l.content_key from log_rows l
        where l.domain_id = $1 and l.table_name = $2 and l.row_id = wanted.row_id limit 1)
       union all
       (select a.content_key from row_aliases a
        where a.domain_id = $1 and a.table_name = $2 and a.item_id = wanted.row_id limit 1)
       limit 1) found`,
    [table, rowIds],
  );
  const keys = new Map(rows.map(({ position, content_key }) => [position - 1, content_key]));
  return rowIds.map((rowId, index) => ({ table, contentKey: keys.get(index) ?? null, rowId, at: null }));
}

interface StoredText {
  readonly position: number;
  readonly row_id: string;
  readonly at: Date;
  /** Null if the rows before it have reached the limit. */
  readonly text: string | null;
}

/** Reads the stored rows of the references, by index. Their sizes are added up before any text is read. */
async function readRows(db: DomainDb, references: readonly Reference[]): Promise<ReadonlyMap<number, StoredText>> {
  const rows = await db.query<StoredText>(
    `select wanted.position::int as position, l.row_id, l.at,
       case when sum(octet_length(l.text)) over (order by wanted.position) <= $4 then l.text end as text
     from unnest($2::text[], $3::uuid[]) with ordinality as wanted (table_name, content_key, position)
     cross join lateral (
       select row_id, at, text from log_rows
       where domain_id = $1 and table_name = wanted.table_name and content_key = wanted.content_key offset 0) l`,
    [references.map(({ table }) => table), references.map(({ contentKey }) => contentKey), MAX_BYTES],
  );
  return new Map(rows.map((row) => [row.position - 1, row]));
}
