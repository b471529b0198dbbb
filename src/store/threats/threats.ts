import { renderThreat, subjectOf, type ThreatEvent } from "../../model/threat-event.ts";
import type { Severity, Signal } from "../../model/vocabulary.ts";
import type { DomainDb } from "../database/database.ts";
import { areFewChanged, changedItems } from "../items/changed-items.ts";
import { Conditions, type PageResult, type PageRow, toPage } from "../items/page.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";

export interface ThreatFilter {
  /** The subjects the events are about; absent means any. */
  readonly subjects?: readonly string[] | undefined;
  readonly category?: string | undefined;
  readonly source?: string | undefined;
  readonly severity?: Severity | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** The time since when the service recorded a change of the event, inclusive. */
  readonly updatedAfter?: Date | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Lists threat events, newest first. */
export async function listThreats(db: DomainDb, filter: ThreatFilter): Promise<PageResult> {
  const { updatedAfter } = filter;
  const isCollected = updatedAfter !== undefined && (await areFewChanged(db, "threats", updatedAfter));
  const where = new Conditions();
  // A category is scanned in its own table, which repeats the sort key, so that no sorting is needed.
  const key = filter.category === undefined || isCollected ? "t" : "c";
  where
    .addIf(key === "t" ? "?::text = any(t.category)" : "c.category = ?", filter.category)
    .addIf("t.changed_at >= ?", updatedAfter)
    .addIf("t.source = ?", filter.source)
    .addIf("t.severity = ?", filter.severity)
    .addIf(`${key}.created_at >= ?`, filter.createdAfter)
    .addIf(`${key}.created_at < ?`, filter.createdBefore)
    .addIf(
      `(${key}.created_at, ${key}.event_id) <
       (select p.created_at, p.event_id from threats p where p.domain_id = $1 and p.event_id = ?::uuid)`,
      filter.after,
    );
  const threats = isCollected ? changedItems("threats", where.bind(updatedAfter)) : "threats";
  const from =
    key === "t"
      ? `${threats} t where t.domain_id = $1`
      : `threat_categories c join threats t on t.domain_id = $1 and t.event_id = c.event_id where c.domain_id = $1`;
  const limit = where.bind(filter.limit + 1);
  const page = (extra: string) =>
    `select t.event_id as id, t.created_at, t.wire from ${from}${where.sql}${extra} and t.removed_at is null
     order by ${key}.created_at desc, ${key}.event_id desc limit ${limit}`;
  // One index scan per subject, each no longer than the page.
  const sql = filter.subjects
    ? `select p.id, p.wire from unnest(${where.bind(filter.subjects)}::text[]) as wanted (subject)
       cross join lateral (${page(" and t.subject = wanted.subject")}) p
       order by p.created_at desc, p.id desc limit ${limit}`
    : page("");
  return toPage(db, await db.query<PageRow>(sql, where.values), filter.limit, {
    id: filter.after,
    exists: "select true as known from threats where domain_id = $1 and event_id = $2",
  });
}

const SHAPE: RowShape = {
  table: "threats",
  resource: "threats",
  columns: {
    event_id: "uuid",
    tuid: "uuid",
    severity: "text",
    category: "text[]",
    subcategory: "text[]",
    signal_type: "text",
    source: "text",
    source_table: "text",
    source_event_ids: "text[]",
    title: "text",
    summary: "text",
    user_name: "text",
    user_email: "text",
    platform_event_id: "text",
    flagged: "boolean",
    safe: "boolean",
    created_at: "timestamptz",
    changed_at: "timestamptz",
    subject: "text",
    wire: "text",
  },
  key: ["event_id"],
  frozen: ["created_at"],
  increasing: ["changed_at"],
};

/**
 * Inserts or updates threat events; `at` is the time of the change. An event whose stored `created_at` differs is not
 * written.
 */
export async function saveThreats(tx: DomainDb, threats: readonly ThreatEvent[], at: Date): Promise<number> {
  const rows = threats.map((threat) => ({ ...toRow(threat), changed_at: at }));
  const saved = await saveRows(tx, SHAPE, rows);
  const pairs = threats.flatMap((threat) => [...new Set(threat.category)].map((category) => ({ threat, category })));
  await tx.execute("delete from threat_categories where domain_id = $1 and event_id = any($2::uuid[])", [
    threats.map(({ eventId }) => eventId),
  ]);
  await tx.execute(
    `insert into threat_categories (domain_id, category, created_at, event_id)
     select $1, category, created_at, event_id
     from unnest($2::text[], $3::timestamptz[], $4::uuid[]) as pair (category, created_at, event_id)`,
    [
      pairs.map(({ category }) => category),
      pairs.map(({ threat }) => threat.createdAt),
      pairs.map(({ threat }) => threat.eventId),
    ],
  );
  return saved;
}

function toRow(threat: ThreatEvent): Record<string, unknown> {
  return {
    event_id: threat.eventId,
    tuid: threat.tuid,
    severity: threat.severity,
    category: threat.category,
    subcategory: threat.subcategory,
    signal_type: threat.signalType,
    source: threat.source,
    source_table: threat.sourceTable,
    source_event_ids: threat.sourceEventIds,
    title: threat.title,
    summary: threat.summary,
    user_name: threat.userName,
    user_email: threat.userEmail,
    platform_event_id: threat.platformEventId,
    flagged: threat.flagged,
    safe: threat.safe,
    created_at: threat.createdAt,
    subject: subjectOf(threat),
    wire: renderThreat(threat),
  };
}

export interface ThreatRow {
  readonly event_id: string;
  readonly tuid: string | null;
  readonly severity: Severity;
  readonly category: readonly string[];
  readonly subcategory: readonly string[];
  readonly signal_type: Signal;
  readonly source: string;
  readonly source_table: string | null;
  readonly source_event_ids: readonly string[];
  readonly title: string;
  readonly summary: string;
  readonly user_name: string | null;
  readonly user_email: string | null;
  readonly platform_event_id: string | null;
  readonly flagged: boolean;
  readonly safe: boolean;
  readonly created_at: Date;
}

/** The columns of a `ThreatRow`, of `threats t`. */
export const THREAT_COLUMNS = `t.event_id, t.tuid, t.severity, t.category, t.subcategory, t.signal_type, t.source,
  t.source_table, t.source_event_ids, t.title, t.summary, t.user_name, t.user_email, t.platform_event_id, t.flagged,
  t.safe, t.created_at`;

export const toThreat = (row: ThreatRow): ThreatEvent => ({
  eventId: row.event_id,
  tuid: row.tuid,
  severity: row.severity,
  category: row.category,
  subcategory: row.subcategory,
  signalType: row.signal_type,
  source: row.source,
  sourceTable: row.source_table,
  sourceEventIds: row.source_event_ids,
  title: row.title,
  summary: row.summary,
  userName: row.user_name,
  userEmail: row.user_email,
  platformEventId: row.platform_event_id,
  flagged: row.flagged,
  safe: row.safe,
  createdAt: row.created_at,
});

/** Reads stored threats in id order, for export and rebuild. */
export async function readThreats(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly item: ThreatEvent; readonly wire: string }[]> {
  const where = new Conditions().addIf("t.event_id > ?", after);
  const rows = await db.query<ThreatRow & { wire: string }>(
    `select ${THREAT_COLUMNS}, t.wire from threats t where t.domain_id = $1${where.sql} and t.removed_at is null
     order by t.event_id limit ${where.bind(limit)}`,
    where.values,
  );
  return rows.map((row) => ({ item: toThreat(row), wire: row.wire }));
}

/**
 * Reads and locks events until the transaction ends. Every writer that adds an event to a case or changes it holds this
 * lock, so that no text is rendered from flags that a verdict is changing. Cases are locked before events, both in id
 * order, so that two writers never deadlock.
 */
export async function lockThreats(
  tx: DomainDb,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, ThreatEvent>> {
  const rows = await tx.query<ThreatRow>(
    `select ${THREAT_COLUMNS} from threats t where t.domain_id = $1 and t.event_id = any($2::uuid[])
     order by t.event_id for no key update`,
    [eventIds],
  );
  return new Map(rows.map((row) => [row.event_id, toThreat(row)]));
}

export interface EventFlags {
  readonly eventId: string;
  readonly flagged: boolean;
  readonly safe: boolean;
}

/**
 * Sets the flags of events, which the transaction has locked (`lockCaseEvents`). The text of a case shows them; that of a
 * threat does not.
 */
export async function setEventFlags(tx: DomainDb, flags: readonly EventFlags[], at: Date): Promise<void> {
  if (flags.length === 0) return;
  const changed = await tx.execute(
    `update threats t set flagged = given.flagged, safe = given.safe, changed_at = greatest(t.changed_at, $5)
     from unnest($2::uuid[], $3::boolean[], $4::boolean[]) as given (event_id, flagged, safe)
     where t.domain_id = $1 and t.event_id = given.event_id`,
    [flags.map(({ eventId }) => eventId), flags.map(({ flagged }) => flagged), flags.map(({ safe }) => safe), at],
  );
  if (changed !== flags.length)
    throw new Error(`the flags of ${flags.length} events should have been set, but ${changed} were`);
  tx.markChanged("cases", "threats");
}

/** Records a change of events that is visible elsewhere, such as that they joined or left a case. */
export async function touchThreats(tx: DomainDb, eventIds: readonly string[], at: Date): Promise<void> {
  if (eventIds.length === 0) return;
  // As `lockThreats` does; what the events hold does not matter here.
  await tx.query(
    `select from threats t where t.domain_id = $1 and t.event_id = any($2::uuid[])
     order by t.event_id for no key update`,
    [eventIds],
  );
  await tx.execute(
    `update threats set changed_at = greatest(changed_at, $3)
     where domain_id = $1 and event_id = any($2::uuid[])`,
    [eventIds, at],
  );
  tx.markChanged("threats");
}
