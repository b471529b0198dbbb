import { type Static, Type } from "typebox";
import { CaseItem } from "../../contract/cases.ts";
import { nullable, Uuid } from "../../contract/shapes.ts";
import { type Case, MAX_EVENTS_PER_CASE } from "../../model/case.ts";
import type { ThreatEvent } from "../../model/threat-event.ts";
import { CASE_STATES } from "../../model/vocabulary.ts";
import { type CaseEvent, findCaseEvents, replaceCaseEvents } from "../../store/cases/case-events.ts";
import { lockCases, readCases, type StoredCase, saveCases } from "../../store/cases/cases.ts";
import { type FlagsBefore, saveFlagsBefore } from "../../store/cases/flags-before.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { lockThreats } from "../../store/threats/threats.ts";
import { findMoved, lastOfEach, saveAll } from "../prepare-batch.ts";
import { toDate, toDateOrNull, toId } from "./checked-values.ts";
import { type BadLine, defineKind, type FieldProblem, type Line, type Prepared } from "./record-kind.ts";
import { Address } from "./text-limits.ts";

/** Small because a case line of 8 kB can name 200 events, which are all loaded into memory. */
const BATCH_BYTES = 512 * 1024;
const PAGE = 100;

const { events: _events, verdict: _verdict, ...caseFields } = CaseItem.properties;

const CaseRecord = Type.Object({
  ...caseFields,
  user_email: nullable(Address),
  state: Type.Enum(CASE_STATES),
  event_ids: Type.Array(Uuid, { maxItems: MAX_EVENTS_PER_CASE }),
  /** Flags before the first verdict, which a contradicting verdict restores; absent on a case without verdicts. */
  flags_before: Type.Optional(
    Type.Array(Type.Object({ event_id: Uuid, flagged: Type.Boolean(), safe: Type.Boolean() })),
  ),
});
type CaseRecord = Static<typeof CaseRecord>;

interface GivenCase {
  readonly item: Case;
  readonly eventIds: readonly string[];
  readonly flagsBefore: readonly FlagsBefore[];
}

export const caseRecords = defineKind({
  name: "cases",
  schema: CaseRecord,
  batchBytes: BATCH_BYTES,
  ready: ["cases"],
  problemOf: findProblem,
  toItem: toGivenCase,
  prepare: prepareCases,
  readPage: async (db, after) => {
    const cases = await readCases(db, after, PAGE);
    const events = await findCaseEvents(
      db,
      cases.map(({ item }) => item.caseId),
    );
    return cases.map(({ item }) => ({
      id: item.caseId,
      line: JSON.stringify(toRecord(item, events.get(item.caseId) ?? [])),
    }));
  },
});

function findProblem(record: CaseRecord): FieldProblem | undefined {
  if ((record.closed_at !== null) !== (record.state === "closed")) {
    const message =
      record.closed_at === null ? "is required when state is closed" : "must be null unless state is closed";
    return { field: "closed_at", message };
  }
  const eventIds = record.event_ids.map(toId);
  return findRepeated("event_ids", eventIds) ?? findFlagsProblem(record, new Set(eventIds));
}

function findRepeated(field: string, ids: readonly string[]): FieldProblem | undefined {
  const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return repeated < 0 ? undefined : { field: `${field}/${repeated}`, message: `'${ids[repeated]}' is listed twice` };
}

function findFlagsProblem({ flags_before: flags = [] }: CaseRecord, attached: ReadonlySet<string>) {
  const contradiction = flags.findIndex(({ flagged, safe }) => flagged && safe);
  if (contradiction >= 0) {
    return { field: `flags_before/${contradiction}/safe`, message: "cannot be true unless flagged is false" };
  }
  const eventIds = flags.map(({ event_id }) => toId(event_id));
  const foreign = eventIds.findIndex((eventId) => !attached.has(eventId));
  if (foreign >= 0) return { field: `flags_before/${foreign}/event_id`, message: "is not one of event_ids" };
  return findRepeated("flags_before", eventIds);
}

function toGivenCase(record: CaseRecord): GivenCase {
  const caseId = toId(record.case_id);
  return {
    item: {
      caseId,
      userEmail: record.user_email,
      userName: record.user_name,
      threatType: record.threat_type,
      threatBrief: record.threat_brief,
      state: record.state,
      createdAt: toDate(record.created_at),
      updatedAt: toDate(record.updated_at),
      closedAt: toDateOrNull(record.closed_at),
    },
    eventIds: record.event_ids.map(toId),
    flagsBefore: (record.flags_before ?? []).map(({ event_id, flagged, safe }) => ({
      caseId,
      eventId: toId(event_id),
      flagged,
      safe,
    })),
  };
}

const idOf = ({ item }: GivenCase): string => item.caseId;

async function prepareCases(tx: DomainDb, lines: readonly Line<GivenCase>[], at: Date): Promise<Prepared> {
  const cases = await lockCases(tx, [...new Set(lines.map(({ item }) => idOf(item)))]);
  const stored = new Map(cases.map((found) => [found.item.caseId, found]));
  const events = await lockThreats(tx, [...new Set(lines.flatMap(({ item }) => item.eventIds))]);
  const moved = findMoved(lines, {
    field: "created_at",
    idOf,
    valueOf: ({ item }) => item.createdAt.toISOString(),
    stored: new Map(cases.map(({ item }) => [item.caseId, item.createdAt.toISOString()])),
  });
  const movedLines = new Set(moved.map(({ line }) => line));
  const unknown = findUnknownEvents(lines, events).filter(({ line }) => !movedLines.has(line));
  return {
    problems: [...moved, ...unknown],
    save: () => saveBatch(tx, lastOfEach(lines, idOf), { stored, events, at }),
  };
}

function findUnknownEvents(
  lines: readonly Line<GivenCase>[],
  events: ReadonlyMap<string, ThreatEvent>,
): readonly BadLine[] {
  return lines.flatMap(({ number, item }) => {
    const index = item.eventIds.findIndex((eventId) => !events.has(eventId));
    if (index < 0) return [];
    const message = `the domain has no threat '${item.eventIds[index]}'`;
    return [{ line: number, field: `event_ids/${index}`, message }];
  });
}

interface Found {
  readonly stored: ReadonlyMap<string, StoredCase>;
  readonly events: ReadonlyMap<string, ThreatEvent>;
  readonly at: Date;
}

async function saveBatch(tx: DomainDb, given: readonly GivenCase[], { stored, events, at }: Found) {
  const cases = given.map(({ item, eventIds }) => ({
    item,
    verdict: stored.get(item.caseId)?.verdict ?? null,
    events: eventIds.flatMap((eventId) => events.get(eventId) ?? []),
  }));
  const records = await saveAll(tx, cases, saveCases, at);
  await replaceCaseEvents(
    tx,
    given.map(({ item, eventIds }) => ({ caseId: item.caseId, eventIds })),
    at,
  );
  await saveFlagsBefore(
    tx,
    given.flatMap(({ flagsBefore }) => flagsBefore),
  );
  return { records, staleCases: [] };
}

function toRecord(item: Case, events: readonly CaseEvent[]) {
  const before = events.flatMap(({ eventId, before: flags }) => (flags ? [{ event_id: eventId, ...flags }] : []));
  return {
    case_id: item.caseId,
    user_email: item.userEmail,
    user_name: item.userName,
    threat_type: item.threatType,
    threat_brief: item.threatBrief,
    created_at: item.createdAt,
    updated_at: item.updatedAt,
    closed_at: item.closedAt,
    state: item.state,
    event_ids: events.map(({ eventId }) => eventId),
    ...(before.length > 0 && { flags_before: before }),
  };
}
