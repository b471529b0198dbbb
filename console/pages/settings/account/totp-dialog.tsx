import { type ReactElement, type SubmitEvent, useState } from "react";
import type { ReplyOf } from "../../../api/call.ts";
import { useChange } from "../../../api/hooks.ts";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { Button } from "../../../ui/button.tsx";
import { CodeLine } from "../../../ui/code-line.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { TextField } from "../../../ui/field.tsx";
import { QrCode } from "./qr-code.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

export type Enrollment = ReplyOf<"beginTotp">;

interface TotpDialogProps {
  readonly enrollment: Enrollment;
  onClose(): void;
}

/** Enrolls an authenticator app: show its secret, confirm a code, show the recovery codes. */
export function TotpDialog({ enrollment, onClose }: TotpDialogProps): ReactElement {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const confirm = useChange("confirmTotp", []);
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code")).trim();
    confirm.mutate({ body: { code } }, { onSuccess: ({ recovery_codes }) => setCodes(recovery_codes) });
  };
  return (
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p className="secondary">Scan the code with your app, or enter the secret in it.</p>
        <QrCode text={enrollment.uri} label="QR code with the secret" />
        <CodeLine text={inGroups(enrollment.secret)} what="the secret" />
        <TextField
          label="Code that the app shows"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-focus
        />
        <EntryProblem error={confirm.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={confirm.isPending}>
            Confirm
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Returns a secret in groups of four characters; apps ignore the spaces. */
const inGroups = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, "$1 ");
