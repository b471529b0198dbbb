import "./threats-page.css";
import type { ReactElement } from "react";
import type { Severity } from "../../../src/model/vocabulary.ts";
import type { OwnInputOf } from "../../api/call.ts";
import { usePages } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useUrlState } from "../../app/url-state.ts";
import { daysAgo, SINCE_OPTIONS } from "../../since.ts";
import { Card } from "../../ui/card.tsx";
import { LoadMore } from "../../ui/data-table.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../../ui/filter-bar.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/states.tsx";
import { optionsOf, SEVERITIES } from "../../words.ts";
import { ThreatRow } from "./threat-row.tsx";
import { CATEGORIES, SOURCES } from "./threat-words.ts";

const FILTERS = ["email", "severity", "category", "source", "since", "tuid"];
const UUID = /^[0-9a-f-]{36}$/i;

type Query = NonNullable<OwnInputOf<"listThreats">["query"]>;

function queryOf(values: URLSearchParams): Query {
  const [email, severity, category, source, tuid] = ["email", "severity", "category", "source", "tuid"].map((name) =>
    (values.get(name) ?? "").slice(0, 256),
  );
  const since = daysAgo(values.get("since"));
  return {
    page_size: 50,
    ...(email && { email }),
    ...(severity && Object.hasOwn(SEVERITIES, severity) && { severity: severity as Severity }),
    ...(category && { category }),
    ...(source && { source }),
    ...(since && { created_after: since }),
    ...(tuid && UUID.test(tuid) && { tuid }),
  };
}

/** Every threat event, newest first; one opens in place with its evidence. */
export function ThreatsPage(): ReactElement {
  const [values] = useUrlState();
  return (
    <Page
      title="Threat events"
      lead="Single findings in log rows. Events that belong together become a case; an event alone may be harmless."
    >
      <FilterBar names={FILTERS}>
        <TextFilter name="email" label="Email or UPN" />
        <SelectFilter name="severity" label="Severity" options={optionsOf(SEVERITIES)} />
        <SelectFilter name="category" label="Tactic" options={optionsOf(CATEGORIES)} />
        <SelectFilter name="source" label="Source" options={optionsOf(SOURCES)} />
        <SelectFilter name="since" label="Created" any="Any time" options={SINCE_OPTIONS} />
        {values.has("tuid") && <span className="secondary small">One person only</span>}
      </FilterBar>
      <Card title="Events" flush>
        <Events query={queryOf(values)} isFiltered={FILTERS.some((name) => values.has(name))} />
      </Card>
    </Page>
  );
}

function Events({ query, isFiltered }: { readonly query: Query; readonly isFiltered: boolean }): ReactElement {
  const [values, change] = useUrlState();
  const pages = usePages("listThreats", { query });
  const open = values.get("event");
  if (pages.items === undefined) {
    return pages.error ? <ErrorState error={pages.error} onRetry={pages.reload} /> : <Skeleton lines={12} />;
  }
  if (pages.items.length === 0) return isFiltered ? <NothingFound /> : <NoEvents />;
  return (
    <>
      <ul className="threats">
        {pages.items.map((event) => (
          <ThreatRow
            key={event.event_id}
            event={event}
            isOpen={event.event_id === open}
            onToggle={() => change({ event: event.event_id === open ? null : event.event_id })}
          />
        ))}
      </ul>
      <LoadMore pages={pages} />
    </>
  );
}

const NothingFound = (): ReactElement => (
  <EmptyState title="No event matches">
    <p>Clear the filters to see all events.</p>
  </EmptyState>
);

const NoEvents = (): ReactElement => (
  <EmptyState title="No threat events yet">
    <p>Events appear when a detection finds something in delivered log rows.</p>
  </EmptyState>
);
