import type { App, Person, World } from "./model.ts";
import type { Routine } from "./everyday-people.ts";
import type { Rng } from "./rng.ts";
import { HOUR, MINUTE } from "./calendar.ts";
import { anomaly, appSignin, behavior, graph, signin } from "./entra.ts";
import { auditd, azure, cron, edge, forti, inner, line, newResource, resource, ssh, sudo, vpn, web } from "./infra.ts";
import { file } from "./m365.ts";
import { netOf } from "./everyday-people.ts";
import { hostileNet, mobileNet, partnerNet, serverNet, torNet } from "./places.ts";
import { act, dc, event, host, idLogon, idQuery, logon, MACHINE, POWERSHELL, run, SYSTEM32,
  ticket } from "./windows.ts";

const service = (w: World, sam: string): Person => w.services.find((s) => s.sam === sam) as Person;
const app = (w: World, key: string): App => w.apps.get(key) as App;
const everyDay = (w: World, fn: (day: number) => void): void => {
  for (let day = 0; day < w.cal.days; day++) fn(day);
};

function jobsOfApps(w: World, rng: Rng): void {
  const plans: [string, number[], string, number][] = [
    ["canvas", [4, 12], "users/delta", 4], ["timetable", [6, 18], "users/{id}/calendar/events", 4],
      ["discovery", [3], "users?$select=id,mail", 2],
    ["osiris", [2], "users?$filter=userType eq 'Member'", 2], ["powerbi", [5.5], "sites/{id}/lists", 2],
      ["repository", [22], "sites/{id}/drive/root/children", 5],
    ["grants", [9, 15], "sites/{id}/lists", 2], ["labinv", [7], "sites/{id}/lists/inventory/items", 1],
      ["ticket", [6, 10, 14, 18], "users?$top=999", 1],
    ["siem", [0, 6, 12, 18], "auditLogs/directoryAudits", 2], ["idgov", [1], "groups/{id}/members", 3],
      ["hpcacct", [2.5], "users?$select=id,accountEnabled", 1],
    ["visitor", [7.5], "users?$top=100", 1],
  ];
  everyDay(w, (day) => {
    for (const [key, hours, path, n] of plans) {
      for (const hour of hours) {
        const t = w.cal.at(day, hour + rng.float(0, 0.06));
        appSignin(w, t, app(w, key));
        for (let i = 0; i < n; i++) graph(w, t + 4000 + i * 9000, app(w, key), "GET",
          path.replace("{id}", rng.pick(w.people).id));
      }
    }
    const backup = app(w, "backup365");
    const t = w.cal.at(day, 1.2);
    appSignin(w, t, backup);
    appSignin(w, t + 5000, backup, { resource: "Office 365 SharePoint Online" });
    for (let i = 0; i < 26; i++) {
      const p = rng.pick(w.people);
      graph(w, t + i * 70_000, backup, "GET", i % 2 ? `users/${p.id}/messages/delta` : `users/${p.id}/drive/root/delta`,
        { agent: "CloudVault/7.2" });
    }
  });
}

function identities(w: World, rng: Rng): void {
  everyDay(w, (day) => {
    for (const [key, hours] of [["vm-genome", [0, 8, 16]], ["func-climate", [3, 9, 15, 21]], ["aa-it", [6, 19]],
      ["vm-mltrain", [11]],
      ["func-library", [2, 14]], ["logic-grants", [10]], ["vm-econ", [4]], ["aks-ml", [5, 17]]] as const) {
      for (const hour of hours) appSignin(w, w.cal.at(day, hour + rng.float(0, 0.1)), app(w, key),
        { resource: key === "aa-it" ? "Azure Resource Manager" : undefined });
    }
    const start = w.cal.at(day, 6.9);
    const names: [string, string][] = [["climate", "vm-climate-01"], ["economics", "vm-econ-sim"],
      ["platform", "vm-web-stage"]];
    if (!w.cal.isWeekend(day)) {
      for (const [sub, name] of names) {
        azure(w, start + rng.int(0, 90_000), app(w, "aa-it"), "20.76.10.4",
          "Microsoft.Compute/virtualMachines/start/action", resource(w, sub, name), { quiet: true });
        azure(w, w.cal.at(day, 19.6), app(w, "aa-it"), "20.76.10.4",
          "Microsoft.Compute/virtualMachines/deallocate/action", resource(w, sub, name), { quiet: true });
      }
    }
    for (const [sub, name] of [["genomics", "vm-genome-db"], ["platform", "vm-relay-01"]] as const) {
      const snapshot = newResource(w, sub, "Microsoft.Compute/snapshots", `snap-${name}-${w.cal.date(day)}`);
      azure(w, w.cal.at(day, 2.2), app(w, "aa-it"), "20.76.10.4", "Microsoft.Compute/snapshots/write", snapshot,
        { quiet: true });
      const old = newResource(w, sub, "Microsoft.Compute/snapshots", `snap-${name}-old${day}`);
      azure(w, w.cal.at(day, 2.4), app(w, "aa-it"), "20.76.10.4", "Microsoft.Compute/snapshots/delete", old,
        { quiet: true });
    }
  });
}

function pipelines(w: World, rng: Rng): void {
  for (const day of w.cal.workdays()) {
    for (const [key, sub] of [["gitlab", "genomics"], ["climateci", "climate"]] as const) {
      for (let i = rng.poisson(1.3); i > 0; i--) {
        const t = w.cal.at(day, rng.float(9.5, 18));
        const who = app(w, key);
        appSignin(w, t, who, { ip: who.ips[0] });
        const storage = w.subs.get(sub)!.resources.find((r) => r.type.endsWith("storageAccounts"))!;
        azure(w, t + 9000, who, "203.0.113.41", "Microsoft.Storage/storageAccounts/listKeys/action", storage,
          { quiet: true });
        azure(w, t + 30_000, who, "203.0.113.41", "Microsoft.Resources/deployments/write",
          newResource(w, sub, "Microsoft.Resources/deployments", `ci-${rng.int(1000, 9999)}`));
      }
    }
    if (w.cal.weekday(day) === 2) {
      const terraform = app(w, "terraform");
      const t = w.cal.at(day, 18.4);
      appSignin(w, t, terraform);
      for (let i = 0; i < 6; i++) {
        const [sub, name] = rng.pick([["platform", "nsg-platform"], ["platform", "kv-platform"], ["ml", "nsg-ml"],
          ["climate", "nsg-climate"]] as const);
        const on = resource(w, sub, name);
        azure(w, t + 9000 + i * 8000, terraform, "203.0.113.41", `${on.type}/write`, on, { quiet: true });
      }
    }
  }
  const ml = w.subs.get("ml")!;
  for (const day of w.cal.workdays()) {
    if (!rng.chance(0.35)) continue;
    const p = rng.pick([ml.owner, ...ml.members]);
    if (p.plan[day] === "off") continue;
    const gpu = newResource(w, "ml", "Microsoft.Compute/virtualMachines", `vm-gpu-burst-${rng.int(1, 60)}`);
    const t = w.cal.at(day, rng.float(16, 19));
    azure(w, t, p, netOf(rng, p, day), "Microsoft.Compute/virtualMachines/write", gpu,
      { body: { location: "swedencentral", properties: { hardwareProfile: { vmSize: "Standard_NC24ads_A100_v4" } } } });
    azure(w, t + rng.float(8, 14) * HOUR, p, netOf(rng, p, day), "Microsoft.Compute/virtualMachines/delete", gpu);
  }
}

function serviceAccounts(w: World, rng: Rng): void {
  everyDay(w, (day) => {
    for (const name of ["fs01", "fs02", "fs-med01", "fs-eng01", "sql01", "dc01"]) {
      logon(w, w.cal.at(day, 22.2 + rng.float(0, 0.4)), host(w, name), service(w, "svc-backup"),
        { ip: "10.10.6.10", from: "VEEAM01", elevated: true });
    }
    for (let hour = 0; hour < 24; hour += 3) {
      logon(w, w.cal.at(day, hour + 0.1), host(w, "sql01"), service(w, "svc-legacyerp"),
        { ip: "10.10.4.44", from: "ERP-OLD", failed: "0xc0000071", pack: "NTLM" });
    }
    for (let i = 0; i < 5; i++) {
      idQuery(w, w.cal.at(day, rng.float(6, 23)), service(w, "svc-ldapweb"), host(w, "web-fac01"), "UserAccountSearch",
        `(&(objectClass=user)(sAMAccountName=${rng.pick(w.people).sam}))`);
    }
    for (let i = 0; i < 3; i++) {
      act(w, w.cal.at(day, i * 8 + 0.5), host(w, "dc01"), 4662, service(w, "MSOL_4c1f0a7d"), undefined,
        { ObjectType: "domainDNS", ObjectName: "DC=ad,DC=waalhaven,DC=example",
        AccessMask: "0x100", Properties: "%%7688 {1131f6aa-9c07-11d1-f79f-00c04fc2dcd2} "
          + "{1131f6ad-9c07-11d1-f79f-00c04fc2dcd2}", ObjectServer: "DS" });
      logon(w, w.cal.at(day, i * 8 + 0.49), host(w, "dc01"), service(w, "MSOL_4c1f0a7d"),
        { ip: "10.10.3.20", from: "AADC01" });
    }
    for (const nas of ["MFP-SCI-2", "NAS-HUM"]) ticket(w, w.cal.at(day, rng.float(7, 18)),
      service(w, nas.startsWith("MFP") ? "svc-mfp" : "svc-labsync"), "10.60.9.9", "FS02$", "0x17");
    logon(w, w.cal.at(day, 3.3), host(w, "print01"), service(w, "svc-print"), { type: 5 });
    logon(w, w.cal.at(day, 23.4), host(w, "fs-med01"), service(w, "svc-labsync"),
      { ip: "10.60.2.14", from: "LAB-SEQ04" });
    for (const name of ["dc01", "dc02", "dc03"]) ticket(w, w.cal.at(day, rng.float(0, 23)), MACHINE(host(w, name)),
      host(w, name).ip, "DC01$");
    const mfp = service(w, "svc-mfp");
    for (let i = 0; i < 2; i++) signin(w, w.cal.at(day, rng.float(8, 17)), mfp, { net: serverNet(), app: "outlook",
      client: "Authenticated SMTP", device: null, os: "", browser: "", mfa: "none" });
  });
}

function deployment(w: World, rng: Rng): void {
  const deploy = service(w, "svc-sccm");
  const rooms = [...w.hosts.values()].filter((h) => h.role === "computer room");
  for (const day of w.cal.workdays().filter((d) => w.cal.weekday(d) === 3)) {
    for (const name of ["fs01", "fs02", "rds01", "sql01", "print01", "lab-mic01", "lab-spec02", "jump01"]) {
      const on = host(w, name);
      const t = w.cal.at(day, 20 + rng.float(0, 2));
      logon(w, t, on, deploy, { ip: "10.10.3.10", from: "SCCM01", elevated: true });
      event(w, t + 9000, on, 4697, { SubjectUserName: deploy.sam, SubjectDomainName: "WAALHAVEN",
        Account: "WAALHAVEN\\svc-sccm", ServiceName: "CcmSetup",
        ServiceFileName: "C:\\Windows\\ccmsetup\\ccmsetup.exe /runservice", ServiceType: "0x10", ServiceStartType: 2,
          ServiceAccount: "LocalSystem" });
      run(w, t + 20_000, on, MACHINE(on), POWERSHELL,
        "powershell.exe -NoProfile -ExecutionPolicy Bypass -EncodedCommand UwB0AGEAcgB0AC0AQwBjAG0AUABhAHQAYwBoAA==",
        "C:\\Windows\\CCM\\CcmExec.exe");
    }
  }
  for (const day of [6, 20, 34, 48]) {
    for (const on of rooms) {
      const t = w.cal.at(day, 6 + rng.float(0, 1.2));
      event(w, t, on, 1102, { SubjectUserName: "svc-joinpc", SubjectDomainName: "WAALHAVEN",
        Account: "WAALHAVEN\\svc-joinpc" });
      if (rng.chance(0.3)) act(w, t + 40_000, dc(w), 4742, service(w, "svc-joinpc"),
        { sam: `${on.name.toUpperCase()}$`, sid: `${w.domainSid}-${rng.int(3000, 3999)}` });
    }
  }
  for (const on of rooms) {
    for (let day = 0; day < w.cal.days; day += 9) act(w, w.cal.at(day, 7.1), on, 4732, service(w, "svc-joinpc"),
      { sam: "Administrators", sid: "S-1-5-32-544" },
      { MemberName: "CN=LabSupport,OU=Groups,DC=ad,DC=waalhaven,DC=example", MemberSid: `${w.domainSid}-1190` });
  }
}

function scanners(w: World, rng: Rng): void {
  const scanner = service(w, "svc-scan");
  for (let day = 5; day < w.cal.days; day += 7) {
    const t = w.cal.at(day, 2);
    const targets = [...w.hosts.values()].filter((h) => h.role !== "computer room");
    for (const on of targets) {
      for (const port of rng.sample([22, 80, 135, 139, 443, 445, 1433, 3389, 5432, 8080], 3)) {
        inner(w, t + rng.float(0, 90) * MINUTE, { from: "10.10.6.66", to: on.ip, port, rule: "scanner-allow",
          zoneFrom: "mgmt", app: "incomplete", host: "scan01" });
      }
      if (on.os === "windows") {
        logon(w, t + rng.float(0, 90) * MINUTE, on, { sam: rng.pick(["guest", "administrator", "test"]),
          sid: "S-1-0-0" }, { failed: "0xc0000064", ip: "10.10.6.66", from: "SCAN01", pack: "NTLM" });
        logon(w, t + rng.float(0, 90) * MINUTE, on, scanner, { ip: "10.10.6.66", from: "SCAN01", pack: "NTLM" });
      } else if (on.os === "linux") ssh(w, t + rng.float(0, 90) * MINUTE, on, "root", "10.10.6.66", "fail");
    }
    inner(w, t + 50 * MINUTE, { from: "10.10.6.66", to: "10.30.1.10", port: 443,
      threat: "Apache Struts Remote Code Execution Vulnerability(33194)", action: "alert", host: "scan01" });
  }
  for (const day of [11, 39]) {
    const auditor = service(w, "svc-idaudit");
    for (const [type, query] of [["AllUsers", "(objectCategory=person)"], ["AllGroups", "(objectCategory=group)"],
      ["AllComputers", "(objectCategory=computer)"],
      ["EnumerateSPN", "(servicePrincipalName=*)"], ["AllTrusts", "(objectClass=trustedDomain)"]] as const) {
      idQuery(w, w.cal.at(day, 4), auditor, host(w, "jump01"), type, query);
    }
  }
}

function internet(w: World, rng: Rng): void {
  everyDay(w, (day) => {
    for (let i = rng.int(22, 34); i > 0; i--) {
      const net = hostileNet(rng);
      edge(w, w.cal.at(day, rng.float(0, 24)), { from: net.ip, to: `203.0.113.${rng.int(2, 120)}`,
        port: rng.pick([22, 23, 80, 443, 445, 3389, 5900, 6379, 8443, 9200]), action: "deny",
        rule: "implicit-deny", zoneFrom: "wan1", zoneTo: "campus", sent: 60, received: 0 });
    }
    for (let i = rng.int(2, 4); i > 0; i--) {
      const net = hostileNet(rng);
      const t = w.cal.at(day, rng.float(0, 24));
      const on = host(w, rng.pick(["ssh-gw", "ssh-gw", "hpc-login1", "hpc-login2"]));
      for (let k = rng.int(2, 6); k > 0; k--) ssh(w, t + k * 4000, on,
        rng.pick(["root", "admin", "ubuntu", "oracle", "test", "postgres", "pi"]), net.ip,
        rng.chance(0.3) ? "fail" : "invalid");
    }
    for (let i = rng.poisson(2); i > 0; i--) vpn(w, w.cal.at(day, rng.float(0, 24)),
      rng.pick(["admin", "test", "user1", "vpn", "support"]), hostileNet(rng), "fail",
      { reason: "sslvpn_login_unknown_user" });
    if (rng.chance(0.5)) {
      forti(w, w.cal.at(day, rng.float(0, 24)), "16384", "utm:ips signature dropped",
        { DeviceAction: "dropped", SourceIP: hostileNet(rng).ip, DestinationIP: "203.0.113.60", DestinationPort: 443,
        LogSeverity: "7", Message: rng.pick(["web_server: Apache.HTTP.Server.cgi-bin.Path.Traversal",
          "applications3: PHPUnit.Eval-stdin.PHP.Remote.Code.Execution", "backdoor: Mirai.Botnet"]) });
    }
    if (rng.chance(0.4)) {
      const p = rng.pick(w.people);
      inner(w, w.cal.at(day, rng.float(8, 18)), { from: p.laptop.ip, to: "10.30.1.10", port: 443,
        threat: "HTTP SQL Injection Attempt(36239)", action: "alert", user: `waalhaven\\${p.sam}` });
    }
    for (let i = 0; i < 3; i++) {
      signin(w, w.cal.at(day, rng.float(0, 24)), rng.pick(w.people), { net: hostileNet(rng), app: "outlook",
        result: rng.pick([50126, 50126, 50053]), device: null, client: "Browser" });
    }
  });
}

function research(w: World, rng: Rng): void {
  const partner = partnerNet(rng, "uni-lindau.example");
  const honeypot = "10.70.3.9";
  everyDay(w, (day) => {
    const big = rng.float(3e11, 9e11);
    edge(w, w.cal.at(day, 1.1), { from: "10.50.2.31", to: partner.ip, port: 2811, sent: Math.round(big),
      received: 4_000_000, rule: "research-dtn", app: "gridftp", host: "astro-data", duration: 21_000 });
    cron(w, w.cal.at(day, 1), host(w, "astro-data"), "astro", "/usr/local/bin/globus-sync --dest lindau /data/obs");
    edge(w, w.cal.at(day, 3.6), { from: "10.50.2.51", to: "198.51.100.150", port: 443, sent: 60_000_000,
      received: Math.round(rng.float(5e10, 9e10)), rule: "research-out", host: "climate01", app: "HTTPS" });
    for (let i = 0; i < 3; i++) edge(w, w.cal.at(day, rng.float(0, 24)), { from: honeypot, to: torNet(rng).ip,
      port: 9001, rule: "cs-measurement", app: "Tor", host: "tor-measure", user: "cs-lab" });
    for (const on of [host(w, "genome01"), host(w, "ml-gpu01"), host(w, "pgres01"), host(w, "osiris-db"),
        host(w, "backup-lx01"), host(w, "git01")]) {
      if (rng.chance(0.5)) cron(w, w.cal.at(day, 6.4), on, "root",
        "test -x /usr/sbin/anacron || ( cd / && run-parts --report /etc/cron.daily )");
      if (rng.chance(0.3)) line(w, w.cal.at(day, rng.float(0, 23)), on, "systemd",
        "Starting Daily apt upgrade and clean activities...");
      ssh(w, w.cal.at(day, 4.2), on, "svc-ansible", "10.10.6.31", "key",
        { key: "SHA256:q0b6T1waalhavenAnsibleKey0000000000000000000" });
      sudo(w, w.cal.at(day, 4.21), on, "svc-ansible", "/bin/sh -c echo BECOME-SUCCESS-kqdjwp ; /usr/bin/python3",
        { cwd: "/home/svc-ansible" });
    }
    for (const on of [host(w, "pgres01"), host(w, "osiris-db")]) {
      const database = on.name === "pgres01" ? "trials" : "osiris";
      cron(w, w.cal.at(day, 0.5), on, "postgres", `pg_dump -Fc ${database} -f /backup/${database}.dump`);
      line(w, w.cal.at(day, 0.51), on, "postgres",
        `LOG:  connection authorized: user=backup database=${database} application_name=pg_dump`,
        { facility: "local0" });
      ssh(w, w.cal.at(day, 0.9), on, "backup", "10.10.6.20", "key");
    }
    for (let i = 0; i < 4; i++) {
      const p = rng.pick(w.people.filter((x) => x.tags.has("exams") || x.tags.has("stu")));
      line(w, w.cal.at(day, rng.float(8.5, 17)), host(w, "osiris-db"), "osiris-app",
        `AUDIT user=${p.sam} action=${rng.pick(["VIEW_STUDENT", "VIEW_RESULTS", "EDIT_ENROLMENT", "REGISTER_RESULT"])} `
        + `student=s${rng.int(1000000, 1099999)} `
        + `course=${rng.pick(["BIO1", "LAW2", "ECO3", "PHY1"])}0${rng.int(1, 9)} client=${p.laptop.ip}`,
        { facility: "local3" });
    }
    for (let i = 0; i < 3; i++) {
      const p = rng.pick(w.people.filter((x) => x.unitCode === "med"
        && (x.tags.has("researcher") || x.tags.has("lab"))));
      line(w, w.cal.at(day, rng.float(9, 18)), host(w, "pgres01"), "postgres",
        `LOG:  connection authorized: user=${p.sam} database=trials application_name=psql SSL enabled`,
        { facility: "local0" });
      line(w, w.cal.at(day, rng.float(9, 18)), host(w, "pgres01"), "postgres",
        `LOG:  AUDIT: SESSION,${rng.int(1, 40)},1,READ,SELECT,TABLE,trials.visits,"SELECT * FROM trials.visits WHERE `
          + `site=${rng.int(1, 9)}"`, { facility: "local0" });
    }
    for (let i = 0; i < 5; i++) {
      const p = rng.pick(w.people.filter((x) => x.kind === "student" || x.tags.has("researcher")));
      line(w, w.cal.at(day, rng.float(9, 23)), host(w, "ezproxy01"), "ezproxy",
        `${mobileNet(rng).ip} - ${p.sam} [login] "GET `
          + `https://journals.scholarpress.example:443/doi/pdf/10.1000/${rng.int(1000, 99999)}" 200 `
          + `${rng.int(200_000, 4_000_000)}`, { facility: "local5" });
    }
  });
}

const OUR_LAPTOPS = "WH-LT";

function noise(w: World, rng: Rng): void {
  everyDay(w, (day) => {
    for (let i = rng.poisson(1.6); i > 0; i--) {
      const p = rng.pick(w.people.filter((x) => x.plan[day] !== "off"));
      behavior(w, w.cal.at(day, rng.float(8, 20)), p, rng.pick(["LogOn", "ResourceAccess"]), "Sign-in",
          netOf(rng, p, day), rng.weighted([[0, 4], [1, 4], [2, 3], [3, 3], [4, 2], [5, 2], [6, 1], [7, 1]]), rng.pick([
        { FirstTimeUserUsedApp: "True" }, { ActivityUncommonlyPerformedByUser: "True" },
          { FirstTimeDeviceObservedInTenant: "True" }, { UncommonAppUsedAmongPeers: "True" }]));
    }
    if (rng.chance(0.35)) {
      anomaly(w, w.cal.at(day, rng.float(2, 23)),
        rng.pick(["Anomalous web request activity", "Anomalous scanning activity", "Excessive Downloads",
        "Attempted user account bruteforce per logon type"]),
        rng.float(0.2, 0.95), "Discovery", "T1046", { p: rng.pick(w.people), ip: rng.pick(w.people).laptop.ip });
    }
    if (rng.chance(0.6)) {
      const p = rng.pick(w.people.filter((x) => x.laptop.name.startsWith(OUR_LAPTOPS)));
      web(w, w.cal.at(day, rng.float(9, 17)), p, netOf(rng, p, day), `https://ads.tracker${rng.int(1, 20)}.example/p`,
        "Advertising", { action: "Blocked", threat: "Adware" });
    }
    for (let i = 0; i < 6; i++) {
      const p = rng.pick(w.people);
      forti(w, w.cal.at(day, rng.float(7, 20)), "54802", "dns:dns-response pass",
        { DeviceAction: "pass", SourceIP: p.laptop.ip, DestinationIP: "10.10.1.53", DestinationPort: 53,
        Protocol: "UDP",
        DestinationHostName: rng.pick(["outlook.office.example", "journals.scholarpress.example",
          "updates.vendor.example", "cdn.video.example"]), LogSeverity: "1" });
    }
    for (let i = 0; i < 6; i++) {
      const p = rng.pick(w.people);
      edge(w, w.cal.at(day, rng.float(7, 20)), { from: p.laptop.ip, to: `198.51.100.${rng.int(2, 220)}`, port: 443,
        host: p.laptop.name, user: p.sam, app: rng.pick(["HTTPS", "SSL", "QUIC"]) });
    }
  });
}

export const machineRoutines: Routine[] = [
  { name: "nightly and hourly jobs of applications, with a backup of everything", run: jobsOfApps },
  { name: "managed identities, snapshots and stopped machines", run: identities },
  { name: "pipelines and GPU machines for bursts", run: pipelines },
  { name: "service accounts, one with a stale password, and directory replication", run: serviceAccounts },
  { name: "software deployment and fresh images with cleared logs", run: deployment },
  { name: "vulnerability scans and the audit of the directory", run: scanners },
  { name: "scans and guesses from the Internet", run: internet },
  { name: "research transfers, a Tor measurement, databases and the library proxy", run: research },
  { name: "alerts of other products that mean nothing", run: noise },
  { name: "remote access through the jump host", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of rng.sample(w.people.filter((x) => x.plan[day] === "home" && x.laptop.os === "Windows 11"), 3)) {
        const ip = `10.99.${rng.int(1, 9)}.${rng.int(2, 250)}`;
        logon(w, w.cal.at(day, rng.float(9, 17)), host(w, "rds01"), p, { type: 10, ip, from: p.laptop.name });
        idLogon(w, w.cal.at(day, rng.float(9, 17)), p, { ...p.laptop, ip },
          { type: "Remote desktop", to: host(w, "rds01") });
      }
      run(w, w.cal.at(day, 4), host(w, "fs01"), MACHINE(host(w, "fs01")), `${SYSTEM32}vssadmin.exe`,
        "vssadmin list shadows", `${SYSTEM32}svchost.exe`);
    }
  } },
  { name: "execution records of the web server", run: (w, rng) => {
    everyDay(w, (day) => {
      for (let i = 0; i < 2; i++) auditd(w, w.cal.at(day, rng.float(0, 24)), host(w, "web-fac01"), "4294967295",
        "/usr/bin/php8.2", "web_exec", ["php", "/var/www/site/cron.php"]);
    });
  } },
  { name: "synchronisation of new laptops", run: (w, rng) => {
    for (const p of rng.sample(w.people.filter((x) => x.kind === "staff"), 8)) {
      const days = w.cal.workdays().filter((d) => p.plan[d] === "campus");
      if (days.length === 0) continue;
      const day = rng.pick(days);
      const t = w.cal.at(day, p.start + 0.4);
      for (let i = 0; i < Math.min(38, p.drive.files.length * 2); i++) {
        file(w, t + i * 2500, p, "FileSyncDownloadedFull", p.drive, p.drive.files[i % p.drive.files.length]!,
          { net: netOf(rng, p, day), agent: "Microsoft SkyDriveSync 25.149.0803.0003 ship; Windows NT 10.0" });
      }
    }
  } },
];
