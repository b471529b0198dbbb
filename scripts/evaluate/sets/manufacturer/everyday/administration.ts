/** Routines of IT that look like attacks, and that the task of the person or the change window explains. */
import type { Routine } from "./routine.ts";
import { routine } from "./routine.ts";
import type { Actor, Person } from "../types.ts";
import { appTarget, change, thingTarget, userTarget } from "../entra.ts";
import { phone } from "../places.ts";
import { DAY, HOUR, MINUTE } from "../util.ts";
import { present } from "./people.ts";

export const administration: Routine[] = [
  routine("admin-signins", ({ w, out, rng, days, where }) => {
    for (const person of w.people.filter((p) => p.admin !== undefined)) {
      days(person, 0.55, (day, time) => {
        const at = where(person, day);
        out.signin(time(), person.admin!, at,
          { app: rng.pick(["Azure Portal", "Azure Portal", "Microsoft Azure PowerShell",
          "Microsoft Graph Command Line Tools"]), mfa: true });
        if (rng.chance(0.08)) {
          out.signin(time(), person.admin!, at, { app: "Azure Portal", code: 50126 });
        }
      });
    }
  }),
  routine("helpdesk-password-resets", ({ w, out, rng, days, by, somebody }) => {
    for (const agent of w.staff.helpdesk) {
      days(agent, 0.75, (day, time) => {
        const who = by(agent, day);
        const at = time();
        const user = somebody();
        out.audit(at, who, "Reset user password", [userTarget(user)]);
        out.audit(at + 1500, who, "Reset password (by admin)", [userTarget(user)]);
        if (rng.chance(0.6)) {
          out.account(at + 4000, w.servers.dc1!, who.actor, 4724, user);
          out.idDirectory(at + 4000, "Account Password changed", who.actor, user);
          out.signin(at + 9 * MINUTE, user, user.desk, { code: 50055 });
          out.audit(at + 11 * MINUTE, { actor: user, ip: user.desk.net.ip }, "Change user password",
            [userTarget(user)]);
        }
      });
    }
  }),
  routine("new-phone-with-temporary-pass", ({ w, out, rng, days, by, somebody }) => {
    for (const agent of w.staff.helpdesk) {
      days(agent, 0.07, (day, time) => {
        const user = somebody();
        const at = time();
        const fresh = phone(rng);
        out.audit(at, by(agent, day), "Admin deleted security info", [userTarget(user)],
          { reason: "Admin deleted Authenticator App for user" });
        out.audit(at + 3 * MINUTE, by(agent, day), "Admin registered security info", [userTarget(user)],
          { reason: "Admin registered temporary access pass method for user" });
        out.signin(at + 12 * MINUTE, user, { net: user.desk.net, device: fresh }, { app: "My Signins", mfa: true });
        out.audit(at + 14 * MINUTE, { actor: user, ip: user.desk.net.ip }, "User registered security info",
          [userTarget(user)], { reason: "User registered Authenticator App with Notification and Code" });
      });
    }
  }),
  routine("role-activations", ({ w, out, rng, days, by }) => {
    const eligible: [Person, string][] = [...w.staff.cloud.map((p): [Person, string] =>
      [p, rng.pick(["Application Administrator", "SharePoint Administrator"])]),
      [w.staff.windows[0]!, "User Administrator"], [w.staff.security, "Security Administrator"],
      ...w.staff.helpdesk.map((p): [Person, string] => [p, "Authentication Administrator"])];
    for (const [person, name] of eligible) {
      days(person, 0.3, (day, time) => {
        const at = time();
        const target = [thingTarget("Role", w.roles[name]!, name), userTarget(person.admin!)];
        const details = { Justification: rng.pick(["INC", "CHG"]) + rng.int(10_000, 99_999),
          ExpirationTime: "8 hours" };
        out.audit(at, by(person, day), "Add member to role requested (PIM activation)", target, { details });
        out.audit(at + 4000, by(person, day), "Add member to role completed (PIM activation)", target, { details });
      });
    }
  }),
  routine("conditional-access-changes-in-window", ({ w, out, rng, windows, by }) => {
    const person = w.staff.cloud[0]!;
    windows((day, time) => {
      if (!rng.chance(0.8) || !present(person, day)) {
        return;
      }
      const at = time();
      const role = "Conditional Access Administrator";
      out.audit(at - 5 * MINUTE, by(person, day), "Add member to role completed (PIM activation)",
        [thingTarget("Role", w.roles[role]!, role), userTarget(person.admin!)],
        { details: { Justification: `CHG${rng.int(20_000, 39_999)}` } });
      out.audit(at, by(person, day), "Update conditional access policy",
        [thingTarget("Policy", w.apps.terraform!.id,
        rng.pick(["CA001 Require MFA for all", "CA007 Block legacy authentication",
        "CA012 Compliant device for engineering"]),
        change("ConditionalAccessPolicy", { state: "enabled", excludeGroups: 1 },
          { state: "enabled", excludeGroups: 1, sessionControls: "signInFrequency" }))]);
      if (rng.chance(0.3)) {
        out.audit(at + 15 * MINUTE, by(person, day), "Update named location",
          [thingTarget("Policy", w.tenant, "Plants and offices",
          change("ipRanges", w.sites.map((s) => s.egress.ip), w.sites.map((s) => `${s.egress.ip}/32`)))]);
      }
    });
  }),
  routine("joiners", ({ w, out, at, by }) => {
    const person = w.staff.windows[0]!;
    const helper = w.staff.helpdesk[0]!;
    for (const user of w.people.filter((p) => p.joins > 0)) {
      const day = Math.max(1, user.joins - 3);
      const time = at(day, 10.4);
      out.account(time, w.servers.dc1!, person.admin!, 4720, user);
      out.account(time + 2000, w.servers.dc1!, person.admin!, 4722, user);
      out.groupAdd(time + 60_000, w.servers.dc1!, person.admin!, user, `GRP-${user.department}`);
      out.audit(time + 30 * MINUTE, { app: w.apps.hrSync! }, "Add user", [userTarget(user)]);
      out.audit(time + 31 * MINUTE, by(person, day), "Change user license", [userTarget(user)]);
      out.audit(time + 32 * MINUTE, by(person, day), "Add member to group",
        [userTarget(user), thingTarget("Group", w.groups[0]!.id, `GRP-${user.department}`)]);
      out.audit(at(user.joins, 8.9), by(helper, user.joins), "Admin registered security info", [userTarget(user)],
        { reason: "Admin registered temporary access pass method for user" });
      out.audit(at(user.joins, 9.2), { actor: user, ip: user.desk.net.ip }, "User registered security info",
        [userTarget(user)], { reason: "User registered Authenticator App with Notification and Code" });
      out.provision(time + HOUR, w.apps.ticketing!, "create", user.name, "ServiceNow");
    }
  }),
  routine("leavers", ({ w, out, at, by }) => {
    const person = w.staff.windows[0]!;
    for (const user of w.people.filter((p) => p.leaves < w.days)) {
      const time = at(user.leaves, 17.5);
      const admin = w.staff.exchange;
      out.audit(time, by(person, user.leaves), "Disable account",
        [userTarget(user, change("AccountEnabled", true, false))]);
      out.account(time + MINUTE, w.servers.dc1!, person.admin!, 4725, user);
      out.idDirectory(time + MINUTE, "Account disabled", person.admin!, user);
      out.exchange(time + 20 * MINUTE, admin.admin!, admin.desk, "Set-Mailbox", user.upn,
        { Identity: user.upn, Type: "Shared" });
      out.exchange(time + 22 * MINUTE, admin.admin!, admin.desk, "Add-MailboxPermission", user.upn,
        { Identity: user.upn, User: user.manager!.upn, AccessRights: "FullAccess" });
      out.mailbox(Math.min(time + 18 * HOUR, w.until - HOUR), user.manager!, user.manager!.desk, "MailItemsAccessed",
        user, { count: 9 });
      out.provision(time + 2 * HOUR, w.apps.ticketing!, "disable", user.name, "ServiceNow");
    }
  }),
  routine("mass-disable-of-project-accounts", ({ w, out, rng, at, by }) => {
    const day = rng.pick([24, 31, 38, 45]);
    const person = w.staff.windows[0]!;
    w.guests.slice(11).forEach((guest, i) => {
      const time = at(day, 14) + i * 7000;
      out.audit(time, by(person, day), "Disable account", [userTarget(guest, change("AccountEnabled", true, false))],
        { details: { Reason: "End of project Falk" } });
    });
    for (const device of w.people.slice(60, 90)) {
      out.audit(at(day, 15) + rng.int(0, 40) * MINUTE, by(person, day), "Delete device",
        [thingTarget("Device", rng.uuid(), `OLD-${device.host.name}`)]);
    }
  }),
  routine("domain-groups-in-window", ({ w, out, rng, windows }) => {
    windows((day, time) => {
      const admin = w.staff.windows[day % w.staff.windows.length]!.admin!;
      const at = time();
      out.logon(at - 9 * MINUTE, w.servers.jump!, admin, 10, admin.owner!.host.ip, { elevated: true });
      out.logon(at - 3 * MINUTE, w.servers.dc1!, admin, 10, w.servers.jump!.ip, { elevated: true });
      out.groupAdd(at, w.servers.dc1!, admin, rng.pick(w.people),
        rng.pick(["GG-FileAccess-Projects", "GG-PLM-Writers", "GG-VPN"]));
      out.idDirectory(at, "Group Membership changed", admin, rng.pick(w.people),
        { "TO.GROUP": "GG-FileAccess-Projects" });
      if (rng.chance(0.3)) {
        const other = rng.pick(w.staff.windows).admin!;
        out.groupAdd(at + 10 * MINUTE, w.servers.dc1!, admin, other, "Server Operators");
        out.winEvent(at + 2.2 * HOUR, w.servers.dc1!, 4729, admin,
          { TargetUserName: "Server Operators", MemberSid: other.sid });
      }
      out.directoryChange(at + 20 * MINUTE, admin,
        `CN={${rng.uuid().toUpperCase()}},CN=Policies,CN=System,DC=${w.adDomain.split(".").join(",DC=")}`,
        "versionNumber", String(rng.int(100, 900)));
    });
  }),
  routine("server-administration-by-jump-host", ({ w, out, rng, days }) => {
    for (const person of w.staff.windows) {
      days(person, 0.8, (_, time) => {
        const server = w.servers[rng.pick(["fs1", "fs2", "fs3", "erpApp", "plm", "sccm", "print", "quality"])]!;
        const at = time();
        out.logon(at, w.servers.jump!, person.admin!, 10, person.host.ip, { elevated: true });
        out.logon(at + 3 * MINUTE, server, person.admin!, 10, w.servers.jump!.ip, { elevated: true });
        out.process(at + 6 * MINUTE, server, person.admin!,
          rng.pick(["mmc.exe compmgmt.msc", "powershell.exe Get-EventLog -LogName System -Newest 50",
          "cmd /c ipconfig /all",
          "net localgroup administrators", "powershell.exe -File C:\\Ops\\Get-DiskReport.ps1", "gpupdate /force"]),
          rng.pick(["C:\\Windows\\System32\\mmc.exe",
          "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe"]));
        if (rng.chance(0.06)) {
          out.logonFail(at - MINUTE, w.servers.jump!, person.admin!.sam, 10, person.host.ip);
        }
      });
    }
  }),
  routine("guest-invitations", ({ w, out, rng, days, where }) => {
    for (const person of w.people.filter((p) => p.department === "Purchasing" || p.department === "Sales")) {
      days(person, 0.02, (day, time) => {
        const guest = rng.pick(w.guests);
        const at = time();
        out.audit(at, { actor: person, ip: where(person, day).net.ip }, "Invite external user",
          [userTarget({ ...guest, id: rng.uuid(), upn: `n.${rng.hex(4)}_${guest.company}#EXT#@${w.domain}` })],
          { details: { InvitedUserEmailAddress: `n.${rng.hex(4)}@${guest.company}` } });
      });
    }
    for (const guest of w.guests.slice(0, 8)) {
      for (let day = 0; day < w.days; day++) {
        if (day % 7 < 5 && rng.chance(0.3)) {
          const time = w.from + day * DAY + rng.real(7, 15) * HOUR;
          out.signin(time, guest, guest.home, { app: "Office 365 SharePoint Online", mfa: true });
          out.file(time + 5 * MINUTE, guest, guest.home, rng.pick(["FileAccessed", "FileDownloaded", "FileUploaded"]),
            out.of(w.teams[w.suppliers.indexOf(guest.company) % 14]!));
        }
      }
    }
  }),
  routine("admin-consent-with-ticket", ({ w, out, rng, windows, by }) => {
    windows((day, time) => {
      if (!rng.chance(0.5)) {
        return;
      }
      const app = rng.pick(["Lucidchart", "Trimble Connect", "SolidWorks PDM Connector", "Grammarly Business"]);
      const at = time();
      const person = w.staff.cloud[1] ?? w.staff.cloud[0]!;
      out.audit(at, by(person, day), "Add service principal", [thingTarget("ServicePrincipal", out.appId(app), app)]);
      out.audit(at + 8000, by(person, day), "Consent to application",
        [thingTarget("ServicePrincipal", out.appId(app), app, change("ConsentContext.IsAdminConsent", null, "True"),
        change("ConsentAction.Permissions", null,
          "[] => [[ConsentType: AllPrincipals, Scope: openid profile email User.Read]]"))]);
    });
  }),
  routine("secret-rotation", ({ w, out, rng, nights, at }) => {
    const rotation = w.apps.keyRotation!;
    const rotated = [w.apps.erpConnector!, w.apps.mailArchive!, w.apps.signatures!, w.apps.expense!, w.apps.inventory!];
    nights((day) => {
      if (day % 7 === 6) {
        const app = rotated[(day / 7 | 0) % rotated.length]!;
        const key = rng.uuid();
        out.spSignin(at(day, 3), rotation);
        out.audit(at(day, 3.02), { app: rotation }, "Update application – Certificates and secrets management ",
          [appTarget(app, "Application", change("KeyDescription", [`[KeyIdentifier=${app.keyId},KeyType=Password]`],
          [`[KeyIdentifier=${app.keyId},KeyType=Password]`,
            `[KeyIdentifier=${key},KeyType=Password,DisplayName=rotation]`]))]);
      }
    });
    const person = w.staff.developers[0]!;
    const time = at(9, 11);
    out.audit(time, { actor: person, ip: person.desk.net.ip },
      "Update application – Certificates and secrets management ",
      [appTarget(w.apps.powerBi!, "Application",
      change("KeyDescription", [], [`[KeyIdentifier=${rng.uuid()},KeyType=Password,DisplayName=2026]`]))]);
  }),
  routine("exchange-administration", ({ w, out, rng, days, where }) => {
    for (const person of w.staff.mailAdmins) {
      days(person, person === w.staff.exchange ? 0.6 : 0.25, (day, time) => {
        const at = where(person, day);
        const user = rng.pick(w.people);
        const [command, parameters] = rng.pick([
          ["Add-MailboxPermission", { Identity: rng.pick(w.shared).upn, User: user.upn, AccessRights: "FullAccess" }],
          ["Set-Mailbox", { Identity: user.upn, ProhibitSendQuota: "99GB" }],
          ["New-DistributionGroup", { Name: `dl-${rng.hex(4)}` }],
          ["Set-TransportRule", { Identity: "External sender banner", Comments: "wording" }],
          ["Add-DistributionGroupMember", { Identity: "dl-plants", Member: user.upn }],
          ["Set-MailboxAutoReplyConfiguration", { Identity: user.upn, AutoReplyState: "Enabled" }],
        ] as [string, Record<string, string>][]);
        out.exchange(time(), person.admin!, at, command, parameters.Identity ?? parameters.Name ?? "", parameters);
      });
    }
  }),
  routine("azure-operations", ({ w, out, rng, days, by }) => {
    for (const person of w.staff.cloud) {
      days(person, 0.5, (day, time) => {
        const r = w.cloud.resources;
        const [operation, resource] = rng.pick([
          ["Microsoft.Compute/virtualMachines/restart/action", r.portalVm],
          ["Microsoft.Network/networkSecurityGroups/securityRules/write", r.nsg],
          ["Microsoft.Compute/virtualMachines/write", r.telemetryVm], ["Microsoft.Resources/tags/write", r.workspace],
          ["Microsoft.Compute/virtualMachines/deallocate/action", r.devVm],
          ["Microsoft.Insights/metricAlerts/write", r.workspace],
          ["Microsoft.Web/sites/restart/action", r.function]] as [string, string][]);
        out.azure(time(), person.admin!, operation, resource, { ip: by(person, day).ip });
      });
    }
    for (const person of w.staff.developers) {
      days(person, 0.4, (day, time) => {
        const name = `vm-test-${rng.int(2, 40)}`;
        const resource = w.cloud.resources.devVm!.replace("vm-test-01", name);
        const at = time();
        out.azure(at, person, "Microsoft.Compute/virtualMachines/write", resource, { ip: by(person, day).ip });
        if (rng.chance(0.7)) {
          out.azure(at + rng.int(20, 90) * MINUTE, person, "Microsoft.Compute/virtualMachines/delete", resource,
            { ip: by(person, day).ip });
        }
      });
    }
  }),
  routine("azure-role-grants-in-window", ({ w, out, rng, windows, by }) => {
    windows((day, time) => {
      const person = w.staff.cloud[0]!;
      const scope = w.cloud.resources[rng.pick(["telemetryStore", "function", "sql"])]!;
      out.azure(time(), person.admin!, "Microsoft.Authorization/roleAssignments/write",
        `${scope}/providers/Microsoft.Authorization/roleAssignments/${rng.uuid()}`,
        { ip: by(person, day).ip,
          properties: { requestbody: JSON.stringify(
          { properties: { roleDefinitionId: "acdd72a7-3385-48ef-bd42-f606fba81ae7",
          principalId: w.apps.telemetry!.id } }) } });
    });
  }),
  routine("disaster-recovery-test", ({ w, out, rng, at }) => {
    const day = rng.pick([12, 26, 40]);
    const admin = w.staff.cloud[0]!.admin!;
    const r = w.cloud.resources;
    for (const [i, operation] of ["Microsoft.Compute/snapshots/write", "Microsoft.Compute/disks/write",
      "Microsoft.Compute/virtualMachines/write", "Microsoft.Compute/virtualMachines/start/action",
      "Microsoft.Compute/virtualMachines/delete", "Microsoft.Compute/disks/delete",
      "Microsoft.Compute/snapshots/delete"].entries()) {
      out.azure(at(day, 9) + i * 25 * MINUTE, admin, operation, r.erpVm!.replace("vm-erp-dr-01", "vm-erp-drtest"),
        { ip: w.sites[0]!.egress.ip });
    }
  }),
  routine("break-glass-test", ({ w, out, rng, at }) => {
    const account = w.services.breakglass!;
    const day = rng.pick([16, 30, 44]);
    const person = w.staff.security;
    out.signin(at(day, 10), account, person.desk, { app: "Azure Portal", mfa: true });
    out.audit(at(day, 10.1), { actor: account, ip: person.desk.net.ip }, "Update user", [userTarget(account)],
      { reason: "Quarterly test of emergency access" });
  }),
  routine("firewall-changes", ({ w, out, rng, windows, days }) => {
    windows((day, time) => {
      const admin = w.staff.network[day % w.staff.network.length]!;
      for (const site of w.sites) {
        const at = time();
        out.firewallAdmin(at, site, `adm-${admin.sam}`, w.servers.jump!.ip, "login",
          `Administrator adm-${admin.sam} logged in successfully`);
        out.firewallAdmin(at + 4 * MINUTE, site, `adm-${admin.sam}`, w.servers.jump!.ip, "edit",
          `Edit firewall.policy ${rng.int(10, 90)} comment CHG${rng.int(20_000, 39_999)}`, { path: "firewall.policy" });
      }
    });
    for (const person of w.staff.network) {
      days(person, 0.15, (_, time) => out.firewallAdmin(time(), rng.pick(w.sites), `adm-${person.sam}`,
        w.servers.jump!.ip, rng.chance(0.15) ? "login-failed" : "login", "Administrator login"));
    }
  }),
  routine("linux-administration", ({ w, out, rng, days }) => {
    for (const person of w.staff.linux) {
      days(person, 0.9, (_, time) => {
        const host = w.servers[rng.pick(["mes1", "mes2", "mes3", "historian", "portal", "sftp", "git", "monitor"])]!;
        const at = time();
        out.ssh(at - MINUTE, w.servers.bastion!, person.sam, person.host.ip, true);
        if (rng.chance(0.1)) {
          out.ssh(at - 20_000, host, person.sam, w.servers.bastion!.ip, false);
        }
        out.ssh(at, host, person.sam, w.servers.bastion!.ip, true);
        for (let n = rng.int(1, 3); n > 0; n--) {
          out.sudo(at + n * 2 * MINUTE, host, person.sam,
            rng.pick(["/usr/bin/systemctl restart mes-gateway", "/usr/bin/apt-get upgrade",
            "/usr/bin/journalctl -u mes-gateway", "/usr/bin/vi /etc/nginx/nginx.conf",
            "/usr/bin/tail -n 200 /var/log/syslog", "/usr/sbin/lvextend -L+20G /dev/vg0/data",
            "/usr/bin/systemctl status auditd"]));
        }
      });
    }
    for (const person of w.staff.developers) {
      days(person, 0.35, (_, time) => {
        const at = time();
        out.ssh(at, w.servers.git!, person.sam, person.host.ip, true);
        out.sudo(at + 3 * MINUTE, w.servers.git!, person.sam,
          rng.pick(["/usr/bin/docker ps", "/usr/bin/systemctl restart gitlab-runner",
          "/usr/bin/docker system prune -f"]));
      });
    }
  }),
  routine("database-administration", ({ w, out, days }) => {
    const person = w.staff.dba;
    days(person, 0.7, (day, time) => {
      const at = time();
      const db = w.servers.erpDb!;
      out.logon(at, db, person.admin!, 10, w.servers.jump!.ip, { elevated: true });
      out.process(at + 2 * MINUTE, db, person.admin!,
        "\"C:\\Program Files\\Microsoft SQL Server\\150\\Tools\\Binn\\sqlcmd.exe\" -S localhost -Q \"EXEC sp_who2\"",
        "C:\\Program Files\\Microsoft SQL Server\\150\\Tools\\Binn\\sqlcmd.exe");
      if (day % 28 === 8) {
        out.process(at + 9 * MINUTE, db, person.admin!,
          "sqlcmd -S localhost -Q \"BACKUP DATABASE ERPPROD TO DISK='E:\\Refresh\\ERPTEST.bak' WITH COPY_ONLY\"",
          "C:\\Program Files\\Microsoft SQL Server\\150\\Tools\\Binn\\sqlcmd.exe");
      }
    });
  }),
  routine("remote-support-tool", ({ w, out, rng, days, somebody }) => {
    for (const agent of w.staff.helpdesk) {
      days(agent, 0.3, (_, time) => {
        const user = somebody((p) => p.site === agent.site);
        const at = time();
        out.logon(at, user.host, agent.admin!, 3, agent.host.ip, { elevated: true });
        out.process(at + MINUTE, user.host, agent.admin!, "\"C:\\Program Files\\TeamViewer\\TeamViewer.exe\" --session",
          "C:\\Program Files\\TeamViewer\\TeamViewer.exe");
        if (rng.chance(0.2)) {
          out.process(at + 8 * MINUTE, user.host, agent.admin!, "net user", "C:\\Windows\\System32\\net.exe");
        }
      });
    }
  }),
  routine("imaging-of-test-machines", ({ w, out, rng, days }) => {
    const person = w.staff.helpdesk[w.staff.helpdesk.length - 1]!;
    days(person, 0.06, (_, time) => {
      const lab = { ...person.host, name: "LAB-IMG-01", fqdn: `lab-img-01.${w.adDomain}`,
        ip: `${person.site.subnet}.11.9` };
      const at = time();
      out.winEvent(at, lab, 1102, person.admin!, {});
      const local: Actor = { ...person.admin!, sam: "localtest", name: "localtest",
        sid: `${w.sidBase}-${rng.int(5000, 9000)}` };
      out.account(at + 4 * MINUTE, lab, person.admin!, 4720, local);
      out.groupAdd(at + 5 * MINUTE, lab, person.admin!, local, "Administrators", 4732);
    });
  }),
  routine("asset-inventory-queries", ({ w, out, rng, days }) => {
    const person = w.staff.security;
    days(person, 0.4, (_, time) => {
      out.idQuery(time(), person.admin!, w.servers.jump!, rng.pick(["AllUsers", "AllComputers", "AllGroups"]),
        rng.pick(["(objectCategory=person)", "(objectCategory=computer)", "(&(objectCategory=group)(adminCount=1))"]));
      out.graph(time(), person.admin!, person.desk.net.ip, "GET", "/auditLogs/signIns?$top=100",
        { scopes: "AuditLog.Read.All" });
    });
  }),
];
