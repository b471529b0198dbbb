import { type ReactElement, type SubmitEvent, useState } from "react";
import { useChange } from "../../../api/hooks.ts";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { showToast } from "../../../app/toasts.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { DEFAULT_EXPIRY, EXPIRY_OPTIONS, expiryOf } from "../keys/key-expiry.ts";
import { ReasonField, reasonOf } from "./reason-field.tsx";

interface ExceptDialogProps {
  /** Undefined if the rule is to be entered too. */
  readonly rule?: string | undefined;
  onClose(): void;
}

/** Asks about whom or what a rule reports nothing, why and for how long. */
export function ExceptDialog({ rule, onClose }: ExceptDialogProps): ReactElement {
  const [expiry, setExpiry] = useState(DEFAULT_EXPIRY);
  const make = useChange("makeException", ["listExceptions", "getRule", "listRules"]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entity = String(form.get("entity")).trim();
    make.mutate(
      {
        body: {
          rule: rule ?? String(form.get("rule")).trim(),
          entity,
          reason: reasonOf(form),
          expires_at: expiryOf(expiry, new Date()),
        },
      },
      {
        onSuccess: () => {
          showToast("The exception is made.");
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title="New exception" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        {rule === undefined && (
          <TextField
            label="Rule"
            name="rule"
            maxLength={120}
            spellCheck={false}
            placeholder="anomaly_high_score"
            hint="Its name under Facts, such as anomaly_high_score."
            required
            data-focus
          />
        )}
        <TextField
          label="Person, application or address"
          name="entity"
          maxLength={320}
          spellCheck={false}
          placeholder="maya.ito@northwind.example"
          hint="Compared as a whole, without case: an email address, user name, object id, application id, host or IP address."
          required
          {...(rule !== undefined && { "data-focus": true })}
        />
        <ReasonField />
        <SelectField label="Ends" value={expiry} options={EXPIRY_OPTIONS} onChange={setExpiry} />
        <EntryProblem error={make.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={make.isPending}>
            Make exception
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
