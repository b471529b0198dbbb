import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactElement } from "react";
import type { ReplyOf } from "../../api/call.ts";
import { useRead } from "../../api/hooks.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Time } from "../../ui/time.tsx";

type Poll = ReplyOf<"listIntegrationPolls">["items"][number];

const POLL_MS = 10_000;

const COLUMNS: readonly Column<Poll>[] = [
  { header: "Started", cell: ({ started_at }) => <Time value={started_at} /> },
  { header: "Result", cell: (poll) => <Result poll={poll} /> },
  { header: "Accepted", align: "end", cell: ({ accepted }) => accepted.toLocaleString() },
  { header: "Duplicates", align: "end", showFrom: "medium", cell: ({ duplicates }) => duplicates.toLocaleString() },
  { header: "Rejected", align: "end", showFrom: "medium", cell: ({ rejected }) => rejected.toLocaleString() },
  { header: "Pages", align: "end", showFrom: "wide", cell: ({ pages }) => pages.toLocaleString() },
  { header: "Took", align: "end", showFrom: "wide", cell: (poll) => durationOf(poll) },
];

/** How the last polls of an integration ended. */
export function Polls({ connectorType }: { readonly connectorType: string }): ReactElement {
  const polls = useRead(
    "listIntegrationPolls",
    { params: { connector_type: connectorType } },
    { refetchInterval: POLL_MS },
  );
  return (
    <Card title="Last polls" flush>
      <Loaded query={polls} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="card-note muted">None yet. Sources that deliver to the ingest API are not polled.</p>
          ) : (
            <DataTable caption="Last polls" columns={COLUMNS} items={items} keyOf={({ poll_id }) => poll_id} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Result({ poll: { problem } }: { readonly poll: Poll }): ReactElement {
  if (problem === null) {
    return (
      <Badge tone="good" icon={CircleCheck}>
        Succeeded
      </Badge>
    );
  }
  return (
    <span className="stack-s">
      <span>
        <Badge tone="high" icon={TriangleAlert}>
          Failed
        </Badge>
      </span>
      <span className="secondary small">
        <ForeignText value={problem} max={400} />
      </span>
    </span>
  );
}

function durationOf({ started_at, ended_at }: Poll): string {
  const seconds = (Date.parse(ended_at) - Date.parse(started_at)) / 1_000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}
