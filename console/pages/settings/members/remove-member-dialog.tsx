import type { ReactElement } from "react";
import { useChange } from "../../../api/hooks.ts";
import { showToast } from "../../../app/toasts.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import type { Member } from "./members-table.tsx";

interface RemoveMemberDialogProps {
  readonly member: Member;
  onClose(): void;
}

/** Removes a member from the domain. */
export function RemoveMemberDialog({ member, onClose }: RemoveMemberDialogProps): ReactElement {
  const remove = useChange("removeMember", ["listMembers"]);
  const confirm = (): void =>
    remove.mutate(
      { params: { account_id: member.account_id } },
      {
        onSuccess: () => {
          showToast(`${member.email} is no longer a member.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog title="Remove member" action="Remove" change={remove} onConfirm={confirm} onClose={onClose}>
      <p className="secondary">
        <ForeignText value={member.email} /> loses access to this domain with the next request. The account stays, and
        what it decided stays in the history.
      </p>
    </ConfirmDialog>
  );
}
