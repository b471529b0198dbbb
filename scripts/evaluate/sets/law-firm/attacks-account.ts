import { service } from "./everyday-machines.ts";
import { apps, strangeAgents } from "./org.ts";
import { anomaly, audit, behavior, graph, prop, risk, signIn, silent, target, userTarget } from "./rows-identity.ts";
import { click, email, file, mailbox } from "./rows-office.ts";
import type { AttackKind } from "./stage.ts";

const area = "account-takeover";

export const accountAttacks: AttackKind[] = [
  { kind: "password-spray-with-hit", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const net = s.stranger();
    const hit = s.employee();
    s.at("night", hit);
    const agent = w.rng.pick(["BAV2ROPC", ...strangeAgents]);
    const spray = w.rng.sample(w.org.people.filter((p) => p !== hit),
      w.rng.int(24, 45)).map((p) => signIn(w, s.soon(4, 30), p,
      { net, error: w.rng.chance(0.9) ? "50126" : "50053", device: null, ua: agent, app: apps.exchange }));
    s.core(spray, signIn(w, s.next(), hit, { net, device: null, ua: agent, app: apps.owa, mfa: "password" }));
    s.core(risk(w, s.next(), hit, "passwordSpray", "high", net));
    for (let n = 0; n < 3; n++) mailbox(w, s.next(1, 3), hit, "MailItemsAccessed",
      { net, count: 12, client: "Client=OWA" });
    return {
      subjects: [hit.upn, net.ip],
      summary: "One password was tried on many accounts from a rented server; one account without a second factor "
        + "opened, and its mail was read.",
    };
  } },
  { kind: "mfa-fatigue", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    const net = s.stranger();
    s.at("evening", p);
    for (let n = w.rng.int(9, 18); n > 0; n--) {
      s.core(signIn(w, s.soon(20, 90), p, { net, error: "500121", mfa: w.rng.pick(["denied", "timeout", "timeout"]),
        device: null,
        ua: strangeAgents[0] }));
    }
    s.core(signIn(w, s.soon(20, 90), p, { net, mfa: "push", device: null, ua: strangeAgents[0], app: apps.home }));
    audit(w, s.next(), "User registered security info", "UserManagement", { person: p, net }, [userTarget(p)],
      { reason: "User registered Authenticator App with Notification and Code" });
    return {
      subjects: [p.upn, net.ip],
      summary: "The password was known; the victim got one request after the other and in the end approved, "
        + "whereupon the attacker registered his own telephone.",
    };
  } },
  { kind: "adversary-in-the-middle", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const net = s.stranger(p.office.place.country);
    const c = w.rng.pick(p.contacts);
    const url = `https://docs.${w.rng.pick(["sharedfile", "clientportal", "esign"])}-${w.rng.hex(4)}.example/view`;
    const id = w.rng.guid();
    s.at("work", p);
    email(w, s.next(), { id, from: c.mail, to: p.mail, recipient: p, subject: "Completion documents for signature", url,
      direction: "Inbound", name: c.name });
    const session = w.rng.guid();
    s.core(click(w, s.next(2, 30), p, url, { id, net: s.usual(p) }),
      signIn(w, s.next(0.5, 2), p, { net, app: apps.home, session, mfa: "push", device: null, ua: strangeAgents[5] }));
    s.core(silent(w, s.next(3, 9), p, { net, session, app: apps.exchange, device: null, ua: "axios/1.7.4" }));
    mailbox(w, s.next(), p, "MailItemsAccessed", { net, count: 9, folder: "\\Inbox" });
    for (let n = 0; n < 5; n++) file(w, s.next(), p, "FileAccessed", w.rng.pick(p.matters), { net, managed: false });
    return {
      subjects: [p.upn, net.ip],
      summary: "A message from the hacked mailbox of a client led to a copy of the sign-in page; the session was "
        + "used at once from a rented server.",
    };
  } },
  { kind: "device-code-phish", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const net = s.stranger();
    s.at("work", p);
    s.core(signIn(w, s.next(), p, { net, app: apps.broker, protocol: "deviceCode", mfa: "claim", device: null }));
    s.core(audit(w, s.next(1, 6), "Register device", "Device", { system: "Device Registration Service" },
      [target("Device", `DESKTOP-${w.rng.hex(7).toUpperCase()}`, w.rng.guid(), prop("DeviceOSType", null, ["Windows"])),
        userTarget(p)]));
    for (let n = 0; n < 4; n++) graph(w, s.next(), { person: p, appId: apps.office.id },
      w.rng.pick(["me/messages?$top=50",
      "me/drive/root/search(q='agreement')", "me/chats"]), { net, scopes: "Mail.Read Files.Read.All",
        ua: "python-requests/2.32.3" });
    return {
      subjects: [p.upn, net.ip],
      summary: "The victim typed a device code of the attacker, who then joined his own machine and read mail.",
    };
  } },
  { kind: "old-protocol-login", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    const net = s.stranger();
    s.at("night", p);
    for (let n = 0; n < 3; n++) signIn(w, s.next(2, 40), p, { net, app: apps.exchange, client: "IMAP4", error: "50126",
      device: null, ua: "BAV2ROPC" });
    for (let n = 0; n < 2; n++) s.core(signIn(w, s.next(3, 20), p, { net, app: apps.exchange, client: "IMAP4",
      mfa: "password", device: null, ua: "BAV2ROPC" }));
    mailbox(w, s.next(), p, "MailItemsAccessed", { net, access: "Sync", client: "Client=POP3/IMAP4;Protocol=IMAP4",
      count: 12 });
    return {
      subjects: [p.upn, net.ip],
      summary: "A guessed password worked with IMAP, which asks for no second factor, and the mailbox was "
        + "synchronised.",
    };
  } },
  { kind: "help-desk-persuaded", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "partner");
    const agent = s.who((one) => one.grade === "helpdesk");
    const net = s.nearby(p);
    s.at("evening", agent);
    s.core(audit(w, s.next(), "Reset user password", "UserManagement", { person: agent }, [userTarget(p)]),
      audit(w, s.next(), "Admin deleted security info", "UserManagement", { person: agent }, [userTarget(p)],
        { reason: "Admin deleted Phone App Notification for user" }));
    s.core(signIn(w, s.next(3, 8), p, { net, device: null, mfa: "password", error: "50079", app: apps.signIns }),
      audit(w, s.next(), "User registered security info", "UserManagement", { person: p, net }, [userTarget(p,
        prop("StrongAuthenticationPhoneAppDetail", null, [{ DeviceName: "Pixel 7a" }]))]),
      signIn(w, s.next(), p, { net, device: null, app: apps.owa, mfa: "code", ua: strangeAgents[4] }));
    for (let n = 0; n < 6; n++) file(w, s.next(), p, "FileDownloaded", w.rng.pick(p.matters), { net, managed: false });
    return {
      subjects: [p.upn, agent.upn, net.ip],
      summary: "A caller talked the service desk into a new password and a new telephone for a partner, and "
        + "downloaded her files the same evening.",
    };
  } },
  { kind: "absent-account-awakes", area, difficulty: "context", types: ["account_compromise", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const absent = w.org.people.filter((one) => one.away[0]?.[0] === 0);
    const p = s.who(() => true, absent);
    const net = s.stranger();
    s.at("evening", p);
    s.core(signIn(w, s.next(), p, { net, device: null, mfa: "sms", app: apps.owa, ua: strangeAgents[1] }));
    for (let n = 0; n < 8; n++) s.core(file(w, s.next(1, 3), p, "FileAccessed", w.rng.pick(p.matters),
      { net, managed: false }));
    return {
      subjects: [p.upn, net.ip],
      summary: "The account of an associate on parental leave, silent for weeks, was used from abroad to look "
        + "through matters.",
    };
  } },
  { kind: "impossible-travel", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    const net = s.stranger(p.office.place.country);
    s.at("work", p);
    s.core(signIn(w, s.next(), p, { net, device: null, risk: "high", riskType: "impossibleTravel", mfa: "claim",
      ua: strangeAgents[3] }),
      risk(w, s.next(), p, "impossibleTravel", "high", net), risk(w, s.next(), p, "anomalousToken", "high", net));
    s.core(behavior(w, s.next(), p, "Sign-in", "LogOn", net, 9, { FirstTimeUserConnectedFromCountry: "True",
      FirstTimeConnectionFromCountryObservedInTenant: "True", FirstTimeUserConnectedViaISP: "True" }));
    anomaly(w, s.next(), { person: p, net }, "UEBA Anomalous Sign In", 0.96, "InitialAccess", "T1078");
    for (let n = 0; n < 7; n++) file(w, s.next(), p, "FileDownloaded", w.rng.pick(p.matters), { net, managed: false });
    return {
      subjects: [p.upn, net.ip],
      summary: "While the owner worked in the office the account was used on another continent with a stolen token, "
        + "which Identity Protection reported.",
    };
  } },
  { kind: "stolen-session-replayed", area, difficulty: "hard", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const net = s.stranger(p.office.place.country);
    const session = w.rng.guid();
    s.at("evening", p);
    for (let n = 0; n < 5; n++) s.core(silent(w, s.next(20, 70), p,
      { net, session, device: null, app: w.rng.pick([apps.exchange,
      apps.teams]), ua: strangeAgents[0] }));
    mailbox(w, s.next(), p, "MailItemsAccessed", { net, count: 4, client: "Client=REST;Client=RESTSystem;;" });
    return {
      subjects: [p.upn, net.ip],
      summary: "Malware stole the session of a browser; it was renewed without interaction from another country, and "
        + "some mail was read.",
    };
  } },
  { kind: "self-service-reset-takeover", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    const net = s.nearby(p);
    s.at("early", p);
    s.core(audit(w, s.next(), "Self-service password reset flow activity progress", "UserManagement",
      { person: p, net },
      [userTarget(p)], { reason: "User was presented with verification options" }),
    audit(w, s.next(), "Reset password (self-service)", "UserManagement", { person: p, net }, [userTarget(p)]));
    s.core(signIn(w, s.next(), p, { net, device: null, mfa: "sms", app: apps.signIns, ua: strangeAgents[1] }),
      audit(w, s.next(), "User deleted security info", "UserManagement", { person: p, net }, [userTarget(p)]),
      audit(w, s.next(), "User changed default security info", "UserManagement", { person: p, net }, [userTarget(p)]));
    return {
      subjects: [p.upn, net.ip],
      summary: "After the number of the victim was moved to another SIM card the password was reset by text message "
        + "and the authenticator removed.",
    };
  } },
  { kind: "guest-account-stolen", area, difficulty: "context", types: ["account_compromise", "data_exfiltration"],
    run: (s) => {
    const { w } = s;
    const p = s.who(() => true, w.org.guests.slice(2));
    const net = s.stranger(p.home.place.country);
    s.at("night", p);
    s.core(signIn(w, s.next(), p, { net, app: apps.sharepoint, device: null, mfa: "claim", ua: strangeAgents[0] }));
    const m = p.matters[0] ?? w.rng.pick(w.org.matters);
    for (const name of m.files) s.core(file(w, s.soon(2, 15), p, "FileDownloaded", m, { net, name, managed: false }));
    return {
      subjects: [p.mail, net.ip],
      summary: "The account of a guest at a client was used at night from another country and took everything from "
        + "the matter.",
    };
  } },
  { kind: "service-account-in-browser", area, difficulty: "context", types: ["account_compromise", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const p = service(w, w.rng.pick(["svc-timebill", "svc-docscan", "svc-conflicts"]));
    const net = s.nearby(p);
    s.at("evening", p);
    s.core(signIn(w, s.next(), p, { net, app: apps.home, mfa: "password", device: null, ua: strangeAgents[4] }),
      signIn(w, s.next(), p, { net, app: apps.sharepoint, mfa: "password", device: null, ua: strangeAgents[4] }));
    for (let n = 0; n < 6; n++) file(w, s.next(), p, "FileAccessed", w.rng.pick(w.org.matters),
      { net, managed: false });
    return {
      subjects: [p.upn, net.ip],
      summary: "Somebody signed in to the portal with the password of a service account that has never been used by "
        + "a person.",
    };
  } },
  { kind: "patient-guessing", area, difficulty: "hard", types: ["account_compromise"], span: 7, run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "executive" || one.title.startsWith("Partner, Head"));
    for (let d = 0; d < 6; d++) {
      const net = s.nearby(p);
      s.at("evening", p, d);
      for (let n = w.rng.int(1, 2); n > 0; n--) signIn(w, s.next(30, 60), p, { net, error: "50126", device: null,
        app: apps.owa, ua: strangeAgents[5] });
    }
    const net = s.nearby(p);
    s.at("evening", p, 6);
    s.core(signIn(w, s.next(), p, { net, device: null, mfa: "password", app: apps.owa, ua: strangeAgents[5] }));
    mailbox(w, s.next(), p, "MailItemsAccessed", { net, count: 6, folder: "\\Inbox\\Board" });
    return {
      subjects: [p.upn, net.ip],
      summary: "One or two guesses each evening from home networks of the same country, until a senior partner's "
        + "password was right.",
    };
  } },
  { kind: "emergency-account-misused", area, difficulty: "obvious",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const p = s.who(() => true, w.org.breakGlass);
    const net = s.stranger();
    s.at("night", p);
    s.core(signIn(w, s.next(), p, { net, app: apps.portal, mfa: "password", device: null, ua: strangeAgents[0] }));
    s.core(graph(w, s.next(), { person: p }, "users?$top=999", { net, scopes: "Directory.ReadWrite.All" }),
      audit(w, s.next(), "Update user", "UserManagement", { person: p, net }, [userTarget(w.rng.pick(w.org.admins),
        prop("StrongAuthenticationRequirement", ["enabled"], []))]));
    risk(w, s.next(), p, "newCountry", "high", net);
    return {
      subjects: [p.upn, net.ip],
      summary: "An emergency access account was used at night from abroad, outside any test.",
    };
  } },
  { kind: "shared-temporary-pass", area, difficulty: "hard", types: ["policy_violation", "insider_threat",
    "account_compromise"], run: (s) => {
    const { w } = s;
    const agent = s.who((one) => one.grade === "helpdesk");
    const p = s.who((one) => one.grade === "partner" || one.grade === "executive");
    s.at("early", agent);
    s.core(audit(w, s.next(), "Admin registered temporary access pass method for user", "UserManagement",
      { person: agent },
      [userTarget(p)]));
    s.core(signIn(w, s.next(4, 15), p, { net: agent.office.net, device: agent.device, mfa: "code", app: apps.owa }));
    mailbox(w, s.next(), p, "MailItemsAccessed", { net: agent.office.net, count: 5, folder: "\\Inbox\\Personal" });
    audit(w, s.next(20, 50), "Admin deleted security info", "UserManagement", { person: agent }, [userTarget(p)],
      { reason: "Admin deleted Temporary Access Pass for user" });
    return {
      subjects: [agent.upn, p.upn],
      summary: "A service desk agent gave himself a temporary pass for a partner's account, read the mail from his "
        + "own laptop within the hour, and removed the pass.",
    };
  } },
];
