import "./keys.css";
import { type ReactElement, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { CodeLine } from "../../../ui/code-line.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { Check } from "../../../ui/field.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { FirstRequest } from "./first-request.tsx";

/** A key that was just issued; `replaces` is what happens to the key before it. */
export interface Issued {
  readonly key_id: string;
  readonly key: string;
  readonly name: string;
  readonly replaces: string | null;
}

interface IssuedKeyDialogProps {
  readonly issued: Issued;
  onClose(): void;
}

/** Shows a key, which no other place can show, with a command that uses it. Closes once the person has stored it. */
export function IssuedKeyDialog({ issued, onClose }: IssuedKeyDialogProps): ReactElement {
  const [stored, setStored] = useState(false);
  const curl = `curl -sS -H 'X-API-Key: ${issued.key}' '${location.origin}/api/v1/external/whoami'`;
  return (
    <Dialog title="Store the key now" wide onClose={() => stored && onClose()}>
      <p className="secondary">
        This is the only time the key of <ForeignText value={issued.name} /> is shown. The server keeps only a hash of
        it. {issued.replaces}
      </p>
      <CodeLine text={issued.key} what="the key" />
      <div className="stack-s">
        <h3>Try it</h3>
        <CodeLine text={curl} what="the command" />
        <FirstRequest keyId={issued.key_id} />
      </div>
      <Check label="I stored the key" checked={stored} onChange={setStored} />
      <DialogActions>
        <Button look="primary" disabled={!stored} onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
