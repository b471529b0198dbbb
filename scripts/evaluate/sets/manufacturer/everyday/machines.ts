/** Routines of machines: backups, scanners, pipelines, synchronization, monitoring, and the noise of the Internet. */
import type { Routine } from "./routine.ts";
import { routine } from "./routine.ts";
import type { Site } from "../types.ts";
import { appTarget, userTarget } from "../entra.ts";
import { hostingNet, homeNet } from "../places.ts";
import { DAY, HOUR, MINUTE, range } from "../util.ts";

export const machines: Routine[] = [
  routine("nightly-backup", ({ w, out, rng, nights, at }) => {
    const account = w.services.svc_backup!;
    nights((day) => {
      for (const key of ["fs1", "fs2", "fs3", "erpDb", "plm", "dc1"]) {
        const server = w.servers[key]!;
        const time = at(day, 1) + rng.int(0, 100) * MINUTE;
        out.logon(time, server, account, 3, w.servers.backup!.ip, { elevated: true });
        if (rng.chance(0.5)) {
          out.process(time + MINUTE, server, account, "vssadmin.exe create shadow /for=E:",
            "C:\\Windows\\System32\\vssadmin.exe", "C:\\Program Files\\Veeam\\VeeamDeploymentSvc.exe");
        }
        if (key.startsWith("fs")) {
          out.share(time + 2 * MINUTE, server, account, w.servers.backup!.ip, "E$");
        }
      }
      out.traffic(at(day, 3), w.sites[1]!, w.servers.fs2!.ip, w.servers.backup!.ip,
        { port: 2500, sent: rng.int(4e9, 9e9), app: "veeam" });
      out.traffic(at(day, 4), w.sites[0]!, w.servers.backup!.ip, "20.60.41.228",
        { port: 443, sent: rng.int(2e10, 4e10), app: "azure-storage" });
      if (day % 7 === 5) {
        out.process(at(day, 6), w.servers.backup!, account, "vssadmin.exe delete shadows /for=E: /oldest /quiet",
          "C:\\Windows\\System32\\vssadmin.exe", "C:\\Program Files\\Veeam\\Veeam.Backup.Manager.exe");
      }
    });
  }),
  routine("vulnerability-scanner", ({ w, out, rng, nights, at }) => {
    const scanner = w.servers.scanner!;
    nights((day) => {
      if (day % 7 !== 1 && day % 7 !== 5) {
        return;
      }
      const start = at(day, 22);
      for (const server of Object.values(w.servers)) {
        if (server.linux) {
          for (const name of rng.some(["admin", "root", "test", "oracle"], 2)) {
            out.ssh(start + rng.int(0, 90) * MINUTE, server, name, scanner.ip, false, "password", name !== "root");
          }
          out.ssh(start + 95 * MINUTE, server, "svc_scan", scanner.ip, true);
        } else {
          out.logonFail(start + rng.int(0, 90) * MINUTE, server, rng.pick(["administrator", "guest", "nessus"]), 3,
            scanner.ip, { workstation: "SCAN-01", sub: "0xc0000064" });
          out.logon(start + 96 * MINUTE, server, w.services.svc_scan!, 3, scanner.ip, { elevated: true });
        }
      }
      for (const i of range(40)) {
        const site = rng.pick(w.sites);
        out.traffic(start + i * 3000, site, scanner.ip, `${site.subnet}.${rng.pick([11, 20, 50])}.${rng.int(2, 250)}`,
          { port: rng.pick([22, 23, 80, 135, 139, 443, 445, 502, 3389, 8080]),
          action: rng.chance(0.7) ? "deny" : "accept" });
      }
      out.threat(start + 20 * MINUTE, w.sites[0]!, scanner.ip, w.servers.portal!.ip,
        "HTTP Directory Traversal Vulnerability", { severity: 6 });
    });
  }),
  routine("software-distribution-and-patching", ({ w, out, rng, nights, at }) => {
    const account = w.services.svc_sccm!;
    nights((day) => {
      for (const person of rng.some(w.people, 9)) {
        out.logon(at(day, 12) + rng.int(0, 200) * MINUTE, person.host, account, 3, w.servers.sccm!.ip,
          { elevated: true });
      }
      if (day % 28 === 9) {
        for (const server of Object.values(w.servers).filter((s) => !s.linux)) {
          const time = at(day, 22) + rng.int(0, 180) * MINUTE;
          out.service(time, server, account, "ccmsetup", "C:\\Windows\\ccmsetup\\ccmsetup.exe /runservice");
          out.process(time + MINUTE, server, account,
            "wusa.exe C:\\Windows\\ccmcache\\5\\windows10.0-kb.msu /quiet /norestart",
            "C:\\Windows\\System32\\wusa.exe", "C:\\Windows\\CCM\\CcmExec.exe");
          out.task(time + 2 * MINUTE, server, account, "\\Microsoft\\Configuration Manager\\Restart",
            "shutdown.exe /r /t 300");
        }
      }
      if (day % 7 === 2) {
        for (const person of rng.some(w.people, 12)) {
          out.process(at(day, 12.5) + rng.int(0, 300) * MINUTE, person.host, account,
            "powershell.exe -NoProfile -ExecutionPolicy Bypass -EncodedCommand RwBlAHQALQBIAG8AdABGAGkAeAA=",
            "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe", "C:\\Windows\\CCM\\CcmExec.exe");
        }
      }
    });
  }),
  routine("monitoring-logons", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const server of Object.values(w.servers).filter((s) => !s.linux)) {
        for (const hour of [2, 9, 16]) {
          out.logon(at(day, hour) + rng.int(0, 50) * MINUTE, server, w.services.svc_mon!, 3, w.servers.monitor!.ip,
            { ntlm: rng.chance(0.2) });
        }
      }
      for (const server of Object.values(w.servers).filter((s) => s.linux)) {
        out.ssh(at(day, 8) + rng.int(0, 400) * MINUTE, server, "nagios", w.servers.monitor!.ip, true);
      }
    });
  }),
  routine("directory-synchronization", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const hour of [0.5, 6.5, 12.5, 18.5]) {
        out.replication(at(day, hour) + rng.int(0, 9) * MINUTE, w.servers.dc1!, w.services.msol!);
        out.idQuery(at(day, hour) + MINUTE, w.services.msol!, w.servers.sync!, "AllUsers",
          "(&(objectCategory=person)(objectClass=user))");
      }
      if (rng.chance(0.6)) {
        out.audit(at(day, 13), { app: "Microsoft.Azure.SyncFabric" }, "Update user", [userTarget(rng.pick(w.people))]);
      }
    });
  }),
  routine("hr-provisioning", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      out.spSignin(at(day, 4), w.apps.hrSync!);
      out.idQuery(at(day, 4.2), w.services.svc_hrsync!, w.servers.sync!, "AllUsers", "(employeeID=*)");
      for (let n = rng.count(3); n > 0; n--) {
        out.provision(at(day, 4.3) + n * MINUTE, w.apps.hrSync!, rng.pick(["update", "update", "other"]),
          rng.pick(w.people).name, "Azure Active Directory");
      }
      if (day % 7 < 5) {
        out.provision(at(day, 5), w.apps.ticketing!, "update", rng.pick(w.people).name, "ServiceNow",
          { result: rng.chance(0.1) ? "Failure" : "Success" });
      }
    });
  }),
  routine("application-sign-ins", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const app of Object.values(w.apps)) {
        if (app.firstParty || app === w.apps.oldCrm || app === w.apps.keyRotation || app === w.apps.miPlatform) {
          continue;
        }
        const times = app === w.apps.telemetry || app === w.apps.miIngest ? 4 : app.kind === "ManagedIdentity" ? 2 : 1;
        for (const _ of range(times)) {
          const time = at(day, rng.real(0, 23.5));
          if (app.kind === "ManagedIdentity") {
            out.miSignin(time, app);
          } else {
            const hosted = app === w.apps.deployDev ? `20.${rng.pick([50, 82])}.${rng.int(2, 250)}.${rng.int(2, 250)}`
              : undefined;
            out.spSignin(time, app, { ip: hosted, code: rng.chance(0.004) ? 7000222 : 0 });
          }
        }
      }
      for (const [key, path, times] of [["inventory", "/devices?$top=999", 2], ["inventory", "/users?$top=999", 2],
        ["monitoring", "/auditLogs/signIns?$top=500", 3], ["ticketing", "/users/delta", 2],
        ["ticketing", "/groups?$top=999", 1], ["portalApp", "/users?$filter=userType eq 'Guest'", 1],
        ["erpConnector", "/users/invoices/sendMail", 3], ["plmExport", "/sites/root/drives", 2],
        ["signatures", "/users?$select=displayName,jobTitle", 1]] as const) {
        for (const _ of range(times)) {
          const app = w.apps[key]!;
          out.graph(at(day, rng.real(0, 23.5)), app, app.ip, path.endsWith("sendMail") ? "POST" : "GET", path);
        }
      }
    });
  }),
  routine("cloud-backup-reads-everything", ({ w, out, rng, nights, at }) => {
    const app = w.apps.cloudBackup!;
    nights((day) => {
      for (const i of range(14)) {
        out.graph(at(day, 2) + i * 3 * MINUTE, app, app.ip, "GET", `/drives/${rng.hex(16)}/root/delta?$top=1000`);
      }
      for (const person of rng.some(w.people, 4)) {
        out.graph(at(day, 3), app, app.ip, "GET", `/users/${person.id}/messages/delta`);
      }
    });
  }),
  routine("pipelines", ({ w, out, rng, nights, at }) => {
    const r = w.cloud.resources;
    nights((day) => {
      if (day % 7 > 4) {
        return;
      }
      for (let n = rng.count(4); n > 0; n--) {
        const time = at(day, rng.real(8, 18));
        out.azure(time, w.apps.deployDev!, "Microsoft.Resources/deployments/write",
          r.devVm!.replace("Microsoft.Compute/virtualMachines/vm-test-01",
          `Microsoft.Resources/deployments/build-${rng.int(1000, 9999)}`));
        if (rng.chance(0.5)) {
          out.azure(time + 20 * MINUTE, w.apps.deployDev!, "Microsoft.Resources/subscriptions/resourceGroups/delete",
            `/subscriptions/${w.cloud.development}/resourceGroups/rg-pr-${rng.int(100, 999)}`);
        }
      }
      if (rng.chance(0.5)) {
        const time = at(day, rng.real(9, 17));
        out.azure(time, w.apps.deployProd!, "Microsoft.Web/sites/write", r.function!);
        out.azure(time + MINUTE, w.apps.deployProd!, "Microsoft.Web/sites/publishxml/action", r.function!);
        out.azure(time + 2 * MINUTE, w.apps.deployProd!, "Microsoft.Storage/storageAccounts/listKeys/action",
          r.telemetryStore!);
      }
      if (day % 7 === 2) {
        out.azure(at(day, 19), w.apps.terraform!, "Microsoft.Network/networkSecurityGroups/write", r.nsg!);
        out.azure(at(day, 19.1), w.apps.terraform!, "Microsoft.KeyVault/vaults/write", r.vault!);
        out.azure(at(day, 19.2), w.apps.terraform!, "Microsoft.Authorization/roleAssignments/write",
          `${r.vault}/providers/Microsoft.Authorization/roleAssignments/${rng.uuid()}`);
      }
    });
  }),
  routine("azure-automation", ({ w, out, rng, nights, at }) => {
    const r = w.cloud.resources;
    nights((day) => {
      out.azure(at(day, 20), w.apps.miAutomation!, "Microsoft.Compute/virtualMachines/deallocate/action", r.devVm!);
      out.azure(at(day, 6), w.apps.miAutomation!, "Microsoft.Compute/virtualMachines/start/action", r.devVm!);
      out.azure(at(day, 1.5), w.apps.cloudBackup!, "Microsoft.Storage/storageAccounts/listKeys/action", r.backupStore!);
      out.azure(at(day, 1.7), w.apps.miPlatform!, "Microsoft.Compute/snapshots/write",
        r.erpDisk!.replace("disks/", "snapshots/"), { ip: "20.50.11.4" });
      out.azure(at(day, 1.9), w.apps.miPlatform!, "Microsoft.Compute/snapshots/delete",
        `${r.erpDisk!.replace("disks/", "snapshots/")}-${day}`, { ip: "20.50.11.4" });
      out.miSignin(at(day, 1.6), w.apps.miPlatform!);
      if (rng.chance(0.15)) {
        out.azure(at(day, rng.real(9, 17)), rng.pick(w.staff.developers), "Microsoft.Compute/virtualMachines/write",
          r.portalVm!, { status: "Failure", ip: w.sites[0]!.egress.ip });
      }
    });
  }),
  routine("plm-vault-service", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      out.logon(at(day, 0.3), w.servers.fs1!, w.services.svc_plm!, 3, w.servers.plm!.ip);
      for (const i of range(12)) {
        out.share(at(day, 0.3) + i * 2 * MINUTE, w.servers.fs1!, w.services.svc_plm!, w.servers.plm!.ip, "Drawings",
          `${rng.pick(["k220", "hx", "orbit", "r9"])}\\drawing-${rng.int(100, 9000)}.dwg`, "0x120089");
      }
    });
  }),
  routine("weak-tickets-of-old-services", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const user of rng.some(w.people, 2)) {
        out.tgs(at(day, rng.real(7, 17)), user.host, user, user.host.ip, "svc_cadlic", "0x17");
      }
    });
  }),
  routine("printers-and-scan-to-mail", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      if (day % 7 < 5) {
        out.idQuery(at(day, rng.real(7, 17)), w.services.svc_mfp!, w.servers.print!, "LDAP user search",
          "(&(objectCategory=person)(mail=*))");
        for (let n = rng.count(5); n > 0; n--) {
          out.mail(at(day, rng.real(7, 17)), w.services.svc_mfp!.mail, rng.pick(w.people), "Scan from device",
            { files: [[`scan-${rng.int(100, 9999)}.pdf`, rng.int(90_000, 2_000_000)]] });
        }
      }
    });
  }),
  routine("internet-scans-at-the-firewalls", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (let n = rng.count(22); n > 0; n--) {
        const site: Site = rng.pick(w.sites);
        const net = rng.chance(0.6) ? hostingNet(rng) : homeNet(rng, rng.pick(["CN", "RU", "VN", "BR", "ID"]));
        out.traffic(at(day, rng.real(0, 24)), site, net.ip, site.egress.ip,
          { port: rng.pick([22, 23, 80, 443, 445, 1433, 3389, 5900, 8443]), action: "deny", inbound: true });
      }
      for (let n = rng.count(2); n > 0; n--) {
        const site = rng.pick(w.sites);
        out.threat(at(day, rng.real(0, 24)), site, hostingNet(rng).ip, site.egress.ip,
          rng.pick(["Apache.Log4j.Error.Log.Remote.Code.Execution", "PHPUnit.Eval-stdin.Remote.Code.Execution",
          "ThinkPHP.Request.Method.RCE"]), { severity: 8 });
      }
      for (let n = rng.count(5); n > 0; n--) {
        out.vpn(at(day, rng.real(0, 24)), rng.pick(w.sites),
          rng.pick(["admin", "test", "vpnuser", "guest", "scanner", "user1"]), hostingNet(rng), "fail");
      }
      for (let n = rng.count(11); n > 0; n--) {
        out.ssh(at(day, rng.real(0, 24)), w.servers.sftp!,
          rng.pick(["root", "admin", "ubuntu", "oracle", "test", "git"]), hostingNet(rng).ip, false, "password",
          rng.chance(0.7));
      }
    });
  }),
  routine("background-sprays-that-fail", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (let n = rng.count(1.6); n > 0; n--) {
        const net = homeNet(rng, rng.pick(["BR", "VN", "ID", "RU", "CN"]));
        out.signin(at(day, rng.real(0, 24)), rng.pick(w.people),
          { net, device: { ...w.people[0]!.desk.device, agent: "BAV2ROPC", managed: false, os: "", browser: "" } },
          { app: "Office 365 Exchange Online", code: rng.pick([50126, 50126, 50053]), mfa: false,
            client: "Authenticated SMTP" });
      }
    });
  }),
  routine("linux-background", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const host of Object.values(w.servers).filter((s) => s.linux)) {
        const cron: Record<string, string> = { "MES server": "(mes) CMD (/opt/mes/bin/export-orders.sh)",
          "process historian": "(postgres) CMD (/usr/bin/pg_dump historian | gzip > /backup/historian.sql.gz)",
          "supplier portal": "(www-data) CMD (php /var/www/portal/cron.php)" };
        out.syslog(at(day, 2.2), host, "CRON", "cron", "info",
          cron[host.role] ?? "(root) CMD (test -x /usr/sbin/anacron || run-parts /etc/cron.daily)");
        if (rng.chance(0.4)) {
          out.syslog(at(day, rng.real(0, 24)), host, "systemd", "daemon", "info",
            rng.pick(["Started Daily apt upgrade and clean activities.", "Finished Rotate log files.",
            "Starting Cleanup of Temporary Directories..."]));
        }
      }
      for (const company of w.suppliers.slice(0, 4)) {
        out.ssh(at(day, 5 + w.suppliers.indexOf(company) * 0.1), w.servers.sftp!, `edi-${company.split(".")[0]}`,
          `62.46.${w.suppliers.indexOf(company) + 10}.77`, true);
      }
      out.syslog(at(day, rng.real(0, 23)), w.servers.portal!, "nginx", "local7", "info",
        `${hostingNet(rng).ip} - - "GET /wp-login.php HTTP/1.1" 404 153 "-" "Mozilla/5.0 zgrab/0.x"`);
    });
  }),
  routine("edr-and-update-traffic", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const i of range(7)) {
        const person = rng.pick(w.people);
        out.web(at(day, rng.real(0, 23)), `${person.host.name}$`, person.host.ip,
          rng.pick(["https://telemetry.edr-cloud.example/v2/beacon",
          "https://updates.cad-vendor.example/patch/latest.msp"]), "Software Updates",
          { agent: "Microsoft-Delivery-Optimization/10.0", received: rng.int(1e4, 4e7), sent: i * 900 });
      }
      out.traffic(at(day, 1), w.sites[2]!, w.servers.mes3!.ip, w.servers.historian!.ip,
        { port: 5432, sent: rng.int(1e8, 5e8), app: "postgres" });
    });
  }),
  routine("machine-uploads-of-logs", ({ w, out, nights, at }) => {
    nights((day) => {
      if (day % 30 === 13) {
        out.audit(at(day, 3), { app: w.apps.keyRotation! }, "Update application",
          [appTarget(w.apps.telemetry!, "Application")]);
      }
      out.miSignin(at(day, 0.1), w.apps.miLogic!);
      out.azure(at(day, 0.2), w.apps.miLogic!, "Microsoft.Logic/workflows/run/action", w.cloud.resources.logicApp!,
        { both: false, ip: "20.50.12.9" });
    });
    out.traffic(w.from + 3 * DAY + HOUR, w.sites[2]!, w.servers.mes3!.ip, w.servers.mes1!.ip,
      { port: 8883, sent: 9e6, app: "mqtt" });
  }),
];
