import { type ReactElement, type SubmitEvent, useState } from "react";
import { useChange } from "../../../api/hooks.ts";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import type { Issued } from "./issued-key-dialog.tsx";
import { EXPIRY_OPTIONS, expiryOf, SAME_LIFETIME, sameLifetime } from "./key-expiry.ts";
import type { ApiKey } from "./key-warnings.ts";

const OVERLAPS = [
  { value: "0", label: "Stops working now" },
  { value: "3600", label: "Works for 1 more hour" },
  { value: "86400", label: "Works for 24 more hours" },
  { value: "604800", label: "Works for 7 more days" },
] as const;
const DEFAULT_OVERLAP = "86400";

interface RotateKeyDialogProps {
  readonly apiKey: ApiKey;
  onClose(): void;
  onRotated(issued: Issued): void;
}

/** Replaces a key by a new one; both work until the overlap ends. */
export function RotateKeyDialog({ apiKey, onClose, onRotated }: RotateKeyDialogProps): ReactElement {
  const [overlap, setOverlap] = useState<string>(DEFAULT_OVERLAP);
  const [expiry, setExpiry] = useState<string>(SAME_LIFETIME);
  const rotate = useChange("rotateKey", ["listKeys"]);
  const name = apiKey.name ?? apiKey.key_id;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const body = {
      overlap_seconds: Number(overlap),
      ...(expiry !== SAME_LIFETIME && { expires_at: expiryOf(expiry, new Date()) }),
    };
    const chosen = OVERLAPS.find(({ value }) => value === overlap)?.label ?? "";
    rotate.mutate(
      { params: { key_id: apiKey.key_id }, body },
      { onSuccess: (issued) => onRotated({ ...issued, name, replaces: `The old key ${chosen.toLowerCase()}.` }) },
    );
  };
  return (
    <Dialog title="Rotate API key" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="secondary">
          A new key with the name, scopes and addresses of <ForeignText value={name} /> is created.
        </p>
        <SelectField label="Old key" value={overlap} options={OVERLAPS} onChange={setOverlap} />
        <SelectField
          label="New key expires"
          value={expiry}
          options={[sameLifetime(apiKey), ...EXPIRY_OPTIONS]}
          onChange={setExpiry}
        />
        <EntryProblem error={rotate.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={rotate.isPending}>
            Rotate key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
