import { Check, Minus } from "lucide-react";
import type { ReactElement } from "react";
import { mayDo, RIGHT_TEXTS, type Right } from "../../../../src/model/role.ts";
import { Card } from "../../../ui/card.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { IconMark } from "../../../ui/icon.tsx";
import { sentenceCase } from "../../../words.ts";
import { ALL_ROLES, ROLE_TEXTS } from "./role-rights.ts";

const RIGHTS = Object.keys(RIGHT_TEXTS) as readonly Right[];

/** What each role may do. */
export function RoleMatrix(): ReactElement {
  const columns: readonly Column<Right>[] = [
    { header: "May", cell: (right) => sentenceCase(RIGHT_TEXTS[right]) },
    ...ALL_ROLES.map((role) => ({
      header: ROLE_TEXTS[role],
      cell: (right: Right) =>
        mayDo(role, right) ? (
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
      <DataTable caption="What the roles allow" columns={columns} items={RIGHTS} keyOf={(right) => right} />
    </Card>
  );
}
