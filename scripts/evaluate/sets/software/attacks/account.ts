import { audit, passwordReset, riskEvent, securityInfo, signIn, userTarget } from "../emit/entra.ts";
import { click, message } from "../emit/mail.ts";
import { file, itemsAccessed, mailbox, teams } from "../emit/office.ts";
import { anomaly, behavior } from "../emit/upstream.ts";
import { minute } from "../lib/time.ts";
import { apps } from "../org/identities.ts";
import { homeLine, homes, hostingSpot, mobileLine, torSpot, vpnSpot } from "../org/places.ts";
import { adminOf } from "../org/world.ts";
import { strangeAgents } from "./case.ts";
import type { Kind } from "./case.ts";

export const accountKinds: Kind[] = [
  {
    kind: "password-spray-with-hit", area: "account-takeover", difficulty: "obvious", times: 2,
    types: ["account_compromise", "data_exfiltration"],
    run: (c) => {
      c.at(c.r.int(0, 22));
      const victim = c.anyone();
      const sources = Array.from({ length: c.r.int(1, 3) }, () => hostingSpot(c.r));
      c.about(...sources.map((one) => one.ip));
      const agent = c.r.pick(strangeAgents);
      const tried = c.r.sample(c.w.people.filter((one) => one !== victim), c.r.int(30, 55));
      for (const who of tried) {
        const from = c.r.pick(sources);
        signIn(c, c.step(0.1, 0.7), who, { app: apps.cli, from, device: undefined, agent, mfa: "none",
          result: c.r.chance(0.04) ? "50053" : "50126" });
      }
      const from = sources[0] ?? c.outside();
      c.core(signIn(c, c.step(0.2), victim, { app: apps.cli, from, device: undefined, agent, mfa: "none" }));
      c.core(riskEvent(c, c.t, victim, from, "passwordSpray", "high", { offline: true, delayMinutes: 190 }));
      c.core(signIn(c, c.step(2, 9), victim, { app: apps.outlookWeb, from, device: undefined, agent, mfa: "none" }));
      itemsAccessed(c, c.step(1, 4), victim, victim, 180, { from, agent }, "Sync");
      return "Many accounts are tried with one password from rented machines; one of them gives way and its " +
        "mailbox is read.";
    },
  },
  {
    kind: "phished-session-behind-proxy", area: "account-takeover", difficulty: "context", times: 2,
    types: ["account_compromise", "financial_fraud"],
    run: (c) => {
      c.workday();
      const who = c.take((one) => ["Sales", "Customer Success", "HR", "Marketing"].includes(one.department));
      c.working(who);
      const host = `${c.r.pick(["docshare", "esign", "portal"])}-${c.r.hex(4)}.example`;
      const url = `https://${host}/s/${c.r.hex(10)}`;
      const partner = c.r.pick(c.w.correspondents);
      const sent = message(c, c.t, { subject: "Shared document: revised statement of work", to: [who], urls: [url],
        from: { address: partner.address, name: partner.name, ip: partner.ip } });
      const clicked = click(c, c.step(4, 20), who, sent, url);
      const proxy = hostingSpot(c.r);
      c.about(proxy.ip);
      const session = c.r.uuid();
      const agent = c.r.pick(strangeAgents);
      c.core(clicked, signIn(c, c.step(0.5, 1), who, { app: apps.officeHome, from: proxy, device: undefined, agent,
        mfa: "prompt",
        session }));
      const second = c.outside();
      c.about(second.ip);
      c.core(signIn(c, c.step(15, 50), who, { app: apps.outlookWeb, from: second, device: undefined, agent, session }));
      c.core(securityInfo(c, c.step(2, 6), who, who, "Authenticator app with code", "registered", second));
      itemsAccessed(c, c.step(3, 9), who, who, 60, { from: second, agent });
      return "A partner's hijacked mailbox sends a link to a phishing proxy; the stolen session is used " +
        "elsewhere and a new factor is added.";
    },
  },
  {
    kind: "push-fatigue", area: "account-takeover", difficulty: "obvious", times: 2, types: ["account_compromise"],
    run: (c) => {
      const who = c.anyone();
      c.local(who, c.r.pick([1, 2, 23]));
      const from = c.outside();
      c.about(from.ip);
      const options = { app: apps.officeHome, from, device: undefined, agent: c.r.pick(strangeAgents) };
      for (let i = c.r.int(9, 24); i > 0; i--) {
        c.core(signIn(c, c.step(0.6, 2.5), who, { ...options, result: "500121",
          mfa: c.r.chance(0.5) ? "denied" : "timeout" }));
      }
      c.core(signIn(c, c.step(0.6, 2), who, { ...options, mfa: "prompt", risk: "medium",
        riskTypes: ["unfamiliarFeatures"] }));
      riskEvent(c, c.t, who, from, "unfamiliarFeatures", "medium");
      file(c, c.step(3), who, "FileAccessed", c.site("Company"), c.r.pick(c.site("Company").files), { from });
      return "Somebody who knows the password sends prompts at night until the person accepts one.";
    },
  },
  {
    kind: "device-code-phishing", area: "account-takeover", difficulty: "context", times: 2,
    types: ["account_compromise"],
    run: (c) => {
      c.workday();
      const who = c.of("Product", "Engineering", "Legal");
      c.working(who);
      const from = hostingSpot(c.r);
      c.about(from.ip);
      teams(c, c.t - 6 * minute, who, "ChatCreated", { ChatName: "Invitation to the customer council", Members: [
        { UPN: "council@summit-invites.example" }], ExtraProperties: [{ Key: "IsExternal", Value: "true" }] });
      c.core(signIn(c, c.t, who, { app: apps.broker, from, device: undefined, agent: "python-requests/2.32.3",
        protocol: "deviceCode",
        client: "Mobile Apps and Desktop clients", mfa: "claim", resource: "Device Registration Service" }));
      c.core(audit(c, c.step(1, 4), { op: "Register device", category: "Device", by: who, from,
        service: "Device Registration Service",
        targets: [{ type: "Device", name: `DESKTOP-${c.r.hex(7).toUpperCase()}` }] }));
      signIn(c, c.step(9, 40), who, { app: apps.outlookWeb, from, device: undefined, agent: strangeAgents[0] ?? "",
        nonInteractive: true });
      itemsAccessed(c, c.step(3), who, who, 90, { from, agent: "python-requests/2.32.3" }, "Sync");
      return "An invitation in a chat makes the person enter a device code; the attacker registers a device " +
        "with the token.";
    },
  },
  {
    kind: "helpdesk-persuaded", area: "account-takeover", difficulty: "context",
    types: ["account_compromise", "privilege_escalation"],
    run: (c) => {
      c.workday();
      const who = c.take((one) => one.department === "Executive" || /Head|Director/.test(one.title));
      const agent = c.w.people.filter((one) => /Helpdesk/.test(one.title))[c.r.int(0, 1)] ?? who;
      c.at(16, 1.5);
      const from = homeLine(c.r, c.r.pick(homes.filter((city) => city !== who.city)));
      c.about(from.ip);
      passwordReset(c, c.t, agent, who, agent.home);
      securityInfo(c, c.step(2, 4), who, agent, "Authenticator app", "deleted", agent.home);
      c.core(signIn(c, c.step(4, 9), who, { app: apps.security, from, device: undefined, agent: strangeAgents[0] ?? "",
        mfa: "none" }));
      c.core(securityInfo(c, c.step(1, 3), who, who, "Mobile phone", "registered", from));
      c.core(signIn(c, c.step(5, 15), who, { app: apps.sharepoint, from, device: undefined,
        agent: strangeAgents[0] ?? "", mfa: "sms" }));
      for (const path of c.r.sample(c.site("ProjectKestrel").files, 9)) {
        file(c, c.step(0.5, 3), who, "FileDownloaded", c.site("ProjectKestrel"), path,
          { from, agent: strangeAgents[0] ?? "" });
      }
      return "A caller persuades the helpdesk to reset an executive's password and factor, registers an own " +
        "phone and reads deal files.";
    },
  },
  {
    kind: "number-ported-away", area: "account-takeover", difficulty: "hard", types: ["account_compromise"],
    run: (c) => {
      const who = c.of("Sales", "Support", "Marketing");
      c.local(who, c.r.int(19, 21));
      const from = mobileLine(c.r, who.city);
      c.about(from.ip);
      const device = { id: "", name: "", managed: false, os: "Android 13", browser: "Chrome Mobile",
        agent: "Mozilla/5.0 (Linux; Android 13; K)" };
      signIn(c, c.t, who, { from, device, result: "50126", mfa: "none" });
      c.core(signIn(c, c.step(1, 3), who, { app: apps.officeHome, from, device, mfa: "sms" }));
      c.core(securityInfo(c, c.step(3, 9), who, who, "Authenticator app with push notification and code", "deleted",
        from));
      c.core(passwordReset(c, c.step(2), who, who, from));
      itemsAccessed(c, c.step(5, 30), who, who, 40, { from, agent: device.agent });
      return "After a swap of the SIM somebody in the same country signs in by text message, removes the app " +
        "and changes the password.";
    },
  },
  {
    kind: "old-protocol-mailbox-login", area: "account-takeover", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const who = c.of("Marketing", "Workplace", "Support", "HR");
      c.at(c.r.int(0, 22));
      const from = c.outside();
      c.about(from.ip);
      for (let i = 3; i > 0; i--) signIn(c, c.step(1, 9), who,
        { app: apps.exchange, from, device: undefined, agent: "BAV2ROPC",
        client: "IMAP4", result: "50126", mfa: "none" });
      c.core(signIn(c, c.step(1, 9), who, { app: apps.exchange, from, device: undefined, agent: "BAV2ROPC",
        client: "IMAP4", mfa: "none" }));
      c.core(itemsAccessed(c, c.step(2, 5), who, who, 900, { from, agent: "Client=POP3/IMAP4" }, "Sync"));
      anomaly(c, c.t + 120 * minute, who, from, "Anomalous sign-in location by user account", 0.83, "InitialAccess",
        "T1078");
      return "A mail client with an old protocol signs in without a second factor and copies the whole mailbox.";
    },
  },
  {
    kind: "stolen-cookie-of-engineer", area: "account-takeover", difficulty: "hard", times: 2,
    types: ["account_compromise"],
    run: (c) => {
      c.workday();
      const who = c.of("Engineering", "Data");
      c.working(who);
      const from = homeLine(c.r, who.city);
      c.about(from.ip);
      const session = c.r.uuid();
      const stolen = { ...who.laptop, managed: false };
      c.core(signIn(c, c.t, who, { app: c.w.saas[0] ?? apps.devops, from, device: stolen, session }));
      c.core(signIn(c, c.step(4, 15), who, { app: apps.portal, from, device: stolen, session }));
      signIn(c, c.step(2, 9), who, { app: c.w.saas[4] ?? apps.devops, from, device: stolen, session });
      c.core(file(c, c.step(3, 8), who, "SearchQueryPerformed", c.site("Engineering"),
        "kubeconfig OR connection string", { from }));
      for (const path of c.r.sample(c.site("Operations").files, 4)) {
        c.core(file(c, c.step(1, 4), who, "FileDownloaded", c.site("Operations"), path, { from, managed: false }));
      }
      return "A session stolen from an engineer's computer is used over a home line of the same city; runbooks " +
        "and secrets are searched.";
    },
  },
  {
    kind: "onion-sign-in", area: "account-takeover", difficulty: "obvious", types: ["account_compromise"], times: 2,
    run: (c) => {
      const who = c.anyone();
      c.at(c.r.int(0, 22));
      const from = torSpot(c.r);
      c.about(from.ip);
      c.core(signIn(c, c.t, who, { app: apps.officeHome, from, device: undefined, agent: strangeAgents[2] ?? "",
        mfa: "none", risk: "high",
        riskTypes: ["anonymizedIPAddress"] }));
      c.core(riskEvent(c, c.t, who, from, "anonymizedIPAddress", "high"));
      c.core(riskEvent(c, c.t, who, from, "leakedCredentials", "high", { offline: true, delayMinutes: 60 }));
      for (const path of c.r.sample(c.site("Company").files, 6)) {
        file(c, c.step(1, 3), who, "FileDownloaded", c.site("Company"), path, { from, agent: strangeAgents[2] ?? "" });
      }
      behavior(c, c.t, who, from, "LogOn", "Sign-in", 8, { FirstTimeUserConnectedViaISP: "True", IsTorNode: "True" });
      return "An account with a leaked password is used over an anonymizing network.";
    },
  },
  {
    kind: "sleeping-guest-wakes", area: "account-takeover", difficulty: "context",
    types: ["account_compromise", "data_exfiltration"],
    run: (c) => {
      const who = c.take((one) => one.activity.signIns < 0.5, c.w.guests);
      c.at(c.r.int(1, 4));
      const from = c.outside();
      c.about(from.ip);
      c.core(signIn(c, c.t, who, { app: apps.teams, from, device: undefined, agent: strangeAgents[1] ?? "",
        mfa: "sms" }));
      const site = c.site(c.r.pick(["Customers", "Engineering"]));
      for (const path of c.r.sample(site.files, c.r.int(18, 30))) {
        c.core(file(c, c.step(0.3, 2), who, "FileDownloaded", site, path, { from, agent: strangeAgents[1] ?? "" }));
      }
      return "The account of a partner's guest, hardly ever used, appears from elsewhere at night and downloads " +
        "a site.";
    },
  },
  {
    kind: "gone-contractor-returns", area: "account-takeover", difficulty: "context",
    types: ["account_compromise", "insider_threat"],
    run: (c) => {
      const gone = c.w.people.find((one) => one.contractor && one.leaves < c.day) ?? c.take((one) => one.contractor);
      c.about(gone.upn);
      c.at(20, 2);
      const from = gone.home;
      c.core(audit(c, c.t, { op: "Enable account", category: "UserManagement", by: adminOf(c.w, /Identity/),
        targets: [userTarget(gone,
        [["AccountEnabled", [false], [true]]])] }));
      c.core(signIn(c, c.step(20, 60), gone, { app: apps.sharepoint, from, mfa: "claim" }));
      for (const path of c.r.sample(c.site("Engineering").files, 14)) {
        c.core(file(c, c.step(0.4, 2), gone, "FileDownloaded", c.site("Engineering"), path, { from, managed: false }));
      }
      return "The account of a contractor whose project ended is enabled again in the evening and used to fetch " +
        "design files.";
    },
  },
  {
    kind: "executive-mailbox-from-vpn", area: "account-takeover", difficulty: "hard", days: 4,
    types: ["account_compromise"],
    run: (c) => {
      const who = c.take((one) => one.department === "Executive" && one.title.startsWith("Chief") && !one.consumerVpn);
      for (let round = 0; round < 3; round++) {
        c.local(who, c.r.pick([5, 22]));
        const from = vpnSpot(c.r);
        c.about(from.ip);
        c.core(signIn(c, c.t, who, { app: apps.outlookWeb, from, device: undefined, agent: who.laptop.agent }));
        c.core(itemsAccessed(c, c.step(2, 8), who, who, c.r.int(6, 25), { from }));
        if (round === 1) mailbox(c, c.step(1), who, "SearchQueryInitiatedExchange", who, { from }, { Item: "Kestrel" });
        c.nextDays(1);
      }
      return "For days somebody reads the mail of an executive briefly at the edges of the day, over a consumer VPN.";
    },
  },
];
