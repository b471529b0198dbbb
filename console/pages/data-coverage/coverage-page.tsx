import type { ReactElement } from "react";
import { Link } from "wouter";
import type { ReplyOf } from "../../api/call.ts";
import { useRead } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useUrlState } from "../../app/url-state.ts";
import { SeverityBadge } from "../../ui/badge.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../../ui/filter-bar.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { amount, optionsOf } from "../../words.ts";
import { ruleHref } from "../settings/rules/rule-link.tsx";
import { DayStrip } from "./day-strip.tsx";
import { IngestBadge } from "./ingest-badge.tsx";
import { INGEST_STATUSES, ingestStatus } from "./ingest-status.ts";
import { TableName } from "./table-name.tsx";

type Coverage = ReplyOf<"getCoverage">;
type TableItem = Coverage["items"][number];

const FILTERS = ["table", "status"];
const POLL_MS = 60_000;

/** What arrives of each log table, and what cannot be detected without it. */
export function CoveragePage(): ReactElement {
  const [values] = useUrlState();
  const coverage = useRead("getCoverage", {}, { refetchInterval: POLL_MS });
  return (
    <Page
      title="Data coverage"
      lead="The log tables that arrive, their gaps in the last 30 days, and the detections that depend on each."
      actions={<ButtonLink href="/integrations">Integrations</ButtonLink>}
    >
      <FilterBar names={FILTERS}>
        <TextFilter name="table" label="Log table" />
        <SelectFilter name="status" label="Status" options={optionsOf(INGEST_STATUSES)} />
      </FilterBar>
      <Loaded query={coverage} lines={14}>
        {({ days, items }) => {
          const found = items.filter((item) => matches(item, values));
          return found.length === 0 ? (
            <EmptyState title="No log table matches the filters">
              <p>Clear the filters to see all log tables.</p>
            </EmptyState>
          ) : (
            <Card title={titleOf(items)} flush>
              <DataTable caption="Log tables" columns={columnsOf(days)} items={found} keyOf={({ table }) => table} />
            </Card>
          );
        }}
      </Loaded>
    </Page>
  );
}

function matches(item: TableItem, values: URLSearchParams): boolean {
  const [table, status] = [values.get("table"), values.get("status")];
  return (
    (table === null || item.table.toLowerCase().includes(table.toLowerCase())) &&
    (status === null || ingestStatus(item, Date.now()) === status)
  );
}

const titleOf = (items: readonly TableItem[]): string =>
  `${items.filter(({ received_at }) => received_at !== null).length} of ${amount(items.length, "log table")} received`;

const columnsOf = (days: readonly string[]): readonly Column<TableItem>[] => [
  {
    header: "Log table",
    cell: ({ table }) => (
      <strong>
        <TableName name={table} />
      </strong>
    ),
  },
  { header: "Status", cell: (item) => <IngestBadge status={ingestStatus(item, Date.now())} /> },
  { header: "Newest row", cell: ({ last_row_at }) => <Time value={last_row_at} />, showFrom: "medium" },
  {
    header: "Received in 24 h",
    align: "end",
    showFrom: "medium",
    cell: ({ rows_last_day }) => <span className="number">{rows_last_day.toLocaleString()}</span>,
  },
  { header: "Last 30 days", showFrom: "wide", cell: (item) => <Days days={days} item={item} /> },
  { header: "Detections", cell: (item) => <Detections item={item} /> },
];

function Days({ days, item }: { readonly days: readonly string[]; readonly item: TableItem }): ReactElement {
  return (
    <>
      <DayStrip days={days} received={item.days_with_rows} />
      {item.missing_days > 0 && <span className="muted small">{amount(item.missing_days, "day")} without rows</span>}
    </>
  );
}

function Detections({ item: { detections, received_at } }: { readonly item: TableItem }): ReactElement {
  if (detections.length === 0) return <span className="muted">None</span>;
  const blind = detections.filter(({ is_blind }) => is_blind).length;
  return (
    <details className="coverage-detections">
      <summary>
        {received_at === null && blind > 0
          ? `${amount(blind, "detection")} cannot work`
          : amount(detections.length, "detection")}
      </summary>
      <ul>
        {detections.map(({ name, title, severity }) => (
          <li key={name} className="row">
            <SeverityBadge severity={severity} />
            <Link href={ruleHref(name)}>
              <ForeignText value={title} max={200} />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}
