import { RotateCcw, Search } from "lucide-react";
import type { ReactElement } from "react";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { Button } from "../../ui/button.tsx";
import type { CaseItem } from "./case-view.ts";
import { VerdictButtons } from "./verdict-buttons.tsx";

/** What a person can decide on a case. */
export interface DecisionActions {
  onVerdict(outcome: VerdictOutcome): void;
  onInvestigate(): void;
  onReopen(): void;
}

interface DecisionBarProps extends DecisionActions {
  readonly found: CaseItem;
}

/** What can be decided on a case in its state: investigate, a verdict, reopen. */
export function DecisionBar({ found: { state }, onVerdict, onInvestigate, onReopen }: DecisionBarProps): ReactElement {
  return (
    <div className="verdict-buttons no-print">
      {isBeforeInvestigation(state) && (
        <Button small icon={Search} onClick={onInvestigate}>
          Investigate <kbd>i</kbd>
        </Button>
      )}
      {isDecided(state) && (
        <Button small icon={RotateCcw} onClick={onReopen}>
          Reopen
        </Button>
      )}
      <VerdictButtons onChoose={onVerdict} />
    </div>
  );
}

export const isBeforeInvestigation = (state: CaseItem["state"]): boolean =>
  state === "discover" || state === "pending_investigation";
const isDecided = (state: CaseItem["state"]): boolean => state === "enforced" || state === "closed";
