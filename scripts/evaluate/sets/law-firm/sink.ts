import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MINUTE } from "./places.ts";
import type { Rng } from "./random.ts";

export type Row = Record<string, unknown>;

/** Columns that real deliveries often lack; one of them is dropped from some rows. */
const optional = [
  "UserAgent", "UserDisplayName", "AutonomousSystemNumber", "UserKey", "ClientInfoString", "City", "ISP", "Level",
  "LogonProcessName", "WorkstationName", "ProcessID", "RequestClientApplication", "CorrelationId", "Facility",
  "SenderDisplayName", "EmailClusterId", "AppDisplayName", "DeviceDetail", "AccountDisplayName", "HTTPRequest",
];

/** Tables whose rows carry the time of the event in a second column, so that the first may be the time of arrival. */
const eventTime: Record<string, string> = {
  SigninLogs: "CreatedDateTime", AuditLogs: "ActivityDateTime", AADUserRiskEvents: "ActivityDateTime",
  Syslog: "EventTime", CommonSecurityLog: "StartTime",
};

/** Collects the rows of the tables and remembers which of them an attack caused. */
export class Sink {
  private readonly tables = new Map<string, { time: number; order: number; json: string }[]>();
  private readonly ids: Rng;
  private readonly mess: Rng;
  private order = 0;
  private capture: { id: string; time: number }[] | undefined;

  constructor(rng: Rng, private readonly from: number, private readonly until: number) {
    this.ids = rng.fork("ids");
    this.mess = rng.fork("mess");
  }

  begin(): void {
    this.capture = [];
  }

  end(): { id: string; time: number }[] {
    const rows = this.capture ?? [];
    this.capture = undefined;
    return rows;
  }

  /** Adds a row and returns its id; empty columns are left out, and rows outside the period are not kept. */
  add(table: string, time: number, columns: Row): string {
    const at = Math.round(time);
    const mess = this.mess;
    const second = eventTime[table];
    const late = second !== undefined && mess.chance(0.008) ? mess.int(3, 100) * MINUTE : 0;
    const drop = mess.chance(0.05) ? mess.pick(optional) : "";
    if (at < this.from || at + late >= this.until) {
      if (this.capture !== undefined) throw new Error(`a row of an attack is outside the period: ${table}`);
      return "";
    }
    const id = this.ids.guid();
    const row: Row = { TimeGenerated: new Date(at + late).toISOString() };
    if (second !== undefined && (late > 0 || table !== "CommonSecurityLog")) row[second] = new Date(at).toISOString();
    for (const [column, value] of Object.entries(columns)) {
      if (value !== undefined && value !== "" && column !== drop) row[column] = value;
    }
    row._ItemId = id;
    const list = this.tables.get(table) ?? [];
    if (list.length === 0) this.tables.set(table, list);
    list.push({ time: at + late, order: this.order++, json: JSON.stringify(row) });
    this.capture?.push({ id, time: at });
    return id;
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.tables].map(([table, rows]) => [table, rows.length]).sort());
  }

  write(folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const [table, rows] of this.tables) {
      rows.sort((x, y) => x.time - y.time || x.order - y.order);
      writeFileSync(join(folder, `${table}.ndjson`), `${rows.map((row) => row.json).join("\n")}\n`);
    }
  }
}
