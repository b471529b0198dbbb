import { principalNamed, service } from "./everyday-machines.ts";
import {
  changeWindows, dayIndex, dayStart, homeOf, inWindow, isAway, moment, onDuty, titled, workdays,
} from "./habits.ts";
import type { Person, World } from "./model.ts";
import { apps } from "./org.ts";
import { HOUR, local, MINUTE } from "./places.ts";
import { adGroup, dc, directoryEvent, hostOf, logon, process, win } from "./rows-host.ts";
import { audit, graph, groupChange, keyChange, prop, provision, roleChange, signIn, target,
  userTarget } from "./rows-identity.ts";
import { azure, azureRole, firewallAdmin, vpn } from "./rows-net.ts";
import { consent } from "./rows-consent.ts";
import { command, file, mailbox } from "./rows-office.ts";

const admins = (w: World, title: string, index: number): Person => onDuty(w, titled(w.org.admins, title), index);
const desk = (w: World, index: number): Person => onDuty(w, w.org.people.filter((p) => p.grade === "helpdesk"), index);

/** Passwords, telephones and lockouts: the work of the service desk. */
const serviceDesk = (w: World): void => {
  for (const index of workdays(w)) {
    for (let n = w.rng.int(3, 7); n > 0; n--) {
      const agent = desk(w, index);
      const p = w.rng.pick(w.org.people.filter((one) => one.grade !== "it" && !isAway(one, index)));
      const t = moment(w, agent, index);
      const call = `INC${w.rng.int(100000, 999999)}`;
      if (w.rng.chance(0.7)) {
        for (let k = w.rng.int(1, 4); k > 0; k--) signIn(w, t - k * 2 * MINUTE, p, { error: "50126" });
      }
      audit(w, t, "Reset user password", "UserManagement", { person: agent }, [userTarget(p)],
        { details: { ticket: call } });
      if (w.rng.chance(0.6)) signIn(w, t + 6 * MINUTE, p, {});
      if (w.rng.chance(0.5)) win(w, t, dc(w), 4724, { SubjectUserName: "svc-sync", TargetUserName: p.sam,
        TargetSid: p.sid });
    }
    // Someone has a new telephone: the old method goes, the new one comes.
    if (w.rng.chance(0.5)) {
      const agent = desk(w, index);
      const p = w.rng.pick(w.org.people.filter((one) => one.grade !== "it" && !isAway(one, index)));
      const t = moment(w, agent, index);
      audit(w, t, "Admin deleted security info", "UserManagement", { person: agent }, [userTarget(p)],
        { reason: "Admin deleted Phone App Notification for user" });
      signIn(w, t + 11 * MINUTE, p, { app: apps.signIns, error: "50079", mfa: "password" });
      audit(w, t + 14 * MINUTE, "User registered security info", "UserManagement", { person: p }, [userTarget(p,
        prop("StrongAuthenticationPhoneAppDetail", null, [{ DeviceName: p.phone.name }]))],
      { reason: "User registered Authenticator App with Notification and Code" });
      signIn(w, t + 20 * MINUTE, p, { mfa: "push" });
    }
    if (w.rng.chance(0.35)) {
      const p = onDuty(w, w.org.people, index);
      const t = moment(w, p, index);
      for (let k = 0; k < 6; k++) win(w, t - k * 30_000, dc(w), 4771, { TargetUserName: p.sam, Status: "0x18",
        IpAddress: `::ffff:${p.device.ip}`, ServiceName: `krbtgt/${w.org.netbios}` });
      win(w, t + 1000, dc(w), 4740, { TargetUserName: p.sam, TargetDomainName: p.phone.name,
        SubjectUserName: "AQDC01$" });
    }
    if (w.rng.chance(0.3)) {
      const p = onDuty(w, w.org.people, index);
      const t = moment(w, p, index);
      signIn(w, t, p, { error: "50055", mfa: "password" });
      audit(w, t + 2 * MINUTE, "Self-service password reset flow activity progress", "UserManagement", { person: p },
        [userTarget(p)], { reason: "User was presented with verification options" });
      audit(w, t + 3 * MINUTE, "Reset password (self-service)", "UserManagement", { person: p }, [userTarget(p)],
        { reason: "Successfully completed reset." });
    }
    if (w.rng.chance(0.3)) {
      const p = onDuty(w, w.org.people, index);
      const t = moment(w, p, index);
      audit(w, t, "Add registered owner to device", "Device", { person: p },
        [target("Device", p.device.name, p.device.id)]);
      audit(w, t + 900, "Register device", "Device", { system: "Device Registration Service" },
        [target("Device", `${p.phone.name}-${p.sam}`, w.rng.guid())]);
    }
  }
};

/** Changes of identity, mail and network that are announced and made in the change windows. */
const changes = (w: World): void => {
  for (const index of changeWindows(w).flatMap((i) => [i, i])) {
    const identity = admins(w, "Identity Engineer", index);
    const t = inWindow(w, index);
    signIn(w, t - 5 * MINUTE, identity, { app: apps.portal, mfa: "fido" });
    const role = w.rng.pick(["Privileged Role Administrator", "Conditional Access Administrator",
      "Global Administrator"]);
    if (w.rng.chance(0.4)) graph(w, t - MINUTE, { person: identity }, "users?$filter=accountEnabled eq false&$top=200",
      { scopes: "User.Read.All" });
    roleChange(w, t - 2 * MINUTE, { person: identity }, identity, role,
      "Add member to role completed (PIM activation)");
    if (w.rng.chance(0.7)) {
      roleChange(w, t, { person: identity }, w.rng.pick(w.rng.chance(0.3) ? w.org.admins : w.org.people.filter((p) =>
        p.grade === "it")), w.rng.pick(["Reports Reader", "Security Reader", "Groups Administrator",
        "Authentication Administrator", "Directory Readers"]),
          w.rng.pick(["Add member to role", "Remove member from role"]));
    }
    if (w.rng.chance(0.6)) {
      const name = w.rng.pick(["CA02 Require MFA for all", "CA05 Block legacy authentication",
        "CA11 Compliant device for Office",
        "CA14 Guests need MFA"]);
      audit(w, t + 6 * MINUTE, "Update conditional access policy", "Policy", { person: identity },
        [target("Policy", name,
        w.rng.guid(), prop("ConditionalAccessPolicy", { displayName: name, state: "enabled" }, { displayName: name,
          state: "enabled", sessionControls: { signInFrequency: { value: w.rng.int(8, 24), type: "hours" } } }))]);
    }
    if (w.rng.chance(0.25)) {
      audit(w, t + 9 * MINUTE, "Update named location", "Policy", { person: identity },
        [target("Policy", "Offices", w.rng.guid(),
        prop("IpRanges", w.org.offices.map((o) => `${o.net.ip}/32`), [...w.org.offices.map((o) => `${o.net.ip}/32`),
          `${w.org.offices[0]?.net.ip.replace(/\d+$/, "0") ?? ""}/28`]))]);
    }
    if (w.rng.chance(0.2)) {
      audit(w, t + 12 * MINUTE, "Add a partner to cross-tenant access setting", "CrossTenantAccessSettings",
        { person: identity }, [target("Policy", w.rng.pick(w.org.companies).name, w.rng.guid(),
          prop("tenantId", null, w.rng.guid()))]);
    }
    const cloudAdmin = admins(w, "Cloud Engineer", index);
    const u = inWindow(w, index);
    if (w.rng.chance(0.5)) {
      const sp = w.rng.pick(w.org.principals);
      signIn(w, u - MINUTE, cloudAdmin, { app: apps.portal, mfa: "fido" });
      keyChange(w, u, { person: cloudAdmin }, sp, w.rng.guid(), `rotation ${new Date(u).toISOString().slice(0, 7)}`);
    }
    if (w.rng.chance(0.35)) {
      const sp = principalNamed(w, w.rng.pick(["SignWell eSignature", "Document Compare", "Meeting Minutes",
        "Translation Gateway"]));
      consent(w, u + 8 * MINUTE, cloudAdmin, sp, "User.Read openid profile", { admin: true });
    }
    if (w.rng.chance(0.3)) signIn(w, u + 10 * MINUTE, cloudAdmin,
      { app: apps.cli, protocol: "deviceCode", mfa: "claim" });
    if (w.rng.chance(0.3)) azure(w, u + 14 * MINUTE, cloudAdmin, "Microsoft.Storage/storageAccounts/listKeys/action", {
      resource: w.org.resources.find((r) => r.name === "aqreporting")! });
    const vault = w.org.resources.find((r) => r.name === "kv-portal")!;
    if (w.rng.chance(0.4)) azure(w, u + 20 * MINUTE, cloudAdmin, "Microsoft.KeyVault/vaults/write",
      { resource: vault });
    if (w.rng.chance(0.4)) azure(w, u + 25 * MINUTE, cloudAdmin,
      "Microsoft.Network/networkSecurityGroups/securityRules/write",
      { resource: w.org.resources.find((r) => r.name === "nsg-portal")!,
        properties: { requestbody: JSON.stringify({ properties:
        { access: "Allow", direction: "Inbound", sourceAddressPrefix: `${w.org.offices[0]?.net.ip ?? ""}/32`,
          destinationPortRange: "443" } }) } });
    if (w.rng.chance(0.3)) azureRole(w, u + 30 * MINUTE, cloudAdmin, w.rng.pick(w.org.identities), "Reader",
      `/subscriptions/${w.org.subscriptions[1]?.id ?? ""}`, "ServicePrincipal");
    if (w.rng.chance(0.3)) azure(w, u + 33 * MINUTE, cloudAdmin, "Microsoft.Insights/diagnosticSettings/write",
      { resource: vault });
    const mail = admins(w, "Microsoft 365", index);
    const v = inWindow(w, index);
    if (w.rng.chance(0.5)) command(w, v, mail, "Set-TransportRule",
      { Identity: "Footer for outgoing mail", Enabled: "True",
      ApplyHtmlDisclaimerText: "Aldermere Quist LLP is a limited liability partnership" });
    if (w.rng.chance(0.2)) command(w, v + 6 * MINUTE, mail, "New-TransportRule",
      { Name: `Encrypt ${w.rng.pick(w.org.companies).name}`,
      ApplyRightsProtectionTemplate: "Encrypt", Mode: "Enforce" });
    if (w.rng.chance(0.3)) command(w, v + MINUTE, mail, "New-MigrationBatch", { Name: `Archive wave ${index}`,
      NotificationEmails: mail.upn });
    if (w.rng.chance(0.3)) command(w, v + 3 * MINUTE, mail, "Set-AntiPhishPolicy",
      { Identity: "Office365 AntiPhish Default",
      PhishThresholdLevel: w.rng.pick(["2", "3"]) });
    const windows = admins(w, "Windows Server", index);
    const x = inWindow(w, index);
    const jump = hostOf(w, "jump");
    logon(w, x - 9 * MINUTE, jump, windows, { type: 10, from: windows.device.name });
    const server = w.rng.pick(w.org.hosts.filter((h) => h.os === "windows" && h.role !== "jump"));
    logon(w, x, server, windows, { type: 10, ip: jump.ip, from: jump.name, elevated: true });
    win(w, x + 300, server, 4672, { SubjectUserName: windows.sam,
      PrivilegeList: "SeSecurityPrivilege SeBackupPrivilege "
      + "SeDebugPrivilege" });
    process(w, x + 4 * MINUTE, server, windows.sam, "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe",
      "powershell.exe -ExecutionPolicy RemoteSigned -File "
        + `D:\\Ops\\${w.rng.pick(["cleanup", "inventory", "certs"])}.ps1`);
    if (w.rng.chance(0.5)) win(w, x + 9 * MINUTE, dc(w), 5136,
      { SubjectUserName: windows.sam, ObjectType: "groupPolicyContainer",
      ObjectName: "CN={31B2F340-016D-11D2-945F-00C04FB984F9},CN=Policies,"
        + "CN=System,DC=corp,DC=aldermerequist,DC=example",
      EventData: "<Data Name=\"AttributeLDAPDisplayName\">versionNumber</Data>" });
    if (w.rng.chance(0.3)) win(w, x + 11 * MINUTE, server, 4698, { SubjectUserName: windows.sam, EventData:
      "<Data Name=\"TaskName\">\\Ops\\Disk cleanup</Data><Command>D:\\Ops\\cleanup.ps1</Command>" });
    if (w.rng.chance(0.25)) {
      const helper = titled(w.org.admins, "Information Security")[0] ?? windows;
      adGroup(w, x + 13 * MINUTE, windows, helper, "Server Operators");
      adGroup(w, x + 100 * MINUTE, windows, helper, "Server Operators", true);
    }
    const net = titled(w.org.people, "Network Engineer")[0];
    if (net !== undefined && !isAway(net, index) && w.rng.chance(0.7)) {
      const y = inWindow(w, index);
      const office = w.rng.pick(w.org.offices);
      firewallAdmin(w, y, office, `fw-${net.sam}`, hostOf(w, "jump").ip, "login");
      firewallAdmin(w, y + 4 * MINUTE, office, `fw-${net.sam}`, hostOf(w, "jump").ip, "change", "firewall.policy",
        `dstaddr[printers-${office.code.toLowerCase()}->printers-all]`);
    }
  }
  // Activations of roles on ordinary days.
  for (const index of workdays(w)) {
    for (const one of w.org.admins) {
      if (isAway(one.of ?? one, index) || !w.rng.chance(0.35)) continue;
      const t = moment(w, one, index);
      signIn(w, t, one, { app: w.rng.pick([apps.portal, apps.exchangeShell, apps.graphShell, apps.portal]),
        mfa: "fido" });
      const own = one.title.startsWith("Microsoft 365") ? "Compliance Administrator" : one.title.startsWith("Cloud")
        ? "Hybrid Identity Administrator" : one.title.startsWith("Identity") ? "Privileged Role Administrator" : "";
      if (own !== "" && w.rng.chance(0.6)) roleChange(w, t + MINUTE, { person: one }, one, own,
        "Add member to role completed (PIM activation)");
      if (one.title.startsWith("SharePoint")) file(w, t + 5 * MINUTE, one, "SiteCollectionAdminAdded",
        w.rng.pick(w.org.matters),
        { with: w.rng.pick(w.org.people).upn });
    }
  }
  // Once in the period the signing certificate of the federated domain is renewed.
  const renewal = changeWindows(w)[w.rng.int(1, 9)] ?? 2;
  audit(w, inWindow(w, renewal), "Set federation settings on domain", "DirectoryManagement",
    { person: admins(w, "Identity Engineer", renewal) }, [target("Other", `partners.${w.org.domain}`, "",
      prop("NextSigningCertificate", [], [`MIIC${w.rng.hex(40)}`]))]);
  // Four times a year the emergency account is tested, on a Thursday, with an identity engineer beside it.
  const test = changeWindows(w)[3] ?? 3;
  const t = inWindow(w, test);
  for (const one of w.org.breakGlass) signIn(w, t + w.rng.int(1, 9) * MINUTE, one, { app: apps.portal, mfa: "fido",
    device: titled(w.org.admins, "Identity Engineer")[0]?.device ?? null });
};

/** People come and go, also many at once when a project ends. */
const joinersAndLeavers = (w: World): void => {
  const hr = principalNamed(w, "HR Connect");
  for (const p of w.org.people) {
    if (p.leaves === undefined) continue;
    const t = dayStart(w, p.leaves) + 19 * HOUR;
    audit(w, t, "Disable account", "UserManagement", { sp: hr },
      [userTarget(p, prop("AccountEnabled", [true], [false]))]);
    for (const system of ["TimeBill", "DealVault"]) provision(w, t + 9 * MINUTE, hr, "disable", p, system);
    win(w, t + 30 * MINUTE, dc(w), 4725, { SubjectUserName: "svc-sync", TargetUserName: p.sam, TargetSid: p.sid });
    const index = Math.min(w.days - 2, p.leaves + 1);
    const mail = admins(w, "Microsoft 365", index);
    const u = moment(w, mail, index);
    command(w, u, mail, "Set-Mailbox", { Identity: p.upn, Type: "Shared" });
    command(w, u + MINUTE, mail, "Add-MailboxPermission", { Identity: p.upn, User: p.manager?.upn ?? mail.upn,
      AccessRights: "FullAccess" });
    command(w, u + 2 * MINUTE, mail, "Set-Mailbox", { Identity: p.upn, ForwardingAddress: p.manager?.upn ?? mail.upn,
      DeliverToMailboxAndForward: "True" });
    for (const g of w.org.groups.filter((x) => x.members.includes(p))) {
      groupChange(w, u + 4 * MINUTE, { person: admins(w, "Identity Engineer", index) }, p, g,
        "Remove member from group");
    }
  }
  for (let n = 0; n < 12; n++) {
    const index = w.rng.pick(workdays(w, 1, w.days - 3));
    const identity = admins(w, "Identity Engineer", index);
    const fresh: Person = { ...w.rng.pick(w.org.people), id: w.rng.guid(),
      upn: `trainee${n}.${w.rng.hex(3)}@${w.org.domain}`,
      name: `Trainee ${n + 1}` };
    const t = local(fresh.office.place, dayStart(w, index), w.rng.real(8, 11));
    audit(w, t, "Add user", "UserManagement", { sp: hr }, [userTarget(fresh, prop("AccountEnabled", [], [true]))]);
    provision(w, t + 5 * MINUTE, hr, "create", fresh, "TimeBill");
    audit(w, t + HOUR, "Admin registered temporary access pass method for user", "UserManagement", { person: identity },
      [userTarget(fresh)], { reason: "Admin registered temporary access pass method for user" });
    audit(w, t + 3 * HOUR, "User registered security info", "UserManagement", { person: fresh }, [userTarget(fresh)]);
  }
  // The document review project: thirty-five contractors lose their accounts in a quarter of an hour.
  const index = changeWindows(w).find((i) => i > w.historyDays + w.rng.int(4, 14)) ?? w.historyDays + 8;
  const identity = admins(w, "Identity Engineer", index);
  const t = inWindow(w, index);
  const project = w.org.groups.find((g) => g.name === "Document Review Project");
  for (let n = 0; n < 35; n++) {
    const contractor: Person = { ...(w.org.people[0] as Person), id: w.rng.guid(),
      upn: `review${n + 1}@${w.org.domain}`,
      name: `Reviewer ${n + 1}`, sam: `review${n + 1}` };
    audit(w, t + n * 25_000, "Disable account", "UserManagement", { person: identity }, [userTarget(contractor,
      prop("AccountEnabled", [true], [false]))]);
    if (project !== undefined) groupChange(w, t + n * 25_000 + 4000, { person: identity }, contractor, project,
      "Remove member from group");
  }
};

/** Legal holds, searches and archiving, and access for assistants and auditors. */
const compliance = (w: World): void => {
  for (const index of workdays(w)) {
    const analyst = onDuty(w, titled(w.org.people, "eDiscovery Analyst"), index);
    const t = moment(w, analyst, index);
    if (w.rng.chance(0.4) && !isAway(analyst, index)) {
      const name = `Search ${w.rng.pick(w.org.matters).number}`;
      command(w, t, analyst, "New-ComplianceSearch", { Name: name, ExchangeLocation: w.rng.pick(w.org.people).upn,
        ContentMatchQuery: "sent>=2025-01-01" }, { compliance: true, object: name });
      command(w, t + 20 * MINUTE, analyst, "Start-ComplianceSearch", { Identity: name }, { compliance: true });
      if (w.rng.chance(0.6)) command(w, t + 70 * MINUTE, analyst, "New-ComplianceSearchAction",
        { SearchName: name, Export: "True" },
        { compliance: true, object: `${name}_Export` });
    }
    if (w.rng.chance(0.1)) command(w, t + HOUR, analyst, "New-CaseHoldPolicy",
      { Name: `Hold ${w.rng.pick(w.org.matters).number}`,
      Case: w.rng.pick(w.org.matters).number }, { compliance: true });
    // Whoever prepares the court bundle downloads the whole folder.
    if (w.rng.chance(0.3)) {
      const p = onDuty(w, w.org.people.filter((one) => one.grade === "paralegal"), index);
      const m = p.matters[0];
      if (m !== undefined && !isAway(p, index)) {
        const start = moment(w, p, index);
        for (const name of w.rng.sample(m.files, w.rng.int(18, 40))) {
          file(w, start + w.rng.int(0, 1500) * 1000, p, "FileDownloaded", m, { name });
        }
      }
    }
    const records = onDuty(w, titled(w.org.people, "Records Manager"), index);
    if (w.rng.chance(0.12) && !isAway(records, index)) {
      const u = moment(w, records, index);
      const m = w.rng.pick(w.org.matters);
      const closed = { ...m, url: m.url.replace(/matter-/, "closed-") };
      for (const name of w.rng.sample(m.files, Math.min(22, m.files.length))) {
        file(w, u + w.rng.int(0, 900) * 1000, records, "FileDeleted", closed, { name });
      }
      file(w, u + 20 * MINUTE, records, "SiteDeleted", closed);
    }
    const knowledge = onDuty(w, titled(w.org.people, "Librarian"), index);
    if (w.rng.chance(0.15) && !isAway(knowledge, index)) {
      const u = moment(w, knowledge, index);
      const m = w.org.sites[7] ?? w.rng.pick(w.org.sites);
      for (const name of w.rng.sample(m.files, 20)) file(w, u + w.rng.int(0, 1200) * 1000, knowledge,
        w.rng.pick(["FileMoved", "FileRenamed"]), m, { name });
    }
    // Assistants read and write in the name of their partner.
    for (const p of w.org.people.filter((one) => one.of !== undefined && one.grade === "secretary")) {
      if (isAway(p, index) || !w.rng.chance(0.45) || p.of === undefined) continue;
      const u = moment(w, p, index);
      mailbox(w, u, p, "MailItemsAccessed", { owner: p.of, count: w.rng.int(2, 9) });
      if (w.rng.chance(0.5)) mailbox(w, u + 9 * MINUTE, p, "SendOnBehalf", { owner: p.of, subject: "Meeting",
        columns: { SendOnBehalfOfUserSmtp: p.of.mail } });
    }
  }
  const timebill = service(w, "svc-timebill");
  directoryEvent(w, dayStart(w, 9) + 6 * HOUR, titled(w.org.admins, "Windows")[0], "Account Password changed",
    timebill);
};

/** The small change of administration: personal data, groups of new matters, provisioning, nights on call. */
const routine = (w: World): void => {
  const hr = principalNamed(w, "HR Connect");
  for (const index of workdays(w)) {
    for (let n = w.rng.int(2, 5); n > 0; n--) {
      const p = onDuty(w, w.org.people, index);
      const t = dayStart(w, index) + w.rng.real(5, 6) * HOUR;
      audit(w, t, "Update user", "UserManagement", { sp: hr }, [userTarget(p, prop("Department", [p.department],
        [p.department]), prop("Mobile", [], [`+44 20 7946 0${w.rng.int(100, 999)}`]))]);
      if (w.rng.chance(0.6)) provision(w, t + 5 * MINUTE, hr, "update", p, w.rng.pick(["TimeBill", "DealVault"]),
        w.rng.chance(0.94) ? "Success" : "Failure");
    }
    for (let n = w.rng.int(1, 4); n > 0; n--) {
      const by = w.rng.chance(0.5) ? desk(w, index) : admins(w, "Identity Engineer", index);
      const group = w.rng.pick(w.org.groups.filter((g) => g.name.startsWith("DEP") || g.name === "VPN Users"));
      const p = onDuty(w, w.org.people, index);
      const t = moment(w, by, index);
      groupChange(w, t, { person: by }, p, group, w.rng.pick(["Add member to group", "Add member to group",
        "Remove member from group"]));
      if (w.rng.chance(0.5)) directoryEvent(w, t + 20 * MINUTE, service(w, "svc-sync"), "Group Membership changed", p,
        { "TO.GROUP": group.name, ACTOR_ENTITY_USER: "svc-sync" });
    }
    for (let n = w.rng.int(1, 3); n > 0; n--) {
      const p = onDuty(w, w.org.people, index);
      const t = moment(w, p, index);
      directoryEvent(w, t, p, w.rng.pick(["Account Password changed", "Account Display Name changed",
        "Account Password expiry changed"]), p);
      audit(w, t, "Update device", "Device", { system: "Device Registration Service" }, [target("Device", p.device.name,
        p.device.id, prop("IsCompliant", [w.rng.chance(0.2)], [true]))]);
    }
    const sharepoint = admins(w, "SharePoint", index);
    if (w.rng.chance(0.4)) {
      const m = w.rng.pick(w.org.matters);
      const t = moment(w, sharepoint, index);
      file(w, t, sharepoint, "SiteCollectionAdminAdded", m, { with: w.rng.pick(m.members).upn });
      for (const p of w.rng.sample(m.members, 2)) file(w, t + MINUTE, sharepoint, "AddedToGroup", m, { with: p.upn });
    }
  }
  // Whoever is on call is fetched out of bed: a machine is started again, a server looked at, a database dumped.
  for (let index = 0; index < w.days - 1; index++) {
    if (!w.rng.chance(0.3)) continue;
    const by = admins(w, w.rng.pick(["Cloud Engineer", "Windows Server", "Identity Engineer"]), index);
    const t = local(by.office.place, dayStart(w, index), w.rng.real(0.5, 4));
    vpn(w, t - 5 * MINUTE, by.of ?? by, homeOf(w, by, index));
    signIn(w, t, by, { net: homeOf(w, by, index), app: apps.portal, mfa: "fido" });
    if (by.title.startsWith("Cloud")) {
      azure(w, t + 4 * MINUTE, by, "Microsoft.Compute/virtualMachines/restart/action", { net: homeOf(w, by, index),
        resource: w.org.resources.find((r) => r.name === w.rng.pick(["vm-portal-01", "vm-portal-02"]))
          ?? w.rng.pick(w.org.resources) });
    } else if (by.title.startsWith("Windows")) {
      const host = w.rng.pick(w.org.hosts.filter((h) => h.os === "windows"));
      logon(w, t + 3 * MINUTE, hostOf(w, "jump"), by, { type: 10, from: by.device.name });
      logon(w, t + 5 * MINUTE, host, by, { type: 10, ip: hostOf(w, "jump").ip, from: "AQJUMP01", elevated: true });
    } else {
      roleChange(w, t + 2 * MINUTE, { person: by, net: homeOf(w, by, index) }, by, "Privileged Role Administrator",
        "Add member to role completed (PIM activation)");
    }
  }
};

export const everydayIt = (w: World): void => {
  routine(w);
  serviceDesk(w);
  changes(w);
  joinersAndLeavers(w);
  compliance(w);
  if (dayIndex(w, w.counted) !== w.historyDays) throw new Error("the counted time begins at midnight");
};
