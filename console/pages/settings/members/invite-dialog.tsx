import { type ReactElement, type SubmitEvent, useState } from "react";
import type { Role } from "../../../../src/model/role.ts";
import { useChange } from "../../../api/hooks.ts";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { ALL_ROLES, ROLE_TEXTS } from "./role-rights.ts";

/** A person who was made a member; the code is null if they already had an account. */
export interface Invited {
  readonly email: string;
  readonly code: string | null;
}

interface InviteDialogProps {
  onClose(): void;
  onInvited(invited: Invited): void;
}

/** Asks for the address and the role of a new member. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps): ReactElement {
  const [role, setRole] = useState<string>("analyst");
  const invite = useChange("inviteMember", ["listMembers"]);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email")).trim();
    invite.mutate(
      { body: { email, role: role as Role } },
      { onSuccess: ({ invitation_code }) => onInvited({ email, code: invitation_code }) },
    );
  };
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField label="Email" name="email" type="email" required data-focus />
        <SelectField
          label="Role"
          value={role}
          options={ALL_ROLES.map((value) => ({ value, label: ROLE_TEXTS[value] }))}
          onChange={setRole}
          hint="The table below the members shows what each role may do."
        />
        <EntryProblem error={invite.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={invite.isPending}>
            Invite
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
