import {
  CASE_INCLUDES,
  type Case,
  type CaseInclude,
  highestSeverity,
  renderCase,
  userOfCase,
} from "../../model/case.ts";
import type { ThreatEvent } from "../../model/threat-event.ts";
import type { CaseState, Severity, ThreatType } from "../../model/vocabulary.ts";
import { sha256 } from "../../runtime/hashing.ts";
import type { DomainDb } from "../database/database.ts";
import { areFewChanged, changedItems } from "../items/changed-items.ts";
import { Conditions, type PageResult, type PageRow, toPage } from "../items/page.ts";
import { type RowShape, saveRows } from "../items/save-rows.ts";
import type { Addressees } from "../people/users.ts";
import { findCaseEvents } from "./case-events.ts";

export interface CaseFilter {
  /** The users the cases are about; absent means any. */
  readonly addressees?: Addressees | undefined;
  readonly state?: CaseState | undefined;
  readonly threatType?: ThreatType | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
  /** The time since when the service recorded a change of the case, inclusive. */
  readonly updatedAfter?: Date | undefined;
  readonly include: readonly CaseInclude[];
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Lists cases, newest first. */
export async function listCases(db: DomainDb, filter: CaseFilter): Promise<PageResult> {
  const { updatedAfter } = filter;
  const isCollected = updatedAfter !== undefined && (await areFewChanged(db, "cases", updatedAfter));
  const where = new Conditions()
    .addIf("c.state = ?", filter.state)
    .addIf("c.threat_type = ?", filter.threatType)
    .addIf("c.created_at >= ?", filter.createdAfter)
    .addIf("c.created_at < ?", filter.createdBefore)
    .addIf("c.changed_at >= ?", updatedAfter)
    .addIf(
      `(c.created_at, c.case_id) <
       (select p.created_at, p.case_id from cases p where p.domain_id = $1 and p.case_id = ?::uuid)`,
      filter.after,
    );
  const limit = where.bind(filter.limit + 1);
  const cases = isCollected ? changedItems("cases", where.bind(updatedAfter)) : "cases";
  const page = (extra: string) =>
    `select c.case_id as id, c.created_at, ${wireWith(filter.include)} as wire from ${cases} c
     where c.domain_id = $1${where.sql}${extra} and c.removed_at is null
     order by c.created_at desc, c.case_id desc limit ${limit}`;
  // One index scan per user and per address, each no longer than the page. Most cases are found by both.
  const walk = (wanted: readonly string[], type: string, column: string) =>
    `select p.id, p.created_at, p.wire from unnest(${where.bind(wanted)}::${type}[]) as wanted (value)
     cross join lateral (${page(` and c.${column} = wanted.value`)}) p`;
  const sql = filter.addressees
    ? `select distinct on (p.created_at, p.id) p.id, p.wire
       from (${walk(filter.addressees.tuids, "uuid", "tuid")}
         union all ${walk(filter.addressees.addresses, "text", "address")}) p
       order by p.created_at desc, p.id desc limit ${limit}`
    : page("");
  return toPage(db, await db.query<PageRow>(sql, where.values), filter.limit, {
    id: filter.after,
    exists: "select true as known from cases where domain_id = $1 and case_id = $2",
  });
}

const toTime = (column: string): string =>
  `'"' || to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"'`;

/** SQL for the properties that each include adds, of `cases c`; each is computed only for the cases of a page. */
const ADDITIONS: Readonly<Record<CaseInclude, string>> = {
  state: `',"state":"' || c.state || '"'`,
  verdict: `',"verdict":' || coalesce(c.verdict, 'null')`,
  severity: `',"severity":' || coalesce('"' || c.severity || '"', 'null') || coalesce((
      select ',"score":' || d.score || ',"reasons":' || array_to_json(d.reasons) from judge_decisions d
      where d.domain_id = $1 and d.candidate_id = c.case_id and d.promoted
      order by d.decided_at desc, d.findings desc limit 1), ',"score":null,"reasons":[]')`,
  times: `coalesce((
      select ',"first_event_at":' || ${toTime("k.first_event_at")} || ',"last_event_at":' || ${toTime("k.last_event_at")}
      from correlated_cases k where k.domain_id = $1 and k.case_id = c.case_id),
      ',"first_event_at":null,"last_event_at":null')`,
};

/** Returns SQL for the stored text, with the included properties added before its closing brace. */
function wireWith(include: readonly CaseInclude[]): string {
  const additions = CASE_INCLUDES.filter((name) => include.includes(name)).map((name) => ADDITIONS[name]);
  return additions.length === 0 ? "c.wire" : `left(c.wire, -1) || ${additions.join(" || ")} || '}'`;
}

/** Returns the wire text of one case, with its entity tag. */
export async function findCaseText(
  db: DomainDb,
  caseId: string,
  include: readonly CaseInclude[],
): Promise<{ readonly wire: string; readonly etag: string } | undefined> {
  const [row] = await db.query<{ wire: string; etag: string }>(
    `select ${wireWith(include)} as wire, c.etag from cases c
     where c.domain_id = $1 and c.case_id = $2 and c.removed_at is null`,
    [caseId],
  );
  return row;
}

/** Returns whether there is such a case. */
export async function isCase(db: DomainDb, caseId: string): Promise<boolean> {
  const sql = "select 1 from cases where domain_id = $1 and case_id = $2 and removed_at is null";
  return (await db.query(sql, [caseId])).length > 0;
}

interface CaseRow {
  readonly case_id: string;
  readonly tuid: string | null;
  readonly user_email: string | null;
  readonly user_name: string | null;
  readonly threat_type: ThreatType;
  readonly threat_brief: string;
  readonly state: CaseState;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly closed_at: Date | null;
  readonly verdict: string | null;
  readonly severity: Severity | null;
  readonly etag: string;
  readonly wire: string;
}

/** A stored case: the record, its verdict in force as JSON text, and the text rendered from them. */
export interface StoredCase {
  readonly item: Case;
  /** The user it is about, derived from its events. */
  readonly tuid: string | null;
  readonly verdict: string | null;
  readonly severity: Severity | null;
  readonly etag: string;
  readonly wire: string;
}

const CASE_COLUMNS = `c.case_id, c.tuid, c.user_email, c.user_name, c.threat_type, c.threat_brief, c.state, c.created_at,
  c.updated_at, c.closed_at, c.verdict, c.severity, c.etag, c.wire`;

const toStoredCase = (row: CaseRow): StoredCase => ({
  item: {
    caseId: row.case_id,
    userEmail: row.user_email,
    userName: row.user_name,
    threatType: row.threat_type,
    threatBrief: row.threat_brief,
    state: row.state,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
  },
  tuid: row.tuid,
  verdict: row.verdict,
  severity: row.severity,
  etag: row.etag,
  wire: row.wire,
});

/**
 * Reads and locks a case, and locks the cases that share an event with it, until the transaction ends. All in id order,
 * so that two verdicts never deadlock.
 */
export async function lockCase(tx: DomainDb, caseId: string): Promise<StoredCase | undefined> {
  const rows = await tx.query<CaseRow>(
    `select ${CASE_COLUMNS} from cases c
     where c.domain_id = $1 and c.removed_at is null and c.case_id = any(array(
       select $2::uuid union
       select other.case_id from case_events own
       join case_events other on other.domain_id = $1 and other.event_id = own.event_id
       where own.domain_id = $1 and own.case_id = $2::uuid))
     order by c.case_id for update`,
    [caseId],
  );
  const row = rows.find((found) => found.case_id === caseId);
  return row && toStoredCase(row);
}

/** Reads stored cases in id order, for export and rebuild. */
export async function readCases(
  db: DomainDb,
  after: string | undefined,
  limit: number,
): Promise<readonly StoredCase[]> {
  const where = new Conditions().addIf("c.case_id > ?", after);
  const rows = await db.query<CaseRow>(
    `select ${CASE_COLUMNS} from cases c where c.domain_id = $1${where.sql} and c.removed_at is null
     order by c.case_id limit ${where.bind(limit)}`,
    where.values,
  );
  return rows.map(toStoredCase);
}

/** Reads and locks cases until the transaction ends. */
export async function lockCases(tx: DomainDb, caseIds: readonly string[]): Promise<readonly StoredCase[]> {
  const rows = await tx.query<CaseRow>(
    `select ${CASE_COLUMNS} from cases c where c.domain_id = $1 and c.case_id = any($2::uuid[])
     order by c.case_id for update`,
    [caseIds],
  );
  return rows.map(toStoredCase);
}

const SHAPE: RowShape = {
  table: "cases",
  resource: "cases",
  columns: {
    case_id: "uuid",
    user_email: "text",
    user_name: "text",
    threat_type: "text",
    threat_brief: "text",
    state: "text",
    created_at: "timestamptz",
    updated_at: "timestamptz",
    changed_at: "timestamptz",
    closed_at: "timestamptz",
    tuid: "uuid",
    address: "text",
    verdict: "text",
    severity: "text",
    etag: "text",
    wire: "text",
  },
  key: ["case_id"],
  frozen: ["created_at"],
  increasing: ["changed_at"],
};

export interface CaseToSave {
  readonly item: Case;
  readonly verdict: string | null;
  readonly events: readonly ThreatEvent[];
}

/** Returns the entity tag of a case, which changes with every visible change. */
export const caseEtag = (wire: string, state: CaseState, verdict: string | null): string =>
  sha256(`${state}\n${verdict ?? ""}\n${wire}`).slice(0, 27);

/**
 * Renders and inserts or updates cases; `at` is the time of the change. A case whose stored `created_at` differs is not
 * written.
 */
export function saveCases(tx: DomainDb, cases: readonly CaseToSave[], at: Date): Promise<number> {
  const rows = cases.map(({ item, verdict, events }) => {
    const wire = renderCase(item, events);
    return {
      case_id: item.caseId,
      user_email: item.userEmail,
      user_name: item.userName,
      threat_type: item.threatType,
      threat_brief: item.threatBrief,
      state: item.state,
      created_at: item.createdAt,
      updated_at: item.updatedAt,
      changed_at: at,
      closed_at: item.closedAt,
      tuid: userOfCase(item, events),
      address: item.userEmail?.toLowerCase() ?? null,
      verdict,
      severity: highestSeverity(events),
      etag: caseEtag(wire, item.state, verdict),
      wire,
    };
  });
  return saveRows(tx, SHAPE, rows);
}

/**
 * Returns the case with a later `updated_at`; it never moves back, or a mirror that polls by it would miss the change.
 */
export const updatedTo = (item: Case, at: Date): Case =>
  at.getTime() > item.updatedAt.getTime() ? { ...item, updatedAt: at } : item;

/** Renders cases again after a record they show has changed, which counts as an update of each. */
export async function rerenderCases(tx: DomainDb, caseIds: readonly string[], at: Date): Promise<void> {
  if (caseIds.length === 0) return;
  const stored = await lockCases(tx, caseIds);
  const events = await findCaseEvents(tx, caseIds);
  await saveCases(
    tx,
    stored.map(({ item, verdict }) => ({
      item: updatedTo(item, at),
      verdict,
      events: events.get(item.caseId) ?? [],
    })),
    at,
  );
}
