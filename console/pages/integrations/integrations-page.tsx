import "./integrations.css";
import type { ReactElement } from "react";
import { Link } from "wouter";
import { type ItemOf, usePages } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useUrlState } from "../../app/url-state.ts";
import { Card } from "../../ui/card.tsx";
import { type Column, DataTable, LoadMore, RowLink } from "../../ui/data-table.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../../ui/filter-bar.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { optionsOf, SIGNALS, signalWord, wordFor } from "../../words.ts";
import { CATEGORIES, STATUSES } from "./integration-words.ts";
import { StatusBadge } from "./status-badge.tsx";

type Integration = ItemOf<"listIntegrations">;

const FILTERS = ["search", "status", "category", "signal"] as const;
/** The catalog fits on one page. */
const PAGE_SIZE = 200;

/** The catalog of integrations with the status of each in the domain. */
export function IntegrationsPage(): ReactElement {
  const [values] = useUrlState();
  const pages = usePages("listIntegrations", { query: { page_size: PAGE_SIZE } });
  const found = pages.items?.filter((one) => matches(one, values));
  return (
    <Page title="Integrations" lead="Where logs and directories come from. Push sources deliver to the ingest API.">
      <FilterBar names={FILTERS}>
        <TextFilter name="search" label="Search integrations" />
        <SelectFilter name="status" label="Status" options={optionsOf(STATUSES)} />
        <SelectFilter name="category" label="Category" options={optionsOf(CATEGORIES)} />
        <SelectFilter name="signal" label="Signal" options={optionsOf(SIGNALS)} />
      </FilterBar>
      {found === undefined && pages.error && <ErrorState error={pages.error} onRetry={pages.reload} />}
      {found === undefined && !pages.error && <Skeleton lines={12} />}
      {found?.length === 0 && (
        <EmptyState title="No integration matches the filters">
          <p>Clear the filters to see the whole catalog.</p>
        </EmptyState>
      )}
      {found && found.length > 0 && <Catalog found={found} />}
      <LoadMore pages={pages} />
    </Page>
  );
}

function matches({ display_name, description, status, category, signals }: Integration, values: URLSearchParams) {
  const is = (name: string, accepts: (value: string) => boolean): boolean => {
    const value = values.get(name);
    return value === null || accepts(value);
  };
  const text = `${display_name} ${description}`.toLowerCase();
  return (
    is("search", (value) => text.includes(value.toLowerCase())) &&
    is("status", (value) => status === value) &&
    is("category", (value) => category === value) &&
    is("signal", (value) => signals.some((signal) => signal === value))
  );
}

function Catalog({ found }: { readonly found: readonly Integration[] }): ReactElement {
  const setUp = found.filter(({ configured }) => configured);
  const others = found.filter(({ configured }) => !configured);
  const categories = [...new Set([...Object.keys(CATEGORIES), ...others.map(({ category }) => category)])];
  return (
    <>
      {setUp.length > 0 && (
        <Card title="Set up" flush aside={<span className="muted small number">{setUp.length}</span>}>
          <DataTable caption="Integrations that are set up" columns={COLUMNS} items={setUp} keyOf={keyOf} />
        </Card>
      )}
      {categories.map((category) => (
        <Tiles
          key={category}
          title={wordFor(CATEGORIES, category)}
          items={others.filter((one) => one.category === category)}
        />
      ))}
    </>
  );
}

const keyOf = ({ connector_type }: Integration): string => connector_type;
const addressOf = ({ connector_type }: Integration): string => `/integrations/${encodeURIComponent(connector_type)}`;
const signalsOf = ({ signals }: Integration): string => signals.map(signalWord).join(", ");

const COLUMNS: readonly Column<Integration>[] = [
  { header: "Integration", cell: (one) => <RowLink href={addressOf(one)}>{one.display_name}</RowLink> },
  { header: "Status", cell: ({ status }) => <StatusBadge status={status} /> },
  { header: "Category", showFrom: "wide", cell: ({ category }) => wordFor(CATEGORIES, category) },
  {
    header: "Signals",
    showFrom: "wide",
    cell: (one) => (
      <span className="truncate integration-signals secondary" title={signalsOf(one)}>
        {signalsOf(one)}
      </span>
    ),
  },
  { header: "Changed", showFrom: "medium", cell: ({ updated_at }) => <Time value={updated_at} /> },
];

interface TilesProps {
  readonly title: string;
  readonly items: readonly Integration[];
}

function Tiles({ title, items }: TilesProps): ReactElement | null {
  if (items.length === 0) return null;
  return (
    <section className="stack-s" aria-label={title}>
      <h2 className="integration-category">{title}</h2>
      <ul className="integration-tiles">
        {items.map((one) => (
          <li key={one.connector_type}>
            <Link href={addressOf(one)} className="integration-tile">
              <strong>{one.display_name}</strong>
              <span className="secondary small">{one.description}</span>
              <span className="muted small">{signalsOf(one)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
