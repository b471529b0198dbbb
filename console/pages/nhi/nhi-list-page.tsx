import type { ReactElement } from "react";
import type { NhiClass } from "../../../src/model/vocabulary.ts";
import { NHI_CLASSES, PROVIDERS } from "../../../src/model/vocabulary.ts";
import type { OwnInputOf } from "../../api/call.ts";
import { usePages } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useUrlState } from "../../app/url-state.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { PagedTable, RowLink } from "../../ui/data-table.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../../ui/filter-bar.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";
import { optionsOf } from "../../words.ts";
import { PersonLink } from "../people/person-link.tsx";
import { NhiTabs } from "./nhi-tabs.tsx";
import { STATUSES } from "./nhi-words.ts";

const FILTERS = ["search", "class", "provider", "status", "persona"];

type Query = NonNullable<OwnInputOf<"listNhi">["query"]>;

function queryOf(values: URLSearchParams): Query {
  const search = values.get("search")?.slice(0, 256);
  const [nhiClass, provider, status, persona] = ["class", "provider", "status", "persona"].map(
    (name) => values.get(name) ?? "",
  );
  return {
    page_size: 50,
    ...(search && { search }),
    ...(nhiClass && { nhi_class: [nhiClass as NhiClass] }),
    ...(provider && { provider: [provider] }),
    ...((status === "active" || status === "dormant") && { status }),
    ...(persona && { has_persona: persona === "yes" }),
  };
}

/** The directory of machine identities. */
export function NhiListPage(): ReactElement {
  const [values] = useUrlState();
  const pages = usePages("listNhi", { query: queryOf(values) });
  const isFiltered = FILTERS.some((name) => values.has(name));
  return (
    <Page
      title="Machine identities"
      lead="Service principals, managed identities, agents and other identities that programs use."
    >
      <NhiTabs current="identities" />
      <FilterBar names={FILTERS}>
        <TextFilter name="search" label="Name, principal or app id" />
        <SelectFilter name="class" label="Class" options={optionsOf(NHI_CLASSES)} />
        <SelectFilter name="provider" label="Platform" options={optionsOf(PROVIDERS)} />
        <SelectFilter name="status" label="Status" options={optionsOf(STATUSES)} />
        <SelectFilter
          name="persona"
          label="Analyzed"
          options={[
            { value: "yes", label: "Yes" },
            { value: "no", label: "Not yet" },
          ]}
        />
      </FilterBar>
      <Card title="Directory" flush>
        <PagedTable
          caption="Machine identities"
          pages={pages}
          keyOf={({ nuid }) => nuid}
          empty={isFiltered ? <NothingFound /> : <NoIdentities />}
          columns={[
            {
              header: "Name",
              cell: ({ nuid, display_name, has_persona }) => (
                <span className="row">
                  <RowLink href={`/nhi/${nuid}`}>
                    <ForeignText value={display_name} none="Without a name" max={120} />
                  </RowLink>
                  {!has_persona && <Badge>Not analyzed yet</Badge>}
                </span>
              ),
            },
            { header: "Class", cell: ({ nhi_class_label }) => <ForeignText value={nhi_class_label} max={80} /> },
            {
              header: "Does",
              cell: ({ archetype_label }) => <ForeignText value={archetype_label} none="Not known yet" max={80} />,
              showFrom: "medium",
            },
            { header: "Platform", cell: ({ provider }) => <ForeignText value={provider.label} />, showFrom: "wide" },
            {
              header: "Steward",
              cell: ({ steward_upn }) =>
                steward_upn ? <PersonLink name={null} email={steward_upn} /> : <span className="muted">No person</span>,
              showFrom: "wide",
            },
            {
              header: "Status",
              cell: ({ status }) => (
                <Badge tone={status === "active" ? "good" : "medium"}>{STATUSES[status] ?? status}</Badge>
              ),
            },
            { header: "Last seen", cell: ({ last_seen }) => <Time value={last_seen} />, showFrom: "medium" },
          ]}
        />
      </Card>
    </Page>
  );
}

const NothingFound = (): ReactElement => (
  <EmptyState title="No machine identity matches">
    <p>Clear the filters to see all of them.</p>
  </EmptyState>
);

const NoIdentities = (): ReactElement => (
  <EmptyState title="No machine identities yet">
    <p>They appear when a connector or a delivery brings service principals, or when log rows show one at work.</p>
  </EmptyState>
);
