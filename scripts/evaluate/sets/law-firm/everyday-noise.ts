import { everydayPrivate } from "./everyday-people.ts";
import {
  changeWindows, dayStart, homeOf, inWindow, isAway, moment, onDuty, placeOf, titled, workdays,
} from "./habits.ts";
import type { Person, World } from "./model.ts";
import { subjects } from "./names.ts";
import { apps } from "./org.ts";
import { DAY, HOUR, MINUTE, mobileNet, strangerNet, weekday } from "./places.ts";
import { process, laptopOf, win } from "./rows-host.ts";
import { anomaly, audit, behavior, prop, risk, signIn, userTarget } from "./rows-identity.ts";
import { dns, intrusion, vpn, web } from "./rows-net.ts";
import { consent } from "./rows-consent.ts";
import { click, cloud, command, email, file, label, zap } from "./rows-office.ts";

const present = (w: World, index: number, test: (p: Person) => boolean = () => true): Person =>
  onDuty(w, w.org.people.filter(test), index);
const lawyer = (p: Person): boolean => p.grade === "partner" || p.grade === "associate";

/** Reports of upstream products that mean nothing. */
const upstream = (w: World, index: number): void => {
  const p = present(w, index);
  const t = moment(w, p, index);
  const net = w.rng.chance(0.5) ? mobileNet(w.rng, p.office.place) : placeOf(w, p, index).net;
  if (w.rng.chance(0.8)) risk(w, t, p, w.rng.pick(["unfamiliarFeatures", "unfamiliarFeatures", "unlikelyTravel",
    "anonymizedIPAddress", "newCountry", "mcasSuspiciousInboxManipulationRules"]), w.rng.pick(["low", "low", "medium"]),
      net,
  w.rng.pick(["dismissed", "remediated", "atRisk"]));
  for (let n = w.rng.int(1, 3); n > 0; n--) {
    const one = present(w, index);
    behavior(w, moment(w, one, index), one, w.rng.pick(["Sign-in", "Update user", "InteractiveLogon",
      "Reset user password"]),
      w.rng.pick(["LogOn", "LogOn", "Administrative"]), placeOf(w, one, index).net, w.rng.int(0, 6), w.rng.chance(0.5)
        ? { FirstTimeUserUsedApp: "True" } : { AppUncommonlyUsedAmongPeers: "True" });
  }
  if (w.rng.chance(0.6)) {
    const one = present(w, index);
    anomaly(w, moment(w, one, index), { person: one, net: placeOf(w, one, index).net },
      w.rng.pick(["UEBA Anomalous Sign In",
      "Suspicious volume of logins to user account", "Unusual web traffic detected with IP in URL path",
      "Suspicious volume of file downloads"]), w.rng.real(0.3, 0.8), "InitialAccess", "T1078");
  }
  if (w.rng.chance(0.12)) intrusion(w, t, p.office, "Windows.SMB.Session.Anomaly", p.device.ip,
    `${p.office.subnet}.1.13`, 445,
    "detected", "5");
};

/** Mail that everybody gets: blocked, removed later, newsletters, and an exercise of the security team. */
const mail = (w: World, index: number): void => {
  for (let n = w.rng.int(4, 9); n > 0; n--) {
    const p = present(w, index);
    const domain = `${w.rng.pick(["secure", "mail", "parcel", "invoice", "cloud"])}-${w.rng.hex(4)}.example`;
    const fate = w.rng.next();
    const id = w.rng.guid();
    const t = moment(w, p, index, 0, 23.5);
    const from = `${w.rng.pick(["info", "noreply", "support", "billing"])}@${domain}`;
    email(w, t, { id, from, to: p.mail, recipient: p, subject: w.rng.pick(["Your parcel is waiting", "Voicemail (0:42)",
      "Payment advice", "Your mailbox is full", "Unusual activity"]), direction: "Inbound", first: true,
    threat: fate < 0.75 ? w.rng.pick(["Phish", "Spam", "Spam", "Malware"]) : "", action: fate < 0.75
      ? "Blocked" : "Delivered",
    methods: fate < 0.75 ? '{"Phish":["URL detonation"]}' : "", url: `https://${domain}/v/${w.rng.hex(6)}`,
    auth: '{"SPF":"fail","DKIM":"none","DMARC":"fail","CompAuth":"fail"}', ip: strangerNet(w.rng).ip });
    if (fate >= 0.75 && w.rng.chance(0.8)) zap(w, t + w.rng.int(5, 200) * MINUTE, id, p.mail, from);
    if (fate >= 0.9) click(w, t + 2 * MINUTE, p, `https://${domain}/v/`,
      { id, action: "ClickBlocked", through: false });
  }
  if (weekday(dayStart(w, index)) === 4) {
    const sender = titled(w.org.people, "Communications Manager")[0];
    if (sender !== undefined && !isAway(sender, index)) {
      const t = moment(w, sender, index, 10, 11);
      for (const c of w.rng.sample(w.org.contacts, 40)) email(w, t + w.rng.int(0, 600) * 1000,
        { from: sender.mail, to: c.mail,
        sender, subject: "Aldermere Quist briefing", direction: "Outbound",
          url: "https://www.aldermerequist.example/briefing" });
    }
  }
  for (let n = w.rng.int(1, 4); n > 0; n--) {
    const p = present(w, index);
    click(w, moment(w, p, index), p, `https://files.${w.rng.pick(p.contacts).company.domain}/d/${w.rng.hex(8)}`,
      { net: placeOf(w, p, index).net });
  }
};

/** Things of daily work with documents, mail and devices that a stranger may take for theft. */
const documents = (w: World, index: number): void => {
  for (let n = w.rng.int(1, 3); n > 0; n--) {
    const p = present(w, index, (one) => ["partner", "secretary", "associate"].includes(one.grade));
    const m = w.rng.pick(p.matters);
    const t = moment(w, p, index);
    const guest = w.rng.pick(w.org.contacts.filter((c) => c.company === m.company));
    file(w, t, p, "SharingInvitationCreated", m, { with: guest.mail, scope: "Direct", net: placeOf(w, p, index).net });
    if (w.rng.chance(0.5)) audit(w, t + 3000, "Invite external user", "UserManagement",
      { person: p, net: placeOf(w, p, index).net },
      [invited(w, guest.mail)], { details: { InvitedUserEmailAddress: guest.mail } });
  }
  if (w.rng.chance(0.35)) {
    const p = present(w, index, (one) => one.department === "Marketing and BD");
    file(w, moment(w, p, index), p, "AnonymousLinkCreated", w.org.sites[4] ?? w.rng.pick(w.org.sites),
      { scope: "Anonymous" });
    file(w, moment(w, p, index), p, "AnonymousLinkUsed", w.org.sites[4] ?? w.rng.pick(w.org.sites), { user: "anonymous",
      net: w.rng.pick(w.org.guests).home, managed: false, twin: false,
        columns: { UserType: "Anonymous", UserKey: "anonymous" } });
  }
  if (w.rng.chance(0.6)) {
    const p = present(w, index, (one) => one.grade === "paralegal" || one.grade === "secretary");
    const m = w.rng.pick(p.matters);
    label(w, moment(w, p, index), p, m, "LabelDowngraded", m.label, Math.max(0, m.label - 1), { why: w.rng.pick([
      "Filed with the court, now public", "Wrong label chosen before", "Sent to counterparty as agreed",
        "Published accounts"]) });
  }
  if (w.rng.chance(0.4)) {
    const p = present(w, index, lawyer);
    cloud(w, moment(w, p, index), p, "Exchange", "DLPRuleMatch", { type: "Message", object: w.rng.pick(subjects),
      raw: { PolicyName: "Client confidential outside", Justification: w.rng.pick(["Client asked for it",
        "Agreed with DPO"]),
        Override: "User" } });
  }
  if (w.rng.chance(0.5)) {
    const p = present(w, index);
    const inner = w.rng.chance(0.25);
    command(w, moment(w, p, index), p, w.rng.pick(["New-InboxRule", "Set-InboxRule"]), inner
      ? { Name: "To team mailbox",
      ForwardTo: `team.${p.department.toLowerCase().replace(/[^a-z]/g, "")}@${w.org.domain}` }
      : { Name: w.rng.pick(["Newsletters",
      "Court list", "Billing", "LexBase"]), SubjectContainsWords: w.rng.pick(["newsletter", "daily list", "fee note"]),
    MoveToFolder: "Reading", StopProcessingRules: "True" }, { net: placeOf(w, p, index).net });
  }
  if (w.rng.chance(0.3)) {
    const p = present(w, index, (one) => one.grade === "partner");
    const helper = w.org.people.find((one) => one.of === p) ?? p.manager ?? p;
    command(w, moment(w, p, index), p, "Add-MailboxFolderPermission",
      { Identity: `${p.upn}:\\Calendar`, User: helper.upn,
      AccessRights: "Editor" });
  }
  // Users may consent to approved applications that only want to know who they are.
  if (w.rng.chance(0.4)) {
    const p = present(w, index);
    const sp = w.rng.pick(w.org.principals.filter((x) => ["SignWell eSignature", "Meeting Minutes"].includes(x.name)));
    consent(w, moment(w, p, index), p, sp, "User.Read openid profile");
  }
  // A new laptop fetches everything that its owner works with.
  if (w.rng.chance(0.15)) {
    const p = present(w, index, lawyer);
    const t = moment(w, p, index);
    for (const m of p.matters.slice(0, 2)) for (const name of w.rng.sample(m.files, 18)) {
      file(w, t + w.rng.int(0, 900) * 1000, p, "FileSyncDownloadedFull", m, { name, net: placeOf(w, p, index).net });
    }
  }
  for (let n = w.rng.int(1, 4); n > 0; n--) {
    const p = present(w, index);
    const m = w.rng.pick(p.matters);
    const name = w.rng.pick(m.files);
    cloud(w, moment(w, p, index), p, "Microsoft 365 Copilot", "CopilotInteraction",
      { object: "Microsoft 365 Chat", type: "Prompt",
      raw: { CopilotEventData: { AppHost: "Office", AccessedResources: [{ Name: name, SiteUrl: `${m.url}/${name}`,
        Action: "Read" }] } } });
  }
  if (w.rng.chance(0.4)) {
    const p = present(w, index);
    cloud(w, moment(w, p, index), p, "MicrosoftTeams", "MemberAdded",
      { type: "Team", object: w.rng.pick(p.matters).name,
      raw: { Members: [{ UPN: w.rng.pick(w.org.people).upn, Role: 1 }] } });
  }
};

/** Networks and devices. */
const devices = (w: World, index: number): void => {
  for (let n = w.rng.int(0, 2); n > 0; n--) {
    const p = present(w, index);
    const t = moment(w, p, index);
    const net = w.rng.pick([homeOf(w, p, index), mobileNet(w.rng, p.office.place)]);
    for (let k = w.rng.int(1, 3); k > 0; k--) vpn(w, t - k * 40_000, p, net, { event: "fail" });
    vpn(w, t, p, net);
    // The tunnel breaks in the train and is built again from another cell.
    if (w.rng.chance(0.4)) vpn(w, t + 9 * MINUTE, p, mobileNet(w.rng, p.office.place));
  }
  if (w.rng.chance(0.4)) vpn(w, dayStart(w, index) + w.rng.real(0, 23.9) * HOUR, w.rng.pick(["admin", "test", "scan"]),
    strangerNet(w.rng), { event: "fail", reason: "sslvpn_login_unknown_user" });
  const p = present(w, index);
  if (w.rng.chance(0.5)) web(w, moment(w, p, index), p,
    { url: `https://${w.rng.pick(["ads", "track", "bets"])}.${w.rng.hex(5)}.example/`,
    action: "Blocked", category: w.rng.pick(["Gambling", "Advertising", "Newly Registered Domains"]) });
  if (w.rng.chance(0.4)) for (let k = 0; k < 3; k++) dns(w, moment(w, p, index), p.office, p.device.ip,
    `${w.rng.hex(24)}.cdn.antivirus.example`, "TXT");
  if (w.rng.chance(0.3)) process(w, moment(w, p, index), laptopOf(w, p), p.sam,
    "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe",
    "powershell.exe -NoProfile -EncodedCommand UwB0AGEAcgB0AC0AVABlAGEAbQBzAFUAcABkAGEAdABlAA==",
    "C:\\Program Files (x86)\\Microsoft Intune Management Extension\\agentexecutor.exe");
  if (w.rng.chance(0.2)) win(w, moment(w, p, index), laptopOf(w, p), 4732, { SubjectUserName: `${p.device.name}$`,
    TargetUserName: "Remote Desktop Users", MemberSid: p.sid });
};

const invited = (w: World, address: string) => ({ id: w.rng.guid(), type: "User", userPrincipalName:
  `${address.replace("@", "_")}#EXT#@aldermerequist.onmicrosoft.example`,
    modifiedProperties: [prop("UserType", [], ["Guest"])] });

/** Sign-ins from the Internet with guessed names and passwords that never succeed. */
const outside = (w: World, index: number): void => {
  for (let n = w.rng.int(0, 2); n > 0; n--) {
    const p = present(w, index);
    signIn(w, dayStart(w, index) + w.rng.real(0, 23.9) * HOUR, p,
      { net: strangerNet(w.rng), error: w.rng.pick(["50126", "50126",
      "50053"]), device: null, client: w.rng.pick(["Browser", "IMAP4", "Authenticated SMTP", "Exchange ActiveSync"]),
    app: apps.exchange, ua: "BAV2ROPC" });
  }
  if (w.rng.chance(0.25)) {
    const p = present(w, index);
    signIn(w, moment(w, p, index), p, { net: homeOf(w, p, index), error: "53003",
      device: { ...p.device, managed: false, name: "" } });
  }
};

/** The exercise of the security team with false phishing, on two days. */
const exercise = (w: World): void => {
  for (const index of w.rng.sample(workdays(w, 3, w.days - 3), 2)) {
    const t = dayStart(w, index) + 9 * HOUR;
    for (const p of w.rng.sample(w.org.people, 60)) {
      const id = w.rng.guid();
      email(w, t + w.rng.int(0, 90) * MINUTE, { id, from: "it-notice@awareness-training.example", to: p.mail,
        recipient: p,
        subject: "Action needed: your password expires", direction: "Inbound",
          url: "https://login.awareness-training.example/x" });
      if (w.rng.chance(0.12)) click(w, t + w.rng.int(100, 300) * MINUTE, p,
        "https://login.awareness-training.example/x", { id });
    }
  }
};

/** The yearly audit of the firm: guests of the auditors read the accounts for a week. */
const auditors = (w: World): void => {
  const guest = w.org.guests[0];
  const finance = w.org.sites[0];
  if (guest === undefined || finance === undefined) return;
  const first = w.rng.int(4, w.days - 12);
  for (let d = 0; d < 6; d++) {
    if ([0, 6].includes(weekday(dayStart(w, first + d)))) continue;
    for (let n = 0; n < 20; n++) file(w, dayStart(w, first + d) + w.rng.real(9, 17) * HOUR, guest,
      w.rng.pick(["FileDownloaded",
      "FileAccessed", "FileAccessed"]), finance, { net: guest.home, managed: false });
  }
};

/** In the change windows some leave of absence ends, and passwords of services are changed. */
const upkeep = (w: World): void => {
  for (const index of changeWindows(w)) {
    const one = onDuty(w, titled(w.org.admins, "Identity Engineer"), index);
    if (w.rng.chance(0.4)) audit(w, inWindow(w, index), "Reset user password", "UserManagement", { person: one },
      [userTarget(w.rng.pick(w.org.services))]);
    if (w.rng.chance(0.3)) audit(w, inWindow(w, index), "Update policy", "Policy", { person: one },
      [{ id: w.rng.guid(), type: "Policy",
      displayName: "Authentication Methods Policy", modifiedProperties: [prop("RegistrationEnforcement", 14, 7)] }]);
    if (w.rng.chance(0.3)) audit(w, inWindow(w, index), "Delete device", "Device", { person: one },
      [{ id: w.rng.guid(), type: "Device",
      displayName: `${w.org.offices[0]?.code ?? ""}-LT${w.rng.int(1000, 9999)}`, modifiedProperties: [] }]);
  }
};

export const everydayNoise = (w: World): void => {
  for (const index of workdays(w)) {
    upstream(w, index);
    mail(w, index);
    documents(w, index);
    devices(w, index);
  }
  for (let index = 0; index < w.days; index++) outside(w, index);
  exercise(w);
  auditors(w);
  upkeep(w);
  everydayPrivate(w);
  // A deal room is filled: several people of the team download for days.
  const m = w.rng.pick(w.org.matters.filter((x) => x.department === "Corporate and M&A").concat(w.org.matters.slice(0,
    1)));
  const first = w.rng.int(6, w.days - 8);
  for (let d = 0; d < 4; d++) {
    for (const p of m.members) {
      if (isAway(p, first + d) || [0, 6].includes(weekday(w.from + (first + d) * DAY))) continue;
      for (let n = 0; n < 14; n++) file(w, moment(w, p, first + d), p, "FileDownloaded", m,
        { net: placeOf(w, p, first + d).net });
    }
  }
};
