import { newId } from "../runtime/ids.ts";
import { addCaseEntry, type CaseEntry } from "../store/cases/case-entries.ts";
import { type ActionContext, runAction } from "./context.ts";
import { lockExisting } from "./move-case.ts";

/** Adds a note to a case, which nobody changes afterwards. */
export function addCaseNote(ctx: ActionContext, caseId: string, text: string): Promise<CaseEntry> {
  return runAction<CaseEntry>(ctx, async (tx) => {
    await lockExisting(tx, caseId);
    const note: CaseEntry = {
      entryId: newId(),
      caseId,
      kind: "note",
      comment: text,
      stateBefore: null,
      stateAfter: null,
      madeBy: `${ctx.actor.kind}:${ctx.actor.id}`,
      madeAt: ctx.clock(),
    };
    await addCaseEntry(tx, note);
    const target = { kind: "case", id: caseId } as const;
    return { result: note, audit: { action: "case.note", target, before: null, after: { note_id: note.entryId } } };
  });
}
