import type { ReactElement } from "react";
import { usePages } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { useUrlState } from "../../app/url-state.ts";
import { daysAgo, SINCE_OPTIONS } from "../../since.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { PagedTable, RowLink } from "../../ui/data-table.tsx";
import { FilterBar, SelectFilter, TextFilter } from "../../ui/filter-bar.tsx";
import { ForeignText } from "../../ui/foreign-text.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Time } from "../../ui/time.tsx";

/** The directory of people. */
export function PeoplePage(): ReactElement {
  const [values] = useUrlState();
  const search = values.get("search")?.slice(0, 256);
  const since = daysAgo(values.get("changed"));
  const pages = usePages("listUsers", {
    query: { ...(search && { search }), ...(since && { updated_after: since }), page_size: 50 },
  });
  return (
    <Page title="People" lead="Everyone in the directory, with a persona of what they do and what access they hold.">
      <FilterBar names={["search", "changed"]}>
        <TextFilter name="search" label="Name or UPN" />
        <SelectFilter name="changed" label="Changed" any="Any time" options={SINCE_OPTIONS} />
      </FilterBar>
      <Card title="Directory" flush>
        <PagedTable
          caption="People"
          pages={pages}
          keyOf={({ tuid }) => tuid}
          empty={search || since ? <NothingFound /> : <NoPeople />}
          columns={[
            {
              header: "Name",
              cell: ({ tuid, name, user_principal_name }) => (
                <RowLink href={`/people/${tuid}`}>
                  <ForeignText value={name ?? user_principal_name} max={120} />
                </RowLink>
              ),
            },
            {
              header: "UPN",
              cell: ({ user_principal_name }) => <ForeignText value={user_principal_name} max={120} />,
              showFrom: "medium",
            },
            {
              header: "Other addresses",
              cell: ({ email_addresses, user_principal_name }) => (
                <ForeignText value={otherAddresses(email_addresses, user_principal_name)} max={120} />
              ),
              showFrom: "wide",
            },
            {
              header: "Account",
              cell: ({ is_active }) => (is_active ? <Badge tone="good">Active</Badge> : <Badge>Inactive</Badge>),
            },
            { header: "Created", cell: ({ created_at }) => <Time value={created_at} format="day" />, showFrom: "wide" },
            { header: "Updated", cell: ({ updated_at }) => <Time value={updated_at} />, showFrom: "medium" },
          ]}
        />
      </Card>
    </Page>
  );
}

const otherAddresses = (addresses: readonly string[], upn: string): string =>
  addresses.filter((address) => address.toLowerCase() !== upn.toLowerCase()).join(", ");

const NothingFound = (): ReactElement => (
  <EmptyState title="Nobody matches">
    <p>No name or UPN in the directory matches the filters. Clear them to see everyone.</p>
  </EmptyState>
);

const NoPeople = (): ReactElement => (
  <EmptyState title="No people yet">
    <p>People appear when a connector or a delivery brings the users of a directory.</p>
  </EmptyState>
);
