/** Attacks on accounts of people: passwords, second factors, sessions, and the help desk. */
import type { Plot } from "./plot.ts";
import { plot } from "./plot.ts";
import { thingTarget, userTarget } from "../entra.ts";
import { homeNet, hostingNet, laptop, mobileNet, phone, script, strangeDevice } from "../places.ts";
import { DAY, HOUR, MINUTE, range } from "../util.ts";

export const accountPlots: Plot[] = [
  plot("password-spray-with-hit", "obvious", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, night, intruder } = s;
    const at = { ...intruder(), device: script("python-requests/2.32.3") };
    const victim = person();
    const start = night();
    for (const [i, target] of rng.some(w.people.filter((p) => p !== victim), rng.int(28, 55)).entries()) {
      out.signin(start + i * 23_000, target, at,
        { app: "Microsoft Azure PowerShell", code: rng.chance(0.07) ? 50053 : 50126, mfa: false });
    }
    const hit = start + 26 * MINUTE;
    key(out.signin(hit, victim, at, { app: "Microsoft Azure PowerShell", mfa: false, conditional: "notApplied",
      risk: "high", riskTypes: ["passwordSpray"] }));
    key(out.risk(hit, victim, at.net, "passwordSpray", "high"));
    for (const path of ["/users?$top=999", "/groups?$top=999", "/me/messages?$search=password"]) {
      out.graph(hit + rng.int(1, 9) * MINUTE, victim, at.net.ip, "GET", path, { client: "Microsoft Azure PowerShell" });
    }
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "One address tries a common password on dozens of accounts during the night and gets into one of them.",
    };
  }),
  plot("mfa-fatigue", "obvious", ["account_compromise"], (s) => {
    const { out, rng, key, person, night, intruder, by } = s;
    const victim = person();
    const at = intruder("home");
    const start = night();
    const times = rng.int(8, 19);
    for (const i of range(times)) {
      out.signin(start + i * 70_000, victim, at, { app: "OfficeHome", code: 500121, mfa: "denied" });
    }
    const hit = start + times * 70_000 + 40_000;
    key(out.signin(hit, victim, at, { app: "OfficeHome", mfa: true }));
    key(out.audit(hit + 4 * MINUTE, by(victim, at.net), "User registered security info", [userTarget(victim)],
      { reason: "User registered Authenticator App with Notification and Code" }));
    out.mailbox(hit + 8 * MINUTE, victim, at, "MailItemsAccessed", victim, { count: 25 });
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "Push requests follow one another at night until the victim approves; the intruder then registers his " +
        "own authenticator.",
    };
  }),
  plot("session-stolen-by-proxy-phish", "context", ["account_compromise"], (s) => {
    const { out, rng, key, person, work, where, intruder, by } = s;
    const victim = person((p) => p.department !== "Production");
    const at = intruder();
    const time = work(victim);
    const host = rng.pick(["docs-review", "signdesk", "sharefile-center"]);
    const url = `https://${host}.example/o/${rng.hex(10)}`;
    const session = rng.uuid();
    const { ids, message } = out.mail(time, `j.marsh@${rng.pick(victim.outside).split("@")[1]}`, victim,
      "Revised delivery schedule", { urls: [url] });
    key(ids.slice(0, 1));
    out.click(time + 6 * MINUTE, victim, where(victim).net.ip, url, { message, through: false });
    key(out.signin(time + 8 * MINUTE, victim, at, { app: "OfficeHome", mfa: true, session, unmanaged: true }));
    key(out.signin(time + 31 * MINUTE, victim, { ...at, net: hostingNet(rng) },
      { app: "One Outlook Web", quiet: true, session, unmanaged: true }));
    out.risk(time + 31 * MINUTE, victim, at.net, "anomalousToken", "medium");
    out.mailbox(time + 45 * MINUTE, victim, at, "MailItemsAccessed", victim, { count: 40 });
    out.mailbox(time + 50 * MINUTE, victim, at, "SearchQueryInitiatedExchange", victim,
      { subject: "invoice OR payment" });
    out.audit(time + 55 * MINUTE, by(victim, at.net), "Self-service password reset flow activity progress",
      [userTarget(victim)], { reason: "User cancelled before passing the required authentication methods",
      result: "failure" });
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "A link in the mail of a hacked supplier leads to a proxy that steals the session; the cookie is used " +
        "from a hosting provider.",
    };
  }),
  plot("device-code-phish", "context", ["account_compromise"], (s) => {
    const { out, rng, key, person, work, intruder } = s;
    const victim = person((p) => ["Sales", "Engineering", "Management"].includes(p.department));
    const at = { ...intruder("hosting"), device: script("python-requests/2.31.0") };
    const time = work(victim);
    out.mail(time - 12 * MINUTE, "meeting@teams-invite-center.example", victim,
      "Meeting invitation: enter the code to join",
      { urls: ["https://microsoft.com/devicelogin"], firstContact: true });
    key(out.signin(time, victim, at, { app: rng.pick(["Microsoft Authentication Broker", "Microsoft Office"]),
      protocol: "deviceCode", mfa: true, unmanaged: true, resource: "Microsoft Graph" }));
    for (const i of range(rng.int(5, 12))) {
      const ids = out.graph(time + i * 4 * MINUTE, victim, at.net.ip, "GET",
        rng.pick(["/me/messages?$top=50", "/me/drive/root/children", "/users?$top=999",
        "/me/mailFolders/inbox/messages"]), { client: "Microsoft Office" });
      key(i === 0 ? ids : []);
    }
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "The victim enters a device code for the attacker, who then reads mail through Graph with the token.",
    };
  }),
  plot("self-service-reset-after-sim-swap", "context", ["account_compromise"], (s) => {
    const { out, rng, key, person, work, intruder, by } = s;
    const victim = person((p) => ["Finance", "Management", "Sales"].includes(p.department));
    const at = intruder("home");
    const time = work(victim) + 3 * HOUR;
    key(out.audit(time, by(victim, at.net), "Self-service password reset flow activity progress", [userTarget(victim)],
      { reason: "User submitted a text message code successfully" }));
    key(out.audit(time + MINUTE, by(victim, at.net), "Reset password (self-service)", [userTarget(victim)]));
    key(out.signin(time + 4 * MINUTE, victim, at, { mfa: "sms", app: "One Outlook Web" }));
    out.audit(time + 9 * MINUTE, by(victim, at.net), "User deleted security info", [userTarget(victim)],
      { reason: "User deleted Authenticator App with Notification and Code" });
    out.audit(time + 11 * MINUTE, by(victim, at.net), "User registered security info", [userTarget(victim)],
      { reason: "User registered Mobile Phone SMS" });
    out.mailbox(time + 15 * MINUTE, victim, at, "MailItemsAccessed", victim, { count: rng.int(10, 60) });
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "With the taken-over phone number the password is reset by text message from abroad, and the old " +
        "authenticator removed.",
    };
  }),
  plot("help-desk-talked-into-reset", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, work, intruder, admin, by } = s;
    const victim = person((p) => ["Management", "Finance", "IT", "Legal"].includes(p.department));
    const agent = admin(w.staff.helpdesk);
    const at = { ...intruder("home", victim.site.country), device: strangeDevice(rng) };
    const time = work(agent.person);
    out.audit(time, by(agent.account, agent.at.net), "Reset user password", [userTarget(victim)]);
    key(out.audit(time + 3 * MINUTE, by(agent.account, agent.at.net), "Admin deleted security info",
      [userTarget(victim)], { reason: "Admin deleted Authenticator App for user" }));
    key(out.signin(time + 7 * MINUTE, victim, at, { app: "My Signins", mfa: "sms", unmanaged: true }));
    key(out.audit(time + 9 * MINUTE, by(victim, at.net), "User registered security info", [userTarget(victim)],
      { reason: "User registered Authenticator App with Notification and Code" }));
    for (const i of range(8)) {
      out.file(time + 20 * MINUTE + i * 40_000, victim, at, rng.pick(["FileAccessed", "FileDownloaded"]),
        out.of(rng.pick(victim.teams)));
    }
    return {
      subjects: [victim.upn, agent.account.upn, at.net.ip],
      summary: "A caller pretends to be the victim; the help desk resets password and authenticator, and minutes later " +
        "somebody at an unknown connection registers his own.",
    };
  }),
  plot("temporary-pass-for-absent-colleague", "hard", ["insider_threat", "account_compromise"], (s) => {
    const { w, out, key, person, work, admin, by } = s;
    const agent = admin(w.staff.helpdesk);
    const victim = person((p) => p.department === "Human Resources" || p.department === "Finance");
    const time = work(agent.person) + 2 * HOUR;
    const own = { net: agent.at.net, device: agent.person.desk.device };
    key(out.audit(time, by(agent.account, agent.at.net), "Admin registered security info", [userTarget(victim)],
      { reason: "Admin registered temporary access pass method for user" }));
    key(out.signin(time + 5 * MINUTE, victim, own, { app: "Office 365 SharePoint Online", mfa: true }));
    for (const i of range(5)) {
      out.file(time + 9 * MINUTE + i * 90_000, victim, own, "FileAccessed", out.of(victim.teams[0]!));
    }
    return {
      subjects: [agent.account.upn, victim.upn],
      summary: "A service desk agent makes a temporary access pass for a colleague and signs in with it on his own " +
        "laptop to read confidential files.",
    };
  }),
  plot("long-unused-account-returns", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, at: clock, intruder, day } = s;
    const gone = w.people.filter((p) => p.leaves < day - 2);
    const victim = gone.length > 0 ? rng.pick(gone) : w.guests[8]!;
    const at = intruder("home");
    const time = clock(day, rng.real(8, 18));
    key(out.audit(time - 30 * MINUTE, { actor: w.staff.windows[1]!.admin!, ip: at.net.ip }, "Enable account",
      [userTarget(victim)]));
    key(out.signin(time, victim, at, { app: "Office 365 SharePoint Online", mfa: false, conditional: "notApplied" }));
    for (const i of range(12)) {
      out.file(time + MINUTE + i * 30_000, victim, at, "FileDownloaded", out.of(w.teams[i % 4]!));
    }
    return {
      subjects: [victim.upn, w.staff.windows[1]!.admin!.upn, at.net.ip],
      summary: "The account of somebody who left is enabled again from abroad with an administrator's account, and " +
        "files are downloaded with it.",
    };
  }),
  plot("shared-mailbox-used-directly", "context", ["account_compromise", "policy_violation"], (s) => {
    const { w, out, rng, key, day, at: clock, intruder } = s;
    const box = rng.pick(w.shared);
    const at = intruder("hosting");
    const time = clock(day, rng.real(5, 22));
    for (const i of range(4)) {
      out.signin(time - i * 50_000 - 60_000, box, at, { code: 50126, mfa: false, client: "IMAP4" });
    }
    key(out.signin(time, box, at, { mfa: false, client: "IMAP4", conditional: "notApplied" }));
    key(out.mailbox(time + 2 * MINUTE, box, at, "MailItemsAccessed", box,
      { count: 90, client: "Client=POP3/IMAP4;Protocol=IMAP4" }));
    return {
      subjects: [box.upn, at.net.ip],
      summary: "Somebody signs in directly to a shared mailbox by IMAP, which nobody ever does, and reads it.",
    };
  }),
  plot("neighbourly-proxy-sign-in", "hard", ["account_compromise"], (s) => {
    const { out, rng, key, person, work } = s;
    const victim = person((p) => ["Purchasing", "Finance", "Management"].includes(p.department));
    const at = { net: homeNet(rng, victim.site.country), device: { ...laptop(rng, "", false), id: "" } };
    const time = work(victim);
    key(out.signin(time, victim, at, { app: "One Outlook Web", mfa: true, unmanaged: true }));
    key(out.mailbox(time + 5 * MINUTE, victim, at, "MailItemsAccessed", victim, { count: 14, folder: "Sent Items" }));
    out.mailbox(time + DAY + 20 * MINUTE, victim, { ...at, net: homeNet(rng, victim.site.country) },
      "MailItemsAccessed", victim, { count: 11, folder: "Archive" });
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "A stolen password with the second factor relayed is used through a private connection in the country " +
        "of the victim, on an unknown device, to read mail.",
    };
  }),
  plot("old-protocol-brute-force", "obvious", ["account_compromise"], (s) => {
    const { out, rng, key, person, day, at: clock } = s;
    const victim = person();
    const start = clock(day, rng.real(0.5, 5));
    const device = { ...script("BAV2ROPC"), os: "" };
    const tries = rng.int(35, 70);
    const addresses = range(6).map(() => hostingNet(rng));
    for (const i of range(tries)) {
      out.signin(start + i * 40_000, victim, { net: rng.pick(addresses), device },
        { code: i % 11 === 10 ? 50053 : 50126, mfa: false, client: "IMAP4" });
    }
    const net = rng.pick(addresses);
    key(out.signin(start + tries * 40_000, victim, { net, device },
      { mfa: false, client: "IMAP4", conditional: "notApplied" }));
    key(out.mailbox(start + tries * 40_000 + 3 * MINUTE, victim, { net, device }, "MailItemsAccessed", victim,
      { count: 60, client: "Client=POP3/IMAP4;Protocol=IMAP4" }));
    return {
      subjects: [victim.upn, net.ip],
      summary: "Passwords of one account are tried by IMAP from several servers until one works, past the second factor.",
    };
  }),
  plot("service-account-signs-in-from-outside", "context", ["account_compromise"], (s) => {
    const { w, out, rng, key, night, intruder } = s;
    const account = w.services[rng.pick(["svc_migrate", "svc_mfp", "svc_plm"])]!;
    const at = intruder();
    const time = night();
    key(out.signin(time, account, at, { app: "Office 365 SharePoint Online", mfa: false, conditional: "notApplied" }));
    const team = rng.pick(w.teams.slice(0, 14));
    for (const i of range(rng.int(15, 30))) {
      const ids = out.file(time + MINUTE + i * 4000, account, at, "FileDownloaded",
        { site: team.url, document: team.documents[i]! });
      key(i < 2 ? ids : []);
    }
    return {
      subjects: [account.upn, at.net.ip],
      summary: "A service account without second factor, which works only from the plant, signs in from a rented " +
        "server and downloads drawings.",
    };
  }),
  plot("foreign-device-joined", "context", ["account_compromise"], (s) => {
    const { out, rng, key, person, work, intruder, by } = s;
    const victim = person();
    const at = intruder("home");
    const time = work(victim) + 4 * HOUR;
    const name = `DESKTOP-${rng.hex(7).toUpperCase()}`;
    key(out.signin(time, victim, at, { app: "Microsoft Authentication Broker", mfa: true,
      resource: "Device Registration Service", unmanaged: true }));
    key(out.audit(time + 2 * MINUTE, by(victim, at.net), "Add device", [thingTarget("Device", rng.uuid(), name)],
      { details: { "Device OS": "Windows", "Device Trust Type": "Azure AD join" } }));
    out.audit(time + 2 * MINUTE + 3000, by(victim, at.net), "Add registered owner to device", [userTarget(victim)]);
    const joined = { ...laptop(rng, name), browser: "Edge 138.0.0" };
    for (const i of range(4)) {
      out.signin(time + (i + 1) * 40 * MINUTE, victim, { net: at.net, device: joined },
        { app: rng.pick(["Microsoft Teams", "OneDrive SyncEngine"]), quiet: true });
    }
    out.file(time + 70 * MINUTE, victim, { net: at.net, device: joined }, "FileSyncDownloadedFull",
      out.of(rng.pick(victim.teams)));
    return {
      subjects: [victim.upn, name, at.net.ip],
      summary: "With phished tokens the intruder joins his own computer to the tenant, gets a primary token and " +
        "synchronizes files.",
    };
  }),
  plot("leaked-password-by-tor", "obvious", ["account_compromise"], (s) => {
    const { out, rng, key, person, night, intruder, aside, w, by } = s;
    const victim = person();
    const at = intruder("tor");
    const time = night();
    key(out.risk(time - 2 * HOUR, victim, at.net, "leakedCredentials", "high", { lag: 5 * MINUTE }));
    out.signin(time, victim, at, { code: 50126, mfa: false });
    key(out.signin(time + MINUTE, victim, at,
      { app: "OfficeHome", mfa: false, risk: "high", riskTypes: ["anonymizedIPAddress"], conditional: "notApplied" }));
    out.risk(time + MINUTE, victim, at.net, "anonymizedIPAddress", "high");
    for (const i of range(rng.int(6, 14))) {
      out.file(time + 4 * MINUTE + i * 20_000, victim, at, "FileDownloaded", out.of(rng.pick(victim.teams)));
    }
    aside(() => {
      const agent = w.staff.helpdesk[0]!;
      out.audit(time + 11 * HOUR, by(agent.admin!, agent.desk.net), "Reset user password", [userTarget(victim)]);
    });
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "A password known from a leak is used through Tor; files are downloaded.",
    };
  }),
  plot("two-places-at-once", "context", ["account_compromise"], (s) => {
    const { out, rng, key, person, work, intruder } = s;
    const victim = person((p) => p.trip === null);
    const time = work(victim);
    const at = { net: intruder("home", rng.pick(["BR", "ID", "US"])).net, device: phone(rng) };
    at.device.managed = false;
    at.device.id = "";
    key(out.signin(time, victim, at, { app: "Outlook Mobile", mfa: true, unmanaged: true }));
    out.behavior(time + 20 * MINUTE, victim, at.net, "LogOn", "Sign-in", 8,
      { FirstTimeUserConnectedFromCountry: "True", FirstTimeUserUsedDevice: "True" });
    key(out.mailbox(time + 4 * MINUTE, victim, at, "MailItemsAccessed", victim,
      { count: 100, client: "Client=REST;Client=RESTSystem;" }));
    out.signin(time + 26 * HOUR, victim, { net: mobileNet(rng, at.net.country), device: at.device },
      { app: "Outlook Mobile", quiet: true, unmanaged: true });
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "While the person works in the plant, an unknown phone on another continent adds the mailbox and " +
        "synchronizes it.",
    };
  }),
];
