import { type Static, Type } from "typebox";
import { DriftItem } from "../../contract/drift.ts";
import { nullable, Uuid } from "../../contract/shapes.ts";
import type { DriftEvent } from "../../model/drift.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { findDetectionTimes, readDrift, saveDrift } from "../../store/people/drift.ts";
import { findMoved, prepareWith } from "../prepare-batch.ts";
import { toDateOrNull, toId, toIdOrNull } from "./checked-values.ts";
import { type BadLine, DEFAULT_BATCH_BYTES, defineKind, type Line } from "./record-kind.ts";

/** Smaller because a delta can be as long as a line. */
const PAGE = 100;

const DriftRecord = Type.Object({ ...DriftItem.properties, tuid: nullable(Uuid) });

export const driftRecords = defineKind({
  name: "drift",
  schema: DriftRecord,
  batchBytes: DEFAULT_BATCH_BYTES,
  ready: [],
  toItem: toDrift,
  prepare: prepareWith<DriftEvent>({ idOf, save: saveDrift, check: findMovedDrift }),
  readPage: async (db, after) =>
    (await readDrift(db, after, PAGE)).map(({ item }) => ({ id: item.driftId, line: JSON.stringify(toRecord(item)) })),
});

function idOf({ driftId }: DriftEvent): string {
  return driftId;
}

/** Returns the lines that would change `detected_at`, by which drift events are listed. */
async function findMovedDrift(tx: DomainDb, lines: readonly Line<DriftEvent>[]): Promise<readonly BadLine[]> {
  const stored = await findDetectionTimes(tx, [...new Set(lines.map(({ item }) => idOf(item)))]);
  const toText = (at: Date | null): string => at?.toISOString() ?? "null";
  return findMoved(lines, {
    field: "detected_at",
    idOf,
    valueOf: ({ detectedAt }) => toText(detectedAt),
    stored: new Map([...stored].map(([driftId, at]) => [driftId, toText(at)])),
  });
}

function toDrift(record: Static<typeof DriftRecord>): DriftEvent {
  return {
    driftId: toId(record.drift_id),
    tuid: toIdOrNull(record.tuid),
    computator: record.computator,
    timePeriod: record.time_period,
    delta: record.delta,
    periodStartAt: toDateOrNull(record.period_start_at),
    detectedAt: toDateOrNull(record.detected_at),
    user: record.user,
  };
}

function toRecord(event: DriftEvent) {
  return {
    drift_id: event.driftId,
    tuid: event.tuid,
    computator: event.computator,
    time_period: event.timePeriod,
    delta: event.delta,
    period_start_at: event.periodStartAt,
    detected_at: event.detectedAt,
    user: { name: event.user.name, email: event.user.email },
  };
}
