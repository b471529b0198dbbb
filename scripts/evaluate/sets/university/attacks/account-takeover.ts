import type { Plan } from "../scenario.ts";
import { HOUR, MINUTE, SECOND } from "../calendar.ts";
import { anomaly, audit, behavior, risk, signin, silent, thing, user } from "../entra.ts";
import { netOf, sessionOf } from "../everyday-people.ts";
import { click, file, mail, mailbox } from "../m365.ts";
import { campusNet, hostileNet, residentialNet, torNet } from "../places.ts";
import { host, logon, ticket } from "../windows.ts";
import { download, has, ordinary, readMail, times } from "./tools.ts";

const area = "account-takeover" as const;
const METHODS = { service: "Authentication Methods" };

export const accountTakeover: Plan[] = [
  { kind: "password-spray-with-success", area, difficulty: "obvious", types: ["account_compromise"], when: "any",
      run: (a) => {
    const { w, rng } = a;
    const nets = [a.net(hostileNet(rng)), a.net(hostileNet(rng))];
    const victim = a.anybody(ordinary);
    const t = a.at(rng.float(1, 5));
    const legacy = rng.chance(0.5);
    for (const [i, p] of a.many(42).entries()) {
      signin(w, t + i * rng.int(15, 40) * SECOND, p, { net: rng.pick(nets), app: "outlook",
        result: rng.chance(0.06) ? 50053 : 50126, device: null, client: legacy ? "IMAP4" : "Browser" });
    }
    a.core(() => {
      signin(w, t + 31 * MINUTE, victim, { net: nets[0]!, app: "outlook", device: null,
        client: legacy ? "IMAP4" : "Browser", mfa: "none", risk: "high", riskTypes: ["passwordSpray"] });
      risk(w, t + 31 * MINUTE, victim, "passwordSpray", "high", nets[0]!, "atRisk", 2 * HOUR);
    });
    readMail(a, t + 40 * MINUTE, victim, nets[0]!, 3, legacy ? "Client=POP3/IMAP4;Protocol=IMAP4"
      : "Client=OWA;Action=ViaProxy");
    return `A spray with one password against 42 accounts ends with a sign-in of ${victim.display} without a second `
      + `factor, whose mail is read.`;
  } },
  { kind: "adversary-in-the-middle-phish", area, difficulty: "obvious", types: ["account_compromise"], times: 2,
      run: (a) => {
    const { w, rng } = a;
    const victim = a.staff((p) => ordinary(p) && p.tags.has("faculty"));
    const net = a.net(hostileNet(rng));
    const domain = `waalhaven-login${rng.int(1, 99)}.example`;
    const url = `https://${domain}/surf/${rng.hex(10)}`;
    const t = a.at(rng.float(10, 15));
    const others = a.many(5, (p) => p.unitCode === victim.unitCode && p !== victim);
    const send = (p: typeof victim): string => mail(w, t + rng.int(0, 90) * SECOND, { from: `servicedesk@${domain}`,
      name: "Waalhaven Service Desk", to: p.mail, toPerson: p, subject: "Your password expires today",
      direction: "Inbound", ip: hostileNet(rng).ip, url, first: true,
        auth: '{"SPF":"pass","DKIM":"pass","DMARC":"none"}' });
    for (const p of others) send(p);
    click(w, t + 12 * MINUTE, victim, url, send(victim), netOf(rng, victim, a.day));
    a.core(() => {
      signin(w, t + 13 * MINUTE, victim, { net, app: "officehome", device: null, mfa: "push", risk: "medium",
        riskTypes: ["unfamiliarFeatures"] });
      audit(w, t + 26 * MINUTE, { person: victim, net }, "User registered security info", "UserManagement",
        [user(victim)], { ...METHODS, reason: "User registered Authenticator App with Notification and Code" });
    });
    risk(w, t + 13 * MINUTE, victim, "attackerinTheMiddle", "high", net, "atRisk", HOUR);
    readMail(a, t + 30 * MINUTE, victim, net, 4);
    return `A proxy page that looks like the sign-in of the university takes the session of ${victim.display}; the `
      + `attacker adds an authenticator and reads mail.`;
  } },
  { kind: "push-fatigue-at-night", area, difficulty: "obvious", types: ["account_compromise"], when: "any", times: 2,
      run: (a) => {
    const { w, rng } = a;
    const victim = a.anybody(ordinary);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(1.5, 4));
    times(rng.int(11, 19), (i) => signin(w, t + i * 95 * SECOND, victim,
      { net, app: "officehome", device: null, result: 500121, mfa: i % 3 ? "denied" : "timeout" }));
    a.core(() => {
      signin(w, t + 33 * MINUTE, victim, { net, app: "officehome", device: null, mfa: "push", risk: "medium",
        riskTypes: ["unfamiliarFeatures"] });
      audit(w, t + 37 * MINUTE, { person: victim, net }, "User registered security info", "UserManagement",
        [user(victim)], { ...METHODS, reason: "User registered phone method" });
    });
    download(a, t + 45 * MINUTE, victim, net, 9);
    return `${victim.display} is asked by push again and again at night and confirms; the attacker registers a `
      + `telephone and takes files.`;
  } },
  { kind: "device-code-phish", area, difficulty: "context", types: ["account_compromise"], run: (a) => {
    const { w, rng } = a;
    const victim = a.staff(has("professor"));
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(10, 16));
    a.core(() => {
      signin(w, t, victim, { net, app: "broker", device: null, protocol: "deviceCode", transfer: "deviceCodeFlow",
        mfa: "push", os: "", browser: "" });
      audit(w, t + 6 * MINUTE, { person: victim, net }, "Register device", "Device",
        [thing("Device", rng.uuid(), `DESKTOP-${rng.hex(7).toUpperCase()}`, ["DeviceOSType", null, "Windows"],
        ["DeviceTrustType", null, "AzureAd registered"]), user(victim)], { service: "Device Registration Service" });
    });
    times(4, (i) => silent(w, t + (10 + i * 35) * MINUTE, victim, { net, app: rng.pick(["outlook", "teams", "office"]),
      device: null, agent: "python-requests/2.32.3" }));
    readMail(a, t + 50 * MINUTE, victim, net, 3);
    return `${victim.display} enters a code of a false meeting invitation; the attacker registers a device with the `
      + `token and reads mail through Graph.`;
  } },
  { kind: "stolen-session-token", area, difficulty: "hard", types: ["account_compromise"], times: 2, run: (a) => {
    const { w, rng } = a;
    const victim = a.staff((p) => ordinary(p) && p.laptop.os === "Windows 11", "campus");
    const net = a.net(rng.chance(0.5) ? residentialNet(rng) : hostileNet(rng));
    const session = sessionOf(victim, a.day);
    const t = a.at(rng.float(13, 16));
    a.core(() => times(5, (i) => silent(w, t + i * 22 * MINUTE, victim, { net, app: i % 2 ? "outlook" : "office",
      device: null, os: "Windows10", browser: "Chrome 126.0.0", session })));
    times(3, (i) => file(w, t + (30 + i) * MINUTE, victim, "FileAccessed", victim.drive, rng.pick(victim.drive.files),
      { net, device: null }));
    return `The session of ${victim.display}, who works on campus, is used at the same time from another line and `
      + `another browser: a token taken from the browser by malware.`;
  } },
  { kind: "helpdesk-is-talked-into-a-reset", area, difficulty: "context", types: ["account_compromise"], run: (a) => {
    const { w, rng } = a;
    const victim = a.anybody((p) => p.tags.has("professor") || p.tags.has("lead"));
    const agent = rng.pick(w.people.filter((p) => p.tags.has("helpdesk")));
    a.about(agent.upn);
    const net = a.net(residentialNet(rng));
    const desk = { person: agent, net: campusNet(rng, 22) };
    const t = a.at(rng.float(15.5, 16.4));
    audit(w, t, desk, "Reset user password", "UserManagement", [user(victim)]);
    audit(w, t + 3 * MINUTE, desk, "Admin deleted security info", "UserManagement", [user(victim)],
      { ...METHODS, reason: "Admin deleted Authenticator App with Notification for user" });
    audit(w, t + 5 * MINUTE, desk, "Admin registered security info", "UserManagement", [user(victim)],
      { ...METHODS, reason: "Admin registered temporary access pass method for user" });
    a.core(() => {
      signin(w, t + 12 * MINUTE, victim, { net, app: "mysignins", device: null, mfa: "tap" });
      audit(w, t + 15 * MINUTE, { person: victim, net }, "User registered security info", "UserManagement",
        [user(victim)], { ...METHODS, reason: "User registered Authenticator App with Notification and Code" });
      audit(w, t + 16 * MINUTE, { person: victim, net }, "User deleted security info", "UserManagement", [user(victim)],
        { ...METHODS, reason: "User deleted Temporary Access Pass" });
    });
    download(a, t + HOUR, victim, net, 14);
    readMail(a, t + 70 * MINUTE, victim, net, 2);
    return `A caller pretends to be ${victim.display}; the service desk resets everything and gives a pass, which is `
      + `used at once from an unknown line and device.`;
  } },
  { kind: "dormant-account-revived", area, difficulty: "context", types: ["account_compromise"], times: 2, when: "any",
      run: (a) => {
    const { w, rng } = a;
    const victim = rng.pick(w.people.filter((p) => p.tags.has("dormant") && !w.taken.has(p.id)));
    w.taken.add(victim.id);
    a.about(victim.upn);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(3, 22));
    times(2, (i) => signin(w, t - (4 - i) * MINUTE, victim, { net, app: "owa", device: null, result: 50126 }));
    a.core(() => signin(w, t, victim, { net, app: "owa", device: null, mfa: "none" }));
    if (rng.chance(0.6)) behavior(w, t, victim, "LogOn", "Sign-in", net, 6,
      { DormantAccount: "True", FirstTimeUserConnectedFromCountry: "True" });
    a.core(() => mailbox(w, t + 5 * MINUTE, victim, "MailItemsAccessed", { net, count: 40, access: "Sync" }));
    download(a, t + 12 * MINUTE, victim, net, 10);
    return `The account of ${victim.display}, who has not worked for weeks (${victim.title}), comes back from abroad `
      + `without a second factor.`;
  } },
  { kind: "guest-account-takeover", area, difficulty: "context", types: ["account_compromise", "data_exfiltration"],
      when: "any", run: (a) => {
    const { w, rng } = a;
    const guest = a.guest();
    const net = a.net(hostileNet(rng, guest.home.country));
    const t = a.at(rng.float(0, 6));
    const site = guest.sites[0]!;
    a.core(() => {
      signin(w, t, guest, { net, app: "sharepoint", device: null, mfa: "claim", os: "Linux",
        browser: "Chrome 139.0.0" });
      for (const [i, name] of site.files.entries()) if (i < 34) file(w, t + 4 * MINUTE + i * 3000, guest,
        "FileDownloaded", site, name, { net, device: null });
    });
    return `The guest ${guest.mail} signs in from another country than ever and takes nearly the whole project site `
      + `in two minutes.`;
  } },
  { kind: "one-account-guessed", area, difficulty: "obvious", types: ["account_compromise"], when: "any", times: 2,
      run: (a) => {
    const { w, rng } = a;
    const victim = a.anybody((p) => p.kind === "student");
    const net = a.net(torNet(rng));
    const t = a.at(rng.float(0, 23));
    times(rng.int(45, 70), (i) => signin(w, t + i * 11 * SECOND, victim, { net, app: "azcli", device: null,
      result: i % 12 === 11 ? 50053 : 50126, protocol: "ropc", client: "Mobile Apps and Desktop clients" }));
    a.core(() => {
      signin(w, t + 16 * MINUTE, victim, { net, app: "azcli", device: null, protocol: "ropc",
        client: "Mobile Apps and Desktop clients", mfa: "none", risk: "medium", riskTypes: ["anonymizedIPAddress"] });
      risk(w, t + 16 * MINUTE, victim, "anonymizedIPAddress", "medium", net);
    });
    return `The password of the student assistant ${victim.display} is guessed through Tor with dozens of tries, and `
      + `works.`;
  } },
  { kind: "account-sends-spam", area, difficulty: "obvious", types: ["account_compromise"], when: "any", run: (a) => {
    const { w, rng } = a;
    const victim = a.anybody((p) => p.kind === "student" || p.tags.has("secretary"));
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(1, 6));
    a.core(() => signin(w, t, victim, { net, app: "outlook", device: null, client: "Authenticated SMTP", mfa: "none",
      os: "", browser: "" }));
    const spam = (i: number): string => mail(w, t + 3 * MINUTE + i * 1500, { from: victim.mail, fromPerson: victim,
      to: `${rng.hex(6)}@${rng.pick(["freemail", "postbox", "webmail"])}.example`,
      subject: "URGENT: scholarship fund release",
      direction: "Outbound", ip: net.ip, threat: i % 4 === 0 ? "Spam" : "",
        action: i > 110 ? "Blocked" : "Delivered" });
    times(140, (i) => {
      if (i < 20) a.core(() => spam(i));
      else spam(i);
    });
    a.core(() => anomaly(w, t + 20 * MINUTE, "Excessive data transfer anomaly", 0.91, "Impact", "T1496",
      { p: victim, ip: net.ip }));
    return `The account of ${victim.display} sends advance-fee mail to strangers by authenticated SMTP from abroad.`;
  } },
  { kind: "telephone-number-stolen", area, difficulty: "context", types: ["account_compromise", "financial_fraud"],
      when: "any", run: (a) => {
    const { w, rng } = a;
    const victim = a.anybody((p) => p.unitCode === "fin" || p.unitCode === "rec");
    const net = a.net(residentialNet(rng));
    const t = a.at(rng.float(20, 23));
    const by = { person: victim, net };
    audit(w, t, by, "Self-service password reset flow activity progress", "UserManagement", [user(victim)],
      { service: "Self-service Password Management", reason: "User submitted their SMS verification code" });
    a.core(() => {
      audit(w, t + 2 * MINUTE, by, "Reset password (self-service)", "UserManagement", [user(victim)],
        { service: "Self-service Password Management", reason: "Successfully completed reset." });
      signin(w, t + 4 * MINUTE, victim, { net, app: "owa", device: null, mfa: "sms", os: "Android",
        browser: "Chrome Mobile 138.0.0" });
    });
    audit(w, t + 9 * MINUTE, by, "User changed default security info", "UserManagement", [user(victim)],
      { ...METHODS, reason: "User changed the default security info for user" });
    readMail(a, t + 12 * MINUTE, victim, net, 3);
    return `Somebody with the telephone number of ${victim.display} resets the password by text message in the `
      + `evening and reads the mailbox from a new device.`;
  } },
  { kind: "colleague-in-the-computer-room", area, difficulty: "hard", types: ["account_compromise", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const victim = a.staff((p) => p.tags.has("professor") || p.tags.has("secretary"), "home");
    const on = host(w, `pcr-b${String(rng.int(1, 12)).padStart(2, "0")}`);
    a.about(on.name);
    const t = a.at(rng.float(17.5, 20));
    const net = campusNet(rng, 26);
    ticket(w, t - 1000, victim, on.ip, "krbtgt");
    a.core(() => {
      logon(w, t, on, victim, { type: 2 });
      signin(w, t + 2 * MINUTE, victim, { net, app: "sharepoint", device: null, os: "Windows11",
        browser: "Edge 140.0.0", mfa: "none" });
      const site = victim.sites.find((s) => s.name.startsWith("exams")) ?? victim.drive;
      times(3, (i) => file(w, t + (4 + i) * MINUTE, victim, "FileDownloaded", site, rng.pick(site.files),
        { net, device: null }));
    });
    return `Somebody uses the password of ${victim.display} in a computer room while ${victim.display} works at home, `
      + `and takes exam files.`;
  } },
  { kind: "two-countries-at-once", area, difficulty: "context", types: ["account_compromise"], times: 2, run: (a) => {
    const { w, rng } = a;
    const victim = a.staff((p) => p.tags.has("researcher") && p.laptop.os === "Windows 11", "campus");
    const net = a.net(hostileNet(rng, "NL"));
    const t = a.at(rng.float(11, 15));
    a.core(() => signin(w, t, victim, { net, app: "sharepoint", device: null, mfa: rng.chance(0.5) ? "sms"
      : "claim" }));
    if (rng.chance(0.5)) risk(w, t, victim, "impossibleTravel", "medium", net, "atRisk", 5 * HOUR);
    else behavior(w, t, victim, "LogOn", "Sign-in", net, 7, { FirstTimeUserConnectedFromCountry: "True",
      CountryUncommonlyConnectedFromAmongPeers: "True" });
    download(a, t + 6 * MINUTE, victim, net, 16);
    return `While ${victim.display} works on campus, the account signs in from ${net.city} with another device and `
      + `takes project files.`;
  } },
];
