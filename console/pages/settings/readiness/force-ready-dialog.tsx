import type { ReactElement } from "react";
import { useChange } from "../../../api/hooks.ts";
import { showToast } from "../../../app/toasts.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { sentence } from "../../../ui/states.tsx";
import { RESOURCE_NAMES, type ResourceReadiness } from "./resource-names.ts";

interface ForceReadyDialogProps {
  readonly item: ResourceReadiness;
  onClose(): void;
}

/** Serves a resource although less history was observed than it needs. */
export function ForceReadyDialog({ item: { resource, details }, onClose }: ForceReadyDialogProps): ReactElement {
  const force = useChange("forceReady", ["getReadiness"]);
  const name = RESOURCE_NAMES[resource];
  const confirm = (): void =>
    force.mutate(
      { params: { resource } },
      {
        onSuccess: () => {
          showToast(`${name}: ready from now on.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={`Make ready: ${name}`}
      action="Make ready"
      change={force}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="secondary">{sentence(details)}</p>
      <p className="secondary">
        The results will be based on less history than they need, so expect more false findings. This cannot be taken
        back, and the audit log records it.
      </p>
    </ConfirmDialog>
  );
}
