import { useState } from "react";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { useChange, useChangeEach } from "../../api/hooks.ts";
import { showFailure, showToast } from "../../app/toasts.tsx";
import { amount, CASE_STATES, OUTCOMES } from "../../words.ts";
import { type CaseItem, subjectOf } from "./case-view.ts";

/** A verdict as a person gives it. */
export interface GivenVerdict {
  readonly outcome: VerdictOutcome;
  readonly comment: string;
  /** Empty for all events. */
  readonly eventIds: readonly string[];
}

/** A case of which the verdict was not recorded. */
export interface RefusedVerdict {
  readonly found: CaseItem;
  readonly error: Error;
}

export interface Decisions {
  readonly isPending: boolean;
  /** Submits a verdict; resolves to whether it was accepted. */
  decide(found: CaseItem, verdict: GivenVerdict): Promise<boolean>;
  /** Submits the same verdict on each of several cases; resolves to those of which it was not recorded. */
  decideEach(cases: readonly CaseItem[], verdict: GivenVerdict): Promise<readonly RefusedVerdict[]>;
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
      const { resolved } = await verdict.mutateAsync(toRequest(found, { outcome, comment, eventIds }));
      const scope = eventIds.length === 0 ? "" : `, for ${amount(eventIds.length, "event")}`;
      showToast(
        `${subjectOf(found)}: ${OUTCOMES[outcome]}${scope}`,
        resolved ? { undo: () => void reopen(found) } : {},
      );
    });
  const [isDecidingEach, setIsDecidingEach] = useState(false);
  const verdicts = useChangeEach("submitVerdict", AFFECTED);
  const reopenings = useChangeEach("reopenCase", AFFECTED);
  const reopenEach = async (cases: readonly CaseItem[]): Promise<void> => {
    const results = await reopenings(cases.map(({ case_id }) => ({ params: { case_id }, body: {} })));
    const failed = results.filter(({ status }) => status === "rejected").length;
    showToast(`${amount(results.length - failed, "case")} reopened`);
    if (failed > 0) showToast(`${amount(failed, "case was", "cases were")} not reopened`, { bad: true });
  };
  const decideEach = async (cases: readonly CaseItem[], given: GivenVerdict): Promise<readonly RefusedVerdict[]> => {
    setIsDecidingEach(true);
    const results = await verdicts(cases.map((found) => toRequest(found, given)));
    setIsDecidingEach(false);
    const recorded = cases.filter((_, at) => results[at]?.status === "fulfilled");
    const resolved = cases.filter((_, at) => isResolved(results[at]));
    const undo = resolved.length > 0 ? { undo: () => void reopenEach(resolved) } : {};
    if (recorded.length > 0) showToast(`${amount(recorded.length, "case")}: ${OUTCOMES[given.outcome]}`, undo);
    return cases.flatMap((found, at) => {
      const result = results[at];
      return result?.status === "rejected" ? [{ found, error: toError(result.reason) }] : [];
    });
  };
  return { decide, decideEach, investigate, reopen, isPending: verdict.isPending || isDecidingEach };
}

const isResolved = (result: PromiseSettledResult<{ readonly resolved: boolean }> | undefined): boolean =>
  result?.status === "fulfilled" && result.value.resolved;

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

const toRequest = ({ case_id }: CaseItem, { outcome, comment, eventIds }: GivenVerdict) => ({
  params: { case_id },
  headers: { "idempotency-key": crypto.randomUUID() },
  body: {
    outcome,
    ...(comment.trim() !== "" && { comment: comment.trim() }),
    ...(eventIds.length > 0 && { event_ids: [...eventIds] }),
  },
});

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
