import { useQueryClient } from "@tanstack/react-query";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useChange } from "../../../api/hooks.ts";
import { SESSION_KEY, useSession } from "../../../app/session.ts";
import { showFailure, showToast } from "../../../app/toasts.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { type Enrollment, TotpDialog } from "./totp-dialog.tsx";

/** The authenticator app of the account: enroll, remove. */
export function TotpCard(): ReactElement {
  const { account } = useSession();
  const client = useQueryClient();
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const [removing, setRemoving] = useState(false);
  const begin = useChange("beginTotp", []);
  const reloadSession = (): Promise<void> => client.invalidateQueries({ queryKey: SESSION_KEY });
  return (
    <Card
      title="Authenticator app"
      aside={
        <Badge tone={account.has_totp ? "good" : "medium"} icon={account.has_totp ? ShieldCheck : ShieldAlert}>
          {account.has_totp ? "On" : "Off"}
        </Badge>
      }
    >
      <p className="secondary">
        {account.has_totp
          ? "Each sign-in asks for a code of your app. A recovery code works once in its place."
          : "A code of an app on your phone protects the account if the password becomes known."}
      </p>
      <div className="row">
        {account.has_totp ? (
          <Button look="danger" onClick={() => setRemoving(true)}>
            Remove…
          </Button>
        ) : (
          <Button
            busy={begin.isPending}
            onClick={() =>
              begin.mutate(
                {},
                { onSuccess: setEnrollment, onError: (error) => showFailure("The app was not enrolled.", error) },
              )
            }
          >
            Set up
          </Button>
        )}
      </div>
      {enrollment && (
        <TotpDialog
          enrollment={enrollment}
          onClose={() => {
            setEnrollment(null);
            void reloadSession();
          }}
        />
      )}
      {removing && <RemoveTotpDialog onClose={() => setRemoving(false)} onRemoved={reloadSession} />}
    </Card>
  );
}

interface RemoveTotpDialogProps {
  onClose(): void;
  onRemoved(): Promise<void>;
}

function RemoveTotpDialog({ onClose, onRemoved }: RemoveTotpDialogProps): ReactElement {
  const remove = useChange("removeTotp", []);
  const confirm = (): void =>
    remove.mutate(
      {},
      {
        onSuccess: () => {
          showToast("The authenticator app is removed.");
          void onRemoved();
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog title="Remove the app" action="Remove" change={remove} onConfirm={confirm} onClose={onClose}>
      <p className="secondary">From now on the password alone is enough to sign in. The recovery codes stop working.</p>
    </ConfirmDialog>
  );
}
