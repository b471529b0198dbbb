import type { ReactElement } from "react";
import type { DriftPeriod } from "../../../src/model/vocabulary.ts";
import type { OwnInputOf } from "../../api/call.ts";
import { usePages } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useUrlState } from "../../app/url-state.ts";
import { daysAgo, SINCE_OPTIONS } from "../../since.ts";
import { SeverityBadge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { PagedTable, RowLink } from "../../ui/data-table.tsx";
import { FilterBar, SelectFilter } from "../../ui/filter-bar.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { optionsOf, wordFor } from "../../words.ts";
import { PersonLink } from "../people/person-link.tsx";
import { COMPUTATORS, driftTitle, headlineOf, PERIODS, severityOf } from "./drift-words.ts";

const FILTERS = ["period", "measure", "since", "tuid"];
const UUID = /^[0-9a-f-]{36}$/i;

type Query = NonNullable<OwnInputOf<"listDrift">["query"]>;

function queryOf(values: URLSearchParams): Query {
  const [period, computator, tuid] = ["period", "measure", "tuid"].map((name) => values.get(name) ?? "");
  const since = daysAgo(values.get("since"));
  return {
    page_size: 50,
    ...(period && Object.hasOwn(PERIODS, period) && { time_period: period as DriftPeriod }),
    ...(computator && { computator: computator.slice(0, 256) }),
    ...(since && { detected_after: since }),
    ...(tuid && UUID.test(tuid) && { tuid }),
  };
}

/** What moved: changes in what people and machine identities do or may do, newest first. */
export function DriftListPage(): ReactElement {
  const [values] = useUrlState();
  const pages = usePages("listDrift", { query: queryOf(values) });
  const isFiltered = FILTERS.some((name) => values.has(name));
  return (
    <Page
      title="Drift"
      lead="Changes in what people and machine identities do or may do, each compared with its own past."
    >
      <FilterBar names={FILTERS}>
        <SelectFilter name="period" label="Window" options={optionsOf(PERIODS)} />
        <SelectFilter name="measure" label="Change in" options={optionsOf(COMPUTATORS)} />
        <SelectFilter name="since" label="Detected" any="Any time" options={SINCE_OPTIONS} />
        {values.has("tuid") && <span className="secondary small">One person only</span>}
      </FilterBar>
      <Card title="Changes" flush>
        <PagedTable
          caption="Changes"
          pages={pages}
          keyOf={({ drift_id }) => drift_id}
          empty={isFiltered ? <NothingFound /> : <NoDrift />}
          columns={[
            {
              header: "Change",
              cell: (item) => (
                <>
                  <RowLink href={`/drift/${item.drift_id}`}>{driftTitle(item.computator)}</RowLink>
                  <div className="secondary">
                    <ForeignText value={headlineOf(item.delta)} max={300} />
                  </div>
                </>
              ),
            },
            { header: "Severity", cell: (item) => <Severity value={severityOf(item.delta)} />, showFrom: "medium" },
            { header: "Person", cell: ({ user }) => <PersonLink name={user.name} email={user.email} /> },
            { header: "Window", cell: ({ time_period }) => wordFor(PERIODS, time_period), showFrom: "wide" },
            {
              header: "Detected",
              cell: ({ detected_at }) =>
                detected_at === null ? <span className="muted">Not known</span> : <Time value={detected_at} />,
              showFrom: "medium",
            },
          ]}
        />
      </Card>
    </Page>
  );
}

const Severity = ({ value }: { readonly value: string | null }): ReactElement =>
  value === null ? <span className="muted">—</span> : <SeverityBadge severity={value} />;

const NothingFound = (): ReactElement => (
  <EmptyState title="No change matches">
    <p>Clear the filters to see all changes.</p>
  </EmptyState>
);

const NoDrift = (): ReactElement => (
  <EmptyState title="No changes yet">
    <p>Drift is evaluated once a day and needs at least 35 days of history to compare with.</p>
  </EmptyState>
);
