import { accountEvent, directoryChange, eventData, failedLogon, groupChange, identityChange, identityLogon,
  identityQuery, logon, process,
  replication, serviceTicket, shareAccess, subject, winEvent } from "../emit/windows.ts";
import { vpn } from "../emit/network.ts";
import { anomaly } from "../emit/upstream.ts";
import { financeShares, service, workstationOf } from "../everyday/windows.ts";
import type { WindowsHost } from "../org/machines.ts";
import type { Person } from "../org/people.ts";
import { host } from "../org/world.ts";
import type { Case, Kind } from "./case.ts";

const powershell = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
const cmd = "C:\\Windows\\System32\\cmd.exe";

const foothold = (c: Case, filter: (who: Person) => boolean = () => true): [Person, WindowsHost] => {
  const who = c.take((one) => one.sam !== undefined && filter(one));
  const machine = workstationOf(c.w, who);
  c.about(who.sam, machine.name);
  return [who, machine];
};

const dcOf = (c: Case): WindowsHost => host(c.w, c.r.pick(["FIN-DC01", "FIN-DC02"]));

export const windowsKinds: Kind[] = [
  {
    kind: "service-tickets-gathered", area: "windows", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const [who, machine] = foothold(c);
      c.working(who);
      const dc = dcOf(c);
      c.core(identityQuery(c, c.t, who, machine.name, machine.ip, dc, "LDAP query", "AllServicePrincipalNames",
        "(&(servicePrincipalName=*)(!(objectCategory=computer)))"));
      for (const name of ["svc-erp", "svc-sqlagent", "svc-backupexec", "svc-vulnscan"]) {
        c.core(serviceTicket(c, c.step(0.01, 0.05), dc, who, name, machine.ip, "0x17"));
      }
      return "From a workstation weak tickets for all service accounts are requested within seconds.";
    },
  },
  {
    kind: "directory-replicated-by-person", area: "windows", difficulty: "obvious",
    types: ["account_compromise", "privilege_escalation"],
    run: (c) => {
      const [who, machine] = foothold(c);
      c.at(c.r.pick([1, 3, 22]));
      const dc = dcOf(c);
      logon(c, c.t, dc, who, machine.ip, machine.name, 3, { ntlm: true });
      for (let i = 3; i > 0; i--) c.core(replication(c, c.step(0.05, 0.2), dc, who));
      c.core(identityChange(c, c.step(0.2), who, "Directory Services replication", dc,
        { IPAddress: machine.ip, DeviceName: machine.fqdn }));
      return "A finance account asks a domain controller from a workstation to replicate all secrets.";
    },
  },
  {
    kind: "memory-of-logon-process-dumped", area: "windows", difficulty: "obvious", types: ["account_compromise"],
    times: 2,
    run: (c) => {
      const [who, machine] = foothold(c);
      c.working(who);
      const command = c.r.pick(
        ["rundll32.exe C:\\Windows\\System32\\comsvcs.dll, MiniDump 704 C:\\ProgramData\\d.bin full",
        "procdump64.exe -accepteula -ma lsass.exe C:\\Users\\Public\\l.dmp"]);
      c.core(process(c, c.t, machine, who, `C:\\Windows\\System32\\${command.split(" ")[0]}`, command, cmd));
      process(c, c.step(0.5, 2), machine, who, "C:\\Windows\\System32\\tar.exe",
        "tar.exe -cf C:\\Users\\Public\\l.tar C:\\Users\\Public\\l.dmp", cmd);
      return "The memory that holds passwords is written to a file on a workstation.";
    },
  },
  {
    kind: "services-pushed-to-servers", area: "windows", difficulty: "obvious",
    types: ["account_compromise", "sabotage"],
    run: (c) => {
      const [, machine] = foothold(c);
      c.at(c.r.pick([0, 2, 23]));
      const backup = service(c.w, "svc-backupexec");
      c.about(backup.sam);
      for (const on of c.w.windows.slice(2, 8)) {
        c.core(logon(c, c.step(0.5, 2), on, backup, machine.ip, machine.name, 3, { ntlm: true, special: true }));
        shareAccess(c, c.step(0.05), on, backup, machine.ip, "ADMIN$", `${c.r.hex(8)}.exe`, true);
        c.core(winEvent(c, c.step(0.05), on, 4697, { ...subject(backup), ServiceName: c.r.hex(8).toUpperCase(),
          ServiceType: "0x10",
          ServiceFileName: `%SystemRoot%\\${c.r.hex(8)}.exe`, ServiceStartType: 3, ServiceAccount: "LocalSystem" }));
      }
      return "With the account of the backup somebody installs a service with a random name on all servers from " +
        "a workstation.";
    },
  },
  {
    kind: "security-log-cleared", area: "windows", difficulty: "obvious", types: ["sabotage", "account_compromise"],
    run: (c) => {
      const [who] = foothold(c, (one) => /Systems|Helpdesk|Head/.test(one.title));
      const on = c.choose(c.w.windows.slice(0, 8), (one) => one.name);
      c.about(on.name);
      c.at(c.r.pick([4, 21]));
      logon(c, c.t, on, who, "10.40.2.10", "FIN-JMP01", 10, { special: true });
      c.core(process(c, c.step(2, 4), on, who, "C:\\Windows\\System32\\wevtutil.exe", "wevtutil cl Security", cmd));
      c.core(winEvent(c, c.step(0.05), on, 1102, subject(who)));
      return "The security log of a server is cleared by hand.";
    },
  },
  {
    kind: "shadow-copies-destroyed", area: "windows", difficulty: "obvious", types: ["sabotage", "account_compromise"],
    run: (c) => {
      const [who, machine] = foothold(c);
      c.at(c.r.pick([1, 4]));
      for (const on of [host(c.w, "FIN-FS01"), host(c.w, "FIN-ERP01"), host(c.w, "FIN-SQL01")]) {
        c.about(on.name);
        c.core(logon(c, c.step(1, 3), on, who, machine.ip, machine.name, 3, { ntlm: true }));
        for (const command of ["vssadmin.exe delete shadows /all /quiet", "bcdedit /set {default} recoveryenabled no",
          "wbadmin delete catalog -quiet"]) {
          c.core(process(c, c.step(0.1, 0.3), on, who,
            `C:\\Windows\\System32\\${(command.split(" ")[0] ?? "").replace(/\.exe$/, "")}.exe`, command,
            "C:\\Windows\\System32\\wbem\\WmiPrvSE.exe"));
        }
      }
      return "On file, ERP and database server all means of recovery are destroyed, one after the other.";
    },
  },
  {
    kind: "accounts-without-preauthentication", area: "windows", difficulty: "context",
    types: ["account_compromise", "policy_violation"],
    run: (c) => {
      const [who, machine] = foothold(c, (one) => /Helpdesk|Systems|HR/.test(one.title) || one.department === "HR");
      const victim = c.take((one) => one.sam !== undefined && one.department === "Finance");
      c.working(who);
      const dc = dcOf(c);
      c.core(accountEvent(c, c.t, dc, who, victim, 4738, { UserAccountControl: "\r\n\t\t%%2096", OldUacValue: "0x210",
        NewUacValue: "0x10210" }));
      c.core(accountEvent(c, c.step(1, 3), dc, `${dc.name}$`, victim, 4768,
        { IpAddress: `::ffff:${machine.ip}`, Status: "0x0",
        EventData: eventData({ TargetUserName: victim.sam ?? "", PreAuthType: "0", TicketEncryptionType: "0x17",
          IpAddress: machine.ip }) }));
      c.core(accountEvent(c, c.step(2, 5), dc, who, victim, 4738, { OldUacValue: "0x10210", NewUacValue: "0x210" }));
      return "For minutes the first proof is switched off for a colleague's account, in order to get a ticket " +
        "to crack.";
    },
  },
  {
    kind: "new-domain-administrator", area: "windows", difficulty: "obvious",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      const [who] = foothold(c, (one) => /Systems|Helpdesk/.test(one.title));
      c.at(c.r.pick([3, 22]));
      const dc = dcOf(c);
      const name = c.r.pick(["svc-print2", "helpadmin", "backup_tmp"]);
      const made: Person = { ...c.stranger(name), sam: name, sid: c.w.nextSid() };
      c.core(accountEvent(c, c.t, dc, who, made, 4720));
      c.core(groupChange(c, c.step(0.5, 2), dc, who, made, "Domain Admins"));
      c.core(identityChange(c, c.t + 700, who, "Group Membership changed", dc,
        { TargetAccountUpn: made.upn, AdditionalFields: {
        "TO.GROUP": "Domain Admins" } }));
      logon(c, c.step(3, 9), dc, made, "10.40.2.10", "FIN-JMP01", 10, { special: true });
      return "At night a new account appears in the domain and becomes domain administrator.";
    },
  },
  {
    kind: "remote-desktop-guessed", area: "windows", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const [who] = foothold(c, (one) => one.department === "Finance");
      const from = c.outside();
      c.about(from.ip);
      c.at(c.r.int(0, 4));
      const jump = host(c.w, "FIN-JMP01");
      vpn(c, c.t, who, from, "login", true, { tunnel: "10.90.3.77", machine: "DESKTOP-7F2" });
      for (const name of ["administrator", "admin", "erpadmin", "svc-erp", "backup"]) {
        for (let i = 6; i > 0; i--) failedLogon(c, c.step(0.05, 0.3), jump, name, "10.90.3.77", "DESKTOP-7F2",
          "0xc000006a", 3);
      }
      c.core(logon(c, c.step(0.5), jump, service(c.w, "svc-erp"), "10.90.3.77", "DESKTOP-7F2", 10, { special: true }));
      c.core(identityLogon(c, c.t, service(c.w, "svc-erp"), "DESKTOP-7F2", "10.90.3.77", dcOf(c),
        { type: "Remote desktop" }));
      return "Through a stolen tunnel somebody guesses passwords on the jump host until the ERP service account " +
        "opens a desktop.";
    },
  },
  {
    kind: "policy-object-spreads-task", area: "windows", difficulty: "context",
    types: ["sabotage", "account_compromise"],
    run: (c) => {
      const [who] = foothold(c, (one) => /Systems|Helpdesk|Head of IT/.test(one.title));
      c.workday();
      c.at(20);
      const dc = dcOf(c);
      c.core(directoryChange(c, c.t, dc, who, "CN={6AC1786C-016F-11D2-945F-00C04FB984F9},CN=Policies,CN=System,DC=fin",
        "gPCMachineExtensionNames", "[{00000000-0000-0000-0000-000000000000}{CAB54552-DEEA-4691-817E-ED4A4D1AFC72}]"));
      shareAccess(c, c.step(0.3), dc, who, "10.40.2.10", "SYSVOL",
        "fin.brightkiln.example\\Policies\\{6AC1786C}\\Machine\\Preferences\\" +
        "ScheduledTasks\\ScheduledTasks.xml", true);
      for (const on of c.r.sample(c.w.windows.slice(8), 6)) {
        c.core(winEvent(c, c.step(5, 25), on, 4698, { ...subject(`${on.name}$`),
          EventData: eventData({ TaskName: "\\Defrag Helper",
          TaskContent: "&lt;Command&gt;cmd.exe&lt;/Command&gt;" +
            "&lt;Arguments&gt;/c \\\\fin-fs01\\Finance$\\u.exe&lt;/Arguments&gt;" }) }));
      }
      return "Outside the window a policy of the domain brings a task with a foreign program to all workstations.";
    },
  },
  {
    kind: "key-added-to-account", area: "windows", difficulty: "hard",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      const [who] = foothold(c);
      const victim = c.take((one) => one.sam !== undefined && one !== who);
      c.working(who);
      c.core(directoryChange(c, c.t, dcOf(c), who, `CN=${victim.name},OU=People,DC=fin,DC=brightkiln,DC=example`,
        "msDS-KeyCredentialLink",
        `B:828:0002000020000${c.r.hex(40)}`));
      return "A key of its own is written to another person's account, which opens it without a password.";
    },
  },
  {
    kind: "certificate-in-another-name", area: "windows", difficulty: "context",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      const [who, machine] = foothold(c);
      c.working(who);
      const ca = host(c.w, "FIN-CA01");
      c.about(ca.name);
      const fields = { Requester: `BKFIN\\${who.sam}`, RequestId: c.r.digits(4), Attributes:
        `CertificateTemplate:WebServerLegacy\r\nSAN:upn=Administrator@fin.brightkiln.example\r\nccm:${machine.fqdn}` };
      c.core(winEvent(c, c.t, ca, 4886, fields), winEvent(c, c.t + 300, ca, 4887, { ...fields, Disposition: "3",
        Subject: `CN=${who.name}` }));
      c.core(accountEvent(c, c.step(2, 6), dcOf(c), "FIN-DC01$", "Administrator", 4768,
        { IpAddress: `::ffff:${machine.ip}`, Status: "0x0",
        EventData: eventData({ TargetUserName: "Administrator", PreAuthType: "16", CertIssuerName: "FIN-CA01",
          IpAddress: machine.ip }) }));
      return "A clerk's account obtains a certificate in the name of the administrator and signs in with it.";
    },
  },
  {
    kind: "finance-share-emptied", area: "windows", difficulty: "context",
    types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const [who, machine] = foothold(c, (one) => one.department === "HR" || one.department === "Finance");
      c.workday();
      c.at(19.5);
      const files = host(c.w, "FIN-FS01");
      for (let i = c.r.int(50, 80); i > 0; i--) {
        c.core(shareAccess(c, c.step(0.02, 0.2), files, who, machine.ip, "Finance$", financeShares(c.r)));
      }
      anomaly(c, c.step(60), who, undefined, "Unusual file access", 0.74, "Collection", "T1039");
      return "After work somebody reads through all folders of the finance share, which is not month's end.";
    },
  },
  {
    kind: "ticket-of-nobody", area: "windows", difficulty: "hard",
    types: ["account_compromise", "privilege_escalation"],
    run: (c) => {
      const on = c.choose([host(c.w, "FIN-ERP02"), host(c.w, "FIN-SQL01")], (one) => one.name);
      c.about(on.name, "Administrator");
      c.at(c.r.int(9, 16));
      const [, machine] = foothold(c);
      c.core(serviceTicket(c, c.t, host(c.w, "FIN-DC02"), "Administrator", `${on.name}$`, machine.ip, "0x17"));
      c.core(logon(c, c.step(0.02), on, "Administrator", machine.ip, machine.name, 3, { special: true }));
      return "A service ticket is used for an administrator who never asked for a first ticket: it was forged.";
    },
  },
  {
    kind: "directory-mapped", area: "windows", difficulty: "obvious", types: ["account_compromise"],
    run: (c) => {
      const [who, machine] = foothold(c);
      c.working(who);
      const dc = dcOf(c);
      for (const [type, query] of [["AllUsers", "(samAccountType=805306368)"], ["AllGroups", "(objectCategory=group)"],
        ["AllComputers",
        "(samAccountType=805306369)"], ["AllDomainTrusts", "(objectClass=trustedDomain)"],
          ["AllGPOs", "(objectCategory=groupPolicyContainer)"],
        ["AdminCount", "(adminCount=1)"]] as const) {
        c.core(identityQuery(c, c.step(0.02, 0.1), who, machine.name, machine.ip, dc, "LDAP query", type, query));
      }
      for (const on of c.w.windows.slice(0, 8)) {
        c.core(identityQuery(c, c.step(0.02, 0.1), who, machine.name, machine.ip, dc, "SAMR query",
          "EnumerateUsersInGroup", "Administrators", on.name));
      }
      c.core(process(c, c.step(0.2), machine, who, "C:\\Users\\Public\\sh.exe", "sh.exe -c All --zipfilename x.zip",
        powershell));
      return "A tool reads out all users, groups, computers and trusts of the domain within a minute.";
    },
  },
  {
    kind: "document-starts-hidden-shell", area: "windows", difficulty: "context", types: ["account_compromise"],
    times: 2,
    run: (c) => {
      const [who, machine] = foothold(c, (one) => one.department === "Finance" || one.department === "HR");
      c.working(who);
      const office = "C:\\Program Files\\Microsoft Office\\root\\Office16\\";
      c.core(process(c, c.t, machine, who, powershell,
        `powershell.exe -w hidden -nop -enc ${c.r.hex(60).toUpperCase()}AA==`,
        office + c.r.pick(["WINWORD.EXE", "EXCEL.EXE"])));
      c.core(process(c, c.step(0.2, 1), machine, who, "C:\\Windows\\System32\\schtasks.exe",
        "schtasks /create /tn OneDriveSync /sc minute /mo 15 /tr C:\\Users\\Public\\od.vbs", powershell));
      process(c, c.step(1, 3), machine, who, "C:\\Windows\\System32\\whoami.exe", "whoami /all", powershell);
      return "A document starts a hidden shell, which makes a task for itself.";
    },
  },
];
