import { Database } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { Card } from "../../ui/card.tsx";
import { type Column, DataTable, RowLink } from "../../ui/data-table.tsx";
import { Folded } from "../../ui/folded.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { IngestBadge } from "../data-coverage/ingest-badge.tsx";
import { ingestStatus } from "../data-coverage/ingest-status.ts";
import { TableName } from "../data-coverage/table-name.tsx";
import { type Overview, useOverview } from "./use-overview.ts";

type Table = Overview["ingest"][number];

const COLUMNS: readonly Column<Table>[] = [
  {
    header: "Log table",
    cell: ({ table }) => (
      <RowLink href={`/coverage?table=${table}`}>
        <TableName name={table} />
      </RowLink>
    ),
  },
  { header: "Status", cell: (one) => <IngestBadge status={ingestStatus(one, Date.now())} /> },
  { header: "Newest row", cell: ({ last_row_at }) => <Time value={last_row_at} />, showFrom: "medium" },
  {
    header: "Received in 24 h",
    align: "end",
    cell: ({ rows_last_day }) => <span className="number">{rows_last_day.toLocaleString()}</span>,
  },
];

/** What was received of each log table. */
export function IngestHealth(): ReactElement {
  const overview = useOverview();
  return (
    <Card title="Ingest" aside={<Link href="/coverage">Data coverage</Link>} flush>
      <Loaded query={overview} lines={8}>
        {({ ingest }) =>
          ingest.length === 0 ? (
            <EmptyState icon={Database} title="No row was received yet">
              <p>Connect a source, or push rows with an API key.</p>
            </EmptyState>
          ) : (
            <Folded count={ingest.length} noun="table">
              <DataTable caption="Log tables" columns={COLUMNS} items={ingest} keyOf={({ table }) => table} />
            </Folded>
          )
        }
      </Loaded>
    </Card>
  );
}
