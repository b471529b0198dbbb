import type { ReactElement } from "react";
import { useRead } from "../../../api/hooks.ts";
import { useMay } from "../../../app/session.ts";
import { FilterBar, SelectFilter } from "../../../ui/filter-bar.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { actionOptions } from "./action-names.ts";
import { AuditTable, FILTERS } from "./audit-table.tsx";
import { VerifyAudit } from "./verify-audit.tsx";

const ACTIONS = actionOptions("domain");

/** Who changed what in the domain, with proof that no entry was altered. */
export function AuditPage(): ReactElement {
  return (
    <SettingsFrame
      section="Audit log"
      lead="Every change by a person or a key, in a chain of hashes in which a later alteration shows."
      actions={<VerifyAudit scope="domain" />}
    >
      <AuditFilters />
      <AuditTable scope="domain" caption="Audit log" />
    </SettingsFrame>
  );
}

function AuditFilters(): ReactElement {
  const mayRead = useMay("listMembers");
  const members = useRead("listMembers", {}, { enabled: mayRead });
  const people = members.data?.items.map(({ account_id, email }) => ({ value: account_id, label: email })) ?? [];
  return (
    <FilterBar names={FILTERS}>
      <SelectFilter name="action" label="Action" options={ACTIONS} />
      <SelectFilter name="actor" label="Member" options={people} any="Anybody" />
    </FilterBar>
  );
}
