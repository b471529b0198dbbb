import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { iso } from "./calendar.ts";
import type { Row } from "./model.ts";
import type { Rng } from "./rng.ts";

export type Area =
  | "account-takeover" | "consent" | "trust" | "roles" | "mail" | "data" | "sabotage" | "azure" | "machine"
  | "windows" | "linux" | "network" | "slow";

export type Difficulty = "obvious" | "context" | "hard";

export type CaseType =
  | "data_exfiltration" | "insider_threat" | "privilege_escalation" | "policy_violation" | "account_compromise"
  | "sabotage" | "financial_fraud";

export type Attack = {
  id: string;
  kind: string;
  area: Area;
  difficulty: Difficulty;
  types: CaseType[];
  subjects: string[];
  start: string;
  end: string;
  rows: string[];
  decisive: string[];
  summary: string;
};

type Entry = { at: number; order: number; id: string; row: Row };

/** Columns that a row can lack, as happens in real deliveries. */
const OPTIONAL: Record<string, string[]> = {
  SigninLogs: ["DeviceDetail", "UserAgent", "AuthenticationDetails", "SessionId", "AutonomousSystemNumber"],
  OfficeActivity: ["UserAgent", "UserKey", "IsManagedDevice", "SourceFileExtension"],
  CloudAppEvents: ["City", "UserAgent", "ISP", "DeviceType"],
  AuditLogs: ["CorrelationId", "AdditionalDetails"],
  CommonSecurityLog: ["SourcePort", "ReceivedBytes", "DeviceVersion", "ReceiptTime"],
  EmailEvents: ["SenderIPv4", "EmailLanguage", "EmailSize", "InternetMessageId"],
  IdentityLogonEvents: ["AccountUpn", "AccountObjectId", "OSPlatform"],
  SecurityEvent: ["LogonGuid", "SubjectLogonId", "IpPort", "ProcessId"],
};

/** Collects rows, and remembers which of them the current attack caused. */
export class Sink {
  private readonly tables = new Map<string, Entry[]>();
  private readonly times = new Map<string, number>();
  private readonly ids: Rng;
  private order = 0;
  current: Attack | undefined;
  core = false;

  constructor(ids: Rng) {
    this.ids = ids;
  }

  emit(table: string, at: number, columns: Row): string {
    const id = this.ids.uuid();
    let entries = this.tables.get(table);
    if (!entries) this.tables.set(table, (entries = []));
    const time = Math.round(at);
    entries.push({ at: time, order: this.order++, id, row: { TimeGenerated: iso(time), ...columns } });
    if (this.current) {
      this.current.rows.push(id);
      if (this.core) this.current.decisive.push(id);
      this.times.set(id, time);
    }
    return id;
  }

  span(attack: Attack): [number, number] {
    const times = attack.rows.map((id) => this.times.get(id) ?? 0);
    return [Math.min(...times), Math.max(...times)];
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.tables].map(([name, list]) => [name, list.length] as const).sort());
  }

  /** Drops rows of the routine outside the period; attacks must be inside. */
  write(folder: string, from: number, until: number, rng: Rng): void {
    mkdirSync(join(folder, "rows"), { recursive: true });
    const records = new Map<string, number>();
    for (const [table, all] of [...this.tables].sort()) {
      const entries = all.filter((entry) => (entry.at >= from && entry.at < until) || this.times.has(entry.id));
      entries.sort((a, b) => a.at - b.at || a.order - b.order);
      const lines = entries.map(({ id, row }) => {
        if (table === "SecurityEvent") {
          const computer = String(row.Computer).toLowerCase().split(".")[0] as string;
          const next = (records.get(computer) ?? rng.int(200_000, 9_000_000)) + rng.int(1, 40);
          records.set(computer, next);
          row.EventRecordId = String(next);
        }
        const optional = OPTIONAL[table];
        if (optional && rng.chance(0.02)) for (const name of rng.sample(optional, 2)) delete row[name];
        for (const name of Object.keys(row)) if (row[name] === undefined) delete row[name];
        row._ItemId = id;
        return JSON.stringify(row);
      });
      writeFileSync(join(folder, "rows", `${table}.ndjson`), `${lines.join("\n")}\n`);
    }
  }
}
