import { type ReactNode, useCallback, useState } from "react";
import { useLocation } from "wouter";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { useShortcuts } from "../../app/shortcuts.tsx";
import { useUrlState } from "../../app/url-state.ts";
import { OUTCOMES } from "../../words.ts";
import { type CaseActions, rowId } from "./case-list.tsx";
import type { CaseItem } from "./case-view.ts";
import { isBeforeInvestigation } from "./decision-bar.tsx";
import { type GivenVerdict, useDecisions } from "./use-decide.tsx";
import { VerdictDialog } from "./verdict-dialog.tsx";
import { fastTriage, VERDICTS } from "./verdicts.tsx";

interface Triage {
  readonly selected: CaseItem | undefined;
  readonly actions: CaseActions;
  startVerdict(outcome: VerdictOutcome): void;
  investigate(): void;
  reopen(): void;
  /** The dialog of a verdict that was started. */
  readonly dialog: ReactNode;
}

/** The selection of the queue, its keys and its verdicts. The selected case is in the address. */
export function useTriage(items: readonly CaseItem[], canDecide: boolean): Triage {
  const [values, change] = useUrlState();
  const [, navigate] = useLocation();
  const [started, setStarted] = useState<{ readonly found: CaseItem; readonly outcome: VerdictOutcome }>();
  const { decide, investigate, reopen, isPending } = useDecisions();
  const at = Math.max(
    0,
    items.findIndex(({ case_id }) => case_id === values.get("case")),
  );
  const selected = items[at];

  const select = useCallback((found: CaseItem) => change({ case: found.case_id }), [change]);
  const moveTo = (index: number): void => {
    const next = items[Math.min(Math.max(index, 0), items.length - 1)];
    if (!next) return;
    select(next);
    const row = document.getElementById(rowId(next.case_id));
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  /** Goes on to the next case once a change is made: the changed case leaves most queues. */
  const goOn = async (found: CaseItem, change: () => Promise<boolean>): Promise<void> => {
    const next = items[items.indexOf(found) + 1] ?? items[items.indexOf(found) - 1];
    if (!(await change())) return;
    setStarted(undefined);
    if (next) select(next);
  };
  const finish = (found: CaseItem, verdict: GivenVerdict): Promise<void> => goOn(found, () => decide(found, verdict));
  const startInvestigation = (found: CaseItem | undefined): void => {
    if (found && canDecide && isBeforeInvestigation(found.state)) void goOn(found, () => investigate(found));
  };
  const start = (found: CaseItem, outcome: VerdictOutcome): void => {
    if (fastTriage.get()) void finish(found, { outcome, comment: "", eventIds: [] });
    else setStarted({ found, outcome });
  };
  const startVerdict = (outcome: VerdictOutcome): void => {
    if (selected && canDecide) start(selected, outcome);
  };
  const open = (): void => {
    if (selected) navigate(`/cases/${selected.case_id}`);
  };

  useShortcuts([
    { keys: "j", does: "Next case", run: () => moveTo(at + 1) },
    { keys: "k", does: "Previous case", run: () => moveTo(at - 1) },
    { keys: "ArrowDown", run: () => moveTo(at + 1) },
    { keys: "ArrowUp", run: () => moveTo(at - 1) },
    { keys: "o", does: "Open the case", run: open },
    { keys: "Enter", run: open },
    ...(canDecide ? [{ keys: "i", does: "Investigate", run: () => startInvestigation(selected) }] : []),
    ...(canDecide
      ? VERDICTS.map(({ key, outcome }) => ({ keys: key, does: OUTCOMES[outcome], run: () => startVerdict(outcome) }))
      : []),
  ]);
  const actions = {
    select,
    swipeRight: startInvestigation,
    swipeLeft: (found: CaseItem) => start(found, "FALSE_POSITIVE"),
  };
  const dialog = started && (
    <VerdictDialog
      {...started}
      busy={isPending}
      onDecide={(verdict) => void finish(started.found, verdict)}
      onClose={() => setStarted(undefined)}
    />
  );
  return {
    selected,
    actions,
    startVerdict,
    investigate: () => startInvestigation(selected),
    reopen: () => {
      if (selected) void reopen(selected);
    },
    dialog,
  };
}
