import { UserPlus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useRead } from "../../../api/hooks.ts";
import { useMay } from "../../../app/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState } from "../../../ui/states.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { InvitationDialog } from "./invitation-dialog.tsx";
import { InviteDialog, type Invited } from "./invite-dialog.tsx";
import { type Member, MembersTable } from "./members-table.tsx";
import { RemoveMemberDialog } from "./remove-member-dialog.tsx";
import { RoleMatrix } from "./role-matrix.tsx";

/** What is open over the list. */
type Open = "invite" | { readonly invited: Invited } | { readonly removed: Member };

/** The members of the domain and what their roles allow. */
export function MembersPage(): ReactElement {
  const members = useRead("listMembers", {});
  const mayInvite = useMay("inviteMember");
  const [open, setOpen] = useState<Open | null>(null);
  const close = (): void => setOpen(null);
  const invite = mayInvite && (
    <Button look="primary" icon={UserPlus} onClick={() => setOpen("invite")}>
      Invite a person
    </Button>
  );
  return (
    <SettingsFrame
      section="Members"
      lead="The people who work with this domain. Operators of the installation see it too, and are listed only if they are members."
      actions={invite}
    >
      <Loaded query={members}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No members yet" action={invite}>
              <p>Only operators of the installation see this domain.</p>
            </EmptyState>
          ) : (
            <Card title="Members" flush aside={<span className="muted small number">{items.length}</span>}>
              <MembersTable members={items} onRemove={(removed) => setOpen({ removed })} />
            </Card>
          )
        }
      </Loaded>
      <RoleMatrix />
      {open === "invite" && <InviteDialog onClose={close} onInvited={(invited) => setOpen({ invited })} />}
      {open !== null && typeof open === "object" && "invited" in open && (
        <InvitationDialog invited={open.invited} onClose={close} />
      )}
      {open !== null && typeof open === "object" && "removed" in open && (
        <RemoveMemberDialog member={open.removed} onClose={close} />
      )}
    </SettingsFrame>
  );
}
