import type { ReactElement } from "react";
import type { ReplyOf } from "../../../api/call.ts";
import { useChange, useRead } from "../../../api/hooks.ts";
import { showFailure, showToast } from "../../../app/toasts.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { Time } from "../../../ui/time.tsx";
import { browserOf } from "./browser-name.ts";

type ListedSession = ReplyOf<"listSessions">["items"][number];

const METHODS: Readonly<Record<string, string>> = { password: "Password", oidc: "Identity provider" };

/** The sessions of the account, which can be ended from here. */
export function SessionsCard(): ReactElement {
  const sessions = useRead("listSessions", {});
  const end = useChange("endSession", ["listSessions"]);
  const columns: readonly Column<ListedSession>[] = [
    { header: "Browser", cell: (session) => <Browser session={session} /> },
    { header: "Address", showFrom: "medium", cell: ({ address }) => <ForeignText value={address} /> },
    { header: "Signed in", cell: ({ created_at }) => <Time value={created_at} /> },
    { header: "Last used", showFrom: "medium", cell: ({ last_used_at }) => <Time value={last_used_at} /> },
    { header: "With", showFrom: "wide", cell: ({ method }) => METHODS[method] ?? method },
    { header: "Ends", showFrom: "wide", cell: ({ expires_at }) => <Time value={expires_at} /> },
    {
      header: "Actions",
      align: "end",
      cell: ({ session_id, is_current }) =>
        !is_current && (
          <Button
            small
            onClick={() =>
              end.mutate(
                { params: { session_id } },
                {
                  onSuccess: () => showToast("The session has ended."),
                  onError: (error) => showFailure("The session goes on.", error),
                },
              )
            }
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <Card title="Sessions" flush>
      <Loaded query={sessions} lines={3}>
        {({ items }) => (
          <DataTable caption="Your sessions" columns={columns} items={items} keyOf={({ session_id }) => session_id} />
        )}
      </Loaded>
    </Card>
  );
}

function Browser({ session }: { readonly session: ListedSession }): ReactElement {
  return (
    <span className="row" title={session.user_agent ?? undefined}>
      <ForeignText value={browserOf(session.user_agent)} none="Unknown" max={80} />
      {session.is_current && <Badge tone="accent">This one</Badge>}
    </span>
  );
}
