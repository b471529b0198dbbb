import type { ReactElement } from "react";
import { Button } from "../../../ui/button.tsx";
import { CodeLine } from "../../../ui/code-line.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import type { Invited } from "./invite-dialog.tsx";

interface InvitationDialogProps {
  readonly invited: Invited;
  onClose(): void;
}

/** Shows the link with which an invited person joins, once. */
export function InvitationDialog({ invited, onClose }: InvitationDialogProps): ReactElement {
  const { email, code } = invited;
  return (
    <Dialog title={code === null ? "Member added" : "Send the invitation"} wide onClose={onClose}>
      {code === null ? (
        <p className="secondary">
          <ForeignText value={email} /> already has an account and sees this domain after the next sign-in.
        </p>
      ) : (
        <>
          <p className="secondary">
            Send this link to <ForeignText value={email} />. It works once, within seven days, and is shown only here.
          </p>
          <CodeLine text={`${location.origin}/invitation#${code}`} what="the link" />
          <p className="secondary">Or the code alone, for the page {location.origin}/invitation:</p>
          <CodeLine text={code} what="the code" />
        </>
      )}
      <DialogActions>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
