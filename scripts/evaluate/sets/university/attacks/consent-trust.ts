import type { Plan } from "../scenario.ts";
import type { Change, Target } from "../entra.ts";
import { HOUR, MINUTE } from "../calendar.ts";
import { appSignin, audit, giveRole, graph, signin, sp, thing, user } from "../entra.ts";
import { netOf } from "../everyday-people.ts";
import { click, mail } from "../m365.ts";
import { campusNet, hostileNet, residentialNet } from "../places.ts";
import { foreignApp, has, ordinary, times } from "./tools.ts";

const consentTo = (admin: boolean, scopes: string): Change[] => [
  ["ConsentContext.IsAdminConsent", null, admin ? "True" : "False"],
    ["ConsentContext.OnBehalfOfAll", null, admin ? "True" : "False"],
  ["ConsentAction.Permissions", null,
    `[] => [[Scope: ${scopes}, ConsentType: ${admin ? "AllPrincipals" : "Principal"}]]`],
];

const consent: Plan[] = [
  { kind: "mail-application-by-consent-phish", area: "consent", difficulty: "obvious",
      types: ["account_compromise", "data_exfiltration"], times: 2, run: (a) => {
    const { w, rng } = a;
    const victim = a.staff(has("faculty"));
    const app = foreignApp(a, rng.pick(["Scholar Citation Sync", "Manuscript Tracker 365", "eSign Faculty"]));
    const net = netOf(rng, victim, a.day);
    const outside = a.net(hostileNet(rng));
    const t = a.at(rng.float(10, 15));
    const url = `https://login.apps-consent.example/authorize?client_id=${app.appId}`;
    click(w, t - 2 * MINUTE, victim, url,
      mail(w, t - 20 * MINUTE, { from: "editor@journal-tracker.example", to: victim.mail, toPerson: victim,
      subject: "Decision on your manuscript", direction: "Inbound",
      ip: outside.ip, url, first: true }), net);
    a.core(() => audit(w, t, { person: victim, net }, "Consent to application", "ApplicationManagement",
      [thing("ServicePrincipal", app.id, app.name,
        ...consentTo(false, "Mail.ReadWrite Mail.Send Contacts.Read offline_access"))]));
    audit(w, t + 400, { person: victim, net }, "Add delegated permission grant", "ApplicationManagement",
      [sp(app, ["DelegatedPermissionGrant.Scope", null, "Mail.ReadWrite Mail.Send offline_access"])]);
    a.core(() => times(9, (i) => graph(w, t + (9 + i * 4) * MINUTE, victim, "GET",
      `me/messages?$top=100&$skip=${i * 100}`,
      { ip: outside.ip, appId: app.appId, scopes: "Mail.ReadWrite Mail.Send" })));
    return `${victim.display} consents to "${app.name}", which may write mail, and which then copies the mailbox from `
      + `a rented server.`;
  } },
  { kind: "consent-for-everybody-to-unknown-application", area: "consent", difficulty: "obvious",
      types: ["privilege_escalation", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("cloud");
    const net = a.net(hostileNet(rng));
    const app = foreignApp(a, rng.pick(["Graph Toolkit Assistant", "PERFECTDATA SOFTWARE", "Tenant Insights"]));
    const t = a.at(rng.float(21, 23.5));
    signin(w, t - 5 * MINUTE, admin, { net, app: "entra", device: null, mfa: "claim" });
    audit(w, t, { person: admin, net }, "Add service principal", "ApplicationManagement", [sp(app)]);
    a.core(() => {
      audit(w, t + MINUTE, { person: admin, net }, "Add app role assignment to service principal",
        "ApplicationManagement", [sp(app, ["AppRole.Value", null, "Mail.ReadWrite"])]);
      audit(w, t + 2 * MINUTE, { person: admin, net }, "Consent to application", "ApplicationManagement",
        [sp(app, ...consentTo(true, "Mail.ReadWrite Files.ReadWrite.All Directory.ReadWrite.All"))]);
    });
    return `An administrative account gives an unknown application write access to all mail and files, from a foreign `
      + `line at night.`;
  } },
  { kind: "look-alike-application-spreads", area: "consent", difficulty: "context", types: ["account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const code = rng.pick(["sci", "hum", "eco"]);
    const app = foreignApp(a, rng.pick(["Zotero\u00a0Connect", "Zo\u043em Meetings",
      "Mendeley Referenc\u0435 Manager"]));
    const t = a.at(10);
    for (const [i, p] of a.many(5, (x) => x.unitCode === code && x.plan[a.day] !== "off").entries()) {
      a.about(p.upn);
      const change = consentTo(false, "User.Read Files.Read.All Mail.Read offline_access");
      const when = t + i * rng.int(20, 55) * MINUTE;
      a.core(() => audit(w, when, { person: p, net: netOf(rng, p, a.day) }, "Consent to application",
        "ApplicationManagement", [thing("ServicePrincipal", app.id, app.name, ...change)]));
      graph(w, when + 9 * MINUTE, p, "GET", "me/drive/root/search(q='exam')",
        { appId: app.appId, ip: "45.77.20.14", scopes: "Files.Read.All Mail.Read" });
    }
    return `Five people of one faculty consent within hours to an application whose name looks like a known one, but `
      + `with access to files and mail.`;
  } },
  { kind: "developer-widens-own-application", area: "consent", difficulty: "context",
      types: ["privilege_escalation", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const dev = a.staff(has("developer"));
    const app = w.apps.get(rng.pick(["labinv", "visitor", "hpcacct"]))!;
    a.about(app.name);
    const net = netOf(rng, dev, a.day);
    const t = a.at(rng.float(19.5, 22));
    audit(w, t, { person: dev, net }, "Update application", "ApplicationManagement",
      [thing("Application", app.appId, app.name, ["RequiredResourceAccess", "User.Read.All",
      "User.Read.All, Mail.Read"])]);
    a.core(() => {
      audit(w, t + 3 * MINUTE, { person: dev, net }, "Add app role assignment to service principal",
        "ApplicationManagement", [sp(app, ["AppRole.Value", null, "Mail.Read"])]);
      const reader = { ...app, roles: [...app.roles, "Mail.Read"] };
      times(6, (i) => graph(w, t + (20 + i * 5) * MINUTE, reader, "GET",
        `users/${rng.pick(w.people.filter((p) => p.tags.has("lead"))).id}/messages?$search=reorganisation`,
        { ip: dev.home.ip, agent: "curl/8.5.0" }));
    });
    return `The developer ${dev.display} gives "${app.name}" the right to read all mail in the evening and reads `
      + `messages of directors from home.`;
  } },
  { kind: "quiet-grant-for-everybody", area: "consent", difficulty: "hard",
      types: ["privilege_escalation", "policy_violation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("cloud");
    const app = w.apps.get("survey")!;
    a.about(app.name);
    const t = a.at(12.4);
    a.core(() => audit(w, t, { person: admin, net: campusNet(rng, 24) }, "Add delegated permission grant",
      "ApplicationManagement", [sp(app,
      ["DelegatedPermissionGrant.Scope", "User.Read openid profile",
        "User.Read openid profile Mail.Read Files.Read.All"], ["DelegatedPermissionGrant.ConsentType", null,
        "AllPrincipals"])]));
    times(3, (i) => appSignin(w, t + (1 + i) * HOUR, app));
    return `A known survey application silently gets the right to read the mail and files of everybody, outside the `
      + `change window and without a review.`;
  } },
  { kind: "consent-policy-weakened", area: "consent", difficulty: "context", types: ["policy_violation", "sabotage"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const net = a.net(residentialNet(rng));
    const t = a.at(rng.float(20, 23));
    a.core(() => audit(w, t, { person: admin, net }, "Update authorization policy", "AuthorizationPolicy",
      [thing("Policy", "authorizationPolicy", "Authorization Policy",
      ["PermissionGrantPolicyIdsAssignedToDefaultUserRole", "ManagePermissionGrantsForSelf.microsoft-user-default-low",
        "ManagePermissionGrantsForSelf.microsoft-user-default-legacy"])]));
    audit(w, t + 4 * MINUTE, { person: admin, net }, "Update policy", "Policy",
      [thing("Policy", rng.uuid(), "Admin consent request policy", ["IsEnabled", "true", "false"])]);
    return `Users may suddenly consent to any application, and requests for review are switched off, from an unknown `
      + `line in the evening.`;
  } },
  { kind: "leaver-copies-by-migration-tool", area: "consent", difficulty: "hard",
      types: ["data_exfiltration", "policy_violation"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("researcher"));
    const app = foreignApp(a, "MoverCloud Personal");
    const net = p.home;
    const t = a.at(rng.float(19, 22));
    a.core(() => audit(w, t, { person: p, net }, "Consent to application", "ApplicationManagement",
      [thing("ServicePrincipal", app.id, app.name, ...consentTo(false, "Files.Read.All offline_access"))]));
    times(16, (i) => graph(w, t + (8 + i * 3) * MINUTE, p, "GET", `me/drive/items/${rng.hex(16)}/content`,
      { appId: app.appId, ip: "47.242.12.9", scopes: "Files.Read.All", status: 302 }));
    return `${p.display} connects a private migration service to the drive, which copies the research files to `
      + `another cloud.`;
  } },
];

const policy = (a: { rng: { uuid(): string } }, name: string, ...changes: Change[]): Target[] => [
  thing("Policy", a.rng.uuid(), name, ...changes)];

const trust: Plan[] = [
  { kind: "domain-becomes-federated", area: "trust", difficulty: "obvious",
      types: ["privilege_escalation", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const net = a.net(hostileNet(rng));
    const domain = `alumni-waalhaven${rng.int(2, 40)}.example`;
    a.about(domain);
    const t = a.at(rng.float(1, 5));
    const by = { person: admin, net };
    signin(w, t - 9 * MINUTE, admin, { net, app: "graphps", device: null, mfa: "claim",
      agent: "Mozilla/5.0 PowerShell/7.4.6" });
    audit(w, t, by, "Add unverified domain", "DirectoryManagement", [thing("Domain", domain, domain)]);
    audit(w, t + 3 * MINUTE, by, "Verify domain", "DirectoryManagement", [thing("Domain", domain, domain)]);
    a.core(() => audit(w, t + 5 * MINUTE, by, "Set domain authentication", "DirectoryManagement",
      [thing("Domain", domain, domain,
      ["LiveType", "Managed", "Federated"], ["IssuerUri", null, `http://any.sts/${rng.hex(8)}`])]));
    a.core(() => audit(w, t + 6 * MINUTE, by, "Set federation settings on domain", "DirectoryManagement",
      [thing("Domain", domain, domain, ["SigningCertificate", null, "MIIC8DCCAdigAwIBAgIQ"])]));
    return `A new domain is made federated with a signing certificate of the attacker, who can then sign in as `
      + `anybody.`;
  } },
  { kind: "second-signing-certificate", area: "trust", difficulty: "hard", types: ["privilege_escalation"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const t = a.at(rng.float(12, 14));
    a.core(() => audit(w, t, { person: admin, net: a.net(residentialNet(rng)) }, "Set federation settings on domain",
      "DirectoryManagement", [thing("Domain", "med.waalhaven.example", "med.waalhaven.example",
      ["NextSigningCertificate", null, "MIIDdzCCAl+gAwIBAgIEAgAAuTAN"],
        ["FederatedIdpMfaBehavior", "rejectMfaByFederatedIdp", "acceptIfMfaDoneByFederatedIdp"])]));
    return `A next signing certificate appears on the federated domain of the medical faculty outside a change `
      + `window, and the second factor of its provider is believed.`;
  } },
  { kind: "partner-tenant-fully-trusted", area: "trust", difficulty: "context",
      types: ["privilege_escalation", "policy_violation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const net = a.net(residentialNet(rng));
    const partner = `cloudlab-${rng.hex(4)}.onmicrosoft.example`;
    a.about(partner);
    const t = a.at(rng.float(21, 23));
    const by = { person: admin, net };
    audit(w, t, by, "Add a partner to cross-tenant access setting", "CrossTenantAccessSettings",
      policy(a, partner, ["tenantId", null, rng.uuid()]));
    a.core(() => {
      audit(w, t + MINUTE, by, "Update a partner cross-tenant access setting", "CrossTenantAccessSettings",
        policy(a, partner,
        ["inboundTrust", "{}", '{"isMfaAccepted":true,"isCompliantDeviceAccepted":true,'
          + '"isHybridAzureADJoinedDeviceAccepted":true}'],
        ["b2bDirectConnectInbound", '{"accessType":"blocked"}', '{"accessType":"allowed","targets":"AllUsers"}']));
    });
    return `A tenant that nobody works with is added as a partner whose second factor and devices are trusted.`;
  } },
  { kind: "synchronisation-from-foreign-tenant", area: "trust", difficulty: "context", types: ["privilege_escalation"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(4, 7));
    const by = { person: admin, net };
    a.core(() => {
      audit(w, t, by, "Create a partner cross-tenant identity sync setting", "CrossTenantIdentitySyncSettings",
        policy(a, `sync-${rng.hex(5)}`, ["userSyncInbound.isSyncAllowed", null, "true"]));
      audit(w, t + 2 * MINUTE, by, "Update a partner cross-tenant access setting", "CrossTenantAccessSettings",
        policy(a, `sync-${rng.hex(5)}`, ["automaticUserConsentSettings.inboundAllowed", "false", "true"]));
    });
    audit(w, t + 40 * MINUTE, { app: "Azure AD Cloud Sync" }, "Add user", "UserManagement",
      [thing("User", rng.uuid(), `it.backup_${rng.hex(4)}#EXT#@waalhaven.example`, ["UserType", null, "Member"])]);
    return `Cross-tenant synchronisation from an unknown tenant is allowed early in the morning, and it creates a `
      + `member account.`;
  } },
  { kind: "conditional-access-switched-off", area: "trust", difficulty: "obvious",
      types: ["sabotage", "account_compromise", "policy_violation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("security");
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(2, 5));
    signin(w, t - 4 * MINUTE, admin, { net, app: "entra", device: null, mfa: "claim" });
    a.core(() => {
      for (const [i, name] of ["CA004 MFA for staff", "CA012 Block legacy protocols",
          "CA017 Block risky sign-ins"].entries()) {
        audit(w, t + i * 50_000, { person: admin, net }, i < 2 ? "Update conditional access policy"
          : "Delete conditional access policy", "Policy",
          policy(a, name, ["ConditionalAccessPolicy", '{"state":"enabled"}', i < 2 ? '{"state":"disabled"}' : null]),
            { service: "Conditional Access" });
      }
    });
    const victim = a.anybody(ordinary);
    signin(w, t + 30 * MINUTE, victim, { net, app: "outlook", device: null, client: "IMAP4", mfa: "none" });
    return `The policies for second factors and old protocols are switched off at night from a rented server, and a `
      + `mailbox is opened by IMAP.`;
  } },
  { kind: "one-more-exception-from-second-factor", area: "trust", difficulty: "hard",
      types: ["policy_violation", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const friend = a.anybody(ordinary);
    a.core(() => audit(w, a.at(rng.float(11, 15)), { person: admin, net: campusNet(rng, 24) }, "Add member to group",
      "GroupManagement", [user(friend, ["Group.DisplayName", null, "SG-MFA-Exclusions"])]));
    signin(w, a.at(20), friend, { net: friend.home, app: "owa", mfa: "none" });
    return `One person of the staff, ${friend.display}, is put into the group that needs no second factor, in office `
      + `hours and without a change.`;
  } },
  { kind: "address-range-becomes-trusted", area: "trust", difficulty: "context",
      types: ["policy_violation", "privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("security");
    const outside = a.net(hostileNet(rng));
    const range = outside.ip.replace(/\.\d+$/, ".0/24");
    const t = a.at(rng.float(16, 17.5));
    a.core(() => audit(w, t, { person: admin, net: a.net(residentialNet(rng)) }, "Update named location", "Policy",
      policy(a, "Campus and partner hospitals",
      ["ipRanges", "203.0.113.0/24, 198.51.100.0/25", `203.0.113.0/24, 198.51.100.0/25, ${range}`],
        ["isTrusted", "true", "true"]), { service: "Conditional Access" }));
    const victim = a.anybody(ordinary);
    a.core(() => signin(w, t + 3 * HOUR, victim, { net: outside, app: "owa", device: null, mfa: "none" }));
    return `The range of a hosting company is added to the trusted networks; hours later somebody signs in from it `
      + `without a second factor.`;
  } },
  { kind: "weak-methods-allowed-again", area: "trust", difficulty: "context", types: ["sabotage", "policy_violation"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    const t = a.at(rng.float(5, 6.5));
    const by = { person: admin, net: a.net(hostileNet(rng)) };
    a.core(() => audit(w, t, by, "Authentication Methods Policy Update", "ApplicationManagement",
      policy(a, "Authentication Methods Policy",
      ["TemporaryAccessPass", '{"isUsableOnce":true,"maximumLifetimeInMinutes":480}',
        '{"isUsableOnce":false,"maximumLifetimeInMinutes":43200,"includeTargets":["all_users"]}']),
        { service: "Authentication Methods" }));
    audit(w, t + MINUTE, by, "Authentication Methods Policy Reset", "ApplicationManagement", policy(a, "Voice and SMS"),
      { service: "Authentication Methods" });
    return `Passes that last a month and can be used again are allowed for everybody, and text messages come back, `
      + `before office hours.`;
  } },
  { kind: "guests-get-rights-of-members", area: "trust", difficulty: "context", types: ["policy_violation", "sabotage"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const net = admin.home;
    const t = a.at(rng.float(19, 23));
    giveRole(w, t - 3 * MINUTE, { person: admin, net }, "Global Administrator", user(admin), "activate", "mail");
    a.core(() => audit(w, t, { person: admin, net }, "Update authorization policy", "AuthorizationPolicy",
      policy(a, "Authorization Policy",
      ["GuestUserRoleId", "2af84b1e-32c8-42b7-82bc-daa82404023b", "a0b1b346-4d3e-4e8b-98f8-753987be4970"],
        ["AllowInvitesFrom", "adminsAndGuestInviters", "everyone"])));
    return `Guests get the rights of members and may invite others, changed by a mail administrator in the evening `
      + `with a role that the work does not need.`;
  } },
];

export const consentAndTrust: Plan[] = [...consent, ...trust];
