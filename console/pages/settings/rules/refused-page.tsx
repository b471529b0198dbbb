import type { ReactElement } from "react";
import type { ReplyOf } from "../../../api/call.ts";
import { useRead } from "../../../api/hooks.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { type Column, DataTable } from "../../../ui/data-table.tsx";
import { ForeignText } from "../../../ui/foreign-text.tsx";
import { Loaded } from "../../../ui/loaded.tsx";
import { EmptyState, sentence } from "../../../ui/states.tsx";
import { PACKS } from "./rule-words.ts";
import { RulesFrame } from "./rules-frame.tsx";

type Refused = ReplyOf<"listRefusedRules">["items"][number];

const POLL_MS = 10_000;

const columns: readonly Column<Refused>[] = [
  { header: "File", cell: (item) => <File item={item} /> },
  { header: "Why", cell: ({ reason }) => <ForeignText value={sentence(reason)} max={1_000} /> },
  {
    header: "In use",
    showFrom: "medium",
    cell: ({ is_earlier_used }) =>
      is_earlier_used ? <Badge tone="medium">Earlier version</Badge> : <Badge>Not used</Badge>,
  },
];

/** Rules and files that are not used, why, and what to do. */
export function RefusedPage(): ReactElement {
  const refused = useRead("listRefusedRules", {}, { refetchInterval: POLL_MS });
  return (
    <RulesFrame view="Refused">
      <Loaded query={refused}>
        {({ total, items }) =>
          items.length === 0 ? (
            <EmptyState title="No rule is refused">
              <p>Every rule file of the installation and of this domain is in use.</p>
            </EmptyState>
          ) : (
            <Card
              title="Refused rules"
              flush
              aside={<span className="muted small number">{total.toLocaleString()}</span>}
            >
              <p className="card-note secondary">
                A refused rule finds nothing and does not affect the others. Correct its file in the folder{" "}
                <code>rules</code> of the data folder; it is loaded within seconds. <code>parapet rules check</code>{" "}
                reports the same reasons without a server.
              </p>
              <DataTable caption="Refused rules" columns={columns} items={items} keyOf={keyOf} />
              {total > items.length && (
                <p className="card-note muted">{`The first ${items.length.toLocaleString()} are listed.`}</p>
              )}
            </Card>
          )
        }
      </Loaded>
    </RulesFrame>
  );
}

const keyOf = ({ path, rule_id, reason }: Refused): string => `${path} ${rule_id} ${reason}`;

function File({ item: { path, pack, rule_id } }: { readonly item: Refused }): ReactElement {
  return (
    <div className="two-lines">
      <strong className="rule-path">
        <ForeignText value={path} max={300} />
      </strong>
      <span className="muted small">
        {PACKS[pack]}
        {rule_id !== null && (
          <>
            {" · "}
            <ForeignText value={rule_id} max={64} />
          </>
        )}
      </span>
    </div>
  );
}
