import { addCaseNote } from "../actions/add-case-note.ts";
import { moveCase, reopenCase } from "../actions/move-case.ts";
import { adminEndpoints as at } from "../contract/admin/admin-endpoints.ts";
import { MAX_HISTORY, MAX_SIMILAR } from "../contract/admin/cases.ts";
import { answerOf } from "../http/answer.ts";
import { Failure } from "../model/failure.ts";
import { type CaseEntry, listCaseEntries } from "../store/cases/case-entries.ts";
import { isCase } from "../store/cases/cases.ts";
import { findSimilarCases } from "../store/cases/similar-cases.ts";
import { listLatestVerdicts, type VerdictRecord } from "../store/cases/verdicts.ts";
import type { DomainDb } from "../store/database/database.ts";
import { type Actors, actorsOf } from "./actors.ts";
import type { MountAdmin } from "./admin-plane.ts";

/** Mounts what people do with a case beside a verdict. */
export function mountCases(mount: MountAdmin): void {
  mount(at.moveCase, async (caller, { params, body }) => {
    const request = { caseId: params.case_id.toLowerCase(), comment: body.comment || null };
    const state = await moveCase(caller, request, body.state);
    return answerOf(JSON.stringify({ case_id: request.caseId, state }));
  });

  mount(at.reopenCase, async (caller, { params, body }) => {
    const request = { caseId: params.case_id.toLowerCase(), comment: body.comment || null };
    const state = await reopenCase(caller, request);
    return answerOf(JSON.stringify({ case_id: request.caseId, state }));
  });

  mount(at.listCaseHistory, async ({ db, database }, { params }) => {
    await requireCase(db, params.case_id);
    const verdicts = await listLatestVerdicts(db, params.case_id, MAX_HISTORY);
    const entries = await listCaseEntries(db, params.case_id, { limit: MAX_HISTORY });
    const actors = await actorsOf(database, db, [
      ...verdicts.map(({ submittedBy }) => submittedBy),
      ...entries.map(({ madeBy }) => madeBy),
    ]);
    const items = [
      ...verdicts.map((one) => describeVerdict(one, actors)),
      ...entries.map((one) => describe(one, actors)),
    ]
      .sort((left, right) => right.at.getTime() - left.at.getTime())
      .slice(0, MAX_HISTORY);
    return answerOf(JSON.stringify({ items }));
  });

  mount(at.listCaseNotes, async ({ db, database }, { params }) => {
    await requireCase(db, params.case_id);
    const notes = await listCaseEntries(db, params.case_id, { kind: "note", limit: MAX_HISTORY });
    const actors = await actorsOf(
      database,
      db,
      notes.map(({ madeBy }) => madeBy),
    );
    return answerOf(JSON.stringify({ items: notes.map((note) => describeNote(note, actors)) }));
  });

  mount(at.addCaseNote, async (caller, { params, body }) => {
    const note = await addCaseNote(caller, params.case_id.toLowerCase(), body.text);
    const actors = await actorsOf(caller.database, caller.db, [note.madeBy]);
    return answerOf(JSON.stringify(describeNote(note, actors)));
  });

  mount(at.listSimilarCases, async ({ db }, { params }) => {
    await requireCase(db, params.case_id);
    const items = (await findSimilarCases(db, params.case_id, MAX_SIMILAR)).map((found) => ({
      case_id: found.caseId,
      user_email: found.userEmail,
      user_name: found.userName,
      threat_type: found.threatType,
      threat_brief: found.threatBrief,
      state: found.state,
      severity: found.severity,
      created_at: found.createdAt,
      outcome: found.outcome,
      is_same_user: found.isSameUser,
      shared_titles: found.sharedTitles,
    }));
    return answerOf(JSON.stringify({ items }));
  });
}

async function requireCase(db: DomainDb, caseId: string): Promise<void> {
  if (!(await isCase(db, caseId))) throw new Failure("case_not_found", "there is no such case");
}

const describeVerdict = (verdict: VerdictRecord, actors: Actors) => ({
  entry_id: verdict.verdictId,
  kind: "verdict",
  at: verdict.processedAt,
  by: actors(verdict.submittedBy),
  outcome: verdict.outcome,
  state_before: verdict.stateBefore,
  state_after: verdict.stateAfter,
  comment: verdict.comment,
  event_ids: verdict.eventIds,
});

const describe = (entry: CaseEntry, actors: Actors) => ({
  entry_id: entry.entryId,
  kind: entry.kind,
  at: entry.madeAt,
  by: actors(entry.madeBy),
  outcome: null,
  state_before: entry.stateBefore,
  state_after: entry.stateAfter,
  comment: entry.comment,
  event_ids: [],
});

const describeNote = (note: CaseEntry, actors: Actors) => ({
  note_id: note.entryId,
  text: note.comment,
  by: actors(note.madeBy),
  created_at: note.madeAt,
});
