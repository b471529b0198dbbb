import type { Principal } from "./model.ts";
import type { Net } from "./places.ts";
import { appSignIn, audit, graph, prop, signIn, target } from "./rows-identity.ts";
import { apps } from "./org.ts";
import { consent } from "./rows-consent.ts";
import { click, email, mailbox } from "./rows-office.ts";
import type { AttackKind, Stage } from "./stage.ts";

const area = "consent";

/** An application that nobody in the firm has seen before. */
export const foreignApp = (s: Stage, name: string, net: Net): Principal => ({ id: s.w.rng.guid(), appId: s.w.rng.guid(),
  appObjectId: s.w.rng.guid(), name, kind: "Application", net, keyId: s.w.rng.guid(), roles: [], created: "" });

export const consentAttacks: AttackKind[] = [
  { kind: "consent-phish", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const net = s.stranger();
    const sp = foreignApp(s, w.rng.pick(["PDF Merge Online", "SecureDoc Viewer", "Calendar Helper Pro"]), net);
    const id = w.rng.guid();
    const url = "https://login.microsoftonline.example/common/oauth2/v2.0/authorize"
      + `?client_id=${sp.appId}&scope=Mail.ReadWrite`;
    s.at("work", p);
    email(w, s.next(), { id, from: `team@${w.rng.hex(5)}-docs.example`, to: p.mail, recipient: p,
      subject: "A document was shared with you",
      direction: "Inbound", url, first: true });
    click(w, s.next(3, 50), p, url, { id, net: s.usual(p) });
    s.core(consent(w, s.next(0.5, 2), p, sp, "Mail.ReadWrite MailboxSettings.ReadWrite offline_access"));
    for (let n = 0; n < 5; n++) s.core(graph(w, s.next(2, 20), { person: p, appId: sp.appId }, "me/messages?$top=100",
      { net, scopes: "Mail.ReadWrite offline_access", ua: "Go-http-client/2.0" }));
    return {
      subjects: [p.upn, sp.name],
      summary: "A lawyer gave an unknown application the right to read and change her mail; it began to read at once "
        + "from a rented server.",
    };
  } },
  { kind: "admin-consent-unknown-app", area, difficulty: "obvious",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const by = s.admin(w.rng.pick(["Cloud Engineer", "Identity Engineer"]));
    const net = s.stranger();
    const sp = foreignApp(s, w.rng.pick(["O365 Health Probe", "Mail Sync Tool", "Tenant Migrator"]), net);
    s.at("night", by);
    signIn(w, s.next(), by, { net, app: apps.portal, mfa: "claim", device: null });
    s.core(consent(w, s.next(), by, sp, "Mail.ReadWrite Files.ReadWrite.All Directory.ReadWrite.All",
      { admin: true, net }));
    for (let n = 0; n < 4; n++) appSignIn(w, s.next(2, 9), sp, { net });
    return {
      subjects: [by.upn, sp.name, net.ip],
      summary: "With the stolen account of an administrator an unknown application got rights on all mail, files and "
        + "the directory for the whole tenant.",
    };
  } },
  { kind: "app-permission-added", area, difficulty: "context", types: ["privilege_escalation", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const sp = s.app((p) => ["Document Compare", "Meeting Minutes", "Conflicts Check Service"].includes(p.name));
    s.at("evening", by);
    const role = w.rng.pick(["Mail.Read", "Sites.FullControl.All"]);
    s.core(audit(w, s.next(), "Add app role assignment to service principal", "ApplicationManagement",
      { person: by, net: s.home(by) },
      [target("ServicePrincipal", "Microsoft Graph", "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a",
        prop("AppRole.Value", null, role),
        prop("ServicePrincipal.DisplayName", null, sp.name), prop("ServicePrincipal.ObjectID", null, sp.id))]));
    for (let n = 0; n < 5; n++) {
      s.core(graph(w, s.next(5, 25), { sp: { ...sp, roles: [...sp.roles, role] } }, role === "Mail.Read"
        ? `users/${w.rng.pick(w.org.people).id}/messages?$top=200` : `sites/${w.rng.guid()}/drive/root/children`));
    }
    return {
      subjects: [by.upn, sp.name],
      summary: `Outside the change window a tool that compares documents was given ${role} for the whole firm and `
        + "used it the same evening.",
    };
  } },
  { kind: "consent-wave", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const first = s.employee();
    const net = s.stranger();
    const sp = foreignApp(s, "Team Lunch Voting", net);
    s.at("work", first);
    const victims = [first, s.employee(), s.employee(), s.employee(), s.employee()];
    for (const p of victims) {
      const id = w.rng.guid();
      email(w, s.next(1, 3), { id, from: "hello@lunch-voting.example", to: p.mail, recipient: p,
        subject: "Vote for the team lunch",
        direction: "Inbound", url: "https://lunch-voting.example/join", first: true });
      s.core(consent(w, s.next(2, 7), p, sp, "Mail.Read Contacts.Read Mail.Send offline_access"));
    }
    for (const p of victims) for (let n = 0; n < 2; n++) graph(w, s.next(), { person: p, appId: sp.appId },
      w.rng.pick(["me/messages", "me/contacts"]), { net, scopes: "Mail.Read Contacts.Read" });
    return {
      subjects: [...victims.map((p) => p.upn), sp.name],
      summary: "Five people consented within an hour to the same new application that wanted to read and send mail.",
    };
  } },
  { kind: "look-alike-application", area, difficulty: "hard", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const real = w.rng.pick(w.org.principals.filter((x) => ["SignWell eSignature",
      "Meeting Minutes"].includes(x.name)));
    const sp = foreignApp(s, real.name, s.nearby(p));
    s.at("work", p);
    s.core(consent(w, s.next(), p, sp, "User.Read Calendars.Read Mail.Read offline_access"));
    for (let n = 0; n < 3; n++) s.core(graph(w, s.next(40, 80), { person: p, appId: sp.appId },
      "me/messages?$search=\"signing\"",
      { net: sp.net, scopes: "User.Read Mail.Read" }));
    return {
      subjects: [p.upn, sp.name, sp.appId],
      summary: `A second application with the name of the approved ${real.name} but another id got consent and `
        + "looked for signings in the mail.",
    };
  } },
  { kind: "consent-policy-opened", area, difficulty: "context",
    types: ["policy_violation", "sabotage", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    s.at("early", by);
    s.core(audit(w, s.next(), "Update authorization policy", "AuthorizationPolicy", { person: by, net: s.home(by) },
      [target("Policy",
      "Authorization Policy", "authorizationPolicy", prop("PermissionGrantPolicyIdsAssignedToDefaultUserRole", [
        "ManagePermissionGrantsForSelf.microsoft-user-default-low"],
          ["ManagePermissionGrantsForSelf.microsoft-user-default-legacy"]))]));
    const p = s.employee();
    s.core(consent(w, s.next(30, 90), p, foreignApp(s, "Quick Scheduler", s.stranger()),
      "Mail.Read Files.Read.All offline_access"));
    return {
      subjects: [by.upn, p.upn],
      summary: "An administrator let all users consent to any application, early in the morning and without a "
        + "change; a harmful one got its first grant an hour later.",
    };
  } },
  { kind: "grant-widened-quietly", area, difficulty: "hard", types: ["privilege_escalation", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const sp = s.app((p) => ["Translation Gateway", "Expense Scanner", "SignWell eSignature"].includes(p.name));
    s.at("work", by);
    s.core(audit(w, s.next(), "Update delegated permission grant", "ApplicationManagement", { person: by },
      [target("ServicePrincipal",
      "Microsoft Graph", "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a",
        prop("DelegatedPermissionGrant.Scope", "openid profile User.Read",
        "openid profile User.Read Mail.Read Mail.ReadWrite.Shared"),
          prop("DelegatedPermissionGrant.ConsentType", "AllPrincipals",
        "AllPrincipals"), prop("ServicePrincipal.ObjectID", sp.id, sp.id))]));
    return {
      subjects: [by.upn, sp.name],
      summary: "The old grant of an approved application was extended to the mail of everybody, on an ordinary "
        + "working day.",
    };
  } },
  { kind: "reply-address-hijacked", area, difficulty: "hard", types: ["account_compromise", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.title === "Applications Developer");
    const sp = s.app((p) => ["Client Portal", "Conflicts Check Service"].includes(p.name));
    s.at("evening", by);
    const domain = `portal-aldermere-${w.rng.hex(3)}.example`;
    s.core(audit(w, s.next(), "Update application", "ApplicationManagement", { person: by, net: s.home(by) },
      [target("Application", sp.name,
      sp.appObjectId, prop("AppAddress", [{ AddressType: 0, Address: "https://portal.aldermerequist.example/cb" }],
        [{ AddressType: 0,
        Address: "https://portal.aldermerequist.example/cb" },
          { AddressType: 0, Address: `https://${domain}/cb` }]))]));
    return {
      subjects: [by.upn, sp.name],
      summary: "A foreign reply address was added to the client portal, so that tokens of clients can be sent "
        + "elsewhere.",
    };
  } },
  { kind: "disabled-app-enabled-and-mails", area, difficulty: "context",
    types: ["account_compromise", "data_exfiltration"], run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    const sp = s.app((p) => p.name === "Legacy Fax Bridge");
    const net = s.stranger();
    s.at("night", by);
    s.core(audit(w, s.next(), "Update service principal", "ApplicationManagement", { person: by, net },
      [target("ServicePrincipal", sp.name,
      sp.id, prop("AccountEnabled", [false], [true]), prop("AppRoleAssignmentRequired", [true], [false]))]));
    s.core(consent(w, s.next(), by, sp, "Mail.Read Mail.Send EWS.AccessAsUser.All", { admin: true, net }));
    for (let n = 0; n < 6; n++) s.core(mailbox(w, s.next(), sp, "MailItemsAccessed",
      { owner: w.rng.pick(w.org.people), net, count: 12,
      access: "Sync" }));
    return {
      subjects: [by.upn, sp.name, net.ip],
      summary: "The forgotten application of the fax gateway was enabled at night, given mail rights and used to "
        + "copy mailboxes.",
    };
  } },
];
