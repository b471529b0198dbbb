import { type ReactNode, useCallback, useMemo } from "react";
import { useLocation } from "wouter";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { type Shortcut, useShortcuts } from "../../app/shortcuts.tsx";
import { useUrlState } from "../../app/url-state.ts";
import { useLatest } from "../../app/use-latest.ts";
import { OUTCOMES } from "../../words.ts";
import { type CaseActions, rowId } from "./case-list.tsx";
import type { CaseItem } from "./case-view.ts";
import type { DecisionActions } from "./decision-bar.tsx";
import { type Choice, useChoice } from "./use-choice.ts";
import { useQueueVerdicts } from "./use-queue-verdicts.tsx";
import { VERDICTS } from "./verdicts.tsx";

interface Triage {
  readonly selected: CaseItem | undefined;
  /** The cases that a verdict is given on together. */
  readonly choice: Choice;
  readonly actions: CaseActions;
  /** Starts a verdict on the chosen cases, or on the selected one if none is chosen. */
  startVerdict(outcome: VerdictOutcome): void;
  /** What can be decided on the selected case, in its preview. */
  readonly decisions: DecisionActions;
  readonly dialog: ReactNode;
}

/** The selection of the queue, its keys and its verdicts. The selected case is in the address. */
export function useTriage(items: readonly CaseItem[], canDecide: boolean): Triage {
  const [values, change] = useUrlState();
  const [, navigate] = useLocation();
  const ids = useMemo(() => items.map(({ case_id }) => case_id), [items]);
  const choice = useChoice(ids);
  const at = Math.max(0, ids.indexOf(values.get("case") ?? ""));
  const selected = items[at];

  const select = useCallback((found: CaseItem) => change({ case: found.case_id }), [change]);
  const verdicts = useQueueVerdicts({ items, choice, select });
  const moveTo = (index: number): void => {
    const next = items[Math.min(Math.max(index, 0), items.length - 1)];
    if (!next) return;
    select(next);
    const row = document.getElementById(rowId(next.case_id));
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  };
  const ifSelected = (run: (found: CaseItem) => void): void => {
    if (selected) run(selected);
  };
  const startVerdict = (outcome: VerdictOutcome): void => {
    const chosen = items.filter(({ case_id }) => choice.has(case_id));
    if (chosen.length > 0) verdicts.start(chosen, outcome);
    else ifSelected((found) => verdicts.start([found], outcome));
  };
  const choose = ({ case_id }: CaseItem, upTo: boolean): void =>
    upTo ? choice.extendTo(case_id) : choice.toggle(case_id);
  const open = (): void => ifSelected(({ case_id }) => navigate(`/cases/${case_id}`));

  const deciding: readonly Shortcut[] = [
    { keys: "x", does: "Choose the case, for a verdict on several", run: () => ifSelected((it) => choose(it, false)) },
    { keys: "X", does: "Choose all cases up to this one", run: () => ifSelected((it) => choose(it, true)) },
    { keys: "i", does: "Investigate", run: () => ifSelected(verdicts.investigate) },
    ...VERDICTS.map(({ key, outcome }) => ({ keys: key, does: OUTCOMES[outcome], run: () => startVerdict(outcome) })),
  ];
  useShortcuts([
    { keys: "j", does: "Next case", run: () => moveTo(at + 1) },
    { keys: "k", does: "Previous case", run: () => moveTo(at - 1) },
    { keys: "ArrowDown", run: () => moveTo(at + 1) },
    { keys: "ArrowUp", run: () => moveTo(at - 1) },
    { keys: "o", does: "Open the case", run: open },
    { keys: "Enter", run: open },
    ...(canDecide ? deciding : []),
    ...(choice.ids.length > 0 ? [{ keys: "Escape", does: "Choose no case", run: choice.clear }] : []),
  ]);
  const actions = useLatest<CaseActions>({
    select,
    choose,
    swipeRight: verdicts.investigate,
    swipeLeft: (found) => verdicts.start([found], "FALSE_POSITIVE"),
  });
  const decisions = useLatest<DecisionActions>({
    onVerdict: (outcome) => ifSelected((found) => verdicts.start([found], outcome)),
    onInvestigate: () => ifSelected(verdicts.investigate),
    onReopen: () => ifSelected(verdicts.reopen),
  });
  return { selected, choice, actions, startVerdict, decisions, dialog: verdicts.dialog };
}
