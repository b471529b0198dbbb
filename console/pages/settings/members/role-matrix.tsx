import { Check, Minus } from "lucide-react";
import type { ReactElement } from "react";
import type { OperationId } from "../../../api/call.ts";
import { mayCall } from "../../../app/session.ts";
import { Card } from "../../../ui/card.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { IconMark } from "../../../ui/icon.tsx";
import { ALL_ROLES, RIGHTS, ROLE_TEXTS } from "./role-rights.ts";

type Right = readonly [what: string, operation: OperationId];

/** What each role may do. */
export function RoleMatrix(): ReactElement {
  const columns: readonly Column<Right>[] = [
    { header: "May", cell: ([what]) => what },
    ...ALL_ROLES.map((role) => ({
      header: ROLE_TEXTS[role],
      cell: ([, operation]: Right) =>
        mayCall(role, operation) ? (
          <span className="row">
            <IconMark icon={Check} label="Yes" />
          </span>
        ) : (
          <span className="row muted">
            <IconMark icon={Minus} label="No" />
          </span>
        ),
    })),
  ];
  return (
    <Card title="What the roles allow" flush>
      <DataTable caption="What the roles allow" columns={columns} items={RIGHTS} keyOf={([what]) => what} />
    </Card>
  );
}
