import { type Static, Type } from "typebox";
import { MAX_COMMENT_LENGTH, MAX_VERDICT_EVENTS } from "../../contract/cases.ts";
import { DateTime, nullable, Text, Uuid } from "../../contract/shapes.ts";
import { CASE_STATES, VERDICT_OUTCOMES } from "../../model/vocabulary.ts";
import { lockCaseIds } from "../../store/cases/case-locks.ts";
import { findVerdictCases, readVerdicts, saveVerdicts, type VerdictRecord } from "../../store/cases/verdicts.ts";
import type { DomainDb } from "../../store/database/database.ts";
import { findDangling, findMoved, lastOfEach, saveAll } from "../prepare-batch.ts";
import { toDate, toId } from "./checked-values.ts";
import { DEFAULT_BATCH_BYTES, defineKind, type Line, type Prepared } from "./record-kind.ts";

const PAGE = 1_000;

const VerdictForm = Type.Object({
  verdict_id: Uuid,
  case_id: Uuid,
  outcome: Type.Enum(VERDICT_OUTCOMES),
  comment: nullable(Type.String({ maxLength: MAX_COMMENT_LENGTH })),
  event_ids: Type.Array(Uuid, { maxItems: MAX_VERDICT_EVENTS }),
  submitted_by: Text,
  state_before: Type.Enum(CASE_STATES),
  state_after: Type.Enum(CASE_STATES),
  processed_at: DateTime,
});

export const verdictRecords = defineKind({
  name: "verdicts",
  schema: VerdictForm,
  batchBytes: DEFAULT_BATCH_BYTES,
  ready: [],
  toItem: toVerdict,
  prepare: prepareVerdicts,
  readPage: async (db, after) =>
    (await readVerdicts(db, after, PAGE)).map((verdict) => ({
      id: verdict.verdictId,
      line: JSON.stringify(toRecord(verdict)),
    })),
});

function toVerdict(record: Static<typeof VerdictForm>): VerdictRecord {
  return {
    verdictId: toId(record.verdict_id),
    caseId: toId(record.case_id),
    outcome: record.outcome,
    comment: record.comment,
    eventIds: record.event_ids.map(toId),
    submittedBy: record.submitted_by,
    stateBefore: record.state_before,
    stateAfter: record.state_after,
    processedAt: toDate(record.processed_at),
  };
}

const idOf = ({ verdictId }: VerdictRecord): string => verdictId;
const caseOf = ({ caseId }: VerdictRecord): string => caseId;

async function prepareVerdicts(tx: DomainDb, lines: readonly Line<VerdictRecord>[], at: Date): Promise<Prepared> {
  const findMissing = async (caseIds: readonly string[]) => {
    const known = await lockCaseIds(tx, caseIds);
    return new Set(caseIds.filter((caseId) => !known.has(caseId)));
  };
  const dangling = await findDangling(lines, { field: "case_id", noun: "case", idOf: caseOf, findMissing });
  const stored = await findVerdictCases(
    tx,
    lines.map(({ item }) => item.verdictId),
  );
  const wrong = new Set(dangling.map(({ line }) => line));
  const moved = findMoved(
    lines.filter(({ number }) => !wrong.has(number)),
    { field: "case_id", idOf, valueOf: caseOf, stored },
  );
  const save = async () => {
    const verdicts = lastOfEach(lines, idOf);
    const records = await saveAll(tx, verdicts, saveVerdicts, at);
    return { records, staleCases: [...new Set(verdicts.map(caseOf))] };
  };
  return { problems: [...dangling, ...moved], save };
}

function toRecord(verdict: VerdictRecord) {
  return {
    verdict_id: verdict.verdictId,
    case_id: verdict.caseId,
    outcome: verdict.outcome,
    comment: verdict.comment,
    event_ids: verdict.eventIds,
    submitted_by: verdict.submittedBy,
    state_before: verdict.stateBefore,
    state_after: verdict.stateAfter,
    processed_at: verdict.processedAt,
  };
}
