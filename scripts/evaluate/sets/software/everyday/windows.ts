import { accountEvent, directoryChange, failedLogon, groupChange, identityChange, identityLogon, identityQuery, logon,
  process,
  replication, serviceTicket, shareAccess, winEvent, subject } from "../emit/windows.ts";
import type { EverydayLog } from "../lib/log.ts";
import { day, hour, isWeekend, minute, weekdayOf } from "../lib/time.ts";
import type { WindowsHost } from "../org/machines.ts";
import type { Person } from "../org/people.ts";
import { host } from "../org/world.ts";
import type { World } from "../org/world.ts";
import type { Whereabouts } from "./whereabouts.ts";

export const service = (w: World, name: string): Person => {
  const found = w.services.find((one) => one.sam?.startsWith(name));
  if (!found) throw new Error(`no service account ${name}`);
  return found;
};

export const workstationOf = (w: World, who: Person): WindowsHost =>
  w.windows.find((one) => one.name === who.laptop.name) ?? (w.windows[w.windows.length - 1] as WindowsHost);

export const financeShares = (r: { int: (low: number, high: number) => number; pick: <T>(items: readonly T[]) =>
  T }): string => {
  const folder = r.pick(["AP", "AR", "Close", "Payroll", "Treasury", "Tax"]);
  const stem = r.pick(["batch", "ledger", "run", "statement", "invoice"]);
  return `${folder}\\2026\\${stem}-${r.int(1, 400)}.${r.pick(["xlsx", "pdf", "csv"])}`;
};

const machines = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const dc1 = host(w, "FIN-DC01");
  const dc2 = host(w, "FIN-DC02");
  const sync = service(w, "MSOL");
  // The synchronization account replicates the directory, from its server, since ever.
  for (let at = 0; at < 24; at += 8) replication(log, start + at * hour + r.int(0, 90_000), dc1, sync);
  identityChange(log, start + 8 * hour, sync, "Directory Services replication", dc1,
    { DeviceName: "FIN-JMP01.fin.brightkiln.example",
    IPAddress: "10.40.2.10" });
  for (const [dc, other] of [[dc1, dc2], [dc2, dc1]] as const) {
    replication(log, start + r.float(0, 24) * hour, dc, `${other.name}$`);
    logon(log, start + r.float(0, 24) * hour, dc, `${other.name}$`, other.ip, other.name, 3, { special: true });
  }
  // The old ERP client still asks for RC4 tickets.
  const erp = service(w, "svc-erp");
  for (let i = 0; i < 4; i++) {
    const time = start + (i * 6 + r.float(0, 1)) * hour;
    serviceTicket(log, time, dc1, erp, "svc-sqlagent", "10.40.1.30", "0x17");
    logon(log, time + 900, host(w, "FIN-SQL01"), erp, "10.40.1.30", "FIN-ERP01");
  }
  const backup = service(w, "svc-backupexec");
  for (const on of w.windows.slice(0, 8)) {
    const time = start + 22 * hour + r.int(0, 40) * minute;
    logon(log, time, on, backup, "10.62.32.10", "BACKUP-01", 3, { special: true });
    if (on.role === "files") {
      for (let i = 0; i < 14; i++) shareAccess(log, time + i * 2000, on, backup, "10.62.32.10", "Finance$",
        financeShares(r));
    }
    process(log, time + minute, on, `${on.name}$`, "C:\\Program Files\\Arcvault\\agent.exe",
      "agent.exe --vss-snapshot --volume D:",
      "C:\\Windows\\System32\\services.exe");
  }
  // The jump host's scheduled task runs with an expired password now and then.
  if (r.chance(0.15)) {
    for (let i = 0; i < 12; i++) {
      failedLogon(log, start + 4 * hour + i * 5 * minute, host(w, "FIN-FS01"), "svc-scanner", "10.40.2.10",
        "FIN-JMP01", "0xc0000071");
    }
  }
  if (weekdayOf(start) === 6) {
    const scanner = service(w, "svc-vulnscan");
    for (const on of w.windows.slice(0, 8)) {
      for (const name of ["Administrator", "guest", "sa"]) failedLogon(log, start + 5 * hour + r.int(0, 900_000), on,
        name,
        "10.62.40.5", "VULNSCAN01", "0xc0000064");
      logon(log, start + 5.5 * hour, on, scanner, "10.62.40.5", "VULNSCAN01", 3, { ntlm: true });
    }
    for (const type of ["AllUsers", "AllComputers", "AllGroups"]) identityQuery(log, start + 6 * hour, scanner,
      "VULNSCAN01",
      "10.62.40.5", dc1, "LDAP query", type, "(objectClass=*)");
  }
  if (weekdayOf(start) === 2) {
    // Patching installs services and restarts machines.
    for (const on of w.windows.slice(0, 8)) {
      const time = start + 3.5 * hour + r.int(0, 1800) * 1000;
      winEvent(log, time, on, 4697, { ...subject(`${on.name}$`), ServiceName: "PatchPilot Agent Updater",
        ServiceType: "0x10",
        ServiceFileName: "\"C:\\Program Files\\PatchPilot\\updater.exe\" --run", ServiceStartType: 3,
          ServiceAccount: "LocalSystem" });
      process(log, time + minute, on, `${on.name}$`, "C:\\Windows\\System32\\wusa.exe",
        "wusa.exe KB504123.msu /quiet /norestart",
        "C:\\Program Files\\PatchPilot\\updater.exe");
    }
  }
};

const administrators = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const dc = host(w, "FIN-DC01");
  const engineer = w.people.find((one) => /Systems Engineer/.test(one.title));
  if (!engineer || !whereabouts.works(engineer, start)) return;
  const time = whereabouts.moment(r, engineer, start);
  const jump = host(w, "FIN-JMP01");
  logon(log, time, jump, engineer, workstationOf(w, engineer).ip, engineer.laptop.name, 10, { special: true });
  identityLogon(log, time, engineer, "FIN-JMP01", jump.ip, dc, { type: "Remote desktop" });
  if (r.chance(0.35)) {
    const member = r.pick(w.people.filter((one) => one.sam));
    groupChange(log, time + 9 * minute, dc, engineer, member, r.pick(["ERP Readers", "Finance Printers", "VPN Users"]));
    identityChange(log, time + 9 * minute + 900, engineer, "Group Membership changed", dc,
      { TargetAccountUpn: member.upn,
      AdditionalFields: { "TO.GROUP": "ERP Readers" } });
  }
  if (weekdayOf(start) === 3 && r.chance(0.6)) {
    const at = start + 17 * hour + r.int(0, 60) * minute;
    logon(log, at - 3 * minute, dc, engineer, jump.ip, "FIN-JMP01", 10, { special: true });
    directoryChange(log, at, dc, engineer, `CN={31B2F340-016D-11D2-945F-00C04FB984F9},CN=Policies,CN=System,DC=fin`,
      "versionNumber", String(r.int(100, 400)));
  }
  if (r.chance(0.2)) {
    process(log, time + 20 * minute, jump, engineer, "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe",
      "powershell.exe -NoProfile -File C:\\Admin\\Get-ErpHealth.ps1", "C:\\Windows\\explorer.exe");
  }
  if (r.chance(0.05)) {
    accountEvent(log, time + 30 * minute, dc, engineer, `wks-${r.int(100, 999)}$`, 4741);
  }
};

const staff = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const dc = r.pick([host(w, "FIN-DC01"), host(w, "FIN-DC02")]);
  for (const who of w.people.filter((one) => one.sam)) {
    if (!whereabouts.works(who, start) || who.leaves < start) continue;
    const machine = workstationOf(w, who);
    const time = whereabouts.moment(r, who, start);
    if (r.chance(0.85)) {
      accountEvent(log, time, dc, `${dc.name}$`, who, 4768, { IpAddress: `::ffff:${machine.ip}`, Status: "0x0",
        ServiceName: "krbtgt" });
      identityLogon(log, time + 300, who, machine.name, machine.ip, dc);
    }
    if (r.chance(who.typos * 2)) failedLogon(log, time - 30_000, machine, who.sam ?? "", "127.0.0.1", machine.name,
      "0xc000006a", 2);
    if (r.chance(0.5)) {
      logon(log, time + 5 * minute, host(w, r.pick(["FIN-ERP01", "FIN-FS01", "FIN-FS01"])), who, machine.ip,
        machine.name);
      serviceTicket(log, time + 5 * minute - 500, dc, who, r.pick(["FIN-FS01$", "FIN-ERP01$"]), machine.ip, "0x12");
    }
    if (who.department === "Finance") {
      for (let i = r.count(0.9); i > 0; i--) {
        shareAccess(log, whereabouts.moment(r, who, start), host(w, "FIN-FS01"), who, machine.ip, "Finance$",
          financeShares(r),
          r.chance(0.3));
      }
    }
    if (r.chance(0.12)) {
      const office = "C:\\Program Files\\Microsoft Office\\root\\Office16\\";
      process(log, time + 20 * minute, machine, who, `${office}EXCEL.EXE`,
        `"${office}EXCEL.EXE" "S:\\${financeShares(r)}"`,
        "C:\\Windows\\explorer.exe");
    }
    if (r.chance(0.04)) {
      identityQuery(log, time + minute, who, machine.name, machine.ip, dc, "SAMR query", "GetUserInfo", "QueryUser",
        who.sam);
    }
  }
};

export const windowsWork = (w: World, base: EverydayLog, whereabouts: Whereabouts): void => {
  const log = base.fork("windows");
  for (let start = w.from; start < w.until; start += day) {
    machines(w, log, start);
    if (isWeekend(start)) continue;
    administrators(w, log, whereabouts, start);
    staff(w, log, whereabouts, start);
  }
};
