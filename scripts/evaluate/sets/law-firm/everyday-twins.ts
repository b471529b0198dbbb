/**
 * Legitimate twins of what attackers do: the same rare operations, by the person or machine whose task they are, at the
 * usual time and place, before and in the counted time.
 */
import { principalNamed, service } from "./everyday-machines.ts";
import { changeWindows, dayStart, homeOf, inWindow, isAway, moment, onDuty, titled, workdays } from "./habits.ts";
import type { AzureResource, Host, Person, World } from "./model.ts";
import { apps } from "./org.ts";
import { HOUR, MINUTE, strangerNet } from "./places.ts";
import {
  auditd, dc, execve, hostOf, logon, process, query, ssh, sudo, syslog, ticket, win,
} from "./rows-host.ts";
import { appSignIn, audit, groupChange, prop, roleChange, signIn, target, userTarget } from "./rows-identity.ts";
import { azure, firewallAdmin, flow, web } from "./rows-net.ts";
import { command, file, label, mailbox } from "./rows-office.ts";

type Change = [count: number, title: string, run: (t: number, by: Person) => void];

const graphId = "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a";
const named = (w: World, name: string): AzureResource =>
  w.org.resources.find((r) => r.name === name) ?? w.rng.pick(w.org.resources);

/** Changes of the identity team, of mail and compliance, and of the cloud, all in change windows. */
const planned = (w: World): Change[] => [
  [2, "Windows Server", (t, by) => {
    for (let n = 0; n < 45; n++) audit(w, t + n * 2500, "Delete device", "Device", { person: by }, [target("Device",
      `OLD-LT${w.rng.int(1000, 9999)}`, w.rng.guid())]);
  }],
  [5, "Cloud Engineer", (t, by) => {
    const sp = w.rng.pick(w.org.principals);
    audit(w, t, "Update application", "ApplicationManagement", { person: by }, [target("Application", sp.name,
      sp.appObjectId, prop("AppAddress", [], [{ AddressType: 0,
        Address: "https://portal.aldermerequist.example/v2" }]))]);
  }],
  [4, "Cloud Engineer", (t, by) => {
    const sp = principalNamed(w, w.rng.pick(["Client Portal", "Matter Intake Sync"]));
    audit(w, t, "Add app role assignment to service principal", "ApplicationManagement", { person: by }, [target(
      "ServicePrincipal", "Microsoft Graph", graphId, prop("AppRole.Value", null, "Sites.Selected"),
      prop("ServicePrincipal.DisplayName", null, sp.name), prop("ServicePrincipal.ObjectID", null, sp.id))]);
  }],
  [4, "Cloud Engineer", (t, by) => {
    const sp = principalNamed(w, w.rng.pick(["SignWell eSignature", "Meeting Minutes"]));
    audit(w, t, "Update delegated permission grant", "ApplicationManagement", { person: by },
      [target("ServicePrincipal",
      "Microsoft Graph", graphId, prop("DelegatedPermissionGrant.Scope", "openid User.Read",
        "openid profile User.Read"),
      prop("ServicePrincipal.ObjectID", sp.id, sp.id))]);
  }],
  [3, "Cloud Engineer", (t, by) => {
    const sp = w.rng.pick(w.org.principals);
    const p = w.rng.pick(titled(w.org.admins, "Cloud Engineer"));
    audit(w, t, "Add owner to application", "ApplicationManagement", { person: by }, [userTarget(p,
      prop("Application.DisplayName", null, sp.name), prop("Application.ObjectID", null, sp.appObjectId))]);
  }],
  [2, "Microsoft 365", (t, by) => {
    const domain = `${w.rng.pick(["briefings", "events", "alumni"])}-aldermerequist.example`;
    audit(w, t, "Add unverified domain", "DirectoryManagement", { person: by }, [target("Other", domain, "")]);
    audit(w, t + 20 * MINUTE, "Verify domain", "DirectoryManagement", { person: by }, [target("Other", domain, "")]);
  }],
  [3, "Identity Engineer", (t, by) => {
    audit(w, t, "Update authorization policy", "AuthorizationPolicy", { person: by }, [target("Policy",
      "Authorization Policy", "authorizationPolicy", prop("AllowInvitesFrom", ["everyone"],
        ["adminsAndGuestInviters"]))]);
  }],
  [3, "Identity Engineer", (t, by) => {
    audit(w, t, "Authentication Methods Policy Update", "Policy", { person: by }, [target("Policy",
      "Authentication Methods Policy", "AuthenticationMethodsPolicy", prop("Fido2.state", "disabled", "enabled"))]);
  }],
  [4, "Identity Engineer", (t, by) => {
    audit(w, t, "Add conditional access policy", "Policy", { person: by }, [target("Policy", "CA20 Trial", w.rng.guid(),
      prop("ConditionalAccessPolicy", null, { displayName: "CA20 Trial",
        state: "enabledForReportingButNotEnforced" }))]);
    audit(w, t + 2 * HOUR, "Delete conditional access policy", "Policy", { person: by }, [target("Policy", "CA20 Trial",
      w.rng.guid(), prop("ConditionalAccessPolicy", { displayName: "CA20 Trial",
        state: "enabledForReportingButNotEnforced" }, null))]);
  }],
  [4, "Identity Engineer", (t, by) => {
    audit(w, t, "Update a partner cross-tenant access setting", "CrossTenantAccessSettings", { person: by }, [target(
      "Policy", w.rng.pick(w.org.companies).name, w.rng.guid(), prop("b2bCollaborationInbound", null, "allowed"))]);
  }],
  [4, "Identity Engineer", (t, by) => {
    audit(w, t, "Disable Strong Authentication", "UserManagement", { person: by }, [userTarget(w.rng.pick(w.org.people),
      prop("StrongAuthenticationRequirement", [{ State: 1 }], []))], { details: { note: "moved to policy" } });
  }],
  [2, "Identity Engineer", (t, by) => {
    roleChange(w, t, { person: by }, w.rng.pick(titled(w.org.admins, "Chief")), "Global Reader",
      "Add member to role outside of PIM (permanent)");
  }],
  [5, "Identity Engineer", (t, by) => {
    const group = w.rng.pick(w.org.groups.filter((g) => ["All Partners",
      "Trust Account Signatories"].includes(g.name)));
    groupChange(w, t, { person: by }, w.rng.pick(w.org.people.filter((p) => p.grade === "partner"
      || p.department === "Finance")), group);
  }],
  [1, "Identity Engineer", (t, by) => {
    azure(w, t, by, "Microsoft.Authorization/elevateAccess/action", { scope: "/providers/Microsoft.Authorization" });
    signIn(w, t - MINUTE, by, { app: apps.portal, mfa: "fido" });
  }],
  [3, "Microsoft 365", (t, by) => command(w, t, by, "Set-RetentionCompliancePolicy", { Identity: "Seven years matter "
    + "files", AddSharePointLocation: w.rng.pick(w.org.matters).url }, { compliance: true })],
  [1, "Microsoft 365", (t, by) => command(w, t, by, "Remove-RetentionCompliancePolicy", { Identity: "Pilot 2024" },
    { compliance: true })],
  [4, "Microsoft 365", (t, by) => command(w, t, by, "Set-DlpCompliancePolicy",
    { Identity: "Client confidential outside",
    Mode: "Enable" }, { compliance: true })],
  [2, "Microsoft 365", (t, by) => command(w, t, by, "Set-JournalRule", { Identity: "Regulatory journal",
    JournalEmailAddress: `journal@${w.org.domain}` })],
  [2, "Microsoft 365", (t, by) => command(w, t, by, "Set-MailboxAuditBypassAssociation", { Identity: "svc-backup",
    AuditBypassEnabled: "True" })],
  [2, "Microsoft 365", (t, by) => command(w, t, by, "Add-RoleGroupMember", { Identity: "eDiscovery Manager",
    Member: w.rng.pick(titled(w.org.people, "eDiscovery")).upn })],
  [6, "Microsoft 365", (t, by) => command(w, t, by, "Remove-MailboxPermission",
    { Identity: w.rng.pick(w.org.people).upn,
    User: w.rng.pick(w.org.people).upn, AccessRights: "FullAccess" })],
  [5, "Cloud Engineer", (t, by) => {
    const scope = `${named(w, "vm-portal-01").id.replace(/virtualMachines.*/, "snapshots/before-upgrade")}`;
    azure(w, t, by, "Microsoft.Compute/snapshots/write", { scope });
    if (w.rng.chance(0.4)) azure(w, t + 3 * MINUTE, by, "Microsoft.Compute/snapshots/beginGetAccess/action", { scope });
    azure(w, t + 2 * HOUR, by, "Microsoft.Compute/snapshots/delete", { scope });
  }],
  [4, "Cloud Engineer", (t, by) => azure(w, t, by, "Microsoft.KeyVault/vaults/accessPolicies/write", { resource:
    named(w, "kv-portal"), properties: { requestbody: JSON.stringify({ properties: { accessPolicies: [{ objectId:
    principalNamed(w, "func-intake").id, permissions: { secrets: ["Get"] } }] } }) } })],
  [4, "Cloud Engineer", (t, by) => azure(w, t, by, "Microsoft.OperationalInsights/workspaces/write", { resource:
    named(w, "law-security"), properties: { requestbody: "{\"properties\":{\"retentionInDays\":365}}" } })],
  [4, "Cloud Engineer", (t, by) => {
    const scope = `${named(w, "vm-test-01").id}/providers/microsoft.insights/diagnosticSettings/old`;
    azure(w, t, by, "Microsoft.Insights/diagnosticSettings/delete", { scope });
  }],
  [5, "Cloud Engineer", (t, by) => {
    const r = named(w, "aqreporting");
    azure(w, t, by, "Microsoft.Authorization/locks/delete",
      { scope: `${r.id}/providers/Microsoft.Authorization/locks/keep` });
    azure(w, t + 8 * MINUTE, by, "Microsoft.Storage/storageAccounts/write", { resource: r });
    azure(w, t + 12 * MINUTE, by, "Microsoft.Authorization/locks/write", { scope: `${r.id}/providers/`
      + "Microsoft.Authorization/locks/keep" });
  }],
  [2, "Cloud Engineer", (t, by) => azure(w, t, by, "Microsoft.Storage/storageAccounts/delete", { scope: named(w,
    "vm-test-01").id.replace(/Microsoft.Compute.*/, `Microsoft.Storage/storageAccounts/trial${w.rng.hex(4)}`) })],
  [4, "Cloud Engineer", (t, by) => azure(w, t, by, "Microsoft.Automation/automationAccounts/runbooks/write", {
    scope: `${named(w, "aa-nightly").id}/runbooks/Stop-TestMachines` })],
  [2, "Cloud Engineer", (t, by) => azure(w, t, by, "Microsoft.Authorization/policyExemptions/write", { scope:
    `${named(w, "vm-test-01").id}/providers/Microsoft.Authorization/policyExemptions/trial` })],
  [3, "Cloud Engineer", (t, by) => {
    const database = named(w, "aq-sql/clientdb");
    azure(w, t, by, "Microsoft.Sql/servers/firewallRules/write", { scope: database.id.replace(/databases.*/,
      "firewallRules/office"), properties: { requestbody:
      `{"properties":{"startIpAddress":"${by.office.net.ip}"}}` } });
    if (w.rng.chance(0.5)) azure(w, t + 9 * MINUTE, by, "Microsoft.Sql/servers/databases/export/action",
      { resource: database });
  }],
  [2, "Cloud Engineer", (t, by) => azure(w, t, by,
    "Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete", { scope:
    `${named(w, "rsv-main").id}/backupFabrics/Azure/protectionContainers/vm-old/protectedItems/VM;vm-old` })],
  [2, "Windows Server", (t, by) => {
    const host = w.rng.pick(w.org.hosts.filter((h) => h.role === "app" || h.role === "print"));
    logon(w, t, host, by, { type: 10, ip: hostOf(w, "jump").ip, from: "AQJUMP01", elevated: true });
    win(w, t + 9 * MINUTE, host, 1102, { SubjectUserName: by.sam, SubjectUserSid: by.sid });
  }],
  [1, "Windows Server", (t, by) => win(w, t, dc(w), 4794, { SubjectUserName: by.sam, Workstation: "AQJUMP01",
    Status: "0x0" })],
  [4, "Windows Server", (t, by) => {
    const Attributes = "CertificateTemplate:WebServer\nSAN:dns=portal.aldermerequist.example";
    win(w, t, hostOf(w, "pki"), 4887, { Requester: `${w.org.netbios}\\${by.sam}`,
      RequestId: String(w.rng.int(4000, 9000)),
      Attributes, Subject: "CN=portal.aldermerequist.example" });
  }],
];

/** What happens on ordinary days by those who do it as a habit. */
const daily = (w: World, index: number): void => {
  const anyone = (test: (p: Person) => boolean = () => true): Person => onDuty(w, w.org.people.filter(test), index);
  for (let n = w.rng.int(4, 9); n > 0; n--) {
    const p = anyone();
    mailbox(w, moment(w, p, index), p, w.rng.pick(["SoftDelete", "MoveToDeletedItems", "MoveToDeletedItems",
      "HardDelete"]), {
      count: w.rng.int(1, 6), folder: w.rng.pick(["\\Inbox", "\\Sent Items", "\\Deleted Items"]) });
  }
  for (let n = w.rng.int(1, 3); n > 0; n--) {
    const p = anyone((one) => one.grade === "secretary" && one.of !== undefined);
    if (p.of !== undefined) mailbox(w, moment(w, p, index), p, "SendAs", { owner: p.of, subject: "Appointment",
      columns: { SendAsUserSmtp: p.of.mail } });
    const q = anyone();
    const m = w.rng.pick(q.matters);
    file(w, moment(w, q, index), q, w.rng.pick(["FileDeleted", "FileDeletedFirstStageRecycleBin"]), m);
  }
  if (w.rng.chance(0.4)) {
    const p = anyone();
    audit(w, moment(w, p, index), w.rng.pick(["User deleted security info", "User changed default security info"]),
      "UserManagement", { person: p, net: homeOf(w, p, index) }, [userTarget(p)]);
    mailbox(w, moment(w, p, index), p, "UpdateInboxRules", { columns: { OperationProperties: [{ Name: "RuleOperation",
      Value: w.rng.pick(["AddMailboxRule", "ModifyMailboxRule"]) }, { Name: "RuleName", Value: "Newsletters" }] } });
  }
  const records = onDuty(w, titled(w.org.people, "Records Manager"), index);
  if (w.rng.chance(0.25) && !isAway(records, index)) {
    const m = w.rng.pick(w.org.matters);
    const t = moment(w, records, index);
    file(w, t, records, "FileVersionsAllDeleted", m);
    for (let n = w.rng.int(3, 25); n > 0; n--) label(w, t + n * 9000, records, m, w.rng.pick(["LabelRemoved",
      "LabelChangedSameOrder"]), m.label, undefined, { why: "Retention period is over" });
  }
  const sharepoint = onDuty(w, titled(w.org.admins, "SharePoint"), index);
  if (w.rng.chance(0.2)) {
    const m = w.rng.pick(w.org.matters);
    const t = moment(w, sharepoint, index);
    file(w, t, sharepoint, "SiteCollectionAdminRemoved", m, { with: w.rng.pick(w.org.people).upn });
    if (w.rng.chance(0.4)) file(w, t + HOUR, sharepoint, "SitePurged",
      { ...m, url: m.url.replace("matter-", "closed-") });
  }
  const analyst = onDuty(w, titled(w.org.admins, "Information Security"), index);
  if (w.rng.chance(0.35)) {
    const t = moment(w, analyst, index);
    azure(w, t, analyst, w.rng.pick(["Microsoft.SecurityInsights/alertRules/write",
      "Microsoft.SecurityInsights/alertRules/write",
      "Microsoft.SecurityInsights/alertRules/delete"]), { scope: `${named(w, "law-security").id}/providers/`
      + `Microsoft.SecurityInsights/alertRules/${w.rng.guid()}` });
    command(w, t + 9 * MINUTE, analyst, "New-TenantAllowBlockListItems", { ListType: "Sender",
      Entries: w.rng.pick(w.org.companies).domain, Allow: "True", ExpirationDate: "30 days" });
  }
  const discovery = onDuty(w, titled(w.org.people, "eDiscovery Analyst"), index);
  if (w.rng.chance(0.15) && !isAway(discovery, index)) {
    const t = moment(w, discovery, index);
    command(w, t, discovery, "Remove-CaseHoldRule", { Identity: `Hold ${w.rng.pick(w.org.matters).number}` },
      { compliance: true });
    web(w, t + HOUR, discovery, { url: "https://clientdisclosure.blob.example/in", method: "PUT",
      out: w.rng.int(1e9, 8e9),
      agent: "AzCopy/10.27.1", category: "Online Storage" });
  }
  const developer = onDuty(w, titled(w.org.people, "Applications Developer"), index);
  if (w.rng.chance(0.4) && !isAway(developer, index)) {
    azure(w, moment(w, developer, index), developer, w.rng.pick(["Microsoft.Web/sites/publishxml/action",
      "Microsoft.Web/sites/host/listkeys/action", "Microsoft.Web/sites/config/list/action"]), { resource:
      named(w, w.rng.pick(["func-intake", "func-billing"])) });
  }
  const release = principalNamed(w, "Infrastructure Pipeline");
  if (w.rng.chance(0.4)) {
    const t = dayStart(w, index) + w.rng.real(8, 16) * HOUR;
    azure(w, t, release, "Microsoft.Compute/virtualMachines/extensions/write",
      { scope: `${named(w, "vm-portal-02").id}/`
      + "extensions/AzureMonitorLinuxAgent" });
    azure(w, t + MINUTE, release, "Microsoft.KeyVault/vaults/secrets/read", { resource: named(w, "kv-portal") });
  }
};

/** Hosts and networks. */
const machines = (w: World, index: number): void => {
  const at = (from: number, hours: number): number => dayStart(w, index) + w.rng.real(from, from + hours) * HOUR;
  const host = (name: string): Host => w.org.hosts.find((h) => h.name === name) ?? w.rng.pick(w.org.hosts);
  for (let n = w.rng.int(4, 8); n > 0; n--) {
    const h = host(w.rng.pick(["lnx-web01", "lnx-web02", "lnx-ocr01", "lnx-db01", "lnx-git01", "lnx-mon01"]));
    const t = at(0, 23);
    const [uid, parts] = w.rng.pick<[number, string[]]>([[33, ["pdftotext", "/srv/in/scan.pdf", "-"]], [33, ["sh", "-c",
      "convert in.png out.pdf"]], [0, ["logrotate", "/etc/logrotate.conf"]], [0, ["tee", "/etc/motd"]], [0, ["apt-get",
      "update"]], [998, ["ssh", "-T", "git@lnx-git01"]], [0, ["chattr", "-i", "/etc/resolv.conf"]], [0, ["curl", "-fsS",
      "https://packages.example/key.gpg"]]]);
    auditd(w, t, h, uid, `/usr/bin/${parts[0] ?? "sh"}`, w.rng.pick(["exec", "webexec", "etcwrite"]), uid === 0
      ? "root" : "unset");
    execve(w, t + 20, h, parts);
  }
  if (w.rng.chance(0.3)) {
    const admin = onDuty(w, titled(w.org.people, "Linux"), index);
    const h = w.rng.pick(w.org.hosts.filter((x) => x.os === "linux"));
    const t = at(9, 8);
    ssh.failed(w, t - 9000, h, admin.sam, host("lnx-bastion01").ip);
    ssh.accepted(w, t, h, admin.sam, host("lnx-bastion01").ip);
    if (w.rng.chance(0.3)) {
      sudo(w, t + MINUTE, h, admin.sam, "/usr/bin/systemctl restart rsyslog auditd");
      syslog(w, t + MINUTE + 300, h, "auditd", "The audit daemon is exiting.");
      syslog(w, t + MINUTE + 900, h, "systemd", "Started Security Auditing Service.");
    }
    if (w.rng.chance(0.2)) execve(w, t + 2 * MINUTE, h, ["modprobe", "nf_tables"]);
  }
  // Windows Hello writes keys to the accounts of people; the old gateway needs no pre-authentication.
  for (let n = w.rng.int(0, 2); n > 0; n--) win(w, at(5, 14), dc(w), 5136,
    { SubjectUserName: "svc-sync", ObjectType: "user",
    ObjectName: `CN=${w.rng.pick(w.org.people).name},OU=People,DC=corp,DC=aldermerequist,DC=example`,
    EventData: "<Data Name=\"AttributeLDAPDisplayName\">msDS-KeyCredentialLink</Data>" });
  if (w.rng.chance(0.4)) win(w, at(0, 23), dc(w), 4768, { TargetUserName: "svc-legacyfax", IpAddress:
    `::ffff:${hostOf(w, "print").ip}`, Status: "0x0", ServiceName: "krbtgt",
  EventData: "<Data Name=\"TicketEncryptionType\">0x17</Data><Data Name=\"PreAuthType\">0</Data>" });
  const store = w.rng.pick(w.org.hosts.filter((h) => ["file", "sql", "backup"].includes(h.role)));
  process(w, at(22, 1), store, "svc-backup", "C:\\Windows\\System32\\vssadmin.exe",
    w.rng.pick(["vssadmin.exe create shadow /for=D:",
    "vssadmin.exe list shadows", "vssadmin.exe delete shadows /for=D: /oldest /quiet"]),
      "C:\\Program Files\\Backup\\agent.exe");
  if (w.rng.chance(0.4)) query(w, at(3, 2), service(w, "svc-scan"), "LDAP query", "AllComputers",
    "(objectCategory=computer)",
    { device: hostOf(w, "app") });
  if (w.rng.chance(0.5)) ticket(w, at(8, 9), w.rng.pick(w.org.people), `cifs/${store.fqdn}`, store.ip);
  const network = onDuty(w, titled(w.org.people, "Network Engineer"), index);
  const office = w.rng.pick(w.org.offices);
  if (w.rng.chance(0.25)) firewallAdmin(w, at(9, 8), office, `fw-${network.sam}`, hostOf(w, "jump").ip, "login-failed");
  for (let n = w.rng.int(0, 3); n > 0; n--) firewallAdmin(w, at(0, 23), office, w.rng.pick(["admin", "root"]),
    strangerNet(w.rng).ip, "login-failed");
  for (let n = 0; n < 3; n++) flow(w, at(7, 12), w.org.offices[0] ?? office, { from: host("lnx-relay01").ip,
    to: strangerNet(w.rng).ip, port: 25 });
  if (w.rng.chance(0.1)) appSignIn(w, at(9, 8), w.rng.pick(w.org.principals),
    { error: w.rng.pick(["7000215", "7000222"]) });
};

export const everydayTwins = (w: World): void => {
  const windows = changeWindows(w);
  for (const [count, title, run] of planned(w)) {
    for (let n = 0; n < count; n++) {
      const index = w.rng.pick(windows);
      run(inWindow(w, index), onDuty(w, titled(w.org.admins, title), index));
    }
  }
  for (const index of workdays(w)) daily(w, index);
  for (let index = 0; index < w.days; index++) machines(w, index);
};
