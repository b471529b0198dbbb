import { ChevronDown, ShieldCheck, UserMinus } from "lucide-react";
import type { ReactElement } from "react";
import type { ReplyOf } from "../../../api/call.ts";
import { useChange } from "../../../api/hooks.ts";
import { useMay, useSession } from "../../../app/session.ts";
import { showFailure, showToast } from "../../../app/toasts.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { IconMark } from "../../../ui/icon.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { Time } from "../../../ui/time.tsx";
import { ALL_ROLES, ROLE_TEXTS } from "./role-rights.ts";

export type Member = ReplyOf<"listMembers">["items"][number];

interface MembersTableProps {
  readonly members: readonly Member[];
  onRemove(member: Member): void;
}

/** Members with their roles, which owners can change. */
export function MembersTable({ members, onRemove }: MembersTableProps): ReactElement {
  const mayChange = useMay("setMemberRole");
  const columns: readonly Column<Member>[] = [
    { header: "Person", cell: (member) => <Person member={member} /> },
    { header: "Role", cell: (member) => (mayChange ? <RoleMenu member={member} /> : ROLE_TEXTS[member.role]) },
    { header: "Second factor", showFrom: "medium", cell: (member) => <SecondFactor member={member} /> },
    { header: "Last sign-in", showFrom: "medium", cell: ({ last_signed_in_at }) => <Time value={last_signed_in_at} /> },
    {
      header: "Actions",
      align: "end",
      cell: (member) =>
        mayChange && (
          <Button
            look="plain"
            small
            icon={UserMinus}
            aria-label={`Remove ${member.email}`}
            onClick={() => onRemove(member)}
          />
        ),
    },
  ];
  return <DataTable caption="Members" columns={columns} items={members} keyOf={({ account_id }) => account_id} />;
}

function Person({ member }: { readonly member: Member }): ReactElement {
  const { account } = useSession();
  return (
    <div className="two-lines">
      <span className="row">
        <strong>
          <ForeignText value={member.name ?? member.email} max={128} />
        </strong>
        {member.account_id === account.account_id && <Badge>You</Badge>}
        {!member.has_joined && (
          <Badge tone="medium">{member.has_open_invitation ? "Invited" : "No open invitation"}</Badge>
        )}
        {member.is_disabled && <Badge tone="high">Account disabled</Badge>}
      </span>
      {member.name !== null && (
        <span className="muted small">
          <ForeignText value={member.email} />
        </span>
      )}
    </div>
  );
}

function SecondFactor({ member }: { readonly member: Member }): ReactElement {
  return member.has_totp ? (
    <Badge tone="good" icon={ShieldCheck}>
      Authenticator app
    </Badge>
  ) : (
    <span className="muted">None</span>
  );
}

function RoleMenu({ member }: { readonly member: Member }): ReactElement {
  const change = useChange("setMemberRole", ["listMembers"]);
  const set = (role: Member["role"]): void => {
    if (role === member.role) return;
    change.mutate(
      { params: { account_id: member.account_id }, body: { role } },
      {
        onSuccess: () => showToast(`${member.email} is now ${ROLE_TEXTS[role]}.`),
        onError: (error) => showFailure("The role stays as it is.", error),
      },
    );
  };
  return (
    <Menu
      label={`Role of ${member.email}: ${ROLE_TEXTS[member.role]}`}
      className="button button-small"
      items={ALL_ROLES.map((role) => ({
        key: role,
        label: ROLE_TEXTS[role],
        checked: role === member.role,
        onChoose: () => set(role),
      }))}
    >
      {ROLE_TEXTS[member.role]}
      <IconMark icon={ChevronDown} />
    </Menu>
  );
}
