import { addToRole, audit, consent, graphCall, principalSignIn, principalTarget, signIn } from "../emit/entra.ts";
import { click, message } from "../emit/mail.ts";
import { cloudApp, itemsAccessed, file } from "../emit/office.ts";
import { apps } from "../org/identities.ts";
import type { Principal } from "../org/identities.ts";
import { hostingSpot } from "../org/places.ts";
import { ownerOf, principal } from "../org/world.ts";
import type { Case, Kind } from "./case.ts";

export const foreignApp = (c: Case, name: string, permissions: string[] = []): Principal => {
  const spot = hostingSpot(c.r);
  c.about(name);
  return { id: c.r.uuid(), appId: c.r.uuid(), name, type: "Application", purpose: "unknown", permissions, azureRole: "",
    subscription: 0, keyId: c.r.uuid(), spot: () => spot };
};

export const consentKinds: Kind[] = [
  {
    kind: "mail-reading-app-consented", area: "consent", difficulty: "obvious", times: 2,
    types: ["account_compromise", "data_exfiltration"],
    run: (c) => {
      c.workday();
      const who = c.of("Sales", "Support", "Customer Success", "HR");
      c.working(who);
      const app = foreignApp(c, c.r.pick(["DocView Secure Reader", "Mail Upgrade Assistant", "Voice Message Player"]));
      const url = `https://login.microsoftonline.example/common/oauth2/v2.0/authorize?client_id=${app.appId}`;
      const sent = message(c, c.t, { subject: "You have a secure document", to: [who], urls: [url], first: true,
        from: { address: `noreply@${c.r.hex(5)}-docs.example`, name: "Secure Documents", ip: app.spot().ip } });
      click(c, c.step(3, 9), who, sent, url);
      c.core(consent(c, c.step(1, 3), who, app, "Mail.Read Mail.ReadWrite MailboxSettings.ReadWrite offline_access",
        false));
      graphCall(c, c.step(1, 3), who, "/me/messages?$top=500",
        { from: app.spot(), appId: app.appId, scopes: "Mail.Read" });
      c.core(itemsAccessed(c, c.step(1, 2), who, who, 500, { from: app.spot(), appId: app.appId }, "Sync"));
      return "A mail leads to a consent prompt; the unknown application then reads the mailbox from a rented machine.";
    },
  },
  {
    kind: "tenant-wide-consent-by-stolen-admin", area: "consent", difficulty: "obvious",
    types: ["account_compromise", "data_exfiltration"],
    run: (c) => {
      const who = c.admin(/Identity/);
      c.at(c.r.pick([1, 2, 3]));
      const from = c.outside();
      c.about(from.ip);
      const app = foreignApp(c, "Tenant Health Insights", ["Mail.Read", "Files.Read.All"]);
      signIn(c, c.t, who, { app: apps.portal, from, device: undefined,
        agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", mfa: "claim" });
      c.core(consent(c, c.step(4, 9), who, app, "Mail.Read Files.Read.All Directory.ReadWrite.All", true, from));
      c.core(audit(c, c.step(1), { op: "Add app role assignment to service principal",
        category: "ApplicationManagement", by: who, from,
        type: "Assign", targets: [{ type: "ServicePrincipal", name: "Microsoft Graph",
          changes: [["AppRole.Value", null, "Mail.Read"],
          ["ServicePrincipal.DisplayName", null, app.name]] }, principalTarget(app)] }));
      principalSignIn(c, c.step(3, 9), app);
      for (const owner of c.some(12)) {
        graphCall(c, c.step(0.2, 1), app, `/users/${owner.id}/messages`);
        itemsAccessed(c, c.t, owner, owner, 300, { from: app.spot(), appId: app.appId }, "Sync");
      }
      return "With a stolen administration account somebody grants an own application rights to all mail and " +
        "files, and uses them.";
    },
  },
  {
    kind: "consent-campaign", area: "consent", difficulty: "obvious", types: ["account_compromise"],
    run: (c) => {
      c.workday();
      c.at(8);
      const app = foreignApp(c, "Bonus Calculator 2026");
      const victims = c.some(c.r.int(7, 11));
      const url = `https://bonus-calc-${c.r.hex(4)}.example/start`;
      const sent = message(c, c.t, { subject: "Calculate your 2026 bonus", to: c.some(30).concat(victims), urls: [url],
        from: { address: `people@bonus-calc-${c.r.hex(4)}.example`, name: "People Team", ip: app.spot().ip },
          first: true });
      for (const who of victims) {
        c.about(who.upn);
        click(c, c.step(2, 14), who, sent, url);
        if (c.r.chance(0.3)) signIn(c, c.step(0.3), who, { app: { name: app.name, id: app.appId }, result: "65004" });
        else c.core(consent(c, c.step(0.5, 2), who, app, "Mail.Read Contacts.Read offline_access", false));
      }
      return "A campaign makes several people consent to the same new application.";
    },
  },
  {
    kind: "developer-raises-own-app", area: "consent", difficulty: "context",
    types: ["privilege_escalation", "insider_threat"],
    run: (c) => {
      c.workday();
      const app = principal(c.w, "secret-rotator");
      const who = ownerOf(c.w, app);
      c.about(who.upn, app.name);
      c.working(who);
      const from = c.spot(who);
      const keyId = c.r.uuid();
      c.core(audit(c, c.t, {
        op: "Update application – Certificates and secrets management", category: "ApplicationManagement", by: who,
          from,
        targets: [principalTarget(app, [["KeyDescription", [], [`[KeyIdentifier=${keyId},KeyType=Password]`]]])],
      }));
      principalSignIn(c, c.step(4, 12), app, { from, keyId });
      for (const role of ["Application.ReadWrite.All", "RoleManagement.ReadWrite.Directory"]) {
        c.core(audit(c, c.step(1, 3), {
          op: "Add app role assignment to service principal", category: "ApplicationManagement", by: app,
            type: "Assign",
          targets: [{ type: "ServicePrincipal", name: "Microsoft Graph", changes: [["AppRole.Value", null, role],
            ["ServicePrincipal.ObjectID", null, app.id], ["ServicePrincipal.DisplayName", null, app.name]] },
          principalTarget(app)],
        }));
      }
      const target = { type: "User" as const, id: who.id, name: who.name, upn: who.upn };
      c.core(addToRole(c, c.step(2, 4), app, target, "Application Administrator", c.role("Application Administrator")));
      return "A developer puts a secret on the application that he owns, has it grant itself power over roles, and " +
        "is made an administrator by it.";
    },
  },
  {
    kind: "app-named-like-a-known-one", area: "consent", difficulty: "context",
    types: ["account_compromise", "policy_violation"],
    run: (c) => {
      c.workday();
      const who = c.take((one) => one.contractor);
      c.working(who);
      const from = c.spot(who);
      const name = c.r.pick(["Microsft Teams Helper", "0ffice 365 Sync", "Loopnote Whiteboard."]);
      const app = foreignApp(c, name);
      c.core(audit(c, c.t, { op: "Add application", category: "ApplicationManagement", by: who, from,
        targets: [{ type: "Application", name,
        changes: [["DisplayName", [], [name]], ["AvailableToOtherTenants", [], [true]], ["AppAddress", [], [
          { Address: `https://${c.r.hex(6)}.tunnelbox.example/cb`, AddressType: 0 }]]] }] }));
      audit(c, c.step(0.1), { op: "Add service principal", category: "ApplicationManagement", by: who, from,
        targets: [principalTarget(app)] });
      const other = c.take((one) => one.department === "Product");
      c.core(consent(c, c.step(60, 200), other, app, "Files.Read.All Chat.Read offline_access", false));
      file(c, c.step(5, 20), other, "FileDownloaded", c.site("Product"), c.r.pick(c.site("Product").files),
        { from: app.spot(),
        appId: app.appId });
      return "A contractor registers an application that looks like a known one, with a foreign return address, " +
        "and a colleague consents.";
    },
  },
  {
    kind: "approved-app-asks-for-more", area: "consent", difficulty: "hard", days: 3,
    types: ["account_compromise", "policy_violation"],
    run: (c) => {
      c.workday();
      const who = c.of("Marketing", "Product");
      c.working(who);
      const app = c.r.pick(c.w.approvedApps);
      c.about(app.name);
      c.core(consent(c, c.t, who, app, "Files.ReadWrite.All Sites.Read.All offline_access", false, c.spot(who)));
      c.nextDays(1, 2);
      c.at(3);
      const from = hostingSpot(c.r);
      c.about(from.ip);
      for (const path of c.r.sample(c.site("Product").files, 7)) {
        c.core(file(c, c.step(1, 5), who, "FileDownloaded", c.site("Product"), path, { from, appId: app.appId,
          agent: "NONISV|Generic|Connector/1.0" }));
      }
      return "A maker of an approved application was broken into: it asks one person for more rights and takes " +
        "files at night.";
    },
  },
  {
    kind: "consent-rules-loosened", area: "consent", difficulty: "context",
    types: ["policy_violation", "account_compromise"],
    run: (c) => {
      const who = c.admin(/Identity|Head of IT/);
      c.workday();
      c.at(21);
      c.core(audit(c, c.t, { op: "Update authorization policy", category: "AuthorizationPolicy", by: who,
        service: "AuthorizationPolicy",
        from: who.home, targets: [{ type: "Policy", name: "Authorization Policy",
          changes: [["PermissionGrantPolicyIdsAssignedToDefaultUserRole",
          ["microsoft-user-default-low"], ["microsoft-user-default-legacy"]]] }] }));
      const app = foreignApp(c, "Inbox Zero Robot");
      for (const one of c.some(3)) {
        c.core(consent(c, c.step(20, 60), one, app, "Mail.ReadWrite offline_access", false));
      }
      return "Outside the change window the rules for consents are opened for everything, and a robot for mail " +
        "is let in.";
    },
  },
  {
    kind: "return-address-replaced", area: "consent", difficulty: "hard", types: ["account_compromise"],
    run: (c) => {
      c.workday();
      const app = principal(c.w, "support-portal");
      const who = ownerOf(c.w, app);
      c.about(who.upn, app.name);
      c.working(who);
      c.core(audit(c, c.t, { op: "Update application", category: "ApplicationManagement", by: who, from: c.spot(who),
        targets: [
        { type: "Application", name: app.name, changes: [["AppAddress",
          [{ Address: "https://support.brightkiln.example/cb" }],
          [{ Address: "https://support.brightkiln.example/cb" },
            { Address: `https://support-brightkiln.${c.r.hex(4)}.example/cb` }]],
        ["Included Updated Properties", null, "AppAddress"]] }] }));
      return "A second return address of a foreign domain is added to the customer portal, so that its tokens " +
        "can be caught.";
    },
  },
  {
    kind: "chat-bot-sideloaded", area: "consent", difficulty: "context",
    types: ["policy_violation", "data_exfiltration"],
    run: (c) => {
      c.workday();
      const who = c.of("Support", "Sales");
      c.working(who);
      const app = foreignApp(c, `teamscribe-${c.r.hex(3)}`);
      c.core(cloudApp(c, c.t, who, "AppInstalled", "Microsoft Teams", app.name, { from: c.spot(who) }, {}, {
        AddOnName: app.name, AppDistributionMode: "SideLoaded", AddonGuid: app.appId }));
      c.core(consent(c, c.step(1, 2), who, app,
        "ChannelMessage.Read.All Chat.ReadWrite.All ChatMessage.Read.All offline_access", false,
        c.spot(who)));
      graphCall(c, c.step(4, 9), who, "/me/chats/getAllMessages",
        { from: app.spot(), appId: app.appId, scopes: "Chat.ReadWrite.All" });
      c.core(cloudApp(c, c.step(1), who, "MessagesExported", "Microsoft Teams", "chats",
        { from: app.spot(), appId: app.appId }));
      return "An unapproved bot is loaded into the chats past the store, and exports the messages of its user.";
    },
  },
];
