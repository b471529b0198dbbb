import { type Static, Type } from "typebox";
import { CaseEvent } from "../../contract/cases.ts";
import { nullable } from "../../contract/shapes.ts";
import { ThreatItem } from "../../contract/threats.ts";
import { renderCaseEvent, type ThreatEvent } from "../../model/threat-event.ts";
import { SEVERITIES, SIGNALS, SOURCE_TABLES } from "../../model/vocabulary.ts";
import { findCasesHolding } from "../../store/cases/case-events.ts";
import { lockCasesHolding } from "../../store/cases/case-locks.ts";
import { updatedTo } from "../../store/cases/cases.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { lockThreats, readThreats, saveThreats } from "../../store/threats/threats.ts";
import { findMoved, lastOfEach, saveAll } from "../prepare-batch.ts";
import { toDate, toId, toIdOrNull } from "./checked-values.ts";
import { DEFAULT_BATCH_BYTES, defineKind, type FieldProblem, type Line, type Prepared } from "./record-kind.ts";
import { Address, FilterWord } from "./text-limits.ts";

const PAGE = 1_000;

const ThreatRecord = Type.Object({
  ...ThreatItem.properties,
  ...CaseEvent.properties,
  kind: Type.Optional(Type.Enum(["threat"])),
  severity: Type.Enum(SEVERITIES),
  signal_type: Type.Enum(SIGNALS),
  category: Type.Array(FilterWord),
  source: FilterWord,
  user_email: nullable(Address),
  flagged: Type.Optional(Type.Boolean()),
  safe: Type.Optional(Type.Boolean()),
});
type ThreatRecord = Static<typeof ThreatRecord>;

/** An event of a file. Without flags, a stored event keeps the flags that a verdict gave it. */
interface GivenThreat {
  readonly threat: ThreatEvent;
  readonly hasFlags: boolean;
}

export const threatRecords = defineKind({
  name: "threats",
  schema: ThreatRecord,
  batchBytes: DEFAULT_BATCH_BYTES,
  ready: ["threats"],
  // A changed event changes the cases that show it.
  touchCase: updatedTo,
  problemOf: findProblem,
  toItem: toGivenThreat,
  prepare: prepareThreats,
  readPage: async (db, after) =>
    (await readThreats(db, after, PAGE)).map(({ item }) => ({
      id: item.eventId,
      line: JSON.stringify(toRecord(item)),
    })),
});

const TABLES: ReadonlyMap<string, string> = new Map(Object.entries(SOURCE_TABLES));

function findProblem(record: ThreatRecord): FieldProblem | undefined {
  if (record.safe && (record.flagged ?? true)) {
    return { field: "safe", message: "cannot be true unless flagged is false" };
  }
  const table = TABLES.get(record.source);
  if (table === undefined || record.source_table === null || record.source_table === table) return undefined;
  return { field: "source_table", message: `must be ${table} or null when source is ${record.source}` };
}

function toGivenThreat(record: ThreatRecord): GivenThreat {
  const threat: ThreatEvent = {
    eventId: toId(record.event_id),
    tuid: toIdOrNull(record.tuid),
    severity: record.severity,
    category: record.category,
    subcategory: record.subcategory,
    signalType: record.signal_type,
    source: record.source,
    sourceTable: record.source_table,
    sourceEventIds: record.source_event_ids,
    title: record.title,
    summary: record.summary,
    userName: record.user_name,
    userEmail: record.user_email,
    platformEventId: record.platform_event_id,
    flagged: record.flagged ?? true,
    safe: record.safe ?? false,
    createdAt: toDate(record.created_at),
  };
  return { threat, hasFlags: record.flagged !== undefined || record.safe !== undefined };
}

const idOf = ({ threat }: GivenThreat): string => threat.eventId;

async function prepareThreats(tx: DomainDb, lines: readonly Line<GivenThreat>[], at: Date): Promise<Prepared> {
  const eventIds = [...new Set(lines.map(({ item }) => idOf(item)))];
  // Locked before the events are read, so that no verdict changes their flags until they are written.
  await lockCasesHolding(tx, eventIds);
  const stored = await lockThreats(tx, eventIds);
  const problems = findMoved(lines, {
    field: "created_at",
    idOf,
    valueOf: ({ threat }) => threat.createdAt.toISOString(),
    stored: new Map([...stored].map(([eventId, threat]) => [eventId, threat.createdAt.toISOString()])),
  });
  return { problems, save: () => saveBatch(tx, lastOfEach(lines, idOf), stored, at) };
}

async function saveBatch(
  tx: DomainDb,
  given: readonly GivenThreat[],
  stored: ReadonlyMap<string, ThreatEvent>,
  at: Date,
) {
  const threats = given.map(({ threat, hasFlags }) => {
    const { flagged, safe } = (hasFlags ? undefined : stored.get(threat.eventId)) ?? threat;
    return { ...threat, flagged, safe };
  });
  const records = await saveAll(tx, threats, saveThreats, at);
  const changed = threats.filter((threat) => {
    const before = stored.get(threat.eventId);
    if (!before) return false;
    return before.tuid !== threat.tuid || renderCaseEvent(before) !== renderCaseEvent(threat);
  });
  if (changed.length === 0) return { records, staleCases: [] };
  return {
    records,
    staleCases: await findCasesHolding(
      tx,
      changed.map(({ eventId }) => eventId),
    ),
  };
}

function toRecord(threat: ThreatEvent) {
  return {
    event_id: threat.eventId,
    kind: "threat",
    tuid: threat.tuid,
    severity: threat.severity,
    category: threat.category,
    subcategory: threat.subcategory,
    signal_type: threat.signalType,
    title: threat.title,
    summary: threat.summary,
    source: threat.source,
    source_table: threat.sourceTable,
    source_event_ids: threat.sourceEventIds,
    user_name: threat.userName,
    user_email: threat.userEmail,
    platform_event_id: threat.platformEventId,
    flagged: threat.flagged,
    safe: threat.safe,
    created_at: threat.createdAt,
  };
}
