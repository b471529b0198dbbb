import { type ReactElement, type SubmitEvent, useState } from "react";
import type { Role } from "../../../../src/model/role.ts";
import { useChange } from "../../../api/hooks.ts";
import { EntryProblem } from "../../../app/entry/entry-card.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog, DialogActions } from "../../../ui/dialog.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { type Confirmation, confirmationIn, RestartDialog } from "./restart-dialog.tsx";
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
  const [email, setEmail] = useState("");
  /** Set for an account whose ways in end once the operator has confirmed it. */
  const [restarted, setRestarted] = useState<Confirmation | null>(null);
  const send = (confirmed: boolean): void =>
    invite.mutate(
      { body: { email, role: role as Role, ...(confirmed && { confirmed }) } },
      {
        onSuccess: ({ invitation_code }) => onInvited({ email, code: invitation_code }),
        onError: (error) => setRestarted(confirmationIn(error) ?? restarted),
      },
    );
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    send(false);
  };
  if (restarted !== null) {
    const isAsked = confirmationIn(invite.error) !== null;
    const change = { isPending: invite.isPending, error: isAsked ? null : invite.error };
    return (
      <RestartDialog
        email={email}
        confirmation={restarted}
        change={change}
        onConfirm={() => send(true)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          data-focus
          value={email}
          onChange={({ currentTarget }) => setEmail(currentTarget.value.trim())}
        />
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
