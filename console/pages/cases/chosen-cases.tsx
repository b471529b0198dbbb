import "./chosen-cases.css";
import { X } from "lucide-react";
import type { ReactElement } from "react";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { sentence } from "../../ui/states.tsx";
import { amount } from "../../words.ts";
import { subjectOf } from "./case-view.ts";
import type { RefusedVerdict } from "./use-decide.tsx";
import { VerdictButtons } from "./verdict-buttons.tsx";

interface ChosenCasesProps {
  readonly count: number;
  onVerdict(outcome: VerdictOutcome): void;
  onClear(): void;
}

/** What can be decided on all chosen cases at once. */
export function ChosenCases({ count, onVerdict, onClear }: ChosenCasesProps): ReactElement {
  return (
    <section className="chosen-cases no-print" aria-label="Chosen cases">
      <div className="spread">
        <strong role="status">{amount(count, "case")} chosen</strong>
        <Button small look="plain" icon={X} onClick={onClear}>
          Clear <kbd>Esc</kbd>
        </Button>
      </div>
      <div className="verdict-buttons">
        <VerdictButtons onChoose={onVerdict} />
      </div>
    </section>
  );
}

interface RefusedVerdictsProps {
  readonly refused: readonly RefusedVerdict[];
  readonly recorded: number;
  onClose(): void;
}

/** Lists the cases of which the verdict was not recorded, and why. */
export function RefusedVerdicts({ refused, recorded, onClose }: RefusedVerdictsProps): ReactElement {
  return (
    <Dialog title={`${amount(refused.length, "verdict was", "verdicts were")} not recorded`} onClose={onClose}>
      <p className="secondary">
        {amount(recorded, "other verdict was", "other verdicts were")} recorded. These cases are still chosen.
      </p>
      <ul className="refused-verdicts">
        {refused.map(({ found, error }) => (
          <li key={found.case_id}>
            <strong>
              <ForeignText value={subjectOf(found)} max={120} />
            </strong>
            <span className="secondary">{sentence(error.message)}</span>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
