import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { useChange } from "../../api/hooks.ts";
import { showFailure, showToast } from "../../app/toasts.tsx";
import { CASE_STATES, OUTCOMES } from "../../words.ts";
import { type CaseItem, subjectOf } from "./case-view.ts";

/** A verdict as a person gives it. */
export interface GivenVerdict {
  readonly outcome: VerdictOutcome;
  readonly comment: string;
  /** Empty for all events. */
  readonly eventIds: readonly string[];
}

export interface Decisions {
  readonly isPending: boolean;
  /** Submits a verdict; resolves to whether it was accepted. */
  decide(found: CaseItem, verdict: GivenVerdict): Promise<boolean>;
  /** Moves a case to investigation; resolves to whether it was moved. */
  investigate(found: CaseItem): Promise<boolean>;
  /** Takes a decided case back into investigation. */
  reopen(found: CaseItem): Promise<boolean>;
}

const AFFECTED = ["listCases", "getCase", "listCaseHistory"] as const;

/** Submits what a person decides on cases, and reports what happened. Every verdict that ends a case can be undone. */
export function useDecisions(): Decisions {
  const verdict = useChange("submitVerdict", AFFECTED);
  const move = useChange("moveCase", AFFECTED);
  const reopening = useChange("reopenCase", AFFECTED);

  const reopen = (found: CaseItem): Promise<boolean> =>
    attempt("The case was not reopened.", async () => {
      const { state } = await reopening.mutateAsync({ params: { case_id: found.case_id }, body: {} });
      showToast(`${subjectOf(found)}: reopened, now under ${CASE_STATES[state]}`);
    });
  const investigate = (found: CaseItem): Promise<boolean> =>
    attempt("The case was not moved.", async () => {
      await move.mutateAsync({ params: { case_id: found.case_id }, body: { state: "investigating" } });
      showToast(`${subjectOf(found)}: investigating`);
    });
  const decide = (found: CaseItem, { outcome, comment, eventIds }: GivenVerdict): Promise<boolean> =>
    attempt("The verdict was not recorded.", async () => {
      const { resolved } = await verdict.mutateAsync({
        params: { case_id: found.case_id },
        headers: { "idempotency-key": crypto.randomUUID() },
        body: {
          outcome,
          ...(comment.trim() !== "" && { comment: comment.trim() }),
          ...(eventIds.length > 0 && { event_ids: [...eventIds] }),
        },
      });
      showToast(`${subjectOf(found)}: ${OUTCOMES[outcome]}`, resolved ? { undo: () => void reopen(found) } : {});
    });
  return { decide, investigate, reopen, isPending: verdict.isPending };
}

/** Resolves to whether the change was made; shows why it was not. */
async function attempt(failure: string, run: () => Promise<void>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    showFailure(failure, error);
    return false;
  }
}
