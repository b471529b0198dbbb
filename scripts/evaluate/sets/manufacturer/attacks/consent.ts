/** Attacks with permissions of applications. */
import type { Plot, Stage } from "./plot.ts";
import { plot, singlePlot } from "./plot.ts";
import type { Actor } from "../types.ts";
import type { Target } from "../entra.ts";
import { appTarget, change, thingTarget, userTarget } from "../entra.ts";
import { hostingNet } from "../places.ts";
import { DAY, HOUR, MINUTE, range } from "../util.ts";

/** The target of a consent, as the audit log shows it. */
function consented(id: string, name: string, scope: string, admin: boolean): Target {
  return thingTarget("ServicePrincipal", id, name,
    change("ConsentContext.IsAdminConsent", null, admin ? "True" : "False"),
    change("ConsentContext.OnBehalfOfAll", null, admin ? "True" : "False"),
    change("ConsentAction.Permissions", null,
      `[] => [[Id: AAAA, PrincipalId: , ConsentType: ${admin ? "AllPrincipals" : "Principal"}, Scope: ${scope}, ` +
      `CreatedDateTime: ]]`));
}

function userConsent(s: Stage, time: number, user: Actor, ip: string, name: string, appId: string,
  scope: string): string[] {
  const { out, rng } = s;
  const target = consented(rng.uuid(), name, scope, false);
  return [
    ...out.audit(time - 3000, { actor: user, ip }, "Add service principal",
      [thingTarget("ServicePrincipal", String(target.id), name, change("AppId", null, appId))]),
    ...out.audit(time - 1000, { actor: user, ip }, "Add delegated permission grant",
      [thingTarget("ServicePrincipal", s.w.apps.graph!.id, "Microsoft Graph",
      change("DelegatedPermissionGrant.Scope", null, scope)), userTarget(user)]),
    ...out.audit(time, { actor: user, ip }, "Consent to application", [target], { details: { AppId: appId } }),
  ];
}

export const consentPlots: Plot[] = [
  plot("user-consents-to-mail-reader", "obvious", ["account_compromise", "data_exfiltration"], (s) => {
    const { out, rng, key, person, work, where } = s;
    const victim = person((p) => p.department !== "IT");
    const time = work(victim);
    const name = rng.pick(["Office Mail Upgrade", "PDF Reader 365", "Secure Document Viewer", "0365 Security"]);
    const appId = rng.uuid();
    const url =
      `https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=${appId}&scope=Mail.ReadWrite`;
    const { message } = out.mail(time - 15 * MINUTE, "notice@mailbox-upgrade.example", victim,
      "Action required: mailbox upgrade", { urls: [url], firstContact: true, ip: hostingNet(rng).ip });
    out.click(time - 2 * MINUTE, victim, where(victim).net.ip, url, { message });
    key(userConsent(s, time, victim, where(victim).net.ip, name, appId,
      "offline_access Mail.ReadWrite Mail.Send MailboxSettings.ReadWrite"));
    const ip = hostingNet(rng).ip;
    for (const i of range(rng.int(6, 14))) {
      out.graph(time + 10 * MINUTE + i * 3 * MINUTE, victim, ip, "GET",
        rng.pick(["/me/messages?$top=100", "/me/mailFolders", "/me/messages?$search=\"iban\""]),
        { client: appId, scopes: "Mail.ReadWrite Mail.Send" });
    }
    return {
      subjects: [victim.upn, name, ip],
      summary: "A mail makes the victim consent to an unknown application, which then reads the mailbox from a rented " +
        "server.",
    };
  }),
  plot("tenant-wide-consent-by-stolen-admin", "obvious", ["account_compromise", "privilege_escalation"], (s) => {
    const { w, out, rng, key, admin, night, intruder, by } = s;
    const victim = admin(w.staff.cloud);
    const at = intruder();
    const time = night();
    const name = rng.pick(["Compliance Sync Service", "Directory Health Agent", "M365 Data Connector"]);
    const id = rng.uuid();
    out.signin(time - 9 * MINUTE, victim.account, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    out.audit(time - 2 * MINUTE, by(victim.account, at.net), "Add service principal",
      [thingTarget("ServicePrincipal", id, name)]);
    key(out.audit(time, by(victim.account, at.net), "Add app role assignment to service principal",
      [thingTarget("ServicePrincipal", w.apps.graph!.id, "Microsoft Graph",
      change("AppRole.Value", null, "Mail.ReadWrite"), change("ServicePrincipal.DisplayName", null, name))]));
    out.audit(time + 2000, by(victim.account, at.net), "Add app role assignment to service principal",
      [thingTarget("ServicePrincipal", w.apps.graph!.id, "Microsoft Graph",
      change("AppRole.Value", null, "Files.ReadWrite.All"), change("ServicePrincipal.DisplayName", null, name))]);
    key(out.audit(time + 4000, by(victim.account, at.net), "Consent to application",
      [consented(id, name, "Mail.ReadWrite Files.ReadWrite.All Directory.Read.All", true)]));
    const app = { ...w.apps.oldCrm!, id, appId: rng.uuid(), name };
    out.spSignin(time + HOUR, app, { net: at.net, keyId: rng.uuid() });
    out.graph(time + HOUR + MINUTE, app, at.net.ip, "GET", "/users?$top=999",
      { roles: "Mail.ReadWrite Files.ReadWrite.All" });
    return {
      subjects: [victim.account.upn, name, at.net.ip],
      summary: "From an unknown network a stolen administrator grants an unknown application access to all mail and " +
        "files.",
    };
  }),
  plot("application-with-familiar-name", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const victim = person((p) => p.department === "Sales" || p.department === "Engineering");
    const time = work(victim);
    const name = rng.pick(["Expense Portal 2", "Supplier portal - new", "ServiceNow integration.",
      "Mail signatures (EU)"]);
    const appId = rng.uuid();
    const ip = hostingNet(rng).ip;
    key(userConsent(s, time, victim, where(victim).net.ip, name, appId,
      "offline_access Files.Read.All Sites.Read.All User.Read"));
    for (const i of range(8)) {
      const ids = out.graph(time + 30 * MINUTE + i * 5 * MINUTE, victim, ip, "GET",
        `/sites/${rng.hex(8)}/drive/root/children`, { client: appId, scopes: "Files.Read.All Sites.Read.All" });
      key(i === 0 ? ids : []);
    }
    return {
      subjects: [victim.upn, name, ip],
      summary: `A new application with nearly the name of one of ${w.organization} gets consent to read all files of ` +
        `the victim and does so from outside.`,
    };
  }),
  plot("permissions-of-application-raised", "context", ["privilege_escalation", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work, where, by } = s;
    const developer = person((p) => w.staff.developers.includes(p));
    const app = w.apps[rng.pick(["expense", "signatures", "portalApp"])]!;
    const time = work(developer) + 2 * HOUR;
    const permission = rng.pick(["Mail.Read", "Directory.ReadWrite.All", "Chat.Read.All"]);
    key(out.audit(time, by(developer, where(developer).net), "Add app role assignment to service principal",
      [thingTarget("ServicePrincipal", w.apps.graph!.id, "Microsoft Graph", change("AppRole.Value", null, permission),
      change("ServicePrincipal.DisplayName", null, app.name), change("ServicePrincipal.ObjectID", null, app.id))]));
    out.spSignin(time + 25 * MINUTE, app, { ip: where(developer).net.ip });
    for (const i of range(7)) {
      const ids = out.graph(time + (30 + i * 2) * MINUTE, app, where(developer).net.ip, "GET",
        permission === "Chat.Read.All" ? `/users/${rng.pick(w.people).id}/chats/getAllMessages`
        : `/users/${rng.pick(w.people).id}/messages?$top=50`, { roles: `${app.permissions.join(" ")} ${permission}` });
      key(i < 1 ? ids : []);
    }
    return {
      subjects: [developer.upn, app.name],
      summary: "A developer gives an application that he looks after a far wider permission, and reads what others " +
        "write with it.",
    };
  }),
  plot("consent-opened-for-everybody", "context", ["sabotage", "policy_violation", "account_compromise"], (s) => {
    const { w, out, rng, key, admin, day, at: clock, intruder, by, person } = s;
    const victim = admin(w.staff.cloud);
    const at = intruder("home");
    const time = clock(day, rng.real(19.5, 22));
    out.signin(time - 5 * MINUTE, victim.account, at, { app: "Azure Portal", mfa: true, unmanaged: true });
    key(out.audit(time, by(victim.account, at.net), "Update authorization policy",
      [thingTarget("Policy", w.tenant, "authorizationPolicy",
      change("PermissionGrantPolicyIdsAssignedToDefaultUserRole",
      ["ManagePermissionGrantsForSelf.microsoft-user-default-low"],
      ["ManagePermissionGrantsForSelf.microsoft-user-default-legacy"]))]));
    const users = [person(), person()];
    const appId = rng.uuid();
    users.forEach((user, i) => key(userConsent(s, time + DAY + i * 20 * MINUTE, user, user.desk.net.ip,
      "Team Calendar Plus", appId, "offline_access Mail.Read Contacts.Read").slice(-1)));
    return {
      subjects: [victim.account.upn, ...users.map((u) => u.upn), at.net.ip],
      summary: "A stolen administrator lets users consent to everything; the next day two users consent to an " +
        "application of the attacker.",
    };
  }),
  plot("application-sends-phish", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const victim = person((p) => p.department !== "IT");
    const time = work(victim);
    const name = rng.pick(["Mail Merge Wizard", "Smart Scheduler"]);
    const appId = rng.uuid();
    const ip = hostingNet(rng).ip;
    key(userConsent(s, time, victim, where(victim).net.ip, name, appId,
      "offline_access Mail.Send Contacts.Read").slice(-1));
    const subject = "Shared document for your review";
    const cluster = String(rng.int(1e9, 9e9));
    for (const [i, to] of rng.some(w.people, rng.int(18, 30)).entries()) {
      const at = time + 50 * MINUTE + i * 5000;
      out.graph(at, victim, ip, "POST", "/me/sendMail",
        { client: appId, scopes: "Mail.Send Contacts.Read", status: 202 });
      const { ids } = out.mail(at + 2000, victim.mail, to, subject,
        { name: victim.name, senderId: victim.id, urls: ["https://review-docs.example/s/5512"], cluster });
      key(i < 2 ? ids : []);
    }
    return {
      subjects: [victim.upn, name, ip],
      summary: "An application with the consent of one user sends phishing in his name to colleagues.",
    };
  }),
  plot("several-users-consent-to-same-new-application", "obvious", ["account_compromise"], (s) => {
    const { out, rng, key, person, work } = s;
    const users = range(5).map(() => person((p) => p.department !== "IT"));
    const start = work(users[0]!);
    const appId = rng.uuid();
    const name = rng.pick(["Bonus Calculator 2026", "HR Benefits Viewer"]);
    users.forEach((user, i) => {
      const time = start + i * rng.int(4, 25) * MINUTE;
      out.mail(time - 10 * MINUTE, "benefits@hr-rewards.example", user, "Your bonus statement",
        { urls: [`https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=${appId}`],
        firstContact: true });
      key(userConsent(s, time, user, user.desk.net.ip, name, appId,
        "offline_access Mail.Read Files.Read.All").slice(-1));
    });
    return {
      subjects: [...users.map((u) => u.upn), name],
      summary: "Five users consent within hours to the same unknown application that reads mail and files.",
    };
  }),
  singlePlot("retired-application-awakes", "hard", ["account_compromise", "data_exfiltration"], (s) => {
    const { w, out, rng, key, night, intruder } = s;
    const app = w.apps.oldCrm!;
    const at = intruder("hosting", "NL");
    const time = night();
    key(out.spSignin(time, app, { net: at.net }));
    for (const i of range(rng.int(5, 9))) {
      const ids = out.graph(time + MINUTE + i * 70_000, app, at.net.ip, "GET",
        rng.pick(["/drives?$top=200", `/drives/${rng.hex(12)}/root/children`, "/sites?search=*"]));
      key(i === 0 ? ids : []);
    }
    return {
      subjects: [app.name, at.net.ip],
      summary: "The retired CRM bridge, whose permissions were never removed, signs in again after a long time and " +
        "lists files.",
    };
  }),
  plot("grant-widened-through-graph", "context", ["privilege_escalation", "account_compromise"], (s) => {
    const { w, out, rng, key, night, person, intruder, by } = s;
    const victim = person((p) => w.staff.developers.includes(p) || w.staff.cloud.includes(p));
    const actor = victim.admin ?? victim;
    const app = w.apps[rng.pick(["ticketing", "inventory"])]!;
    const at = intruder("home", victim.site.country);
    const time = night();
    out.graph(time - 4 * MINUTE, actor, at.net.ip, "GET", "/oauth2PermissionGrants?$top=200",
      { scopes: "DelegatedPermissionGrant.ReadWrite.All" });
    out.graph(time, actor, at.net.ip, "PATCH", `/oauth2PermissionGrants/${rng.hex(22)}`,
      { status: 204, scopes: "DelegatedPermissionGrant.ReadWrite.All" });
    key(out.audit(time + 1500, by(actor, at.net), "Add delegated permission grant",
      [appTarget(w.apps.graph!, "ServicePrincipal",
      change("DelegatedPermissionGrant.Scope", "User.Read openid profile",
      "User.Read openid profile RoleManagement.ReadWrite.Directory"),
      change("DelegatedPermissionGrant.ConsentType", null, "AllPrincipals")), appTarget(app)]));
    return {
      subjects: [actor.upn, app.name, at.net.ip],
      summary: "The grant of an application in use is widened for all users by one Graph request at night.",
    };
  }),
];
