import type { ReactElement, SubmitEvent } from "react";
import { useChange } from "../../../api/hooks.ts";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { showToast } from "../../../app/toasts.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { ReasonField, reasonOf } from "./reason-field.tsx";
import type { Rule } from "./rule-words.ts";

interface SwitchRuleDialogProps {
  readonly rule: Pick<Rule, "name" | "title" | "state" | "kind">;
  onClose(): void;
}

/** Switches a rule off or on, with a reason. */
export function SwitchRuleDialog({ rule, onClose }: SwitchRuleDialogProps): ReactElement {
  const change = useChange("setRuleState", ["getRule", "listRules", "listRulePacks"]);
  const state = rule.state === "on" ? "off" : "on";
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    change.mutate(
      { params: { rule: rule.name }, body: { state, reason: reasonOf(new FormData(event.currentTarget)) } },
      {
        onSuccess: () => {
          showToast(`The rule is ${state}.`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title={state === "off" ? "Switch the rule off" : "Switch the rule on"} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="secondary">
          {state === "off"
            ? "It creates no threat events from rows that are processed from now on. Events and cases that exist stay."
            : "It creates threat events again from rows that are processed from now on."}
          {rule.kind !== "rule" && " It keeps observing while it is off, so that it need not learn again."}
        </p>
        <ReasonField focus />
        <EntryProblem error={change.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={state === "off" ? "danger" : "primary"} busy={change.isPending}>
            {state === "off" ? "Switch off" : "Switch on"}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
