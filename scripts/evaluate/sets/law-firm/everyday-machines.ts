import { changeWindows, dayStart, inWindow, onDuty, titled, workdays } from "./habits.ts";
import type { Host, Principal, World } from "./model.ts";
import { apps } from "./org.ts";
import { DAY, HOUR, isWeekend, local, MINUTE, strangerNet, weekday } from "./places.ts";
import {
  dc, directoryEvent, hostOf, logon, process, query, share, ssh, sudo, syslog, ticket, win,
} from "./rows-host.ts";
import { Rng } from "./random.ts";
import { appSignIn, graph, signIn, silent } from "./rows-identity.ts";
import { azure, azureRole, flow, intrusion, web } from "./rows-net.ts";
import { mailbox } from "./rows-office.ts";

export const principalNamed = (w: World, name: string): Principal => {
  const sp = [...w.org.principals, ...w.org.identities].find((p) => p.name === name);
  if (sp === undefined) throw new Error(`no application ${name}`);
  return sp;
};

export const service = (w: World, sam: string) => {
  const p = w.org.services.find((s) => s.sam === sam);
  if (p === undefined) throw new Error(`no service account ${sam}`);
  return p;
};

/** The fingerprint of the key of a user. */
export const keyOf = (user: string): string => {
  const rng = new Rng(`key/${user}`);
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"];
  return Array.from({ length: 43 }, () => rng.pick(letters)).join("");
};

/** Applications and managed identities at their usual hours; some of them do something large every night. */
const cloudMachines = (w: World, index: number): void => {
  const day = dayStart(w, index);
  const at = (hour: number, spread = 0.2): number => day + w.rng.real(hour, hour + spread) * HOUR;
  const backup = principalNamed(w, "Veridian Backup for M365");
  const net = { ...backup.net, ip: backup.net.ip.replace(/\d+$/, String(w.rng.int(11, 14))) };
  appSignIn(w, at(0.5), backup, { net });
  graph(w, at(0.6), { sp: backup }, "users?$select=id,mail&$top=999", { net });
  for (let n = 0; n < 7; n++) {
    const owner = w.rng.pick(w.org.people);
    mailbox(w, at(1, 3), backup, "MailItemsAccessed", { owner, net, access: "Sync", count: 12 });
    graph(w, at(1, 3), { sp: backup }, `users/${owner.id}/mailFolders/delta`, { net });
  }
  for (const [name, count, uri] of [["HR Connect", 3, "users/delta"], ["TimeBill Connector", 6, "users?$top=100"],
    ["Matter Intake Sync", 6, "sites?search=matter"], ["eDiscovery Loader", 2, "drives"],
    ["Device Reporting", 3, "deviceManagement/managedDevices"], ["SIEM Connector", 10, "auditLogs/directoryAudits"],
    ["SignWell eSignature", 2, "users"], ["Document Compare", 3, "drives"], ["Client Portal", 5, "sites"],
    ["Conflicts Check Service", 4, "users?$filter=department"], ["Translation Gateway", 2, "drives"],
    ["Mail Signature Manager", 4, "users?$select=jobTitle"], ["Expense Scanner", 2, "users"],
    ["Directory Synchronisation", 8, "users/delta"], ["Meeting Minutes", 2,
      "communications/onlineMeetings"]] as const) {
    const sp = principalNamed(w, name);
    const quiet = isWeekend(day) && ["Document Compare", "Translation Gateway", "SignWell eSignature",
      "Meeting Minutes",
      "eDiscovery Loader", "Expense Scanner"].includes(name);
    if (quiet) continue;
    for (let n = 0; n < count; n++) {
      const t = ["Document Compare", "SignWell eSignature", "Translation Gateway"].includes(name) ? at(8, 9)
        : at((24 / count) * n, 1);
      appSignIn(w, t, sp);
      if (w.rng.chance(0.5)) graph(w, t + 2000, { sp }, uri);
    }
  }
  // The device report reads the whole directory, page by page, in the same night hour since ever.
  const report = principalNamed(w, "Device Reporting");
  for (let page = 0; page < 4; page++) {
    graph(w, at(3) + page * 4000, { sp: report }, `devices?$top=999&$skiptoken=${w.rng.hex(12)}`);
  }
  for (const [name, count, resource] of [["func-intake", 5, "Azure Storage"], ["vm-portal-01", 3, "Azure Key Vault"],
    ["aa-nightly", 2, "Windows Azure Service Management API"], ["vm-ocr-01", 4, "Azure Storage"],
    ["func-billing", 3, "Azure Key Vault"], ["adf-reporting", 3, "Azure Storage"],
      ["logic-mailroom", 5, "Azure Storage"],
    ["vm-backup-proxy", 2, "Windows Azure Service Management API"]] as const) {
    for (let n = 0; n < count; n++) appSignIn(w, at((24 / count) * n, 0.6), principalNamed(w, name), { resource });
  }
  const resource = (name: string) => w.org.resources.find((r) => r.name === name);
  const proxy = principalNamed(w, "vm-backup-proxy");
  for (const name of ["aqmatterarchive", "aqportalfiles"]) {
    azure(w, at(2), proxy, "Microsoft.Storage/storageAccounts/listKeys/action", { resource: resource(name)! });
  }
  for (const name of ["vm-portal-01", "vm-portal-02", "vm-ocr-01"]) {
    azure(w, at(2, 1), proxy, "Microsoft.Compute/restorePointCollections/restorePoints/write", {
      scope: resource(name)!.id.replace("virtualMachines", "restorePointCollections") });
  }
  const night = principalNamed(w, "aa-nightly");
  azure(w, at(20), night, "Microsoft.Compute/virtualMachines/deallocate/action", { resource: resource("vm-test-01")! });
  if (!isWeekend(day)) azure(w, at(5), night, "Microsoft.Compute/virtualMachines/start/action", {
    resource: resource("vm-test-01")! });
};

/** The pipeline makes and removes short-lived machines, and now and then gives a role to one of its own identities. */
const pipeline = (w: World, index: number): void => {
  const sp = principalNamed(w, "Infrastructure Pipeline");
  const sub = w.org.subscriptions[2]?.id ?? "";
  const prod = w.org.subscriptions[0]?.id ?? "";
  const day = dayStart(w, index);
  const start = day + w.rng.real(7.5, 16) * HOUR;
  appSignIn(w, start, sp, { resource: "Windows Azure Service Management API", federated: "pipeline-main" });
  const agent = `agent-${w.rng.hex(5)}`;
  const scope = `/subscriptions/${sub}/resourceGroups/rg-agents/providers/Microsoft.Compute/virtualMachines/${agent}`;
  azure(w, start + MINUTE, sp, "Microsoft.Compute/virtualMachines/write", { scope });
  azure(w, start + 40 * MINUTE, sp, "Microsoft.Compute/virtualMachines/delete", { scope });
  azure(w, start + 9 * MINUTE, sp, "Microsoft.Resources/deployments/write", {
    scope: `/subscriptions/${prod}/resourceGroups/rg-portal/providers/Microsoft.Resources/`
      + `deployments/release-${index}` });
  if (w.rng.chance(0.2)) {
    azureRole(w, start + 12 * MINUTE, sp, w.rng.pick(w.org.identities),
      w.rng.pick(["Reader", "Key Vault Secrets User"]),
      `/subscriptions/${prod}/resourceGroups/rg-portal`, "ServicePrincipal");
  }
  if (w.rng.chance(0.3)) {
    azure(w, start + 15 * MINUTE, sp, "Microsoft.Compute/virtualMachines/runCommand/action", {
      resource: w.org.resources.find((r) => r.name === "vm-portal-01")! });
  }
};

const windowsMachines = (w: World, index: number): void => {
  const day = dayStart(w, index);
  const at = (hour: number, spread: number): number => day + w.rng.real(hour, hour + spread) * HOUR;
  const servers = w.org.hosts.filter((h) => h.os === "windows");
  const backup = service(w, "svc-backup");
  const from = hostOf(w, "backup");
  for (const host of servers) {
    if (w.rng.chance(0.5)) logon(w, at(22, 1.9), host, backup, { ip: from.ip, from: from.name, elevated: true });
    if (w.rng.chance(0.35)) logon(w, at(0, 23.9), host, service(w, "svc-monitor"), { ip: hostOf(w, "monitor").ip,
      from: "LNX-MON01", package: "NTLM" });
  }
  for (let n = 0; n < 14; n++) {
    const store = w.rng.pick(servers.filter((h) => h.role === "file"));
    share(w, at(22, 1.9), store, backup.sam, from.ip, w.rng.pick(["Clients$", "Accounts$", "Users$"]),
      `Archive\\${w.rng.pick(w.org.matters).number}\\${w.rng.int(1, 60)}.pst`);
  }
  // The synchronisation account replicates the directory; the sensors and the monitoring read it.
  const sync = service(w, "svc-sync");
  for (let n = 0; n < 4; n++) {
    win(w, at(n * 6, 1), dc(w), 4662, { SubjectUserName: sync.sam, SubjectUserSid: sync.sid, ObjectServer: "DS",
      ObjectType: "%{19195a5b-6da0-11d0-afd3-00c04fd930c9}", OperationType: "Object Access", AccessMask: "0x100",
      Properties: "%%7688 {1131f6aa-9c07-11d1-f79f-00c04fc2dcd2} {19195a5b-6da0-11d0-afd3-00c04fd930c9}" });
  }
  directoryEvent(w, at(3, 1), sync, "Directory Service replication", undefined, { "SOURCE.COMPUTER": "AQSYNC01" },
    { device: hostOf(w, "sync") });
  for (let n = 0; n < 6; n++) {
    query(w, at(n * 4, 1), service(w, "svc-monitor"), "LDAP query", "AllUsers",
      "(&(objectCategory=person)(lockoutTime>=1))",
      { device: hostOf(w, "monitor") });
  }
  query(w, at(4, 1), service(w, "svc-conflicts"), "SAMR query", "EnumerateUsers", "EnumerateUsers", { device:
    hostOf(w, "app") });
  // The old fax gateway knows no modern encryption.
  const fax = service(w, "svc-legacyfax");
  ticket(w, at(6, 12), fax, "svc-print", hostOf(w, "print").ip, "0x17");
  if (index % 2 === 0) ticket(w, at(6, 12), fax, "AQPRT01$", hostOf(w, "print").ip, "0x17");
  for (const host of w.rng.sample(servers, 5)) {
    process(w, at(0, 23), host, `${host.name}$`, "C:\\Windows\\System32\\svchost.exe",
      "C:\\Windows\\system32\\svchost.exe -k netsvcs -p -s Schedule", "C:\\Windows\\System32\\services.exe");
    process(w, at(1, 3), host, "svc-monitor", "C:\\Program Files\\Monitor Agent\\agent.exe",
      "\"C:\\Program Files\\Monitor Agent\\agent.exe\" --inventory --quiet", "C:\\Windows\\System32\\services.exe");
  }
  for (let n = 0; n < 2; n++) {
    const host = w.rng.pick(servers);
    win(w, at(0, 23), hostOf(w, "pki"), w.rng.pick([4886, 4887]), { Requester: `${w.org.netbios}\\${host.name}$`,
      RequestId: String(w.rng.int(4000, 9000)), Attributes: "CertificateTemplate:Machine",
        Subject: `CN=${host.fqdn}` });
  }
  const sql = service(w, "svc-sql");
  logon(w, at(4, 1), hostOf(w, "sql"), sql, { type: 5, ip: "-", from: "-" });
  // Patches are installed on Saturdays.
  if (weekday(day) === 6) {
    for (const host of servers) {
      if (!w.rng.chance(0.5)) continue;
      process(w, at(20, 2), host, `${host.name}$`, "C:\\Windows\\servicing\\TrustedInstaller.exe",
        "C:\\Windows\\servicing\\TrustedInstaller.exe", "C:\\Windows\\System32\\services.exe");
      win(w, at(22, 0.5), host, 1100, {});
      win(w, at(22.6, 0.3), host, 4608, {});
      win(w, at(22.7, 0.2), host, 4697, { SubjectUserName: `${host.name}$`, ServiceName: "Update Health Tools",
        ServiceFileName: "C:\\Program Files\\Microsoft Update Health Tools\\uhssvc.exe", ServiceType: "0x10",
        ServiceStartType: 2, ServiceAccount: "LocalSystem" });
    }
  }
};

const linuxMachines = (w: World, index: number): void => {
  const day = dayStart(w, index);
  const at = (hour: number, spread: number): number => day + w.rng.real(hour, hour + spread) * HOUR;
  const hosts = w.org.hosts.filter((h) => h.os === "linux");
  const host = (name: string): Host => hosts.find((h) => h.name === name) as Host;
  for (const h of hosts) {
    for (let n = 0; n < 3; n++) syslog(w, at(n * 8, 7), h, "CRON", `(root) CMD (${w.rng.pick([
      "test -x /usr/sbin/anacron || run-parts --report /etc/cron.daily",
        "command -v debian-sa1 > /dev/null && debian-sa1 1 1",
      "/usr/local/sbin/rotate-keys --check", "cd / && run-parts --report /etc/cron.hourly"])})`);
    if (w.rng.chance(0.4)) syslog(w, at(0, 23), h, "systemd", w.rng.pick(["Started Daily apt download activities.",
      "apt-daily-upgrade.service: Deactivated successfully.", "Starting Rotate log files...",
        "logrotate.service: Succeeded."]));
    if (w.rng.chance(0.5)) {
      ssh.accepted(w, at(23, 0.8), h, "backup", hostOf(w, "backup").ip, keyOf("backup"));
      sudo(w, at(23, 0.8), h, "backup", "/usr/bin/rsync --server --sender -logDtprze.iLsfxC . /etc /srv");
    }
  }
  sudo(w, at(1, 0.2), host("lnx-db01"), "postgres", "/usr/bin/pg_dump -Fc clientdb -f /backup/clientdb.dump",
    "postgres", "/");
  syslog(w, at(1.2, 0.2), host("lnx-db01"), "CRON", "(postgres) CMD (/usr/local/bin/nightly-dump.sh)");
  // Deployments from the source server, and clients that fetch their documents.
  if (!isWeekend(day)) {
    for (const name of ["lnx-web01", "lnx-web02"]) {
      const t = at(9, 8);
      ssh.accepted(w, t, host(name), "deploy", host("lnx-git01").ip, keyOf("deploy"));
      sudo(w, t + 20_000, host(name), "deploy", "/usr/bin/systemctl restart portal.service");
    }
  }
  for (const company of w.org.companies.slice(0, 6)) {
    if (isWeekend(day) || !w.rng.chance(0.6)) continue;
    const t = local(company.place, day, w.rng.real(8.5, 18));
    const user = `c-${company.domain.split("-")[0] ?? ""}`;
    ssh.accepted(w, t, host("lnx-sftp01"), user, `${company.place.home[0]}.7.40`, undefined);
    for (let n = w.rng.int(1, 3); n > 0; n--) {
      syslog(w, t + n * 30_000, host("lnx-sftp01"), "internal-sftp",
        `close "/outbox/${w.rng.int(1000, 9999)}.pdf" bytes read `
        + `${w.rng.int(20_000, 9_000_000)} written 0`);
    }
  }
  // Strangers knock at the bastion all the time.
  for (let n = w.rng.int(3, 8); n > 0; n--) {
    ssh.failed(w, at(0, 23.9), host("lnx-bastion01"), w.rng.pick(["admin", "root", "oracle", "ubuntu", "test", "pi"]),
      strangerNet(w.rng).ip, w.rng.chance(0.8));
  }
};

const networkMachines = (w: World, index: number): void => {
  const day = dayStart(w, index);
  for (const office of w.org.offices) {
    for (let n = w.rng.int(7, 14); n > 0; n--) {
      const stranger = strangerNet(w.rng);
      flow(w, day + w.rng.real(0, 24) * HOUR, office, { from: stranger.ip, to: office.net.ip, inbound: true,
        action: "deny",
        port: w.rng.pick([22, 23, 445, 3389, 8080, 8443, 5900, 1433, 6379]), country: stranger.place.country });
    }
    if (w.rng.chance(0.5)) {
      intrusion(w, day + w.rng.real(0, 24) * HOUR, office, w.rng.pick(["Apache.Log4j.Error.Log.Remote.Code.Execution",
        "HTTP.URI.SQL.Injection", "PHPUnit.Eval-stdin.PHP.Remote.Code.Execution", "ZGrab.Scanner", "Mirai.Botnet"]),
      strangerNet(w.rng).ip, `${office.subnet}.2.10`, 443, "dropped");
    }
    flow(w, day + w.rng.real(22, 23.9) * HOUR, office, { from: hostOf(w, "backup").ip, to: "52.239.137.4", port: 443,
      out: w.rng.int(2e10, 6e10), seconds: w.rng.int(4000, 9000), country: "IE" });
    for (let n = 0; n < 4; n++) {
      const p = w.rng.pick(w.org.people.filter((one) => one.office === office));
      flow(w, day + w.rng.real(7, 18) * HOUR, office, { from: p.device.ip,
        to: w.rng.pick(["52.97.211.18", "13.107.136.9",
        "104.18.32.7", "151.101.2.132"]), port: 443, user: p.sam, country: "US" });
    }
  }
  // The vulnerability scanner goes through the servers on Wednesday nights.
  if (weekday(day) === 3) {
    const from = `${w.org.offices[0]?.subnet ?? ""}.1.99`;
    const scan = service(w, "svc-scan");
    for (const host of w.org.hosts) {
      const t = day + w.rng.real(1, 4) * HOUR;
      flow(w, t, host.office, { from, to: host.ip, port: w.rng.pick([22, 135, 445, 3389, 5432]), seconds: 1 });
      if (host.os === "windows") {
        logon(w, t, host, scan, { ip: from, from: "SCANNER", package: "NTLM", failed: "0xc000006a" });
        logon(w, t + 4000, host, scan, { ip: from, from: "SCANNER", package: "NTLM", elevated: true });
      } else {
        ssh.failed(w, t, host, "svc-scan", from);
        ssh.failed(w, t + 2000, host, "root", from);
        ssh.accepted(w, t + 5000, host, "svc-scan", from, keyOf("svc-scan"));
      }
      if (w.rng.chance(0.4)) intrusion(w, t, host.office, "Nessus.Scanner", from, host.ip, 443, "detected", "5");
    }
  }
};

/** Everything that machines do by themselves. */
export const everydayMachines = (w: World): void => {
  for (let index = 0; index < w.days; index++) {
    cloudMachines(w, index);
    windowsMachines(w, index);
    linuxMachines(w, index);
    networkMachines(w, index);
    const t = dayStart(w, index) + w.rng.real(0.1, 0.4) * HOUR;
    silent(w, t, service(w, "svc-sync"), { app: apps.graphShell, client: "Mobile Apps and Desktop clients" });
    if (index % 7 === 5) signIn(w, t + 2 * HOUR, service(w, "svc-timebill"), { app: apps.exchange, mfa: "password",
      client: "Authenticated SMTP", device: null, ua: "TimeBill/8.2" });
  }
  for (const index of workdays(w)) pipeline(w, index);
  // The database administrator makes a copy for the test system on Fridays, and helpers work in change windows.
  const linux = titled(w.org.admins, "Linux");
  const host = (name: string): Host => w.org.hosts.find((h) => h.name === name) as Host;
  for (const index of workdays(w)) {
    const p = onDuty(w, linux, index);
    const user = p.of?.sam ?? p.sam;
    const t = local(p.office.place, dayStart(w, index), w.rng.real(9, 17));
    for (const h of w.rng.sample(w.org.hosts.filter((x) => x.os === "linux"), 2)) {
      ssh.accepted(w, t, h, user, host("lnx-bastion01").ip, keyOf(user));
      sudo(w, t + 3 * MINUTE, h, user, w.rng.pick(["/usr/bin/apt-get upgrade -y", "/usr/bin/systemctl status sshd",
        "/usr/bin/tail -n 200 /var/log/syslog", "/usr/sbin/reboot", "/bin/bash", "/usr/bin/vi /etc/hosts"]));
    }
    if (weekday(dayStart(w, index)) === 5) {
      sudo(w, t + HOUR, host("lnx-db01"), user, "/usr/bin/pg_dump -Fc clientdb -f /tmp/test-refresh.dump", "postgres");
    }
  }
  for (const index of workdays(w)) {
    const p = onDuty(w, titled(w.org.people, "Applications Developer"), index);
    if (!w.rng.chance(0.5)) continue;
    const t = local(p.office.place, dayStart(w, index), w.rng.real(9, 17));
    ssh.accepted(w, t, host("lnx-web01"), p.sam, host("lnx-bastion01").ip, keyOf(p.sam));
    sudo(w, t + 2 * MINUTE, host("lnx-web01"), p.sam, "/usr/bin/journalctl -u portal.service");
  }
  for (const index of changeWindows(w)) {
    const p = onDuty(w, linux, index);
    if (w.rng.chance(0.4)) {
      const t = inWindow(w, index);
      sudo(w, t, host("lnx-web01"), p.of?.sam ?? p.sam, "/usr/sbin/useradd -m -s /bin/bash contractor1");
      syslog(w, t + 500, host("lnx-web01"), "useradd", "new user: name=contractor1, UID=1042, GID=1042, "
        + "home=/home/contractor1, shell=/bin/bash, from=/dev/pts/0");
    }
  }
  // Large uploads to the data room vendor are a part of every transaction.
  for (const p of w.org.people.filter((one) => one.department === "Corporate and M&A")) {
    for (let n = w.rng.int(2, 5); n > 0; n--) {
      const t = w.from + w.rng.int(1, w.days - 2) * DAY + w.rng.int(9, 17) * HOUR;
      if (!isWeekend(t - (t % DAY))) {
        web(w, t, p, { url: "https://vdr.dealvault.example/upload", method: "POST", out: w.rng.int(3e8, 4e9) });
      }
    }
  }
};
