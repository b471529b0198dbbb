import { service } from "./everyday-machines.ts";
import {
  adGroup, dc, directoryEvent, hostNamed, hostOf, idLogon, laptopOf, logon, process, query, ticket, win,
} from "./rows-host.ts";
import { anomaly } from "./rows-identity.ts";
import { flow } from "./rows-net.ts";
import type { AttackKind } from "./stage.ts";

const area = "windows";
const shell = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
const cmd = "C:\\Windows\\System32\\cmd.exe";

export const windowsAttacks: AttackKind[] = [
  { kind: "service-tickets-harvested", area, difficulty: "obvious",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    s.at("evening", p);
    s.core(query(w, s.next(), p, "LDAP query", "ServicePrincipalNames",
      "(&(samAccountType=805306368)(servicePrincipalName=*))"));
    for (const one of w.org.services) s.core(ticket(w, s.soon(0.3, 2), p, one.sam, p.device.ip, "0x17", "0x40800000"));
    anomaly(w, s.next(), { person: p, host: p.device.name }, "Unusual number of service ticket requests", 0.9,
      "CredentialAccess", "T1558.003");
    return {
      subjects: [p.sam, p.device.name],
      summary: "From one laptop weakly encrypted tickets of all service accounts were fetched within seconds.",
    };
  } },
  { kind: "directory-replicated-by-person", area, difficulty: "obvious",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const p = s.admin("Windows Server");
    const from = laptopOf(w, s.employee());
    s.at("night", p);
    for (let n = 0; n < 3; n++) s.core(win(w, s.soon(), dc(w), 4662,
      { SubjectUserName: p.sam, SubjectUserSid: p.sid, ObjectServer: "DS",
      ObjectType: "%{19195a5b-6da0-11d0-afd3-00c04fd930c9}", OperationType: "Object Access", AccessMask: "0x100",
      Properties: "%%7688 {1131f6ad-9c07-11d1-f79f-00c04fc2dcd2} {19195a5b-6da0-11d0-afd3-00c04fd930c9}" }));
    s.core(directoryEvent(w, s.next(), p, "Directory Service replication", undefined, { "SOURCE.COMPUTER": from.name },
      { device: from }));
    return {
      subjects: [p.sam, from.name],
      summary: "An administration account replicated the secrets of the domain to a laptop.",
    };
  } },
  { kind: "remote-desktop-guessed", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const net = s.stranger();
    const host = hostNamed(w, w.rng.pick(["AQAPP02", "AQJUMP01"]));
    const p = s.employee();
    s.at("night", p);
    for (let n = w.rng.int(25, 45); n > 0; n--) s.core(logon(w, s.soon(2, 20), host, w.rng.chance(0.5)
      ? p : { ...p, sam: w.rng.pick(["administrator",
      "admin", "user", "scanner"]) }, { ip: net.ip, from: "WIN-7D2K", package: "NTLM",
        failed: w.rng.pick(["0xc000006a", "0xc0000064"]) }));
    s.core(logon(w, s.soon(), host, p, { ip: net.ip, type: 10, from: "WIN-7D2K" }));
    return {
      subjects: [p.sam, host.name, net.ip],
      summary: "A server that had become reachable was tried from the Internet until a logon succeeded.",
    };
  } },
  { kind: "security-log-cleared", area, difficulty: "obvious", types: ["sabotage", "account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.admin("Windows Server");
    const host = hostNamed(w, w.rng.pick(["AQFS01", "AQSQL01", "AQDC02"]));
    s.at("night", p);
    logon(w, s.next(), host, p, { type: 10, elevated: true });
    s.core(process(w, s.next(), host, p.sam, "C:\\Windows\\System32\\wevtutil.exe", "wevtutil.exe cl Security", cmd),
      win(w, s.soon(), host, 1102, { SubjectUserName: p.sam, SubjectUserSid: p.sid }));
    return {
      subjects: [p.sam, host.name],
      summary: "The security log of a server was cleared at night.",
    };
  } },
  { kind: "service-hop-between-servers", area, difficulty: "context",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const p = s.admin("Windows Server");
    const from = laptopOf(w, s.lawyer());
    s.at("evening", p);
    for (const host of w.rng.sample(w.org.hosts.filter((h) => h.os === "windows" && h.role !== "jump"), 4)) {
      s.core(logon(w, s.next(), host, p, { ip: from.ip, from: from.name, package: "NTLM", elevated: true }));
      s.core(win(w, s.soon(), host, 4697, { SubjectUserName: p.sam, ServiceName: w.rng.hex(4).toUpperCase(),
        ServiceFileName:
        `%SystemRoot%\\${w.rng.hex(8)}.exe`, ServiceType: "0x10", ServiceStartType: 3,
          ServiceAccount: "LocalSystem" }));
    }
    return {
      subjects: [p.sam, from.name],
      summary: "From a lawyer's laptop, not from the jump server, an administration account installed services on "
        + "one server after the other.",
    };
  } },
  { kind: "accounts-without-preauthentication", area, difficulty: "context", types: ["account_compromise"],
    run: (s) => {
    const { w } = s;
    const p = s.employee();
    s.at("work", p);
    for (const one of [service(w, "svc-legacyfax"), service(w, "svc-docscan"), service(w, "svc-print")]) s.core(win(w,
      s.soon(1, 4), dc(w), 4768, {
      TargetUserName: one.sam, TargetSid: one.sid, IpAddress: `::ffff:${p.device.ip}`, Status: "0x0",
        ServiceName: "krbtgt",
      EventData: "<Data Name=\"TicketEncryptionType\">0x17</Data><Data Name=\"PreAuthType\">0</Data>" }));
    return {
      subjects: [p.device.name, p.device.ip],
      summary: "Tickets for service accounts were asked without pre-authentication from a laptop.",
    };
  } },
  { kind: "group-policy-poisoned", area, difficulty: "context",
    types: ["account_compromise", "sabotage", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const p = s.admin(w.rng.pick(["Microsoft 365", "Cloud Engineer", "Windows Server"]));
    s.at("night", p);
    s.core(win(w, s.next(), dc(w), 5136, { SubjectUserName: p.sam, SubjectUserSid: p.sid,
      ObjectType: "groupPolicyContainer", ObjectName:
      "CN={31B2F340-016D-11D2-945F-00C04FB984F9},CN=Policies,CN=System,DC=corp,DC=aldermerequist,DC=example", EventData:
      "<Data Name=\"AttributeLDAPDisplayName\">gPCMachineExtensionNames</Data><Data "
        + "Name=\"AttributeValue\">[{AADCED64-746C-4633-A97C-D61349046527}"
      + "{CAB54552-DEEA-4691-817E-ED4A4D1AFC72}]</Data>" }));
    for (let n = 0; n < 3; n++) s.core(win(w, s.next(), w.rng.pick(w.org.hosts.filter((h) => h.os === "windows")), 4698,
      { SubjectUserName: `${w.org.netbios}$`,
      EventData: "<Data Name=\"TaskName\">\\Update</Data>"
        + "<Command>\\\\corp.aldermerequist.example\\SYSVOL\\u.bat</Command>" }));
    return {
      subjects: [p.sam],
      summary: "A scheduled task was put into the policy of the whole domain at night and appeared on the servers.",
    };
  } },
  { kind: "certificate-for-somebody-else", area, difficulty: "context",
    types: ["privilege_escalation", "account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    const victim = s.admin("Windows Server");
    const pki = hostOf(w, "pki");
    s.at("work", p);
    const RequestId = String(w.rng.int(4000, 9000));
    s.core(win(w, s.next(), pki, 4886, { Requester: `${w.org.netbios}\\${p.sam}`, RequestId,
      Attributes: `CertificateTemplate:WebServerLegacy\nSAN:upn=${victim.upn}` }),
      win(w, s.soon(), pki, 4887, { Requester: `${w.org.netbios}\\${p.sam}`, RequestId,
        Attributes: `CertificateTemplate:WebServerLegacy\nSAN:upn=${victim.upn}`,
        Disposition: "3", Subject: `CN=${p.name}` }));
    s.core(win(w, s.next(), dc(w), 4768, { TargetUserName: victim.sam, TargetSid: victim.sid,
      IpAddress: `::ffff:${p.device.ip}`, Status: "0x0",
      ServiceName: "krbtgt", EventData: "<Data Name=\"PreAuthType\">16</Data>" }));
    return {
      subjects: [p.sam, victim.sam],
      summary: "An employee got a certificate in the name of a domain administrator and logged on with it.",
    };
  } },
  { kind: "domain-administrator-at-night", area, difficulty: "context",
    types: ["privilege_escalation", "account_compromise"], run: (s) => {
    const { w } = s;
    const by = s.admin("Windows Server");
    const p = s.who((one) => one.grade === "helpdesk" || one.grade === "staff");
    s.at("night", by);
    s.core(adGroup(w, s.next(), by, p, w.rng.pick(["Domain Admins", "Enterprise Admins", "Schema Admins"])));
    s.core(logon(w, s.next(5, 30), dc(w), p, { type: 3, elevated: true }));
    return {
      subjects: [by.sam, p.sam],
      summary: "An account without any task in IT became domain administrator at night and entered a domain "
        + "controller.",
    };
  } },
  { kind: "shadow-key-on-account", area, difficulty: "hard", types: ["account_compromise", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.employee();
    const host = hostNamed(w, w.rng.pick(["AQSQL01", "AQFS02", "AQAPP01"]));
    s.at("work", by);
    s.core(win(w, s.next(), dc(w), 5136, { SubjectUserName: by.sam, SubjectUserSid: by.sid, ObjectType: "computer",
      ObjectName:
      `CN=${host.name},OU=Servers,DC=corp,DC=aldermerequist,DC=example`,
        EventData: `<Data Name="AttributeLDAPDisplayName">${w.rng.pick(
        ["msDS-KeyCredentialLink", "msDS-AllowedToActOnBehalfOfOtherIdentity"])}</Data>` }));
    s.core(ticket(w, s.next(), by, `cifs/${host.fqdn}`, by.device.ip, "0x12", "0x40830000"));
    return {
      subjects: [by.sam, host.name],
      summary: "An attribute that lets others act as the server was written by an ordinary account.",
    };
  } },
  { kind: "memory-of-logons-dumped", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    const host = laptopOf(w, p);
    s.at("work", p);
    process(w, s.next(), host, p.sam, shell, `powershell -nop -w hidden -enc ${w.rng.hex(40)}`,
      "C:\\Program Files\\Microsoft Office\\root\\Office16\\WINWORD.EXE");
    s.core(process(w, s.next(), host, p.sam, w.rng.pick(["C:\\Windows\\System32\\rundll32.exe",
      "C:\\Users\\Public\\procdump64.exe"]), w.rng.pick([
      "rundll32.exe C:\\windows\\System32\\comsvcs.dll, MiniDump 684 C:\\Users\\Public\\l.dmp full",
        "procdump64.exe -accepteula -ma lsass.exe l.dmp"]), shell));
    return {
      subjects: [p.sam, host.name],
      summary: "A document started a shell that dumped the memory with the passwords of the laptop.",
    };
  } },
  { kind: "ransomware-prepared", area, difficulty: "obvious", types: ["sabotage", "account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.admin("Windows Server");
    s.at("night", p);
    for (const host of w.rng.sample(w.org.hosts.filter((h) => ["file", "sql", "backup", "app"].includes(h.role)), 4)) {
      logon(w, s.next(), host, p, { type: 3, ip: hostNamed(w, "AQAPP01").ip, from: "AQAPP01", elevated: true });
      s.core(process(w, s.soon(), host, p.sam, "C:\\Windows\\System32\\vssadmin.exe",
        "vssadmin.exe delete shadows /all /quiet", cmd),
        process(w, s.soon(), host, p.sam, "C:\\Windows\\System32\\bcdedit.exe",
          "bcdedit /set {default} recoveryenabled no", cmd),
        process(w, s.soon(), host, p.sam, "C:\\Windows\\System32\\net.exe", "net stop MSSQLSERVER /y", cmd));
    }
    return {
      subjects: [p.sam, "AQAPP01"],
      summary: "On several servers shadow copies and recovery were removed and databases stopped, as before an "
        + "encryption.",
    };
  } },
  { kind: "directory-mapped", area, difficulty: "context", types: ["account_compromise", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const p = s.employee();
    s.at("work", p);
    for (const [type, text] of [["AllUsers", "(samAccountType=805306368)"], ["AllGroups", "(objectCategory=group)"],
      ["AllComputers",
      "(samAccountType=805306369)"], ["AllDomains", "(objectClass=trustedDomain)"], ["DomainAdmins", "(adminCount=1)"],
        ["Delegation",
      "(userAccountControl:1.2.840.113556.1.4.803:=524288)"]] as const) s.core(query(w, s.soon(2, 20), p, "LDAP query",
        type, text));
    for (let n = 0; n < 9; n++) s.core(query(w, s.soon(1, 6), p, "SAMR query", "QueryLocalGroup", "Administrators",
      { target:
      w.rng.pick(w.org.hosts.filter((h) => h.os === "windows")).fqdn }));
    return {
      subjects: [p.upn, p.device.name],
      summary: "An employee outside IT asked the directory for all users, groups, trusts and local administrators.",
    };
  } },
  { kind: "scheduled-task-from-share", area, difficulty: "context", types: ["account_compromise", "sabotage"],
    run: (s) => {
    const { w } = s;
    const p = service(w, w.rng.pick(["svc-timebill", "svc-docscan", "svc-sql"]));
    const host = hostNamed(w, w.rng.pick(["AQAPP01", "AQSQL02", "AQPRT01"]));
    s.at("evening", p);
    s.core(logon(w, s.next(), host, p, { type: 10, ip: s.employee().device.ip, from: "UNKNOWN-PC" }));
    s.core(win(w, s.next(), host, 4698, { SubjectUserName: p.sam,
      EventData: "<Data Name=\"TaskName\">\\Microsoft\\Windows\\Chkdsk\\Verify</Data><Command>"
      + "C:\\ProgramData\\v.exe</Command>" }));
    return {
      subjects: [p.sam, host.name],
      summary: "A service account opened a desktop on a server and left a task there.",
    };
  } },
  { kind: "desktop-from-lawyer-to-server", area, difficulty: "hard", types: ["account_compromise", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => ["associate", "secretary", "paralegal"].includes(one.grade));
    const host = hostNamed(w, w.rng.pick(["AQAPP01", "AQAPP02", "AQFS02"]));
    s.at("work", p);
    s.core(logon(w, s.next(), host, p, { type: 10 }), flow(w, s.soon(), p.office,
      { from: p.device.ip, to: host.ip, port: 3389, user: p.sam, seconds: 1500 }));
    s.core(idLogon(w, s.next(), p, { to: host.fqdn, type: "Remote desktop", ip: p.device.ip }));
    return {
      subjects: [p.sam, host.name],
      summary: "Someone of the lawyers' side opened a desktop on a server, which only administrators do, and from "
        + "the jump server.",
    };
  } },
  { kind: "history-of-identity-added", area, difficulty: "obvious",
    types: ["privilege_escalation", "account_compromise"], run: (s) => {
    const { w } = s;
    const by = s.admin("Windows Server");
    const p = s.employee();
    s.at("night", by);
    s.core(win(w, s.next(), dc(w), 4765, { SubjectUserName: by.sam, TargetUserName: p.sam, TargetSid: p.sid,
      SidHistory: `${w.org.sidBase}-500` }),
      win(w, s.next(), dc(w), 4794, { SubjectUserName: by.sam, Workstation: w.rng.pick(w.org.people).device.name,
        Status: "0x0" }));
    return {
      subjects: [by.sam, p.sam],
      summary: "An account got the history of the built-in administrator, and the recovery password of a domain "
        + "controller was set.",
    };
  } },
];
