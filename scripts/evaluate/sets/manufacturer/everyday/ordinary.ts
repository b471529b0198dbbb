/** Ordinary uses of the means that attackers use: private computers, tunnels of providers, scripts, certificates. */
import type { Routine } from "./routine.ts";
import { routine } from "./routine.ts";
import { appTarget, change, thingTarget, userTarget } from "../entra.ts";
import { homeNet, hostingNet, laptop, script } from "../places.ts";
import { DAY, HOUR, MINUTE, range } from "../util.ts";
import { fillPlaceholders, localTime, present } from "./people.ts";

const POWERSHELL = "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe";
const CMD = "C:\\Windows\\System32\\cmd.exe";

export const ordinary: Routine[] = [
  routine("private-computers", ({ w, out, rng, days }) => {
    for (const person of rng.some(w.people.filter((p) => !p.nightShift), 28)) {
      const own = { net: person.home.net, device: { ...laptop(rng, "", false), id: "" } };
      days(person, 0.12, (_, time) => {
        const at = time() + rng.pick([0, 6, 9]) * HOUR;
        out.signin(at, person, own, { app: rng.pick(["One Outlook Web", "OfficeHome"]), mfa: true, unmanaged: true });
        if (rng.chance(0.4)) {
          out.file(at + 4 * MINUTE, person, own, "FileAccessed", out.of(rng.pick(person.teams)));
        }
        if (rng.chance(0.3)) {
          out.mailbox(at + 2 * MINUTE, person, own, "MailItemsAccessed", person, { count: rng.int(2, 20) });
        }
      });
    }
  }),
  routine("egress-of-the-proxy-provider", ({ w, out, rng, days }) => {
    for (const person of rng.some(w.people, 40)) {
      days(person, 0.1, (_, time) => {
        const net = { ...person.desk.net, ip: `165.225.${rng.int(16, 30)}.${rng.int(2, 250)}`, isp: "ZSCALER",
          asn: 62044,
          ...(rng.chance(0.3) ? { country: "NL", city: "Amsterdam", latitude: 52.37, longitude: 4.9 } : {}) };
        out.signin(time(), person, { net, device: person.desk.device }, { app: rng.pick(person.appNames) });
      });
    }
  }),
  routine("hotels-trains-and-other-lines", ({ w, out, rng, days }) => {
    for (const person of rng.some(w.people.filter((p) => p.remoteDays.length > 0), 30)) {
      days(person, 0.06, (_, time) => out.signin(time() + 3 * HOUR, person,
        { net: homeNet(rng, person.site.country), device: person.desk.device },
        { app: rng.pick(person.appNames), mfa: true }));
    }
  }),
  routine("private-vpn-on-phones", ({ w, out, rng, days }) => {
    for (const person of rng.some(w.people, 6)) {
      const country = rng.pick(["NL", "GB", "RO"]);
      days(person, 0.4, (_, time) => {
        const at = { net: hostingNet(rng, country), device: person.phone.device };
        out.signin(time() + 2 * HOUR, person, at, { app: "Outlook Mobile", quiet: rng.chance(0.6), mfa: "claim" });
      });
    }
  }),
  routine("device-codes-of-developers", ({ w, out, days, where }) => {
    for (const person of [...w.staff.developers, ...w.staff.cloud]) {
      days(person, 0.12, (day, time) => out.signin(time(), person.admin ?? person,
        { net: where(person, day).net, device: script("azsdk-python-identity/1.19 (Linux)") },
        { app: "Microsoft Azure CLI", protocol: "deviceCode", mfa: true, resource: "Azure Resource Manager",
          unmanaged: true }));
    }
  }),
  routine("new-laptops", ({ w, out, rng, days, by }) => {
    for (const agent of w.staff.helpdesk) {
      days(agent, 0.12, (day, time) => {
        const user = rng.pick(w.people);
        const name = `NB-${user.site.code}-${rng.int(1000, 9999)}`;
        const at = time();
        out.winEvent(at, w.servers.dc1!, 4741, agent.admin!,
          { TargetUserName: `${name}$`, SamAccountName: `${name}$`, TargetDomainName: w.netbios });
        out.audit(at + 40 * MINUTE, { app: "Device Registration Service" }, "Add device",
          [thingTarget("Device", rng.uuid(), name)]);
        out.audit(at + 41 * MINUTE, by(agent, day), "Add registered owner to device", [userTarget(user)]);
        out.groupAdd(at + 50 * MINUTE, { ...user.host, name, fqdn: `${name.toLowerCase()}.${w.adDomain}` },
          agent.admin!, agent.admin!, "Administrators", 4732);
      });
    }
  }),
  routine("certificates", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const user of rng.some(w.people, 3)) {
        const request = String(rng.int(400, 9000));
        const time = at(day, rng.real(7, 17));
        const columns = { RequestId: request, Requester: `${w.netbios}\\${user.sam}`,
          Attributes: "CertificateTemplate:User-Autoenroll" };
        out.winEvent(time, w.servers.ca!, 4886, user, columns);
        out.winEvent(time + 200, w.servers.ca!, 4887, user,
          { ...columns, Disposition: "3", Subject: `CN=${user.name}` });
        if (rng.chance(0.3)) {
          out.tgt(time + HOUR, user.host, user, user.host.ip, { certificate: `${w.netbios}-CA-01` });
        }
      }
      out.tgt(at(day, 5.5), w.servers.plm!, w.services.svc_cadlic!, w.servers.plm!.ip,
        { preAuth: "0", encryption: "0x17" });
    });
  }),
  routine("programs-on-workstations", ({ w, out, rng, nights }) => {
    nights((day) => {
      if (day % 7 > 4) {
        return;
      }
      for (const person of rng.some(w.people.filter((p) => present(p, day)), 14)) {
        const time = localTime(w, person, day, person.start + rng.real(0.5, 7));
        const [command, image, parent] = rng.pick([
          ["cmd.exe /c net use S: \\\\FS\\Projects", CMD, "C:\\Windows\\explorer.exe"],
          ["powershell.exe -NoProfile -File C:\\CAD\\Start-Session.ps1", POWERSHELL,
            "C:\\Program Files\\SOLIDWORKS Corp\\SOLIDWORKS\\swShellFileLauncher.exe"],
          ["cmd.exe /c C:\\Finance\\Macros\\export.bat", CMD,
            "C:\\Program Files\\Microsoft Office\\root\\Office16\\EXCEL.EXE"],
          ["powershell.exe -ExecutionPolicy Bypass -File \\\\corp\\netlogon\\printers.ps1", POWERSHELL, CMD],
          ["whoami /groups", "C:\\Windows\\System32\\whoami.exe", CMD],
          ["ipconfig /all", "C:\\Windows\\System32\\ipconfig.exe", CMD],
          ["rundll32.exe shell32.dll,Control_RunDLL", "C:\\Windows\\System32\\rundll32.exe",
            "C:\\Windows\\explorer.exe"],
          ["C:\\Program Files\\7-Zip\\7zFM.exe drawings.7z", "C:\\Program Files\\7-Zip\\7zFM.exe",
            "C:\\Windows\\explorer.exe"]] as const);
        out.process(time, person.host, person, command, image, parent);
        if (rng.chance(0.12)) {
          out.task(time + MINUTE, person.host, person,
            rng.pick(["\\GoogleUpdateTaskMachineCore", "\\OneDrive Standalone Update Task", "\\CAD\\CacheCleanup"]),
            "C:\\Program Files\\Vendor\\update.exe");
        }
        if (rng.chance(0.08)) {
          out.service(time + 2 * MINUTE, person.host, w.services.svc_sccm!,
            rng.pick(["SolidWorks Licensing Service", "Autodesk Desktop Licensing Service", "HP Insights"]),
            "C:\\Program Files\\Vendor\\service.exe");
        }
        if (rng.chance(0.1)) {
          out.winEvent(time + 3 * MINUTE, person.host, 4648, person,
            { TargetUserName: "svc_plm", TargetServerName: "PLM-01",
            ProcessName: "C:\\Program Files\\Teamcenter\\bin\\otw.exe" });
        }
      }
    });
  }),
  routine("programs-of-machines-written-by-programmers", ({ w, out, rng, days }) => {
    for (const person of w.people.filter((p) => p.title === "CNC Programmer" || p.title === "Shift Leader")) {
      const server = w.servers[person.site === w.sites[0] ? "fs1" : person.site === w.sites[1] ? "fs2" : "fs3"]!;
      days(person, 0.5, (_, time) => {
        const name = fillPlaceholders(rng, "cnc-program-{n}.nc");
        const at = time();
        out.share(at, server, person, person.host.ip, "CNC", `${rng.pick(["released", "draft"])}\\${name}`, "0x12019f");
        out.object(at + 2000, server, person, `E:\\Shares\\CNC\\draft\\${name}`, rng.pick(["0x2", "0x2", "0x10000"]));
      });
    }
  }),
  routine("controls-of-machines-log-on-by-old-protocol", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const i of range(6)) {
        const server = w.servers[rng.pick(["fs1", "fs2", "fs3"])]!;
        const ip = `${server.site.subnet}.52.${rng.int(20, 30)}`;
        const time = at(day, rng.real(0, 24)) + i;
        out.ntlm(time, server, "svc_mes", `CNC-${server.site.code}-${ip.split(".")[3]}`);
        out.logon(time + 40, server, w.services.svc_mes!, 3, ip,
          { ntlm: true, workstation: `CNC-${server.site.code}-${ip.split(".")[3]}` });
      }
    });
  }),
  routine("ordinary-firewall-traffic", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      const work = day % 7 < 5;
      for (const person of rng.some(w.people, work ? 32 : 4)) {
        const [port, app, ip, protocol] = rng.pick([[443, "ssl", `13.107.${rng.int(3, 150)}.${rng.int(2, 200)}`, "TCP"],
          [3478, "stun", "52.113.194.131", "UDP"], [443, "ssl", hostingNet(rng).ip, "TCP"],
          [123, "ntp", "162.159.200.1", "UDP"], [443, "ssl", `104.18.${rng.int(1, 30)}.${rng.int(2, 200)}`, "TCP"],
          [22, "ssh", `140.82.121.${rng.int(3, 9)}`, "TCP"]] as const);
        out.traffic(at(day, rng.real(7, 18)), person.site, person.host.ip, ip,
          { port, app, protocol, sent: rng.int(500, 400_000), user: `${w.netbios}\\${person.sam}` });
      }
      for (const server of Object.values(w.servers).filter((s) => !s.linux).slice(0, 9)) {
        out.traffic(at(day, rng.real(0, 24)), server.site, server.ip, `20.190.${rng.int(128, 190)}.${rng.int(2, 200)}`,
          { port: 443, app: "ms-update", received: rng.int(2000, 9e6) });
      }
      for (const i of range(8)) {
        const printer = `${w.sites[0]!.subnet}.13.${20 + (i % 3)}`;
        out.traffic(at(day, i * 3) + rng.int(-20, 20) * 1000, w.sites[0]!, printer, "52.86.14.201",
          { port: 443, app: "ssl", sent: rng.int(700, 740), received: rng.int(300, 330) });
      }
      for (const site of w.sites.slice(1)) {
        const mes = w.servers[site === w.sites[1] ? "mes2" : "mes3"]!;
        out.traffic(at(day, rng.real(0, 23)), site, mes.ip, w.servers.historian!.ip,
          { port: 5432, app: "postgres", sent: rng.int(3e7, 4e8) });
        out.traffic(at(day, 2.25) + rng.int(-3, 3) * MINUTE, site, mes.ip, "40.68.90.77",
          { port: 443, app: "ssl", sent: rng.int(8e6, 9e7) });
        out.traffic(at(day, rng.real(8, 18)), site, `${site.subnet}.11.${rng.int(20, 240)}`,
          `${w.sites[0]!.subnet}.20.21`, { port: 445, app: "ms-ds-smb" });
      }
      if (work && rng.chance(0.5)) {
        const person = rng.pick(w.people);
        out.traffic(at(day, rng.real(8, 17)), person.site, person.host.ip, `${person.site.subnet}.52.${rng.int(2, 90)}`,
          { port: rng.pick([80, 445]), action: "deny", user: `${w.netbios}\\${person.sam}` });
      }
    });
  }),
  routine("uploads-to-customers-and-film-agencies", ({ w, out, rng, days }) => {
    for (const person of [w.staff.press, ...w.people.filter((p) => p.title === "Key Account Manager").slice(0, 4)]) {
      days(person, 0.2, (_, time) => out.web(time(), person, person.host.ip,
        rng.pick(["https://upload.customer-exchange.example/files", "https://studio.film-agency.example/put"]),
        "Online Storage", { method: "POST", sent: rng.int(2e7, 6e8) }));
    }
  }),
  routine("host-auditing", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      for (const host of Object.values(w.servers).filter((s) => s.linux)) {
        for (let n = rng.count(2.2); n > 0; n--) {
          const [uid, auid, image, key] = rng.pick([[0, 1004, "/usr/bin/systemctl", "rootcmd"],
            [0, 4294967295, "/usr/sbin/cron", "cron"], [0, 1006, "/usr/bin/vi", "etcwatch"],
            [0, 4294967295, "/usr/sbin/modprobe", "modules"],
            [1001, 1001, "/usr/bin/ssh", "outbound_ssh"], [0, 1005, "/usr/bin/cat", "rootcmd"],
            [0, 4294967295, "/usr/bin/dpkg", "software_mgmt"]] as const);
          out.audited(at(day, rng.real(0, 24)), host, uid, auid, image, key);
        }
      }
      for (let n = 4; n > 0; n--) {
        out.audited(at(day, rng.real(0, 24)), w.servers.portal!, 33, 4294967295,
          rng.pick(["/usr/bin/php8.2", "/usr/bin/convert", "/bin/sh"]), "webserver_exec");
        out.syslog(at(day, rng.real(6, 20)), w.servers.portal!, "nginx", "local7", "info",
          `${homeNet(rng, rng.pick(["IT", "FR", "DE"])).ip} - - "POST /upload.php HTTP/1.1" 200 ${rng.int(200, 900)} ` +
          `"https://portal.${w.domain}/" "Mozilla/5.0"`);
      }
      const admin = w.staff.linux[day % w.staff.linux.length]!;
      if (present(admin, day) && rng.chance(0.3)) {
        const host = w.servers[rng.pick(["git", "monitor", "mes1"])]!;
        out.syslog(at(day, rng.real(8, 16)), host, "su", "authpriv", "info", `(to root) ${admin.sam} on pts/0`);
        if (rng.chance(0.3)) {
          out.syslog(at(day, rng.real(8, 16)), host, "su", "authpriv", "notice",
            `FAILED SU (to root) ${admin.sam} on pts/0`);
        }
        if (rng.chance(0.25)) {
          out.syslog(at(day, rng.real(8, 16)), host, "crontab", "cron", "info", `(${admin.sam}) REPLACE (root)`);
        }
        if (rng.chance(0.15)) {
          out.sudo(at(day, rng.real(8, 16)), host, admin.sam,
            `/usr/sbin/useradd -m ${rng.pick(w.staff.developers).sam}2`);
        }
      }
      if (day % 21 === 11) {
        out.syslog(at(day, 22), w.servers.mes2!, "kernel", "kern", "warning",
          "nvidia: loading out-of-tree module taints kernel.");
      }
    });
  }),
  routine("on-call-nights", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      if (!rng.chance(0.22)) {
        return;
      }
      const time = at(day, rng.real(21.5, 27));
      const kind = rng.pick(["windows", "linux", "cloud", "network"] as const);
      const person = rng.pick(w.staff[kind]);
      out.mail(time - 12 * MINUTE, `alerts@${w.domain}`, person,
        `ALERT ${rng.pick(["disk full", "service down", "interface error"])}`, { name: "Monitoring" });
      out.vpn(time, person.site, person, person.home.net, "up", { assigned: out.officeIp(person, true) });
      if (kind === "windows") {
        out.logon(time + 4 * MINUTE, w.servers.jump!, person.admin!, 10, out.officeIp(person, true),
          { elevated: true });
        out.logon(time + 7 * MINUTE, w.servers[rng.pick(["fs1", "erpApp", "plm"])]!, person.admin!, 10,
          w.servers.jump!.ip, { elevated: true });
      } else if (kind === "linux") {
        out.ssh(time + 4 * MINUTE, w.servers.bastion!, person.sam, out.officeIp(person, true), true);
        out.ssh(time + 5 * MINUTE, w.servers.mes1!, person.sam, w.servers.bastion!.ip, true);
        out.sudo(time + 6 * MINUTE, w.servers.mes1!, person.sam, "/usr/bin/systemctl restart mes-gateway");
      } else if (kind === "cloud") {
        out.signin(time + 3 * MINUTE, person.admin!, person.home, { app: "Azure Portal", mfa: true });
        out.azure(time + 8 * MINUTE, person.admin!, "Microsoft.Compute/virtualMachines/restart/action",
          w.cloud.resources.telemetryVm!, { ip: person.home.net.ip });
      } else {
        out.firewallAdmin(time + 9 * MINUTE, rng.pick(w.sites), `adm-${person.sam}`, w.servers.jump!.ip, "login",
          "Administrator login");
      }
      out.vpn(time + 70 * MINUTE, person.site, person, person.home.net, "down",
        { assigned: out.officeIp(person, true), sent: rng.int(1e6, 3e7) });
    });
  }),
  routine("tenant-settings-in-window", ({ w, out, rng, windows, by }) => {
    windows((day, time) => {
      const person = w.staff.cloud[day % w.staff.cloud.length]!;
      if (!present(person, day)) {
        return;
      }
      const who = by(person, day);
      const app = w.apps[rng.pick(["ticketing", "expense", "inventory", "portalApp"])]!;
      const policy = (name: string) => thingTarget("Policy", rng.uuid(), name);
      const details = { Change: `CHG${rng.int(20_000, 39_999)}` };
      const changes: (() => string[])[] = [
        () => out.audit(time(), who, "Update authorization policy", [policy("authorizationPolicy")], { details }),
        () => out.audit(time(), who, "Authentication Methods Policy Update",
          [{ ...policy("Authentication Methods Policy"),
          modifiedProperties: [change("Fido2", { state: "disabled" }, { state: "enabled" })] }], { details }),
        () => out.audit(time(), who, "Add a partner to cross-tenant access setting",
          [{ ...policy(rng.pick(w.customers)), modifiedProperties: [change("tenantId", null, rng.uuid())] }],
          { details }),
        () => out.audit(time(), who, "Delete conditional access policy", [policy("CA099 Pilot")], { details }),
        () => out.audit(time(), who, "Register connector", [thingTarget("Other", rng.uuid(), w.servers.sync!.fqdn)],
          { details: { "Connector type": "Application proxy connector" } }),
        () => out.audit(time(), who, "Add owner to application",
          [userTarget(rng.pick(w.staff.developers)), appTarget(app, "Application")], { details }),
        () => out.audit(time(), who, "Add app role assignment to service principal",
          [appTarget(w.apps.graph!, "ServicePrincipal", change("AppRole.Value", null, "User.Read.All"),
          change("ServicePrincipal.DisplayName", null, app.name))], { details }),
        () => out.audit(time(), who, "Add member to role",
          [userTarget(rng.pick(w.staff.helpdesk).admin!, change("Role.DisplayName", null, "Directory Readers"))],
          { details }),
        () => out.audit(time(), who, "Update role setting in PIM",
          [thingTarget("Role", w.roles["SharePoint Administrator"]!, "SharePoint Administrator",
          change("MaximumDuration", "PT8H", "PT4H"))], { details }),
        () => out.audit(time(), who, "Update group",
          [thingTarget("Group", w.groups[0]!.id, "GRP-Plants",
          change("MembershipRule", "(user.country -eq \"DE\")", "(user.country -in [\"DE\",\"CZ\"])"))], { details }),
        () => out.file(time(), person.admin!, person.desk, "SiteCollectionAdminAdded",
          { site: rng.pick(w.teams.slice(0, 14)).url, document: { name: "", folder: "" } },
          { target: rng.pick(w.staff.releases).upn }),
      ];
      for (const run of rng.some(changes, 4)) {
        run();
      }
    });
  }),
  routine("mail-settings-in-window", ({ w, out, rng, windows }) => {
    windows((day, time) => {
      const person = w.staff.mailAdmins[day % w.staff.mailAdmins.length]!;
      if (!present(person, day)) {
        return;
      }
      const commands: [string, Record<string, string>][] = [
        ["New-TransportRule", { Name: `Disclaimer ${rng.int(2, 9)}`, ApplyHtmlDisclaimerText: "Confidential" }],
        ["Set-InboundConnector", { Identity: "From mail filter", RequireTls: "True" }],
        ["Set-HostedContentFilterPolicy", { Identity: "Default", AllowedSenderDomains: rng.pick(w.customers) }],
        ["Set-SafeLinksPolicy", { Identity: "Company Safe Links",
        DoNotRewriteUrls: `portal.${rng.pick(w.suppliers)}` }],
        ["Set-Mailbox", { Identity: rng.pick(w.shared).upn, AuditEnabled: "True" }],
        ["Set-AntiPhishPolicy", { Identity: "Office365 AntiPhish Default", PhishThresholdLevel: "3" }],
      ];
      for (const [command, parameters] of rng.some(commands, 2)) {
        out.exchange(time(), person.admin!, person.desk, command, parameters.Identity ?? parameters.Name ?? "",
          parameters);
      }
    });
  }),
  routine("spare-parts-mail-forwarded-to-partner", ({ w, out, rng, nights, at }) => {
    const box = w.shared.find((m) => m.sam === "spareparts")!;
    nights((day) => {
      for (let n = day % 7 < 5 ? rng.count(3) : 0; n > 0; n--) {
        const time = at(day, rng.real(7, 18));
        const from = `orders@${rng.pick(w.customers)}`;
        const subject = fillPlaceholders(rng, "Spare part order {n}");
        out.mail(time, from, box, subject);
        out.mail(time + 4000, from, "desk@spares-logistics.example", subject,
          { direction: "Outbound", forwarded: "desk@spares-logistics.example" });
      }
    });
  }),
  routine("assistants-in-mailboxes-of-directors", ({ w, out, rng, days, where }) => {
    const assistants = w.people.filter((p) => p.department === "Marketing" ||
      p.department === "Human Resources").slice(0, 3);
    const owners = [w.staff.chief, w.staff.cfo, w.people[2]!];
    assistants.forEach((person, i) => days(person, 0.5,
      (day, time) => out.mailbox(time(), person, where(person, day),
      rng.pick(["MailItemsAccessed", "MailItemsAccessed", "SendOnBehalf"]), owners[i]!, { count: rng.int(3, 25) })));
    for (const person of rng.some(w.people.filter((p) => ["Sales", "Purchasing", "Logistics"].includes(p.department)),
      12)) {
      days(person, 0.25, (day, time) => out.mailbox(time(), person, where(person, day), "MailItemsAccessed",
        rng.pick(w.shared), { count: rng.int(3, 30) }));
    }
  }),
  routine("tidying-of-mailboxes-and-searches", ({ w, out, rng, days, where }) => {
    for (const person of w.people) {
      days(person, 0.05, (day, time) => {
        const at = time();
        const kind = rng.int(0, 4);
        if (kind === 0) {
          out.mailbox(at, person, where(person, day), rng.pick(["HardDelete", "SoftDelete", "MoveToDeletedItems"]),
            person, { folder: "Deleted Items", count: rng.int(5, 90) });
        } else if (kind === 1) {
          out.mailbox(at, person, where(person, day), "SearchQueryInitiatedExchange", person,
            { subject: rng.pick(["invoice", "drawing", "holiday"]) });
        } else if (kind === 2) {
          out.file(at, person, where(person, day), "SearchQueryPerformed",
            { site: w.teams[0]!.url, document: { name: "", folder: "" } },
            { extra: { OfficeObjectId: rng.pick(["K220", "travel policy", "vpn guide", "price list"]),
            ItemType: "Page" } });
        } else if (kind === 3) {
          out.file(at, person, where(person, day), "FileDeletedFirstStageRecycleBin", out.of(rng.pick(person.teams)));
        } else {
          out.label(at, person, where(person, day), out.of(rng.pick(person.teams)),
            rng.pick(["Confidential", "General"]), rng.pick(["General", "Public", "General"]),
            rng.pick(["Label was set by mistake", "Customer needs it", "Template"]));
        }
      });
    }
    for (const person of rng.some(w.people.filter((p) =>
      ["Finance", "Human Resources", "Purchasing", "Sales"].includes(p.department)), 14)) {
      days(person, 0.04, (day, time) => out.endpointFile(time(), person, where(person, day),
        rng.pick(["DLPRuleUndo", "FileUploadedToCloud", "FilePrinted", "FileCopiedToRemovableMedia"]),
        `C:\\Users\\${person.sam}\\Documents\\${fillPlaceholders(rng, "offer-{n}.xlsx")}`,
        { PolicyName: "Personal and financial data", Justification: "Tax adviser" }));
    }
  }),
  routine("clicks-on-ordinary-links", ({ w, out, rng, nights, at }) => {
    nights((day) => {
      if (day % 7 > 4) {
        return;
      }
      for (let n = rng.count(10); n > 0; n--) {
        const person = rng.pick(w.people);
        const supplier = rng.pick(w.suppliers);
        const url = `https://portal.${supplier}/order/${rng.int(100, 9999)}`;
        const time = at(day, rng.real(8, 17));
        const { message } = out.mail(time, `orders@${supplier}`, person,
          fillPlaceholders(rng, "Order confirmation {n}"), { urls: [url], firstContact: rng.chance(0.1) });
        if (rng.chance(0.6)) {
          out.click(time + rng.int(1, 90) * MINUTE, person, person.desk.net.ip, url, { message });
        }
      }
    });
  }),
  routine("graph-requests-of-people", ({ w, out, rng, days, where }) => {
    for (const person of [...w.staff.cloud, ...w.staff.helpdesk, ...w.staff.developers]) {
      days(person, 0.3, (day, time) => out.graph(time(), person.admin ?? person, where(person, day).net.ip,
        rng.chance(0.15) ? "PATCH" : "GET", rng.pick(["/users?$top=999",
        "/groups?$filter=startswith(displayName,'PRJ')", "/devices?$top=100", "/me", "/applications?$top=100",
        "/auditLogs/directoryAudits?$top=50"]), { scopes: "User.Read.All Group.ReadWrite.All" }));
    }
    for (const person of rng.some(w.people, 40)) {
      days(person, 0.15, (day, time) => out.graph(time(), person, where(person, day).net.ip, "GET",
        rng.pick(["/me/messages?$top=25", "/me/drive/root/children", "/me/calendarView", "/me/joinedTeams"]),
        { client: rng.pick(["Microsoft Office", "Microsoft Teams"]), scopes: "Mail.ReadWrite Files.ReadWrite.All" }));
    }
  }),
  routine("own-development-storage-and-scripts", ({ w, out, rng, days, by }) => {
    const store = w.cloud.resources.devVm!.replace("Microsoft.Compute/virtualMachines/vm-test-01",
      "Microsoft.Storage/storageAccounts/sttestdata");
    for (const person of w.staff.developers) {
      days(person, 0.2, (day, time) => out.azure(time(), person,
        rng.pick(["Microsoft.Storage/storageAccounts/listKeys/action",
        "Microsoft.KeyVault/vaults/accessPolicies/write"]), rng.chance(0.5) ? store : w.cloud.resources.devVault!,
        { ip: by(person, day).ip }));
    }
    for (const person of w.staff.cloud) {
      days(person, 0.08, (day, time) => {
        const r = w.cloud.resources;
        const [operation, resource] = rng.pick([["Microsoft.Compute/virtualMachines/runCommand/action", r.telemetryVm!],
          ["Microsoft.Automation/automationAccounts/runbooks/write", `${r.automation}/runbooks/Stop-TestMachines`],
          ["Microsoft.Insights/diagnosticSettings/write",
            `${r.sql}/providers/Microsoft.Insights/diagnosticSettings/to-law`],
            ["Microsoft.Logic/workflows/write", r.logicApp!],
            ["Microsoft.Sql/servers/firewallRules/write",
            r.sql!.replace("databases/qualitydb", "firewallRules/plant")]] as const);
        out.azure(time(), person.admin!, operation, resource, { ip: by(person, day).ip });
      });
    }
  }),
  routine("passwords-tried-by-forgotten-phones", ({ w, out, rng, nights, at }) => {
    for (const person of rng.some(w.people, 5)) {
      const from = rng.int(2, w.days - 6);
      nights((day) => {
        if (day < from || day > from + 2) {
          return;
        }
        for (const i of range(9)) {
          out.signin(at(day, 6 + i * 1.7), person, person.phone,
            { app: "Office 365 Exchange Online", code: i % 4 === 3 ? 50053 : 50126, mfa: false,
            client: "Exchange ActiveSync" });
        }
        out.account(at(day, 12), w.servers.dc1!, person, 4740, person, { TargetDomainName: "EXCH-AS" });
      });
    }
    out.winEvent(w.from + 9 * DAY + 19 * HOUR, w.servers.fs1!, 4719, w.staff.windows[0]!.admin!,
      { AuditPolicyChanges: "%%8449", CategoryId: "%%8274" });
  }),
];
