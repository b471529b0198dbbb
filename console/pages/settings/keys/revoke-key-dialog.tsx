import type { ReactElement } from "react";
import { useChange } from "../../../api/hooks.ts";
import { showToast } from "../../../app/toasts.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { Time } from "../../../ui/time.tsx";
import type { ApiKey } from "./key-warnings.ts";

interface RevokeKeyDialogProps {
  readonly apiKey: ApiKey;
  onClose(): void;
}

/** Revokes a key after its name was typed. */
export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps): ReactElement {
  const revoke = useChange("revokeKey", ["listKeys"]);
  const name = apiKey.name ?? apiKey.key_id;
  return (
    <ConfirmDialog
      title="Revoke API key"
      action="Revoke key"
      typed={name}
      change={revoke}
      onConfirm={() =>
        revoke.mutate(
          { params: { key_id: apiKey.key_id } },
          {
            onSuccess: () => {
              showToast(`The key ${name} is revoked.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <p className="secondary">
        From the next request on, whatever uses the key gets an error. This cannot be undone. Last used:{" "}
        <Time value={apiKey.last_used_at} />
      </p>
    </ConfirmDialog>
  );
}
