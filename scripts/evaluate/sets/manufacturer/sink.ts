/** Collects rows by table, gives them ids, and remembers which of them belong to the attack in progress. */
import type { Rng } from "./util.ts";
import { iso } from "./util.ts";

export type Row = Record<string, unknown>;

export type Scope = { rows: string[]; decisive: Set<string>; first: number; last: number };

export type Sink = {
  row(table: string, time: number, columns: Row): string;
  begin(): Scope;
  end(): void;
  tables(): Map<string, { time: number; order: number; text: string }[]>;
};

/** Columns that are now and then missing in rows, as connectors and product versions differ. */
const SOMETIMES_MISSING: Record<string, string[]> = {
  SigninLogs: ["CorrelationId", "AutonomousSystemNumber", "ResourceDisplayName", "AuthenticationDetails",
    "UniqueTokenIdentifier"],
  AADNonInteractiveUserSignInLogs: ["DeviceDetail", "UserAgent", "CorrelationId"],
  AuditLogs: ["CorrelationId", "Identity", "AADOperationType"],
  OfficeActivity: ["UserAgent", "UserKey", "SourceFileExtension", "EventSource", "Start_Time"],
  CloudAppEvents: ["ISP", "City", "UserAgent", "DeviceType", "OSPlatform"],
  EmailEvents: ["EmailClusterId", "InternetMessageId", "EmailLanguage", "SenderDisplayName"],
  SecurityEvent: ["Activity", "Keywords", "WorkstationName", "Account", "EventSourceName"],
  IdentityLogonEvents: ["AccountSid", "DeviceName", "Location", "OSPlatform"],
  CommonSecurityLog: ["DeviceVersion", "SourcePort", "ReceiptTime", "DeviceExternalID", "ReceivedBytes"],
  Syslog: ["HostIP", "CollectorHostName", "ProcessID"],
  AzureActivity: ["CorrelationId", "EventSubmissionTimestamp", "ResourceProviderValue"],
};

export function createSink(rng: Rng, from: number, until: number): Sink {
  const tables = new Map<string, { time: number; order: number; text: string }[]>();
  let scope: Scope | null = null;
  let order = 0;
  return {
    row(table, time, columns) {
      const at = Math.round(time);
      if (at < from || at >= until) {
        if (scope !== null) {
          throw new Error(`row of an attack outside of the period: ${table} ${iso(at)}`);
        }
        return "";
      }
      const id = rng.uuid();
      const row: Row = { TimeGenerated: iso(at) };
      const optional = SOMETIMES_MISSING[table];
      for (const [name, value] of Object.entries(columns)) {
        if (value !== undefined && !(optional?.includes(name) && rng.chance(0.03))) {
          row[name] = value;
        }
      }
      row._ItemId = id;
      let list = tables.get(table);
      if (list === undefined) {
        list = [];
        tables.set(table, list);
      }
      list.push({ time: at, order: order++, text: JSON.stringify(row) });
      if (scope !== null) {
        scope.rows.push(id);
        scope.first = Math.min(scope.first, at);
        scope.last = Math.max(scope.last, at);
      }
      return id;
    },
    begin() {
      scope = { rows: [], decisive: new Set(), first: Infinity, last: -Infinity };
      return scope;
    },
    end() {
      scope = null;
    },
    tables: () => tables,
  };
}
