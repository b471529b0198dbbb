import { type ReactNode, useState } from "react";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { amount } from "../../words.ts";
import { type CaseItem, subjectOf } from "./case-view.ts";
import { RefusedVerdicts } from "./chosen-cases.tsx";
import { isBeforeInvestigation } from "./decision-bar.tsx";
import type { Choice } from "./use-choice.ts";
import { type GivenVerdict, type RefusedVerdict, useDecisions } from "./use-decide.tsx";
import { VerdictDialog } from "./verdict-dialog.tsx";
import { fastTriage } from "./verdicts.tsx";

interface Queue {
  readonly items: readonly CaseItem[];
  readonly choice: Choice;
  select(found: CaseItem): void;
}

interface QueueVerdicts {
  /** Starts a verdict on one case or on several; one on several is always confirmed. */
  start(cases: readonly CaseItem[], outcome: VerdictOutcome): void;
  investigate(found: CaseItem): void;
  reopen(found: CaseItem): void;
  /** The dialog of a verdict that was started, or of verdicts that were not recorded. */
  readonly dialog: ReactNode;
}

interface Started {
  readonly cases: readonly CaseItem[];
  readonly outcome: VerdictOutcome;
}

interface Refused {
  readonly refused: readonly RefusedVerdict[];
  readonly recorded: number;
}

/** Decides on cases of the queue and goes on to the next one: the decided ones leave most queues. */
export function useQueueVerdicts({ items, choice, select }: Queue): QueueVerdicts {
  const [started, setStarted] = useState<Started>();
  const [refused, setRefused] = useState<Refused>();
  const { decide, decideEach, investigate, reopen, isPending } = useDecisions();
  const goOn = async (found: CaseItem, change: () => Promise<boolean>): Promise<void> => {
    const next = items[items.indexOf(found) + 1] ?? items[items.indexOf(found) - 1];
    if (!(await change())) return;
    setStarted(undefined);
    if (next) select(next);
  };
  const finishEach = async (cases: readonly CaseItem[], verdict: GivenVerdict): Promise<void> => {
    const next = items.find((item) => !cases.includes(item));
    const failed = await decideEach(cases, verdict);
    setStarted(undefined);
    choice.set(failed.map(({ found }) => found.case_id));
    if (failed.length > 0) setRefused({ refused: failed, recorded: cases.length - failed.length });
    else if (next) select(next);
  };
  const finish = (cases: readonly CaseItem[], given: Omit<GivenVerdict, "eventIds">): Promise<void> => {
    const verdict = { ...given, eventIds: [] };
    const [found] = cases;
    return found && cases.length === 1 ? goOn(found, () => decide(found, verdict)) : finishEach(cases, verdict);
  };
  const start = (cases: readonly CaseItem[], outcome: VerdictOutcome): void => {
    if (fastTriage.get() && cases.length === 1) void finish(cases, { outcome, comment: "" });
    else setStarted({ cases, outcome });
  };
  const dialog = (
    <>
      {started && (
        <VerdictDialog
          outcome={started.outcome}
          {...wordsOf(started.cases)}
          busy={isPending}
          onDecide={(verdict) => void finish(started.cases, verdict)}
          onClose={() => setStarted(undefined)}
        />
      )}
      {refused && <RefusedVerdicts {...refused} onClose={() => setRefused(undefined)} />}
    </>
  );
  return {
    start,
    investigate: (found) => {
      if (isBeforeInvestigation(found.state)) void goOn(found, () => investigate(found));
    },
    reopen: (found) => void reopen(found),
    dialog,
  };
}

function wordsOf(cases: readonly CaseItem[]): { readonly subject: string; readonly scope: string } {
  const [found] = cases;
  return found && cases.length === 1
    ? { subject: subjectOf(found), scope: "all events of the case" }
    : { subject: amount(cases.length, "case"), scope: "all events of each case" };
}
