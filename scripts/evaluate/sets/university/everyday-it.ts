import type { Net, Person, World } from "./model.ts";
import type { Routine } from "./everyday-people.ts";
import type { Rng } from "./rng.ts";
import { MINUTE } from "./calendar.ts";
import { appSignin, audit, giveRole, provision, signin, sp, thing, user } from "./entra.ts";
import { azure, forti, scope, sudo, line, ssh } from "./infra.ts";
import { command, file, mailbox, siteOp } from "./m365.ts";
import { NETBIOS } from "./model.ts";
import { campusNet } from "./places.ts";
import { netOf } from "./everyday-people.ts";
import { act, changed, dc, dn, event, host, idChange, idLogon, logon, POWERSHELL, run, SYSTEM32,
  ticket } from "./windows.ts";

const adminsFor = (w: World, tag: string): Person[] => w.admins.filter((a) => a.tags.has(tag));
const present = (w: World, day: number, list: Person[]): Person[] => list.filter((p) => p.plan[day] === "campus"
  || p.plan[day] === "home");

/** Changes are made on Tuesday and Thursday evenings. */
function windowsOfChange(w: World): number[] {
  return w.cal.workdays().filter((d) => w.cal.weekday(d) === 2 || w.cal.weekday(d) === 4);
}

function eachChange(w: World, rng: Rng, tag: string, chance: number, fn: (day: number, t: number, admin: Person,
    net: Net) => void): void {
  for (const day of windowsOfChange(w)) {
    const admins = present(w, day, adminsFor(w, tag));
    if (admins.length === 0 || !rng.chance(chance)) continue;
    const admin = rng.pick(admins);
    fn(day, w.cal.at(day, rng.float(18.2, 21)), admin, rng.chance(0.7) ? campusNet(rng, 24) : admin.home);
  }
}

function adminDays(w: World, rng: Rng): void {
  for (const day of w.cal.workdays()) {
    for (const admin of present(w, day, w.admins)) {
      if (!rng.chance(0.5)) continue;
      const net = admin.plan[day] === "campus" ? campusNet(rng, 24) : admin.home;
      const t = w.cal.at(day, rng.float(9, 16));
      const app = admin.tags.has("m365") ? "exops" : admin.tags.has("cloud") ? "azure" : admin.tags.has("identity")
        ? "entra" : "graphps";
      if (rng.chance(0.7)) signin(w, t, admin, { net, app, mfa: "fido" });
      const eligible = w.roles.filter((r) => r.holder === admin && r.eligible && r.role !== "Global Administrator");
      if (eligible.length > 0 && rng.chance(0.45)) {
        const role = rng.pick(eligible).role;
        const reason = `CHG00${rng.int(10_000, 19_999)} `
          + `${rng.pick(["planned change", "ticket of the service desk", "review of applications", "weekly check"])}`;
        giveRole(w, t + 3 * MINUTE, { person: admin, net }, role, user(admin), "activate", reason);
        giveRole(w, t + 240 * MINUTE, { app: "MS-PIM" }, role, user(admin), "expire");
      }
      if (admin.tags.has("windows")) {
        const on = host(w, rng.pick(["dc01", "jump01", "sccm01", "fs01", "rds01"]));
        logon(w, t, on, admin, { type: 10, ip: "10.10.5.20", from: "JUMP01", elevated: true });
        event(w, t + 500, on, 4672, { SubjectUserName: admin.sam, SubjectDomainName: NETBIOS,
          Account: `${NETBIOS}\\${admin.sam}`,
          PrivilegeList: "SeSecurityPrivilege\n\t\t\tSeBackupPrivilege\n"
            + "\t\t\tSeRestorePrivilege\n\t\t\tSeDebugPrivilege" });
        idLogon(w, t, admin, host(w, "jump01"), { type: "Remote desktop", to: on });
        if (rng.chance(0.5)) {
          run(w, t + 6 * MINUTE, on, admin, rng.pick([`${SYSTEM32}mmc.exe`, POWERSHELL]), rng.pick([
            `"${SYSTEM32}mmc.exe" dsa.msc`, "powershell.exe Get-ADUser -Filter * -Properties LastLogonDate",
              "powershell.exe Get-EventLog -List",
            "powershell.exe -File C:\\Scripts\\Check-Replication.ps1"]), "C:\\Windows\\explorer.exe");
        }
      }
    }
  }
}

function helpdesk(w: World, rng: Rng): void {
  const agents = w.people.filter((p) => p.tags.has("helpdesk"));
  for (const day of w.cal.workdays()) {
    const busy = day < 12 ? 4 : 2;
    for (let i = rng.poisson(busy); i > 0; i--) {
      const at = present(w, day, agents);
      if (at.length === 0) continue;
      const agent = rng.pick(at);
      const net = netOf(rng, agent, day);
      const p = rng.pick(w.people.filter((x) => x.plan[day] !== "off" && !x.tags.has("it")));
      const t = w.cal.at(day, rng.float(8.6, 16.4));
      for (let k = 0; k < 2; k++) signin(w, t - (12 - k) * MINUTE, p, { net: netOf(rng, p, day), app: "officehome",
        result: 50126 });
      const ad = rng.chance(0.5);
      if (ad) {
        act(w, t, dc(w), 4724, agent, p);
        act(w, t + 300, dc(w), 4738, agent, p, { PasswordLastSet: "%%1794" });
        if (rng.chance(0.8)) idChange(w, t, agent, "Account Password changed", p);
      } else {
        audit(w, t, { person: agent, net }, "Reset user password", "UserManagement", [user(p)]);
      }
      if (rng.chance(0.25)) {
        audit(w, t + MINUTE, { person: agent, net }, "Admin deleted security info", "UserManagement", [user(p)],
          { service: "Authentication Methods",
          reason: "Admin deleted Authenticator App with Notification for user" });
        audit(w, t + 15 * MINUTE, { person: p, net: campusNet(rng) }, "User registered security info", "UserManagement",
          [user(p)],
          { service: "Authentication Methods",
            reason: "User registered Authenticator App with Notification and Code" });
      }
      signin(w, t + 4 * MINUTE, p, { net: netOf(rng, p, day), app: "officehome", mfa: "push" });
    }
  }
}

function newPhones(w: World, rng: Rng): void {
  for (const p of rng.sample(w.people.filter((x) => x.kind !== "service"), 40)) {
    const days = w.cal.workdays().filter((d) => p.plan[d] === "campus");
    if (days.length === 0) continue;
    const day = rng.pick(days);
    const net = netOf(rng, p, day);
    const t = w.cal.at(day, rng.float(9, 17));
    signin(w, t, p, { net, app: "mysignins", mfa: "push" });
    audit(w, t + 2 * MINUTE, { person: p, net }, "User registered security info", "UserManagement", [user(p)],
      { service: "Authentication Methods",
      reason: "User registered Authenticator App with Notification and Code" });
    audit(w, t + 3 * MINUTE, { person: p, net }, "User deleted security info", "UserManagement", [user(p)],
      { service: "Authentication Methods",
      reason: "User deleted Authenticator App with Notification" });
    audit(w, t + 4 * MINUTE, { app: "Device Registration Service" }, "Register device", "Device",
      [thing("Device", w.rng.uuid(), p.phone.name, ["DeviceOSType", null, p.phone.os],
        ["DeviceTrustType", null, "AzureAd registered"]), user(p)],
      { service: "Device Registration Service" });
  }
}

function policies(w: World, rng: Rng): void {
  eachChange(w, rng, "identity", 0.6, (day, t, admin, net) => {
    giveRole(w, t - 9 * MINUTE, { person: admin, net }, "Conditional Access Administrator", user(admin), "activate",
      `CHG00${rng.int(10_000, 19_999)}`);
    const id = w.rng.uuid();
    const name = rng.pick(["CA012 Block legacy protocols", "CA004 MFA for staff", "CA021 Guests: terms of use",
      "CA030 Compliant device for finance"]);
    const by = { person: admin, net };
    const kind = rng.pick(["update", "update", "location", "new", "group"]);
    if (kind === "location") {
      audit(w, t, by, "Update named location", "Policy", [thing("Policy", id, "Campus and partner hospitals",
        ["ipRanges", "203.0.113.0/24", "203.0.113.0/24, 198.51.100.0/25"])], { service: "Conditional Access" });
    } else if (kind === "group") {
      const mfp = w.services.find((s) => s.sam === "svc-timetable") as Person;
      audit(w, t, by, day % 2 ? "Add member to group" : "Remove member from group", "GroupManagement",
        [user(mfp, ["Group.DisplayName", null, "SG-MFA-Exclusions"])]);
    } else {
      audit(w, t, by, kind === "new" ? "Add conditional access policy" : "Update conditional access policy", "Policy",
        [thing("Policy", id, name,
        ["ConditionalAccessPolicy", kind === "new" ? null : '{"state":"enabledForReportingButNotEnforced"}',
          '{"state":"enabled"}'])],
      { service: "Conditional Access" });
    }
  });
  eachChange(w, rng, "identity", 0.18, (_day, t, admin, net) => {
    const partner = rng.pick(["uni-lindau.example", "tu-ostmark.example", "univ-garonne.example"]);
    audit(w, t, { person: admin, net }, "Update a partner cross-tenant access setting", "CrossTenantAccessSettings",
      [thing("Policy", w.rng.uuid(), partner, ["inboundTrust", '{"isMfaAccepted":false}', '{"isMfaAccepted":true}'])]);
  });
  eachChange(w, rng, "m365", 0.5, (_day, t, admin, net) => {
    const rules = ["Disclaimer external", "Block executable attachments", "Route scan-to-mail", "Tag external senders"];
    command(w, t, admin, "Set-TransportRule", rng.pick(rules),
      { Identity: rng.pick(rules), Comments: `CHG00${rng.int(10_000, 19_999)}`, Mode: "Enforce" }, net);
  });
  eachChange(w, rng, "m365", 0.4, (_day, t, admin, net) => {
    const p = rng.pick(w.people.filter((x) => x.tags.has("secretary")));
    const boss = p.manager ?? p;
    command(w, t, admin, "Add-MailboxPermission", boss.sam,
      { Identity: boss.sam, User: p.sam, AccessRights: "FullAccess", InheritanceType: "All" }, net);
  });
  eachChange(w, rng, "m365", 0.35, (_day, t, admin, net) => {
    command(w, t, admin, "Set-AntiPhishPolicy", "Office365 AntiPhish Default",
      { Identity: "Office365 AntiPhish Default", PhishThresholdLevel: "2" }, net);
    command(w, t + MINUTE, admin, "New-TenantAllowBlockListItems", "Sender",
      { ListType: "Sender", Block: "True", Entries: `promo@pillmart${rng.int(1, 9)}.example` }, net);
  });
}

function joiners(w: World, rng: Rng): void {
  const app = w.apps.get("hrsync")!;
  const titles = ["PhD Candidate", "Postdoctoral Researcher", "Student Assistant", "Exam Officer"];
  for (const day of w.cal.workdays()) {
    const t = w.cal.at(day, 5.5);
    appSignin(w, t, app);
    for (let i = rng.poisson(w.cal.weekday(day) === 1 ? 3 : 1); i > 0; i--) {
      const name = `new${rng.int(1000, 9999)}`;
      const target = thing("User", w.rng.uuid(), `${name}@waalhaven.example`,
        ["Department", null, rng.pick(["Faculty of Science", "Faculty of Law"])],
        ["JobTitle", null, rng.pick(titles)]);
      audit(w, t + 3000, { app }, "Add user", "UserManagement", [target]);
      provision(w, t + 9000, "create", name, rng.pick(["Canvas", "TOPdesk"]), app);
      act(w, t + 12_000, dc(w), 4720, w.services.find((s) => s.sam === "MSOL_4c1f0a7d")!,
        { sam: name, sid: `${w.domainSid}-${rng.int(4000, 9000)}` });
    }
    for (let i = rng.poisson(1.2); i > 0; i--) {
      provision(w, t + 20_000, rng.pick(["update", "update", "disable"]), rng.pick(w.people).display,
        rng.pick(["Canvas", "TOPdesk", "Alma"]), app,
        rng.chance(0.05) ? "Failure" : "Success");
    }
  }
}

function leavers(w: World, rng: Rng): void {
  const identity = adminsFor(w, "identity");
  for (const day of w.cal.workdays()) {
    if (!rng.chance(0.3)) continue;
    const at = present(w, day, identity);
    if (at.length === 0) continue;
    const admin = rng.pick(at);
    const net = campusNet(rng, 24);
    const gone = thing("User", w.rng.uuid(), `leaver${rng.int(100, 999)}@waalhaven.example`,
      ["AccountEnabled", "true", "false"]);
    const t = w.cal.at(day, rng.float(16, 17.5));
    audit(w, t, { person: admin, net }, "Disable account", "UserManagement", [gone]);
    audit(w, t + 20_000, { person: admin, net }, "Remove member from group", "GroupManagement", [gone]);
    act(w, t + 30_000, dc(w), 4725, admin,
      { sam: `leaver${rng.int(100, 999)}`, sid: `${w.domainSid}-${rng.int(2000, 3000)}` });
  }
}

function endOfContracts(w: World, rng: Rng): void {
  for (const day of [9, 30, 51]) {
    const admin = rng.pick(adminsFor(w, "identity"));
    const net = campusNet(rng, 24);
    const start = w.cal.at(day + (w.cal.isWeekend(day) ? 2 : 0), 16.3);
    for (let i = 0; i < 26; i++) {
      const gone = thing("User", w.rng.uuid(), `tutor${rng.int(100, 999)}@student.waalhaven.example`,
        ["AccountEnabled", "true", "false"]);
      audit(w, start + i * 9000, { person: admin, net }, "Disable account", "UserManagement", [gone]);
      if (i % 2) act(w, start + i * 9000 + 600, dc(w), 4725, admin,
        { sam: `tutor${rng.int(100, 999)}`, sid: `${w.domainSid}-${rng.int(2000, 3000)}` });
    }
  }
}

function guestsInvited(w: World, rng: Rng): void {
  for (const day of w.cal.workdays()) {
    for (let i = rng.poisson(1.1); i > 0; i--) {
      const inviter = rng.pick(w.people.filter((p) => (p.tags.has("professor") || p.tags.has("grants"))
        && p.plan[day] !== "off"));
      const net = netOf(rng, inviter, day);
      const t = w.cal.at(day, rng.float(9, 17));
      const address = rng.pick(inviter.contacts);
      const guest = thing("User", w.rng.uuid(), address, ["InvitedUserEmailAddress", null, address],
        ["UserType", null, "Guest"]);
      audit(w, t, { person: inviter, net }, "Invite external user", "UserManagement", [guest],
        { service: "Invited Users" });
      if (rng.chance(0.7)) audit(w, t + rng.float(1, 30) * 60 * MINUTE,
        { app: "Microsoft Invitation Acceptance Portal" }, "Redeem external user invite", "UserManagement", [guest],
        { service: "Invited Users" });
    }
  }
  for (const day of [18, 46]) {
    for (let i = 0; i < 18; i++) {
      audit(w, w.cal.at(day, 19) + i * 4000, { app: w.apps.get("idgov")! }, "Delete user", "UserManagement",
        [thing("User", w.rng.uuid(), `visitor${i}_northfield.example#EXT#@waalhaven.example`)]);
    }
  }
}

function applications(w: World, rng: Rng): void {
  const popular = ["Zotero", "Zoom", "Mendeley Reference Manager", "Padlet", "Overleaf", "Doodle"];
  const shared = new Map(popular.map((name) => [name, w.rng.uuid()]));
  for (const day of w.cal.workdays()) {
    for (let i = rng.poisson(0.9); i > 0; i--) {
      const p = rng.pick(w.people.filter((x) => x.plan[day] === "campus"));
      const name = rng.pick(popular);
      audit(w, w.cal.at(day, rng.float(9, 17)), { person: p, net: netOf(rng, p, day) }, "Consent to application",
        "ApplicationManagement",
        [thing("ServicePrincipal", shared.get(name) ?? "", name, ["ConsentContext.IsAdminConsent", null, "False"],
          ["ConsentAction.Permissions", null,
            "[] => [[Scope: User.Read openid profile offline_access, ConsentType: Principal]]"])]);
    }
  }
  eachChange(w, rng, "cloud", 0.5, (_day, t, admin, net) => {
    const apps = [...w.apps.values()].filter((a) => a.type === "Application" && !a.asleep);
    const app = rng.pick(apps);
    audit(w, t, { person: admin, net }, "Update application – Certificates and secrets management ",
      "ApplicationManagement", [thing("Application", app.appId, app.name,
      ["KeyDescription", null, `[KeyIdentifier=${app.keyId},KeyType=Password,KeyUsage=Verify,DisplayName=prod `
        + `2026]`])]);
    audit(w, t + 900, { person: admin, net }, "Add service principal credentials", "ApplicationManagement",
      [sp(app, ["KeyDescription", null, "KeyType=Password"])]);
  });
  eachChange(w, rng, "cloud", 0.3, (_day, t, admin, net) => {
    const id = w.rng.uuid();
    const name = `proj-${rng.pick(["omics", "radar", "poetry", "tax"])}-${rng.int(10, 99)}`;
    audit(w, t, { person: admin, net }, "Add application", "ApplicationManagement", [thing("Application", id, name)]);
    audit(w, t + 2000, { person: admin, net }, "Add service principal", "ApplicationManagement",
      [thing("ServicePrincipal", id, name)]);
    audit(w, t + 9 * MINUTE, { person: admin, net }, "Add app role assignment to service principal",
      "ApplicationManagement",
      [thing("ServicePrincipal", id, name, ["AppRole.Value", null, "User.Read.All"])]);
    audit(w, t + 10 * MINUTE, { person: admin, net }, "Consent to application", "ApplicationManagement",
      [thing("ServicePrincipal", id, name,
      ["ConsentContext.IsAdminConsent", null, "True"],
        ["ConsentAction.Permissions", null, "[] => [[Scope: User.Read.All, ConsentType: AllPrincipals]]"])]);
  });
}

function legalSearches(w: World, rng: Rng): void {
  const officers = w.people.filter((p) => p.tags.has("legal"));
  for (const day of w.cal.workdays()) {
    const at = present(w, day, officers);
    if (at.length === 0 || !rng.chance(0.12)) continue;
    const p = rng.pick(at);
    const net = netOf(rng, p, day);
    const t = w.cal.at(day, rng.float(10, 16));
    const name = `FOI-2026-${rng.int(100, 300)}`;
    command(w, t, p, "New-ComplianceSearch", name,
      { Name: name, ExchangeLocation: "All", ContentMatchQuery: "subject:wind park" }, net);
    command(w, t + 3 * MINUTE, p, "Start-ComplianceSearch", name, { Identity: name }, net);
    if (rng.chance(0.5)) command(w, t + 70 * MINUTE, p, "New-ComplianceSearchAction", name,
      { SearchName: name, Export: "True" }, net);
  }
}

function ownRules(w: World, rng: Rng): void {
  const names = ["Newsletters", "Canvas", "TOPdesk tickets", "Conference", "Library"];
  for (const day of w.cal.workdays()) {
    for (let i = rng.poisson(0.8); i > 0; i--) {
      const p = rng.pick(w.people.filter((x) => x.plan[day] === "campus" || x.plan[day] === "home"));
      const name = rng.pick(names);
      command(w, w.cal.at(day, rng.float(9, 17)), p, "New-InboxRule", `${p.sam}\\${name}`,
        { Name: name, From: `noreply@${name.split(" ")[0]?.toLowerCase()}.example`,
        MoveToFolder: `Inbox:\\${name}`, StopProcessingRules: "False" }, netOf(rng, p, day), { user: true });
    }
    if (rng.chance(0.12)) {
      const p = rng.pick(w.people.filter((x) => x.tags.has("lead")));
      const to = rng.pick(w.people.filter((x) => x.unitCode === p.unitCode));
      command(w, w.cal.at(day, 16.8), p, "New-InboxRule", `${p.sam}\\Absence`, { Name: "Absence", RedirectTo: to.mail },
        netOf(rng, p, day), { user: true });
    }
  }
}

function azureByPeople(w: World, rng: Rng): void {
  for (const [key, sub] of w.subs) {
    for (const day of w.cal.workdays()) {
      const at = present(w, day, [sub.owner, ...sub.members]);
      if (at.length === 0 || !rng.chance(0.4)) continue;
      const p = rng.pick(at);
      const net = netOf(rng, p, day);
      const t = w.cal.at(day, rng.float(9, 18));
      signin(w, t, p, { net, app: rng.pick(["azure", "azcli"]), mfa: "push" });
      const on = rng.pick(sub.resources);
      const nsg = sub.resources.find((r) => r.type.endsWith("networkSecurityGroups"));
      const op = rng.weighted([["tags", 3], ["start", 3], ["nsg", nsg ? 0.8 : 0], ["role", p === sub.owner ? 0.5 : 0],
        ["keys", 1], ["delete", 0.7]]);
      if (op === "nsg" && nsg) {
        const rule = { properties: { access: "Allow", direction: "Inbound", destinationPortRange: "22",
          sourceAddressPrefix: p.home.ip, priority: 310 } };
        azure(w, t, p, net, "Microsoft.Network/networkSecurityGroups/securityRules/write",
          { ...nsg, id: `${nsg.id}/securityRules/ssh-home` }, { body: rule });
        azure(w, t + 150 * MINUTE, p, net, "Microsoft.Network/networkSecurityGroups/securityRules/delete",
          { ...nsg, id: `${nsg.id}/securityRules/ssh-home` });
      } else if (op === "role") {
        const member = rng.pick(w.people.filter((x) => x.unitCode === p.unitCode && x !== p));
        azure(w, t, p, net, "Microsoft.Authorization/roleAssignments/write", scope(w, key, `rg-${key}-prod`),
          { body: { Properties: { PrincipalId: member.id,
            RoleDefinitionId: "/providers/Microsoft.Authorization"
              + "/roleDefinitions/acdd72a7-3385-48ef-bd42-f606fba81ae7" } } });
      } else if (op === "keys") {
        const storage = sub.resources.find((r) => r.type.endsWith("storageAccounts")) ?? on;
        azure(w, t, p, net, "Microsoft.Storage/storageAccounts/listKeys/action", storage, { quiet: true });
      } else if (op === "delete") {
        azure(w, t, p, net, "Microsoft.Compute/disks/delete",
          { ...on, id: `${scope(w, key, `rg-${key}-prod`).id}/providers/Microsoft.Compute/disks/tmp-${rng.hex(5)}` });
      } else azure(w, t, p, net, op === "start" ? "Microsoft.Compute/virtualMachines/start/action"
        : "Microsoft.Resources/tags/write", on, { quiet: true });
    }
  }
}

function changesOfServers(w: World, rng: Rng): void {
  eachChange(w, rng, "windows", 0.8, (_day, t, admin) => {
    const x = rng.pick(["group", "task", "local", "gpo", "computer"]);
    const p = rng.pick(w.people);
    if (x === "group") {
      act(w, t, dc(w), 4728, admin, { sam: "SG-VPN-Users", sid: `${w.domainSid}-1180` },
        { MemberName: dn(p), MemberSid: p.sid });
      idChange(w, t + 400, admin, "Group Membership changed", p,
        { "TO.GROUP": "SG-VPN-Users", "ACTOR.ACCOUNT": admin.sam });
    } else if (x === "task") {
      act(w, t, host(w, "fs01"), 4698, admin, undefined,
        { EventData: '<Data Name="TaskName">\\Quota report</Data>'
          + '<Data Name="TaskContent">powershell.exe -File C:\\Scripts\\Quota.ps1</Data>' });
    } else if (x === "local") {
      act(w, t, host(w, "rds01"), 4732, admin, { sam: "Remote Desktop Users", sid: "S-1-5-32-555" },
        { MemberName: dn(p), MemberSid: p.sid });
    } else if (x === "gpo") {
      changed(w, t, admin, `CN={${w.rng.uuid().toUpperCase()}},CN=Policies,CN=System,DC=ad,DC=waalhaven,DC=example`,
        "groupPolicyContainer", "versionNumber", String(rng.int(20, 400)));
    } else act(w, t, dc(w), 4741, admin,
      { sam: `WH-LT-${rng.int(3000, 4000)}$`, sid: `${w.domainSid}-${rng.int(5000, 8000)}` });
  });
  eachChange(w, rng, "network", 0.7, (_day, t, admin) => {
    const object = rng.pick(["firewall.policy", "firewall.address", "vpn.ssl.settings", "router.static", "system.ntp"]);
    forti(w, t - 60_000, "32001", "event:system login success", { DeviceAction: "login", SourceUserName: admin.sam,
      SourceIP: "10.10.5.20",
      Message: `Administrator ${admin.sam} logged in successfully from https(10.10.5.20)` });
    forti(w, t, "44547", "event:system", { DeviceAction: "Edit", SourceUserName: admin.sam, SourceIP: "10.10.5.20",
      Message: `Edit ${object} ${rng.int(10, 99)}`,
      AdditionalExtensions: `FTNTFGTcfgpath=${object};FTNTFGTcfgattr=comments[CHG00${rng.int(10_000, 19_999)}];`
        + `FTNTFGTui=GUI(10.10.5.20)` });
  });
  eachChange(w, rng, "linux", 0.8, (day, t, admin) => {
    const on = host(w, rng.pick(["web-fac01", "git01", "pgres01", "ezproxy01", "genome01", "hpc-login1",
      "backup-lx01"]));
    ssh(w, t, on, admin.of?.sam ?? admin.sam, "10.10.5.20", "key");
    sudo(w, t + MINUTE, on, admin.of?.sam ?? admin.sam,
      rng.pick(["/usr/bin/apt-get dist-upgrade", "/usr/sbin/reboot", "/usr/bin/systemctl restart apache2",
      "/usr/bin/vim /etc/ssh/sshd_config"]));
    if (day % 5 === 0) line(w, t + 3 * MINUTE, on, "useradd",
      `new user: name=visitor${rng.int(1, 30)}, UID=${rng.int(2000, 4000)}, GID=1001, home=/home/visitor, `
        + `shell=/bin/bash`);
  });
}

export const itRoutines: Routine[] = [
  { name: "days of administrators, with activated roles", run: adminDays },
  { name: "helpdesk resets passwords and second factors", run: helpdesk },
  { name: "new phones", run: newPhones },
  { name: "changes of policies, trust and transport rules in change windows", run: policies },
  { name: "joiners from the HR system", run: joiners },
  { name: "leavers", run: leavers },
  { name: "mass disabling of tutors at the end of contracts", run: endOfContracts },
  { name: "guests invited, and removed in bulk", run: guestsInvited },
  { name: "applications, consents and renewed secrets", run: applications },
  { name: "legal searches", run: legalSearches },
  { name: "rules that people make in their mailbox", run: ownRules },
  { name: "research groups in their Azure subscriptions", run: azureByPeople },
  { name: "changes of servers, firewall and Active Directory", run: changesOfServers },
  { name: "temporary access passes of the first day", run: (w, rng) => {
    const agents = w.people.filter((p) => p.tags.has("helpdesk"));
    for (const day of w.cal.workdays().filter((d) => w.cal.weekday(d) === 1)) {
      const at = present(w, day, agents);
      if (at.length === 0) continue;
      const agent = rng.pick(at);
      for (let i = 0; i < 3; i++) {
        audit(w, w.cal.at(day, 9 + i * 0.3), { person: agent, net: netOf(rng, agent, day) },
          "Admin registered security info", "UserManagement",
          [thing("User", w.rng.uuid(), `new${rng.int(1000, 9999)}@waalhaven.example`)],
            { service: "Authentication Methods", reason: "Admin registered temporary access pass method for user" });
      }
    }
  } },
  { name: "new colleague in IT gets roles", run: (w, rng) => {
    const lead = adminsFor(w, "identity")[0]!;
    const day = w.cal.workdays(w.cal.history)[rng.int(2, 18)]!;
    const t = w.cal.at(day, 10.2);
    const fresh = rng.pick(adminsFor(w, "windows"));
    for (const role of ["Security Reader", "Groups Administrator"]) giveRole(w, t,
      { person: lead, net: campusNet(rng, 24) }, role, user(fresh), "eligible", "CHG0013377 new member of the team");
  } },
  { name: "site administrators for migrations", run: (w, rng) => {
    eachChange(w, rng, "m365", 0.3, (_day, t, admin, net) => {
      const site = w.sites.get(`${rng.pick(["sci", "eng", "eco"])}-project${rng.int(1, 5)}`)!;
      siteOp(w, t, admin, "SiteCollectionAdminAdded", site, { net, target: admin.upn });
      for (let i = 0; i < 12; i++) file(w, t + MINUTE + i * 5000, admin, "FileCopied", site, rng.pick(site.files),
        { net });
      siteOp(w, t + 40 * MINUTE, admin, "SiteCollectionAdminRemoved", site, { net, target: admin.upn });
    });
  } },
  { name: "auditors read widely", run: (w, rng) => {
    for (const p of w.people.filter((x) => x.tags.has("auditor"))) {
      for (const day of w.cal.workdays()) {
        if (p.plan[day] === "off" || !rng.chance(0.35)) continue;
        const site = w.sites.get(rng.pick(["fin-payments", "hr-personnel", "research-contracts", "it-runbooks"]))!;
        const t = w.cal.at(day, rng.float(9, 15));
        for (let i = 0; i < 8; i++) file(w, t + i * 3 * MINUTE, p, i % 3 ? "FileAccessed" : "FileDownloaded", site,
          rng.pick(site.files), { net: netOf(rng, p, day) });
      }
    }
  } },
  { name: "emergency account is tested", run: (w, rng) => {
    const p = w.services.find((s) => s.sam === "emergency-01")!;
    const days = windowsOfChange(w);
    for (const day of [days[2]!, days[10]!]) {
      signin(w, w.cal.at(day, 18.5), p, { net: campusNet(rng, 24), app: "entra", device: null, mfa: "fido" });
    }
  } },
  { name: "mail administrators look at rules of users", run: (w, rng) => {
    eachChange(w, rng, "m365", 0.4, (_day, t, admin, net) => {
      const p = rng.pick(w.people);
      command(w, t, admin, "Remove-InboxRule", `${p.sam}\\Old`, { Identity: `${p.sam}\\Old`, Force: "True" }, net);
      mailbox(w, t + MINUTE, p, "UpdateInboxRules", { net: p.home });
    });
  } },
  { name: "administrators ask for tickets on servers", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const a of present(w, day, adminsFor(w, "windows"))) ticket(w, w.cal.at(day, rng.float(9, 16)), a,
        "10.10.5.20", rng.pick(["DC01$", "SCCM01$", "FS01$"]));
    }
  } },
];
