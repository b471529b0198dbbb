import type { DirectoryChange } from "../../model/identity/activity.ts";
import type { RowActor } from "../../model/rows/actor.ts";
import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import { safeText } from "../../model/text/safe-text.ts";
import type { ReadChange } from "./read-change.ts";
import { auditChanges } from "./readers/audit-changes.ts";
import { azureChanges } from "./readers/azure-changes.ts";
import { officeChanges } from "./readers/office-changes.ts";
import { windowsChanges } from "./readers/windows-changes.ts";

const READERS: Readonly<Partial<Record<LogTable, (row: LogRow) => readonly ReadChange[]>>> = {
  AuditLogs: auditChanges,
  AzureActivity: azureChanges,
  OfficeActivity: officeChanges,
  IdentityDirectoryEvents: windowsChanges,
  SecurityEvent: windowsChanges,
};

/** More changes of one row are not kept. */
const MAX_CHANGES = 20;
const MAX_ID = 320;

/** Returns the changes of the directory that a row reports as done. */
export function directoryChangesOf(row: LogRow, actor: RowActor | null): readonly DirectoryChange[] {
  const changes = READERS[row.table]?.(row) ?? [];
  return changes.slice(0, MAX_CHANGES).map((change) => ({
    at: new Date(row.at),
    row: { table: row.table, contentKey: row.contentKey },
    change: change.change,
    by: actor?.key ?? null,
    byName: cleaned(actor?.name ?? actor?.upn ?? null),
    target: safeText(change.target, MAX_ID),
    objectId: cleaned(change.objectId, MAX_ID),
    objectName: cleaned(change.objectName),
    ...(change.operation !== undefined && { operation: safeText(change.operation, MAX_ID) }),
  }));
}

const cleaned = (text: string | null, max = 256): string | null => (text === null ? null : safeText(text, max) || null);
