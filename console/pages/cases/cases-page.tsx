import type { ReactElement } from "react";
import { usePages } from "../../api/hooks.ts";
import { Page } from "../../app/page.tsx";
import { PagedTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/states.tsx";

/** The triage queue. */
export function CasesPage(): ReactElement {
  const pages = usePages("listCases", { query: { include: ["state", "severity"] } });
  return (
    <Page title="Cases">
      <PagedTable
        caption="Cases"
        pages={pages}
        keyOf={(one) => one.case_id}
        empty={<EmptyState title="No cases" />}
        columns={[{ header: "Brief", cell: (one) => one.threat_brief }]}
      />
    </Page>
  );
}
