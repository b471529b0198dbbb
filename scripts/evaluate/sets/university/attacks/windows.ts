import type { Host, World } from "../model.ts";
import type { Plan } from "../scenario.ts";
import { HOUR, MINUTE, SECOND } from "../calendar.ts";
import { anomaly } from "../entra.ts";
import { edge, inner } from "../infra.ts";
import { AD_DOMAIN, NETBIOS } from "../model.ts";
import { hostileNet } from "../places.ts";
import {
  act, changed, dc, dn, event, host, idChange, idLogon, idQuery, logon, MACHINE, POWERSHELL, run, share, SYSTEM32,
    ticket,
} from "../windows.ts";
import { has, onWindows, times } from "./tools.ts";

const area = "windows" as const;
const EXPLORER = "C:\\Windows\\explorer.exe";
const servers = (w: World): Host[] => ["fs01", "fs02", "sql01", "print01", "rds01", "sccm01", "veeam01",
  "fs-med01"].map((name) => host(w, name));

export const windowsAttacks: Plan[] = [
  { kind: "replication-by-a-person", area, difficulty: "obvious", types: ["account_compromise", "privilege_escalation"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.admin("windows");
    const source = rng.pick(w.people.filter(onWindows)).laptop;
    a.about(source.name);
    const t = a.at(rng.float(0, 5));
    a.core(() => {
      logon(w, t - 2000, host(w, "dc01"), p, { ip: source.ip, from: source.name, pack: "NTLM", elevated: true });
      times(3, (i) => act(w, t + i * 1500, host(w, "dc01"), 4662, p, undefined,
        { ObjectType: "domainDNS", ObjectName: "DC=ad,DC=waalhaven,DC=example", AccessMask: "0x100", ObjectServer: "DS",
        Properties: "%%7688 {1131f6ad-9c07-11d1-f79f-00c04fc2dcd2} {19195a5b-6da0-11d0-afd3-00c04fd930c9}" }));
    });
    idChange(w, t + 4000, p, "Directory Services replication", undefined, { "SOURCE.DEVICE": source.name }, "dc01");
    return `All secrets of the domain are replicated at night with ${p.sam} from the laptop ${source.name}.`;
  } },
  { kind: "tickets-for-service-accounts", area, difficulty: "obvious",
      types: ["account_compromise", "privilege_escalation"], times: 2, run: (a) => {
    const { w, rng } = a;
    const p = a.staff(onWindows, "campus");
    a.about(p.laptop.name);
    const t = a.at(rng.float(10, 20));
    idQuery(w, t - MINUTE, p, p.laptop, "EnumerateSPN",
      "(&(samAccountType=805306368)(servicePrincipalName=*)(!(samAccountName=krbtgt)))");
    a.core(() => {
      for (const [i, s] of w.services.filter((x) => x.sam.startsWith("svc-")).entries()) ticket(w, t + i * 700, p,
        p.laptop.ip, s.sam, "0x17", { options: "0x40810000", on: host(w, "dc01") });
    });
    return `The laptop of ${p.display} asks for RC4 tickets of all service accounts within seconds, to guess their `
      + `passwords.`;
  } },
  { kind: "accounts-without-preauthentication", area, difficulty: "context", types: ["account_compromise"],
      run: (a) => {
    const { w } = a;
    const p = a.staff(onWindows);
    const ip = p.laptop.ip;
    a.about(ip);
    idQuery(w, a.at(13), p, p.laptop, "AccountsWithoutPreauth",
      "(&(objectCategory=person)(userAccountControl:1.2.840.113556.1.4.803:=4194304))");
    a.core(() => {
      for (const [i, s] of ["svc-legacyerp", "svc-labsync", "svc-ldapweb"].entries()) {
        const service = w.services.find((x) => x.sam === s)!;
        event(w, a.at(13.02) + i * 900, dc(w), 4768, { TargetUserName: service.sam, TargetSid: service.sid,
          TargetDomainName: AD_DOMAIN, ServiceName: "krbtgt", IpAddress: `::ffff:${ip}`, Status: "0x0",
          EventData: '<Data Name="TicketEncryptionType">0x17</Data><Data Name="PreAuthType">0</Data>' });
      }
    });
    return `A laptop looks for accounts without pre-authentication and takes weak tickets of three of them.`;
  } },
  { kind: "hash-spreads-over-servers", area, difficulty: "context", types: ["account_compromise"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("windows");
    const source = rng.pick(w.people.filter(onWindows)).laptop;
    a.about(source.name);
    const t = a.at(rng.float(18, 23));
    a.core(() => {
      for (const [i, on] of servers(w).entries()) logon(w, t + i * 20 * SECOND, on, admin,
        { ip: source.ip, from: source.name, pack: "NTLM", elevated: true });
    });
    times(3, (i) => idLogon(w, t + i * 20 * SECOND, admin, source, { protocol: "Ntlm", to: servers(w)[i]! }));
    return `The administrative account ${admin.sam} logs on by NTLM to eight servers within minutes from the laptop `
      + `${source.name}, not from the jump host.`;
  } },
  { kind: "log-of-a-domain-controller-cleared", area, difficulty: "obvious", types: ["sabotage", "account_compromise"],
      when: "any", run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("windows");
    const on = host(w, rng.pick(["dc01", "dc02", "dc03"]));
    a.about(on.name);
    const t = a.at(rng.float(1, 5));
    logon(w, t - 6 * MINUTE, on, admin, { type: 10, ip: "10.40.1.23", from: "PCR-A03", elevated: true });
    run(w, t - 10_000, on, admin, `${SYSTEM32}wevtutil.exe`, "wevtutil cl Security", `${SYSTEM32}cmd.exe`);
    a.core(() => event(w, t, on, 1102, { SubjectUserName: admin.sam, SubjectDomainName: NETBIOS,
      Account: `${NETBIOS}\\${admin.sam}` }));
    return `The security log of ${on.name} is cleared at night, from a computer room.`;
  } },
  { kind: "ransomware-is-prepared", area, difficulty: "obvious", types: ["sabotage", "account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const service = w.services.find((s) => s.sam === "svc-sccm")!;
    a.about(service.upn);
    const t = a.at(rng.float(2, 4));
    for (const [i, on] of servers(w).entries()) {
      const at = t + i * 90 * SECOND;
      a.about(on.name);
      logon(w, at, on, service, { ip: "10.10.5.10", from: "RDS01", pack: "NTLM", elevated: true });
      event(w, at + 4000, on, 4697, { SubjectUserName: service.sam, SubjectDomainName: NETBIOS,
        Account: `${NETBIOS}\\${service.sam}`, ServiceName: "PSEXESVC", ServiceFileName: "%SystemRoot%\\PSEXESVC.exe",
        ServiceAccount: "LocalSystem", ServiceStartType: 3 });
      a.core(() => {
        run(w, at + 9000, on, MACHINE(on), `${SYSTEM32}vssadmin.exe`, "vssadmin.exe delete shadows /all /quiet",
          `${SYSTEM32}cmd.exe`);
        run(w, at + 11_000, on, MACHINE(on), `${SYSTEM32}bcdedit.exe`, "bcdedit /set {default} recoveryenabled no",
          `${SYSTEM32}cmd.exe`);
      });
    }
    share(w, t + 15 * MINUTE, host(w, "dc01"), service, "10.10.5.10", "SYSVOL",
      `${AD_DOMAIN}\\scripts\\upd${rng.hex(4)}.exe`, "0x2");
    return `Shadow copies are deleted on eight servers one after the other at night with the account of software `
      + `deployment, and a program is put into SYSVOL.`;
  } },
  { kind: "new-domain-administrator", area, difficulty: "obvious",
      types: ["privilege_escalation", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const fresh = { sam: `helpsvc${rng.int(1, 9)}`, sid: `${w.domainSid}-${rng.int(9000, 9900)}` };
    a.about(fresh.sam);
    const t = a.at(rng.float(1, 6));
    a.core(() => {
      act(w, t, host(w, "dc02"), 4720, admin, fresh, { SamAccountName: fresh.sam });
      act(w, t + 30_000, host(w, "dc02"), 4728, admin, { sam: "Domain Admins", sid: `${w.domainSid}-512` },
        { MemberName: dn(fresh), MemberSid: fresh.sid });
    });
    idChange(w, t + 31_000, admin, "Group Membership changed", undefined,
      { "TO.GROUP": "Domain Admins", "TARGET.ACCOUNT": fresh.sam });
    return `An account ${fresh.sam} is created at night and made domain administrator at once.`;
  } },
  { kind: "policy-runs-a-script-everywhere", area, difficulty: "context", types: ["sabotage", "account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff(has("endpoint"));
    const id = rng.uuid().toUpperCase();
    const t = a.at(rng.float(21, 24));
    a.core(() => {
      changed(w, t, p, `CN={${id}},CN=Policies,CN=System,DC=ad,DC=waalhaven,DC=example`, "groupPolicyContainer",
        "gPCMachineExtensionNames", "[{AADCED64-746C-4633-A97C-D61349046527}{CAB54552-DEEA-4691-817E-ED4A4D1AFC72}]");
      share(w, t + 20_000, host(w, "dc01"), p, p.laptop.ip, "SYSVOL",
        `${AD_DOMAIN}\\Policies\\{${id}}\\Machine\\Preferences\\ScheduledTasks\\ScheduledTasks.xml`, "0x2");
    });
    return `The normal account of ${p.display}, without an administrative account, puts a scheduled task into a `
      + `policy of all computers at night.`;
  } },
  { kind: "delegation-to-a-new-computer", area, difficulty: "context",
      types: ["privilege_escalation", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff(onWindows, "campus");
    const name = `DESKTOP-${rng.hex(8).toUpperCase()}$`;
    a.about(name);
    const t = a.at(rng.float(14, 20));
    const computer = { sam: name, sid: `${w.domainSid}-${rng.int(9000, 9990)}` };
    a.core(() => {
      act(w, t, dc(w), 4741, p, computer, { SamAccountName: name });
      changed(w, t + 3 * MINUTE, p, "CN=SQL01,OU=Servers,DC=ad,DC=waalhaven,DC=example", "computer",
        "msDS-AllowedToActOnBehalfOfOtherIdentity", "O:SYD:(A;;CCDCLCSWRPWPDTLOCRSDRCWDWO;;;S-1-5-21)");
    });
    ticket(w, t + 5 * MINUTE, computer, p.laptop.ip, "SQL01$", "0x12", { options: "0x40810000" });
    return `${p.display} creates a computer account, and the database server then accepts it on behalf of others.`;
  } },
  { kind: "shadow-credentials", area, difficulty: "hard", types: ["account_compromise", "privilege_escalation"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("helpdesk"));
    const victim = rng.pick(w.admins.filter((x) => x.tags.has("windows")));
    a.about(victim.upn);
    const t = a.at(rng.float(12, 17));
    a.core(() => changed(w, t, p, dn(victim, "Admins"), "user", "msDS-KeyCredentialLink",
      `B:828:${rng.hex(24)}:${dn(victim, "Admins")}`));
    ticket(w, t + 4 * MINUTE, victim, p.laptop.ip, "krbtgt");
    return `The account of ${p.display} puts a key on the administrative account ${victim.sam} and gets a ticket for `
      + `it from the own laptop.`;
  } },
  { kind: "rights-on-protected-groups", area, difficulty: "hard", types: ["privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("windows");
    const friend = a.anybody(has("student"));
    a.core(() => changed(w, a.at(rng.float(17, 19)), admin, "CN=AdminSDHolder,CN=System,DC=ad,DC=waalhaven,DC=example",
      "container", "nTSecurityDescriptor", `O:DAG:DAD:PAI(A;;CCDCLCSWRPWPLOCRSDRCWDWO;;;${friend.sid})`));
    return `${admin.display} gives the student assistant ${friend.display} full rights on all protected accounts `
      + `through AdminSDHolder.`;
  } },
  { kind: "certificate-for-somebody-else", area, difficulty: "context",
      types: ["privilege_escalation", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff(onWindows);
    const victim = rng.pick(w.admins.filter((x) => x.tags.has("identity")));
    a.about(victim.upn);
    const t = a.at(rng.float(11, 19));
    const fields = { Requester: `${NETBIOS}\\${p.sam}`, RequestId: String(rng.int(4000, 9000)),
      Attributes: `CertificateTemplate:WebServerV2\nSAN:upn=${victim.sam}@${AD_DOMAIN}\nccm:${p.laptop.fqdn}` };
    const on = host(w, "ca01");
    a.core(() => {
      event(w, t, on, 4886, fields);
      event(w, t + 800, on, 4887, { ...fields, Subject: `CN=${p.display}`, Disposition: "3" });
      event(w, t + 5 * MINUTE, dc(w), 4768, { TargetUserName: victim.sam, TargetSid: victim.sid,
        TargetDomainName: AD_DOMAIN, ServiceName: "krbtgt", IpAddress: `::ffff:${p.laptop.ip}`, Status: "0x0",
        EventData: '<Data Name="TicketEncryptionType">0x12</Data><Data Name="PreAuthType">16</Data>'
          + '<Data Name="CertIssuerName">WAALHAVEN-CA01</Data>' });
    });
    return `${p.display} gets a certificate in the name of ${victim.sam} from a careless template and signs in with `
      + `it.`;
  } },
  { kind: "directory-mapped", area, difficulty: "context", types: ["account_compromise", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff(onWindows);
    a.about(p.laptop.name);
    const t = a.at(rng.float(9, 22));
    a.core(() => {
      for (const [i, [type, query]] of ([["AllUsers", "(samAccountType=805306368)"],
        ["AllGroups", "(objectCategory=group)"], ["AllComputers", "(objectCategory=computer)"],
        ["AllTrusts", "(objectClass=trustedDomain)"],
        ["AllGPOs", "(objectCategory=groupPolicyContainer)"], ["EnumerateSPN", "(servicePrincipalName=*)"],
            ["Delegation", "(msDS-AllowedToDelegateTo=*)"]] as const).entries()) {
        idQuery(w, t + i * 1500, p, p.laptop, type, query);
      }
    });
    times(16, (i) => idQuery(w, t + MINUTE + i * 900, p, p.laptop, "EnumerateSessions", "",
      { action: "SAMR query", target: rng.pick(servers(w)).name }));
    if (rng.chance(0.5)) anomaly(w, t, "Anomalous LDAP queries", 0.8, "Discovery", "T1087", { p, host: p.laptop.name });
    return `The laptop of ${p.display} asks the directory for everything and the servers for their sessions within a `
      + `minute.`;
  } },
  { kind: "copy-of-the-domain-database", area, difficulty: "obvious", types: ["account_compromise"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("windows");
    const on = host(w, "dc03");
    a.about(on.name);
    const t = a.at(rng.float(3, 6));
    logon(w, t - 3 * MINUTE, on, admin, { type: 3, ip: "10.10.4.10", from: "SQL01", pack: "NTLM", elevated: true });
    a.core(() => run(w, t, on, admin, `${SYSTEM32}ntdsutil.exe`,
      'ntdsutil.exe "ac i ntds" "ifm" "create full c:\\windows\\temp\\x" q q', `${SYSTEM32}cmd.exe`));
    share(w, t + 9 * MINUTE, on, admin, "10.10.4.10", "C$", "windows\\temp\\x\\Active Directory\\ntds.dit");
    return `The database of the domain is copied on dc03 and fetched from the database server before morning.`;
  } },
  { kind: "remote-desktop-of-a-laboratory", area, difficulty: "context", types: ["account_compromise"], when: "any",
      run: (a) => {
    const { w, rng } = a;
    const net = a.net(hostileNet(rng));
    const on = host(w, rng.pick(["lab-mic01", "lab-spec02", "lab-cnc03"]));
    a.about(on.name);
    const t = a.at(rng.float(0, 20));
    edge(w, t - 5000, { from: net.ip, to: "203.0.113.77", port: 3389, rule: "lab-exception", zoneFrom: "wan1",
      zoneTo: "labs", sent: 90_000 });
    times(34, (i) => logon(w, t + i * 5000, on, { sam: rng.pick(["administrator", "lab", "user", "microscope"]),
      sid: "S-1-0-0" }, { type: 3, ip: net.ip, failed: rng.chance(0.7) ? "0xc000006a" : "0xc0000064", pack: "NTLM" }));
    a.core(() => {
      logon(w, t + 4 * MINUTE, on, { sam: "lab", sid: "S-1-5-21-1-2-3-1001" },
        { type: 10, ip: net.ip, domain: on.name.toUpperCase(), elevated: true });
      run(w, t + 9 * MINUTE, on, { sam: "lab", sid: "S-1-5-21-1-2-3-1001" }, "C:\\Users\\lab\\Downloads\\nlbrute.exe",
        "nlbrute.exe -t 64", EXPLORER);
    });
    return `The remote desktop of ${on.name}, open to the Internet, is guessed and used to attack others.`;
  } },
  { kind: "memory-of-passwords-dumped", area, difficulty: "obvious", types: ["account_compromise"], times: 2,
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff(onWindows);
    const on = host(w, rng.pick(["rds01", "lab-seq04"]));
    a.about(on.name);
    const t = a.at(rng.float(12, 23));
    logon(w, t - 4 * MINUTE, on, p, { type: 10, ip: p.laptop.ip, from: p.laptop.name });
    a.core(() => {
      run(w, t, on, p, POWERSHELL,
        `powershell -nop -w hidden -enc `
          + `${Buffer.from("IEX(New-Object Net.WebClient).DownloadString").toString("base64")}`, EXPLORER);
      run(w, t + 50_000, on, p, `${SYSTEM32}rundll32.exe`,
        "rundll32.exe C:\\windows\\System32\\comsvcs.dll, MiniDump 724 C:\\Users\\Public\\l.dmp full", POWERSHELL);
    });
    return `With the account of ${p.display} the memory with passwords is written to a file on ${on.name}.`;
  } },
  { kind: "ticket-without-a-beginning", area, difficulty: "hard", types: ["account_compromise", "privilege_escalation"],
      run: (a) => {
    const { w, rng } = a;
    const ip = `10.40.2.${rng.int(33, 44)}`;
    a.about(ip, "administrator");
    const t = a.at(rng.float(2, 5));
    const ghost = { sam: "administrator", sid: `${w.domainSid}-500` };
    a.core(() => {
      ticket(w, t, ghost, ip, "DC01$", "0x17", { domain: "ad.waalhaven.example.", options: "0x60810010" });
      ticket(w, t + 2 * MINUTE, ghost, ip, "FS-MED01$", "0x17",
        { domain: "ad.waalhaven.example.", options: "0x60810010" });
      logon(w, t + 2 * MINUTE + 900, host(w, "fs-med01"), ghost,
        { ip, domain: "ad.waalhaven.example.", elevated: true });
    });
    return `Service tickets of the built-in administrator are used from a computer room with an odd domain name and `
      + `weak cipher, without any first ticket: a forged one.`;
  } },
  { kind: "port-proxy-between-zones", area, difficulty: "hard", types: ["account_compromise"], run: (a) => {
    const { w, rng } = a;
    const on = host(w, "print01");
    a.about(on.name);
    const t = a.at(rng.float(5, 7));
    a.core(() => run(w, t, on, MACHINE(on), `${SYSTEM32}netsh.exe`,
      "netsh interface portproxy add v4tov4 listenport=8443 connectport=445 connectaddress=10.10.2.31",
      `${SYSTEM32}cmd.exe`));
    times(5, (i) => inner(w, t + (1 + i) * HOUR, { from: "10.60.9.22", to: on.ip, port: 8443, app: "ms-ds-smb",
      zoneFrom: "labs", rule: "print-any" }));
    return `The print server forwards a port to the medical file server, and a device of the laboratories uses it.`;
  } },
];
