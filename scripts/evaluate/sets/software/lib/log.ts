import { Random } from "./random.ts";
import { iso } from "./time.ts";

export const tableNames = [
  "SigninLogs", "AuditLogs", "AADUserRiskEvents", "CloudAppEvents", "OfficeActivity", "EmailEvents",
  "EmailPostDeliveryEvents", "EmailUrlInfo", "EmailAttachmentInfo", "UrlClickEvents", "SecurityEvent",
  "IdentityLogonEvents", "IdentityQueryEvents", "IdentityDirectoryEvents", "BehaviorAnalytics", "Anomalies",
  "AzureActivity", "CommonSecurityLog", "Syslog", "AADProvisioningLogs", "MicrosoftPurviewInformationProtection",
  "AADServicePrincipalSignInLogs", "AADManagedIdentitySignInLogs", "AADNonInteractiveUserSignInLogs",
  "MicrosoftGraphActivityLogs",
] as const;

export type TableName = (typeof tableNames)[number];
export type Columns = Record<string, unknown>;

/** Where emitters write rows. The everyday log and every attack case are logs. */
export interface Log {
  readonly r: Random;
  add(table: TableName, time: number, columns: Columns): string;
}

interface Stored {
  time: number;
  order: number;
  text: string;
}

/** All rows of a run. Rows are kept as text, since nothing changes them after they were written. */
export class Store {
  private readonly tables = new Map<TableName, Stored[]>();
  private order = 0;

  constructor(
    readonly from: number,
    readonly until: number,
  ) {}

  put(table: TableName, time: number, columns: Columns, itemId: string): void {
    const rows = this.tables.get(table) ?? [];
    if (rows.length === 0) this.tables.set(table, rows);
    const row: Columns = { TimeGenerated: iso(time) };
    for (const [name, value] of Object.entries(columns)) {
      if (value !== undefined && value !== null && value !== "") row[name] = value;
    }
    row["_ItemId"] = itemId;
    rows.push({ time: Math.round(time), order: this.order++, text: JSON.stringify(row) });
  }

  /** The lines of a table in order of time. */
  lines(table: TableName): string[] {
    const rows = this.tables.get(table) ?? [];
    return [...rows].sort((x, y) => x.time - y.time || x.order - y.order).map((row) => row.text);
  }

  count(table: TableName): number {
    return this.tables.get(table)?.length ?? 0;
  }
}

/** The log of everyday work: rows outside the period are left out. */
export class EverydayLog implements Log {
  constructor(
    private readonly store: Store,
    readonly r: Random,
  ) {}

  fork(name: string): EverydayLog {
    return new EverydayLog(this.store, this.r.fork(name));
  }

  add(table: TableName, time: number, columns: Columns): string {
    const itemId = this.r.uuid();
    if (time >= this.store.from && time < this.store.until) this.store.put(table, time, columns, itemId);
    return itemId;
  }
}
