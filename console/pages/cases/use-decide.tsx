import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { useChange } from "../../api/hooks.ts";
import { showFailure, showToast } from "../../app/toasts.tsx";
import { OUTCOMES } from "../../words.ts";
import { type CaseItem, subjectOf } from "./case-view.ts";

/** A verdict as a person gives it. */
export interface GivenVerdict {
  readonly outcome: VerdictOutcome;
  readonly comment: string;
  /** Empty for all events. */
  readonly eventIds: readonly string[];
}

interface Decide {
  readonly isPending: boolean;
  /** Submits a verdict; resolves to whether it was accepted. */
  decide(found: CaseItem, verdict: GivenVerdict): Promise<boolean>;
}

/** Submits verdicts and reports what happened. */
export function useDecide(): Decide {
  const { mutateAsync, isPending } = useChange("submitVerdict", ["listCases", "getCase"]);
  const decide = async (found: CaseItem, { outcome, comment, eventIds }: GivenVerdict): Promise<boolean> => {
    try {
      await mutateAsync({
        params: { case_id: found.case_id },
        headers: { "idempotency-key": crypto.randomUUID() },
        body: {
          outcome,
          ...(comment.trim() !== "" && { comment: comment.trim() }),
          ...(eventIds.length > 0 && { event_ids: [...eventIds] }),
        },
      });
      showToast(`${subjectOf(found)}: ${OUTCOMES[outcome]}`);
      return true;
    } catch (error) {
      showFailure("The verdict was not recorded.", error);
      return false;
    }
  };
  return { decide, isPending };
}
