import type { Person, World } from "./model.ts";
import type { Routine } from "./everyday-people.ts";
import type { Rng } from "./rng.ts";
import { HOUR, MINUTE } from "./calendar.ts";
import { appSignin, audit, behavior, giveRole, risk, signin, sp, thing, user } from "./entra.ts";
import { auditd, azure, line, newResource, resource, ssh, sudo, web } from "./infra.ts";
import { command, file, mailbox } from "./m365.ts";
import { netOf } from "./everyday-people.ts";
import { campusNet, partnerNet } from "./places.ts";
import { act, changed, dc, dn, host, idChange, logon, ticket } from "./windows.ts";

const here = (w: World, day: number, fits: (p: Person) => boolean): Person[] =>
  w.people.filter((p) => fits(p) && (p.plan[day] === "campus" || p.plan[day] === "home"));
const changeDays = (w: World): number[] => w.cal.workdays().filter((d) => w.cal.weekday(d) === 2
  || w.cal.weekday(d) === 4);
const admin = (w: World, rng: Rng, tag: string, day: number): Person => {
  const all = w.admins.filter((a) => a.tags.has(tag));
  const present = all.filter((a) => a.plan[day] !== "off" && a.plan[day] !== "trip");
  return rng.pick(present.length > 0 ? present : all);
};
const SECRETS = "Update application – Certificates and secrets management ";

function onChangeDays(w: World, rng: Rng, tag: string, chance: number, fn: (t: number, by: Person) => void): void {
  for (const day of changeDays(w)) if (rng.chance(chance)) fn(w.cal.at(day, rng.float(18, 20.8)),
    admin(w, rng, tag, day));
}

/** Everyday work that has the same operations as attacks have. */
export const alikeRoutines: Routine[] = [
  { name: "people reset their own password", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of rng.sample(here(w, day, (x) => x.unitCode !== "it"), rng.poisson(1.6))) {
        const net = rng.chance(0.6) ? netOf(rng, p, day) : p.home;
        const t = w.cal.at(day, rng.float(7, 21));
        const by = { person: p, net };
        const service = "Self-service Password Management";
        signin(w, t - 3 * MINUTE, p, { net, result: rng.chance(0.5) ? 50126 : 50055 });
        audit(w, t, by, "Self-service password reset flow activity progress", "UserManagement", [user(p)],
          { service, reason: "User submitted their mobile app code" });
        audit(w, t + MINUTE, by, "Reset password (self-service)", "UserManagement", [user(p)],
          { service, reason: "Successfully completed reset." });
        signin(w, t + 3 * MINUTE, p, { net, mfa: "push" });
        if (rng.chance(0.1)) audit(w, t + 9 * MINUTE, by, "User changed default security info", "UserManagement",
          [user(p)],
          { service: "Authentication Methods", reason: "User changed the default security info for user" });
      }
    }
  } },
  { name: "device codes on research servers and in meeting rooms", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of here(w, day, (x) => x.tags.has("azure-user") && x.tags.has("shell")).slice(0, 4)) {
        if (!rng.chance(0.3)) continue;
        signin(w, w.cal.at(day, rng.float(9, 18)), p, { net: campusNet(rng, 25), app: "azcli", device: null,
          os: "Linux", browser: "",
          protocol: "deviceCode", transfer: "deviceCodeFlow", mfa: "push", agent: "python-requests/2.32.3" });
      }
      if (rng.chance(0.3)) {
        const p = rng.pick(here(w, day, (x) => x.tags.has("secretary")));
        signin(w, w.cal.at(day, 9.1), p, { net: campusNet(rng, 23), app: "teams", device: null, os: "Android",
          browser: "",
          protocol: "deviceCode", transfer: "deviceCodeFlow", mfa: "claim" });
      }
    }
  } },
  { name: "a timetable job with a password in a script", run: (w, rng) => {
    const account = w.services.find((s) => s.sam === "svc-timetable") as Person;
    for (let day = 0; day < w.cal.days; day++) {
      signin(w, w.cal.at(day, 5.2 + rng.float(0, 0.02)), account, { net: campusNet(rng, 22),
        app: "graphps", device: null, os: "", browser: "", protocol: "ropc", client: "Mobile Apps and Desktop clients",
          mfa: "none",
        agent: "python-requests/2.28.1" });
    }
  } },
  { name: "risks that were nothing", run: (w, rng) => {
    for (let day = 0; day < w.cal.days; day++) {
      for (let i = rng.poisson(1.1); i > 0; i--) {
        const p = rng.pick(w.people.filter((x) => x.plan[day] !== "off" && !x.tags.has("dormant")));
        const net = rng.chance(0.7) ? p.mobile : p.home;
        const t = w.cal.at(day, rng.float(7, 22));
        signin(w, t, p, { net, app: "owa", device: p.phone, mfa: "push", risk: "low",
          riskTypes: ["unfamiliarFeatures"] });
        risk(w, t, p, rng.pick(["unfamiliarFeatures", "unfamiliarFeatures", "impossibleTravel", "anonymizedIPAddress",
          "newCountry"]),
          rng.pick(["low", "low", "medium"]), net, rng.pick(["remediated", "dismissed", "atRisk"]));
      }
      if (rng.chance(0.25)) {
        const p = rng.pick(w.people.filter((x) => x.plan[day] === "trip" || x.plan[day] === "home"));
        const net = netOf(rng, p, day);
        behavior(w, w.cal.at(day, 11), p, "LogOn", "Sign-in", net, rng.int(4, 8),
          { FirstTimeUserConnectedFromCountry: "True" });
      }
    }
  } },
  { name: "members of groups change all the time", run: (w, rng) => {
    const canvas = w.apps.get("canvas")!;
    for (const day of w.cal.workdays()) {
      for (let i = rng.poisson(5); i > 0; i--) {
        const p = rng.pick(w.people);
        audit(w, w.cal.at(day, 4.1 + i * 0.01), { app: canvas }, rng.chance(0.7) ? "Add member to group"
          : "Remove member from group",
          "GroupManagement", [user(p, ["Group.DisplayName", null, `course-${rng.int(100, 399)}`])]);
      }
      for (const p of rng.sample(here(w, day, (x) => x.tags.has("professor") || x.tags.has("secretary")), 2)) {
        const member = rng.pick(w.people.filter((x) => x.unitCode === p.unitCode));
        const op = rng.weighted([["Add member to group", 6], ["Add owner to group", 1],
          ["Remove member from group", 1]]);
        audit(w, w.cal.at(day, rng.float(9, 17)), { person: p, net: netOf(rng, p, day) }, op, "GroupManagement",
          [user(member, ["Group.DisplayName", null, `${p.unitCode}-project${rng.int(1, 5)}`])]);
      }
      if (rng.chance(0.35)) {
        const by = admin(w, rng, "windows", day);
        const p = rng.pick(w.people);
        const group = rng.pick(["SG-VPN-Users", "SG-HPC-Users", "SG-Exams-Editors"]);
        const t = w.cal.at(day, rng.float(10, 16));
        act(w, t, dc(w), 4728, by, { sam: group, sid: `${w.domainSid}-1180` }, { MemberName: dn(p), MemberSid: p.sid });
        idChange(w, t + 500, by, "Group Membership changed", p, { "TO.GROUP": group, "ACTOR.ACCOUNT": by.sam });
      }
      if (rng.chance(0.5)) {
        const p = rng.pick(w.people);
        const agent = rng.pick(w.people.filter((x) => x.tags.has("helpdesk")));
        idChange(w, w.cal.at(day, rng.float(9, 16)), agent,
          rng.pick(["Account Password changed", "Account Enabled changed",
          "Account Expiry Time changed", "Account Lockout changed"]), p);
      }
    }
  } },
  { name: "updates of people by the HR system", run: (w, rng) => {
    const app = w.apps.get("hrsync")!;
    for (const day of w.cal.workdays()) {
      for (let i = rng.poisson(4); i > 0; i--) {
        const p = rng.pick(w.people);
        audit(w, w.cal.at(day, 5.6 + i * 0.004), { app },
          rng.pick(["Update user", "Update user", "Change user license"]), "UserManagement",
          [user(p, ["JobTitle", p.title, p.title], ["Included Updated Properties", null, "JobTitle, Department"])]);
      }
    }
  } },
  { name: "roles given in change windows", run: (w, rng) => {
    onChangeDays(w, rng, "identity", 0.35, (t, by) => {
      const net = campusNet(rng, 24);
      const to = rng.pick(w.admins.filter((a) => a !== by));
      const role = rng.pick(["Security Reader", "Global Reader", "Groups Administrator", "Guest Inviter",
        "User Administrator"]);
      giveRole(w, t, { person: by, net }, role, user(to), rng.chance(0.5) ? "direct" : "eligible",
        `CHG00${rng.int(10_000, 19_999)}`);
      if (rng.chance(0.4)) giveRole(w, t + 5 * MINUTE, { person: by, net }, role, user(rng.pick(w.admins)), "remove");
    });
    onChangeDays(w, rng, "identity", 0.15, (t, by) => {
      audit(w, t, { person: by, net: campusNet(rng, 24) }, "Update role setting in PIM", "RoleManagement",
        [thing("Role",
        "fdd7a751-b60b-444a-984c-02652fe8fa1c", "Groups Administrator",
          ["MaximumGrantPeriod", "08:00:00", "04:00:00"])], { service: "PIM" });
    });
  } },
  { name: "settings of the tenant in change windows", run: (w, rng) => {
    const plans: [string, string, string, [string, string, string]][] = [
      ["Update authorization policy", "AuthorizationPolicy", "Authorization Policy",
        ["AllowInvitesFrom", "everyone", "adminsAndGuestInviters"]],
      ["Authentication Methods Policy Update", "ApplicationManagement", "Authentication Methods Policy",
        ["Fido2", '{"state":"disabled"}', '{"state":"enabled","includeTargets":["SG-IT"]}']],
      ["Add unverified domain", "DirectoryManagement", "openday-waalhaven.example",
        ["Name", "", "openday-waalhaven.example"]],
      ["Verify domain", "DirectoryManagement", "openday-waalhaven.example", ["LiveType", "None", "Managed"]],
      ["Add a partner to cross-tenant access setting", "CrossTenantAccessSettings", "uni-lindau.example",
        ["tenantId", "", "known"]],
      ["Set federation settings on domain", "DirectoryManagement", "med.waalhaven.example",
        ["SigningCertificate", "MIIDdz", "MIIDeA"]],
      ["Update named location", "Policy", "Campus and partner hospitals",
        ["ipRanges", "203.0.113.0/24", "203.0.113.0/24, 2001:db8:40::/48"]],
      ["Update policy", "Policy", "Admin consent request policy", ["Reviewers", "1", "2"]],
    ];
    const days = changeDays(w);
    for (const [i, [op, category, name, change]] of plans.entries()) {
      const by = admin(w, rng, "identity", days[i * 2]!);
      for (const day of [days[i]!, days[Math.min(days.length - 1, i + 8)]!]) {
        audit(w, w.cal.at(day, rng.float(18.5, 20)), { person: by, net: campusNet(rng, 24) }, op, category,
          [thing("Policy", w.rng.uuid(), name, change)]);
      }
    }
  } },
  { name: "developers work on their applications", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of here(w, day, (x) => x.tags.has("developer"))) {
        if (!rng.chance(0.2)) continue;
        const own = [...w.apps.values()].filter((a) => a.owner === p && !a.asleep);
        if (own.length === 0) continue;
        const app = rng.pick(own);
        const by = { person: p, net: netOf(rng, p, day) };
        const t = w.cal.at(day, rng.float(10, 16.5));
        const op = rng.weighted([["Update application", 5], [SECRETS, 1], ["Add owner to application", 0.6],
          ["Update service principal", 3]]);
        audit(w, t, by, op, "ApplicationManagement",
          [thing("Application", app.appId, app.name, ["AppAddress", "[]", "[callback]"])]);
        if (op === SECRETS) audit(w, t + 900, by, "Add service principal credentials", "ApplicationManagement",
          [sp(app)]);
      }
    }
  } },
  { name: "researchers come to the cluster from outside", run: (w, rng) => {
    const people = w.people.filter((p) => p.linux.some((h) => h.role === "hpc login"));
    for (let day = 0; day < w.cal.days; day++) {
      for (const p of people) {
        if (!rng.chance(p.plan[day] === "trip" ? 0.35 : p.plan[day] === "home" ? 0.18 : 0.03)) continue;
        const on = p.linux.find((h) => h.role === "hpc login")!;
        const net = p.plan[day] === "trip" ? p.away : p.home;
        ssh(w, w.cal.at(day, rng.float(9, 23)), on, p.sam, net.ip, "key");
      }
      const partner = partnerNet(rng, "tu-ostmark.example");
      if (rng.chance(0.2)) ssh(w, w.cal.at(day, rng.float(8, 19)), host(w, "hpc-login1"), `guest${rng.int(1, 4)}`,
        partner.ip, "key");
    }
  } },
  { name: "programs that researchers run", run: (w, rng) => {
    const commands: [string, string, string[]][] = [
      ["/usr/bin/wget", "fetch", ["wget", "-q", "https://data.uni-lindau.example/obs/latest.tar.gz"]],
      ["/usr/bin/python3.12", "pip", ["pip", "install", "numpy"]],
        ["/usr/bin/python3.12", "pip", ["pip", "install", "xarray"]],
      ["/usr/bin/docker", "docker", ["docker", "run", "--gpus", "all", "-v", "/scratch:/data", "pytorch:2.4"]],
      ["/usr/bin/tar", "bulk", ["tar", "czf", "/scratch/run.tgz", "/scratch/run"]],
      ["/usr/bin/scp", "bulk", ["scp", "run.tgz", "astro-data:/data/in"]],
    ];
    for (let day = 0; day < w.cal.days; day++) {
      for (let i = rng.poisson(5); i > 0; i--) {
        const p = rng.pick(w.people.filter((x) => x.linux.length > 0));
        const [exe, key, args] = rng.pick(commands);
        auditd(w, w.cal.at(day, rng.float(8, 22)), rng.pick(p.linux), String(10_000 + Number(p.employeeId) % 3000), exe,
          key, args);
      }
    }
  } },
  { name: "database and student system by night and day", run: (w, rng) => {
    const pg = host(w, "pgres01");
    const osiris = host(w, "osiris-db");
    for (let day = 0; day < w.cal.days; day++) {
      for (const [i, table] of ["patients", "visits", "genotypes", "consents", "addresses"].entries()) {
        line(w, w.cal.at(day, 0.52) + i * 9000, pg, "postgres",
          `LOG:  AUDIT: SESSION,${rng.int(1, 9)},1,READ,COPY,TABLE,trials.${table},`
          + `"COPY trials.${table} TO stdout;"`, { facility: "local0" });
      }
      if (w.cal.isWeekend(day)) continue;
      for (const p of here(w, day, (x) => x.tags.has("exams")).slice(0, 2)) {
        line(w, w.cal.at(day, rng.float(9, 16.5)), osiris, "osiris-app",
          `AUDIT user=${p.sam} action=CHANGE_RESULT student=s${rng.int(1000000, 1099999)} `
          + `course=BIO10${rng.int(1, 9)} old=${rng.int(5, 6)}.5 new=${rng.int(6, 7)}.0 client=${p.laptop.ip}`,
            { facility: "local3" });
      }
    }
  } },
  { name: "remote help of suppliers and of the service desk", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of here(w, day, (x) => x.tags.has("helpdesk") || x.tags.has("lab")).slice(0, 3)) {
        if (!rng.chance(0.3) || !p.laptop.managed) continue;
        web(w, w.cal.at(day, rng.float(9, 16)), p, netOf(rng, p, day), "https://router2.teamhelp.example/session",
          "Remote Access Tools",
          { method: "CONNECT", sent: rng.int(1e6, 3e7) });
      }
    }
  } },
  { name: "people empty their mailboxes", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of rng.sample(here(w, day, () => true), 5)) {
        const op = rng.weighted([["SoftDelete", 5], ["HardDelete", 2], ["MoveToDeletedItems", 5]]);
        mailbox(w, w.cal.at(day, rng.float(8, 18)), p, op,
          { net: netOf(rng, p, day), items: ["Conference digest", "Offer", "Canvas notification"],
          folder: rng.pick(["\\Deleted Items", "\\Inbox", "\\Sent Items"]) });
      }
    }
  } },
  { name: "administrators touch mail flow and audit in change windows", run: (w, rng) => {
    onChangeDays(w, rng, "m365", 0.4, (t, by) => {
      const net = campusNet(rng, 24);
      const x = rng.pick(["rule", "policy", "role", "allow", "forward"]);
      if (x === "rule") command(w, t, by, "New-TransportRule", "Canvas bulk",
        { Name: "Canvas bulk", SetSCL: "-1", FromAddress: "noreply@canvas.example" }, net);
      if (x === "policy") command(w, t, by, "Set-SafeLinksPolicy", "Staff links",
        { Identity: "Staff links", DoNotRewriteUrls: "ezproxy.waalhaven.example" }, net);
      if (x === "role") command(w, t, by, "New-ManagementRoleAssignment", "Backup",
        { Role: "MailboxSearch", User: "legal-role-group" }, net);
      if (x === "allow") command(w, t, by, "New-TenantAllowBlockListItems", "Sender",
        { ListType: "Sender", Allow: "True", Entries: "eu-grants.example" }, net);
      if (x === "forward") {
        const p = rng.pick(w.people);
        command(w, t, by, "Set-Mailbox", p.sam, { Identity: p.sam, ForwardingAddress: rng.pick(w.people).sam,
          DeliverToMailboxAndForward: "True" }, net);
      }
    });
  } },
  { name: "platform work in Azure in change windows", run: (w, rng) => {
    onChangeDays(w, rng, "cloud", 0.7, (t, by) => {
      const net = campusNet(rng, 24);
      const vault = resource(w, "platform", "rsv-campus");
      const law = resource(w, "platform", "law-security");
      const account = resource(w, "platform", "aa-it-automation");
      const x = rng.pick(["backup", "run", "rules", "runbook", "snapshot", "lock", "keyvault"]);
      if (x === "backup") azure(w, t, by, net, "Microsoft.RecoveryServices/vaults/backupPolicies/write",
        { ...vault, id: `${vault.id}/backupPolicies/Weekly` },
        { body: { properties: { retentionPolicy: { dailySchedule: { retentionDuration: { count: 35,
          durationType: "Days" } } } } } });
      if (x === "run") azure(w, t, by, net, "Microsoft.Compute/virtualMachines/runCommand/action",
        resource(w, "platform", "vm-relay-01"),
        { body: { commandId: "RunShellScript", script: ["apt-get -y upgrade postfix"] } });
      if (x === "rules") azure(w, t, by, net, "Microsoft.SecurityInsights/alertRules/write",
        { ...law, id: `${law.id}/providers/Microsoft.SecurityInsights/alertRules/${w.rng.uuid()}` });
      if (x === "runbook") azure(w, t, by, net, "Microsoft.Automation/automationAccounts/runbooks/write",
        { ...account, id: `${account.id}/runbooks/Start-Stop` });
      if (x === "snapshot") azure(w, t, by, net, "Microsoft.Compute/snapshots/beginGetAccess/action",
        newResource(w, "platform", "Microsoft.Compute/snapshots", "snap-vm-relay-01-move"));
      if (x === "lock") azure(w, t, by, net, "Microsoft.Authorization/locks/delete",
        { ...vault, id: `${vault.id}/providers/Microsoft.Authorization/locks/keep` });
      if (x === "keyvault") azure(w, t, by, net, "Microsoft.KeyVault/vaults/accessPolicies/write",
        { ...resource(w, "platform", "kv-platform") });
    });
  } },
  { name: "old programs with NTLM and weak tickets", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of here(w, day, (x) => x.laptop.os === "Windows 11").slice(0, 40)) {
        if (rng.chance(0.06)) {
          logon(w, w.cal.at(day, rng.float(9, 17)), host(w, rng.pick(["fs01", "fs02", "print01"])), p,
            { ip: p.laptop.ip, from: p.laptop.name, pack: "NTLM" });
        }
        if (rng.chance(0.02)) ticket(w, w.cal.at(day, rng.float(9, 17)), p, p.laptop.ip, "svc-legacyerp", "0x17");
      }
    }
  } },
  { name: "changes of objects in Active Directory by administrators", run: (w, rng) => {
    onChangeDays(w, rng, "windows", 0.7, (t, by) => {
      const p = rng.pick(w.people);
      const x = rng.pick(["attribute", "gpo", "spn"]);
      if (x === "attribute") changed(w, t, by, dn(p), "user", "department", p.unit);
      if (x === "gpo") {
        changed(w, t, by, `CN={${w.rng.uuid().toUpperCase()}},CN=Policies,CN=System,DC=ad,DC=waalhaven,DC=example`,
          "groupPolicyContainer",
          "gPCMachineExtensionNames", "[{35378EAC-683F-11D2-A89A-00C04FBBCFA2}{D02B1F72-3407-48AE-BA88-E8213C6761F1}]");
      }
      if (x === "spn") changed(w, t, by, "CN=SQL01,OU=Servers,DC=ad,DC=waalhaven,DC=example", "computer",
        "servicePrincipalName", "MSSQLSvc/sql01:1433");
    });
    for (const day of w.cal.workdays()) {
      for (const p of rng.sample(here(w, day, (x) => x.laptop.os === "Windows 11"), 1)) {
        changed(w, w.cal.at(day, 9.4), p, `CN=${p.laptop.name},OU=Laptops,DC=ad,DC=waalhaven,DC=example`, "computer",
          "msDS-KeyCredentialLink",
          `B:828:${w.rng.hex(24)}:CN=${p.laptop.name}`);
      }
    }
  } },
  { name: "laboratory leaders administer their servers", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of here(w, day, (x) => x.tags.has("lab") && x.linux.length > 0).slice(0, 3)) {
        if (!rng.chance(0.3)) continue;
        const on = rng.pick(p.linux);
        const t = w.cal.at(day, rng.float(9, 17));
        sudo(w, t, on, p.sam, rng.pick(["/usr/sbin/usermod -aG data visitor1", "/usr/bin/systemctl restart rsyslog",
          "/usr/bin/docker system prune -f",
          "/usr/bin/tee -a /etc/fstab", "/usr/bin/cat /var/log/auth.log"]));
        if (rng.chance(0.15)) sudo(w, t + HOUR, on, rng.pick(w.people.filter((x) => x.linux.includes(on))).sam,
          "/usr/bin/apt install htop", { denied: true });
      }
    }
  } },
  { name: "exam officers look things up in all faculties", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of here(w, day, (x) => x.tags.has("exams"))) {
        if (!rng.chance(0.3)) continue;
        const site = w.sites.get(`exams-${rng.pick(["sci", "med", "eng", "law", "eco", "hum"])}`)!;
        for (let i = 0; i < 4; i++) file(w, w.cal.at(day, rng.float(9, 17)), p, rng.chance(0.7) ? "FileAccessed"
          : "FileDownloaded", site, rng.pick(site.files), { net: netOf(rng, p, day) });
      }
    }
  } },
  { name: "identities ask for new resources after a deployment", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      if (!rng.chance(0.15)) continue;
      const app = w.apps.get(rng.pick(["vm-genome", "func-climate", "aks-ml", "logic-grants"]))!;
      appSignin(w, w.cal.at(day, rng.float(10, 17)), app,
        { resource: rng.pick(["Azure Storage", "Azure Resource Manager", "Azure SQL Database"]) });
    }
  } },
];
