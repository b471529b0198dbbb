import type { ReactElement } from "react";
import { FilterBar, SelectFilter } from "../../../ui/filter-bar.tsx";
import { SettingsFrame } from "../settings-frame.tsx";
import { actionOptions } from "./action-names.ts";
import { AuditTable } from "./audit-table.tsx";
import { VerifyAudit } from "./verify-audit.tsx";

const ACTIONS = actionOptions("installation");

/** What happened to accounts, sessions and operators, which belong to no domain. For operators. */
export function InstallationLogPage(): ReactElement {
  return (
    <SettingsFrame
      section="Installation log"
      lead="Sign-ins, accounts, passwords, second factors and operators of the whole installation, in a chain of its own."
      actions={<VerifyAudit scope="installation" />}
    >
      <FilterBar names={["action"]}>
        <SelectFilter name="action" label="Action" options={ACTIONS} />
      </FilterBar>
      <AuditTable scope="installation" caption="Installation log" />
    </SettingsFrame>
  );
}
