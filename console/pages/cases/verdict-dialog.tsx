import "./verdict-dialog.css";
import { type KeyboardEvent, type ReactElement, type SubmitEvent, useState, useSyncExternalStore } from "react";
import type { VerdictOutcome } from "../../../src/model/vocabulary.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Check, TextAreaField } from "../../ui/field.tsx";
import { IconMark } from "../../ui/icon.tsx";
import { OUTCOMES } from "../../words.ts";
import type { GivenVerdict } from "./use-decide.tsx";
import { fastTriage, setFastTriage, VERDICTS } from "./verdicts.tsx";

interface VerdictDialogProps {
  /** What the verdict is on, after "Verdict on". */
  readonly subject: string;
  /** What the verdict applies to, after "Applies to". */
  readonly scope: string;
  readonly outcome: VerdictOutcome;
  readonly busy: boolean;
  onDecide(verdict: Pick<GivenVerdict, "outcome" | "comment">): void;
  onClose(): void;
}

const MAX_COMMENT = 2_000;

/** Confirms a verdict, with a comment. Enter submits, also from within the comment. */
export function VerdictDialog({ subject, scope, busy, onDecide, onClose, ...given }: VerdictDialogProps): ReactElement {
  const [outcome, setOutcome] = useState(given.outcome);
  const [comment, setComment] = useState("");
  const fast = useSyncExternalStore(fastTriage.subscribe, fastTriage.get);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onDecide({ outcome, comment });
  };
  const submitByKey = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    onDecide({ outcome, comment });
  };
  return (
    <Dialog title={`Verdict on ${subject}`} onClose={onClose}>
      <form className="stack" onSubmit={submit} onKeyDown={submitByKey}>
        <Choices outcome={outcome} onChoose={setOutcome} />
        <TextAreaField
          label="Comment"
          value={comment}
          maxLength={MAX_COMMENT}
          data-focus
          hint={`Optional. Applies to ${scope}.`}
          onChange={({ target }) => setComment(target.value)}
        />
        <Check label="Fast triage: verdict keys decide without this dialog" checked={fast} onChange={setFastTriage} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={busy}>
            {OUTCOMES[outcome]} <kbd>↵</kbd>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ChoicesProps {
  readonly outcome: VerdictOutcome;
  onChoose(outcome: VerdictOutcome): void;
}

function Choices({ outcome, onChoose }: ChoicesProps): ReactElement {
  return (
    <fieldset className="verdict-choices">
      <legend className="visually-hidden">Outcome</legend>
      {VERDICTS.map((verdict) => (
        <label key={verdict.outcome} className="verdict-choice">
          <input
            type="radio"
            name="outcome"
            checked={verdict.outcome === outcome}
            onChange={() => onChoose(verdict.outcome)}
          />
          <IconMark icon={verdict.icon} />
          <span>{OUTCOMES[verdict.outcome]}</span>
          <span className="small">{verdict.effect}</span>
          <kbd>{verdict.key}</kbd>
        </label>
      ))}
    </fieldset>
  );
}
