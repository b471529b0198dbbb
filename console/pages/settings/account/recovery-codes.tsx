import { type ReactElement, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Check } from "../../../ui/field.tsx";

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  onClose(): void;
}

/** Shows the recovery codes, once. Closes when the person has stored them. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps): ReactElement {
  const [stored, setStored] = useState(false);
  return (
    <Dialog title="Store the recovery codes" onClose={() => stored && onClose()}>
      <p className="secondary">
        Each one replaces a code of your app once, for when you do not have it. They are shown only here.
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="spread">
        <Check label="I stored the codes" checked={stored} onChange={setStored} />
        <CopyButton text={codes.join("\n")} what="all codes" labeled />
      </div>
      <DialogActions>
        <Button look="primary" disabled={!stored} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
