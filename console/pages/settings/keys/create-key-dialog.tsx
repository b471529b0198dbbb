import "./keys.css";
import { type ReactElement, type SubmitEvent, useState } from "react";
import type { Scope } from "../../../../src/model/vocabulary.ts";
import { useChange } from "../../../api/hooks.ts";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Check, SelectField, TextAreaField, TextField } from "../../../ui/field.tsx";
import type { Issued } from "./issued-key-dialog.tsx";
import { DEFAULT_EXPIRY, EXPIRY_OPTIONS, expiryOf } from "./key-expiry.ts";
import { ALL_SCOPES, SCOPE_TEXTS } from "./key-scopes.ts";

interface CreateKeyDialogProps {
  onClose(): void;
  onCreated(issued: Issued): void;
}

/** Asks for the name, scopes, expiry and addresses of a new key. */
export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps): ReactElement {
  const [scopes, setScopes] = useState<readonly Scope[]>(ALL_SCOPES.filter((scope) => SCOPE_TEXTS[scope].usual));
  const [expiry, setExpiry] = useState(DEFAULT_EXPIRY);
  const create = useChange("createKey", ["listKeys"]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const name = String(form.get("name")).trim();
    const addresses = String(form.get("addresses"))
      .split(/[\s,]+/)
      .filter(Boolean);
    create.mutate(
      {
        body: {
          name,
          scopes: [...scopes],
          expires_at: expiryOf(expiry, new Date()),
          ...(addresses.length > 0 && { allowed_addresses: addresses }),
        },
      },
      { onSuccess: (issued) => onCreated({ ...issued, name, replaces: null }) },
    );
  };
  return (
    <Dialog title="New API key" wide onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          maxLength={128}
          hint="What uses the key, such as siem-prod."
          required
          data-focus
        />
        <ScopeChoice chosen={scopes} onChange={setScopes} />
        <div className="key-form-pair">
          <SelectField label="Expires" value={expiry} options={EXPIRY_OPTIONS} onChange={setExpiry} />
          <TextAreaField
            label="Allowed addresses"
            name="addresses"
            rows={2}
            spellCheck={false}
            placeholder="192.0.2.0/24"
            hint="Addresses or networks, one per line. Empty: any address."
          />
        </div>
        <EntryProblem error={create.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending} disabled={scopes.length === 0}>
            Create key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ScopeChoiceProps {
  readonly chosen: readonly Scope[];
  onChange(scopes: readonly Scope[]): void;
}

function ScopeChoice({ chosen, onChange }: ScopeChoiceProps): ReactElement {
  return (
    <fieldset className="stack-s">
      <legend className="field-label">Scopes</legend>
      <div className="key-scopes">
        {ALL_SCOPES.map((scope) => (
          <Check
            key={scope}
            label={
              <span className="two-lines">
                {SCOPE_TEXTS[scope].allows}
                <code className="muted">{scope}</code>
              </span>
            }
            checked={chosen.includes(scope)}
            onChange={(checked) => onChange(checked ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
          />
        ))}
      </div>
    </fieldset>
  );
}
