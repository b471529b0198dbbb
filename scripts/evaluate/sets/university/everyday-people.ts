import type { Net, Person, Site, World } from "./model.ts";
import { HOUR, MINUTE } from "./calendar.ts";
import { risk, signin, silent } from "./entra.ts";
import { cron, line, ssh, sudo, vpn, web } from "./infra.ts";
import { click, file, label, mail, mailbox, teams, zap } from "./m365.ts";
import { NEWSLETTERS, WEB_SITES } from "./names.ts";
import { campusNet, hostileNet, residentialNet, vpnNet } from "./places.ts";
import { Rng } from "./rng.ts";
import { dc, event, host, idLogon, logon, share, ticket } from "./windows.ts";

export type Routine = { name: string; run: (w: World, rng: Rng) => void };

/** The browser session of a person on a day. */
export const sessionOf = (p: Person, day: number): string => new Rng(`${p.id}/${day}`).uuid();

/** The habitual network of a person on a day. */
export function netOf(rng: Rng, p: Person, day: number): Net {
  const mode = p.plan[day];
  if (mode === "campus") return campusNet(rng, 20 + (Number(p.employeeId) % 7));
  if (mode === "trip") return p.away;
  if (p.tags.has("private-vpn") && rng.chance(0.6)) return { ...vpnNet(new Rng(p.id)),
    ip: `193.138.218.${rng.int(2, 250)}` };
  return p.home;
}

const SUBJECTS = [
  "Agenda for Thursday", "Re: draft chapter 3", "Question about the practical", "Minutes of the meeting", "Room change",
    "Re: data request",
  "Comments on your proposal", "Holiday planning", "Re: Re: reviewer 2", "Lab safety training",
    "Invoice for instruments", "Thesis defence date",
  "New version of the slides", "Access to the project folder", "Vacancy text", "Request for reimbursement",
    "Exam schedule", "Seminar next week",
];

const pathOf = (p: Person): string => `${p.unit.replaceAll(" ", "")}\\${p.sites[0]?.name ?? "common"}`;

function files(w: World, rng: Rng, p: Person, net: Net, from: number, until: number): void {
  const n = rng.poisson(p.filesPerDay);
  const sites: Site[] = [p.drive, p.drive, ...p.sites, p.sites[0] ?? p.drive];
  for (let i = 0; i < n; i++) {
    const site = rng.pick(sites);
    const mine = site.files.slice(0, Math.max(8, Math.ceil(site.files.length * 0.6)));
    const op = rng.weighted([["FileAccessed", 40], ["FileModified", 22], ["FilePreviewed", 8], ["FileDownloaded", 9],
      ["FileUploaded", 7],
      ["FileSyncDownloadedFull", 4], ["FileRenamed", 1], ["FileRecycled", 1.4], ["FileDeleted", 0.6],
        ["FileCheckedOut", 1]]);
    file(w, rng.float(from, until), p, op, site, rng.pick(mine),
      { net, device: rng.chance(0.06) ? p.phone : p.laptop });
  }
}

function mails(w: World, rng: Rng, p: Person, net: Net, from: number, until: number): void {
  const n = rng.poisson(p.mailsPerDay);
  for (let i = 0; i < n; i++) {
    const t = rng.float(from, until);
    const subject = rng.pick(SUBJECTS);
    const attachment: [string, number] | undefined = rng.chance(0.18)
      ? [rng.pick(p.drive.files), rng.int(20_000, 3_000_000)] : undefined;
    const way = rng.weighted([["in", 4], ["out", 2.2], ["internal", 4], ["news", 1], ["spam", 0.5]]);
    if (way === "in" || way === "out") {
      const contact = rng.pick(p.contacts);
      if (way === "in") {
        mail(w, t, { from: contact, to: p.mail, toPerson: p, subject, direction: "Inbound",
          ip: `198.51.100.${rng.int(3, 90)}`, attachment,
          url: rng.chance(0.12) ? `https://www.${contact.split("@")[1]}/doc/${rng.int(1, 999)}` : undefined });
      } else mail(w, t, { from: p.mail, fromPerson: p, to: contact, subject: `Re: ${subject}`, direction: "Outbound",
        attachment });
    } else if (way === "internal") {
      const colleague = rng.chance(0.7) ? rng.pick(w.people.filter((c) => c.unitCode === p.unitCode))
        : rng.pick(w.people);
      mail(w, t, { from: p.mail, fromPerson: p, to: colleague.mail, toPerson: colleague, subject,
        direction: "Intra-org", attachment });
    } else if (way === "news") {
      const [sender, text] = rng.pick(NEWSLETTERS);
      const url = `https://${sender.split("@")[1]}/issue/${rng.int(100, 999)}`;
      const id = mail(w, t, { from: sender, to: p.mail, toPerson: p, subject: text, direction: "Inbound",
        ip: "198.51.100.201", url });
      if (rng.chance(0.15)) click(w, t + rng.float(5, 300) * MINUTE, p, url, id, net);
    } else {
      const bad = `promo${rng.int(1, 40)}@${rng.pick(["winbig", "cheap-seo", "journal-fastpub", "pillmart"])}.example`;
      mail(w, t, { from: bad, to: p.mail, toPerson: p, subject: "Publish your paper within 48 hours",
        direction: "Inbound", ip: hostileNet(rng).ip,
        action: rng.chance(0.6) ? "Blocked" : "Junked", threat: "Spam", location: "Junk folder",
          detection: '{"Spam":["Fingerprint matching"]}',
        auth: '{"SPF":"fail","DKIM":"none","DMARC":"none"}' });
    }
  }
  if (rng.chance(0.2)) {
    mailbox(w, rng.float(from, until), p, "MailItemsAccessed",
      { net, count: rng.int(2, 20), client: "Client=Microsoft.Outlook;;" });
  }
}

function shell(w: World, rng: Rng, p: Person, day: number, from: number, until: number): void {
  if (p.linux.length === 0 || !rng.chance(p.tags.has("linux") ? 0.7 : 0.5)) return;
  const on = rng.pick(p.linux);
  const t = rng.float(from, until - HOUR);
  const ip = p.plan[day] === "campus" ? p.laptop.ip : `10.99.${rng.int(1, 9)}.${rng.int(2, 250)}`;
  const key = `SHA256:${new Rng(`${p.sam}/key`).base62(43)}`;
  const withKey = new Rng(p.sam).chance(0.8);
  if (!withKey && rng.chance(0.15)) ssh(w, t - 20_000, on, p.sam, ip, "fail");
  ssh(w, t, on, p.sam, ip, withKey ? "key" : "password", { key });
  if (rng.chance(0.4)) ssh(w, t + rng.float(0.3, 5) * HOUR, on, p.sam, ip, "close");
  if (on.role === "hpc login" && rng.chance(0.5)) {
    line(w, t + 12 * MINUTE, on, "slurmctld",
      `_slurm_rpc_submit_batch_job: JobId=${rng.int(400_000, 900_000)} InitPrio=4294 usec=${rng.int(300, 2000)}`);
  }
  if (p.tags.has("lab") || p.tags.has("linux")) {
    const commands = ["/usr/bin/apt-get update", "/usr/bin/systemctl restart jupyterhub",
      "/usr/bin/mount /mnt/instrument", "/usr/bin/less /var/log/syslog",
      "/usr/bin/systemctl status slurmd", "/usr/bin/df -h", "/usr/bin/chown -R data:data /srv/runs"];
    sudo(w, t + 4 * MINUTE, on, p.sam, rng.pick(commands));
  }
}

function windows(w: World, rng: Rng, p: Person, day: number, from: number, until: number): void {
  const mode = p.plan[day];
  if (p.laptop.os !== "Windows 11" || mode === "off" || mode === "trip") return;
  const ip = mode === "campus" ? p.laptop.ip : `10.99.${rng.int(1, 9)}.${rng.int(2, 250)}`;
  const on = { ...p.laptop, ip };
  if (rng.chance(0.55)) ticket(w, from - 2 * MINUTE, p, ip, "krbtgt");
  if (rng.chance(0.4)) idLogon(w, from, p, on);
  const server = p.unitCode === "med" ? host(w, "fs-med01") : p.unitCode === "eng" ? host(w, "fs-eng01")
    : host(w, rng.pick(["fs01", "fs02"]));
  if (rng.chance(0.35)) logon(w, rng.float(from, until), server, p, { ip, type: 3 });
  if (rng.chance(0.22)) share(w, rng.float(from, until), server, p, ip, p.unitCode,
    `${pathOf(p)}\\${rng.pick(p.drive.files)}`);
  if (rng.chance(0.12)) ticket(w, rng.float(from, until), p, ip, rng.pick(["FS01$", "FS02$", "PRINT01$", "SQL01$"]));
  if (rng.chance(0.015)) event(w, from - 3 * MINUTE, dc(w), 4771, { TargetUserName: p.sam, TargetSid: p.sid,
    Status: "0x18", IpAddress: `::ffff:${ip}`,
    ServiceName: "krbtgt/AD.WAALHAVEN.EXAMPLE" });
}

/** The work of a person on a day. */
export function workday(w: World, rng: Rng, p: Person, day: number): void {
  const mode = p.plan[day];
  if (mode === "off" || mode === undefined) return;
  const weekend = w.cal.isWeekend(day);
  const begin = w.cal.at(day, (weekend ? rng.float(10, 15) : p.start) + rng.normal(0, 0.35));
  const end = weekend ? begin + rng.float(1, 4) * HOUR : Math.max(begin + 2 * HOUR,
    w.cal.at(day, p.end + rng.normal(0, 0.5)));
  const net = netOf(rng, p, day);
  const session = sessionOf(p, day);
  const light = weekend ? 0.45 : 1;
  if (mode !== "campus" && p.kind === "staff" && rng.chance(mode === "trip" ? 0.3 : 0.35)) {
    const up = begin + 3 * MINUTE;
    if (rng.chance(0.05)) vpn(w, up - 40_000, p, net, "fail");
    const tunnel = `10.99.${rng.int(1, 9)}.${rng.int(2, 250)}`;
    vpn(w, up, p, net, "up", { tunnel });
    vpn(w, end, p, net, "down", { tunnel, sent: rng.int(2e6, 9e7), received: rng.int(9e6, 6e8) });
  }
  if (rng.chance(0.62 * light + 0.1)) {
    const device = p.laptop;
    const app = rng.pick(p.apps);
    if (rng.chance(0.045)) {
      for (let i = rng.int(1, 2); i > 0; i--) signin(w, begin - i * 25_000, p,
        { net, app, device, result: 50126, session });
    }
    signin(w, begin, p, { net, app, device, session, mfa: net.kind === "travel" || rng.chance(0.15) ? "push"
      : "claim" });
    if (net.kind === "travel" && rng.chance(0.2)) risk(w, begin, p, "unfamiliarFeatures", "low", net, "remediated");
    if (net.kind === "vpn" && rng.chance(0.05)) risk(w, begin, p, "anonymizedIPAddress", "low", net, "dismissed");
  }
  if (rng.chance(0.4 * light)) signin(w, rng.float(begin, end), p,
    { net, app: rng.pick(p.apps), session, mfa: "claim" });
  if (rng.chance(0.55 * light)) silent(w, rng.float(begin, end), p,
    { net, app: rng.pick(["outlook", "office", "onedrive", "teams"]), session });
  if (rng.chance(0.45)) {
    const place = rng.chance(0.6) ? p.mobile : p.home;
    silent(w, rng.float(w.cal.at(day, 7), w.cal.at(day, 22)), p, { net: place, app: rng.pick(["outlook", "teams"]),
      device: p.phone });
  }
  if (rng.chance(0.03)) signin(w, rng.float(begin, end), p, { net: p.mobile, app: "owa", device: p.phone,
    mfa: "push" });
  files(w, rng, p, net, begin, end);
  mails(w, rng, p, net, begin, end);
  windows(w, rng, p, day, begin, end);
  shell(w, rng, p, day, begin, Math.max(end, begin + 2 * HOUR));
  const visits = p.laptop.managed && p.kind !== "guest" ? rng.poisson(0.9 * light) : 0;
  for (let i = 0; i < visits; i++) {
    const url = rng.pick(p.web);
    const category = WEB_SITES.find(([site]) => site === url)?.[1] ?? "Education";
    web(w, rng.float(begin, end), p, net, `${url}${rng.int(100, 9999)}`, category);
  }
  if (rng.chance(0.1)) teams(w, rng.float(begin, end), p,
    rng.pick(["MessageSent", "MessageSent", "MeetingParticipantDetail"]), p.unit, net);
  if (p.kind === "staff" && rng.chance(0.035)) {
    const item = rng.pick(p.drive.files);
    const reviewed = p.tags.has("legal") || p.tags.has("press") || p.tags.has("grants");
    if (reviewed && rng.chance(0.5)) {
      label(w, rng.float(begin, end), p, "SensitivityLabelUpdated", item, "Confidential", "Internal", net,
        "Final version, approved for the partners");
    } else label(w, rng.float(begin, end), p, "SensitivityLabelApplied", item, null,
      rng.pick(["Internal", "Internal", "Confidential"]), net);
  }
}

function sharing(w: World, rng: Rng): void {
  for (const day of w.cal.workdays()) {
    for (const p of rng.sample(w.people.filter((x) => x.plan[day] === "campus"
        && (x.tags.has("faculty") || x.tags.has("res"))), 3)) {
      const net = netOf(rng, p, day);
      const site = rng.pick(p.sites.filter((s) => !s.sensitive).concat(p.drive));
      const name = rng.pick(site.files);
      const t = w.cal.at(day, rng.float(9.5, 16.5));
      const to = rng.pick(p.contacts);
      file(w, t, p, "SharingInvitationCreated", site, name, { net, target: to });
      file(w, t + 1500, p, "SecureLinkCreated", site, name, { net, extra: { Event_Data: "<Type>Edit</Type>" } });
      file(w, t + 2500, p, "AddedToSecureLink", site, name, { net, target: to });
    }
  }
}

function sharedRooms(w: World, rng: Rng): void {
  const rooms = [...w.hosts.values()].filter((h) => h.role === "computer room");
  const users = w.people.filter((p) => p.kind === "student" || p.tags.has("lib"));
  for (const day of w.cal.workdays()) {
    for (const p of rng.sample(users, 9)) {
      const on = rng.pick(rooms);
      const t = w.cal.at(day, rng.float(9, 18));
      if (rng.chance(0.12)) logon(w, t - 30_000, on, p, { type: 2, failed: "0xc000006a" });
      logon(w, t, on, p, { type: 2 });
      ticket(w, t - 1000, p, on.ip, "krbtgt");
      if (rng.chance(0.5)) signin(w, t + 2 * MINUTE, p,
        { net: campusNet(rng, 26), app: rng.pick(["canvas", "officehome"]), device: null, os: "Windows11",
        browser: "Edge 140.0.0", mfa: "push" });
    }
  }
}

function guestWork(w: World, rng: Rng): void {
  for (const g of w.guests) {
    for (let day = 0; day < w.cal.days; day++) {
      if (g.plan[day] === "off") continue;
      const t = w.cal.at(day, rng.float(9, 17));
      signin(w, t, g, { net: g.home, app: "sharepoint", device: null, os: "Windows10", browser: "Firefox 142.0",
        mfa: rng.chance(0.5) ? "push" : "claim" });
      const site = g.sites[0] as Site;
      const n = rng.poisson(g.filesPerDay) + 1;
      for (let i = 0; i < n; i++) {
        const op = rng.weighted([["FileAccessed", 5], ["FileModified", 2], ["FileDownloaded", 2]]);
        file(w, t + i * 6 * MINUTE, g, op, site, rng.pick(site.files.slice(0, 15)), { net: g.home, device: null });
      }
    }
  }
}

function phishing(w: World, rng: Rng): void {
  for (let day = 0; day < w.cal.days; day++) {
    if (!rng.chance(0.55)) continue;
    const names = ["secure-doc", "mailbox-quota", "parcel-track", "it-service-nl", "surfdrive-share"];
    const domain = `${rng.pick(names)}${rng.int(1, 99)}.example`;
    const net = hostileNet(rng);
    const url = `https://${domain}/login/${rng.hex(8)}`;
    const t = w.cal.at(day, rng.float(5, 20));
    for (const p of rng.sample(w.people, rng.int(3, 9))) {
      const blocked = rng.chance(0.8);
      const at = t + rng.float(0, 12) * MINUTE;
      const id = mail(w, at, { from: `service@${domain}`, to: p.mail, toPerson: p,
        subject: rng.pick(["Your mailbox is full", "Document shared with you", "Parcel on hold"]),
        direction: "Inbound", ip: net.ip, threat: blocked ? "Phish" : "", action: blocked ? "Blocked" : "Delivered",
          url, first: true,
        auth: '{"SPF":"softfail","DKIM":"none","DMARC":"fail"}',
          detection: blocked ? '{"Phish":["URL detonation reputation"]}' : "" });
      if (!blocked) {
        if (rng.chance(0.25)) click(w, at + 9 * MINUTE, p, url, id, netOf(rng, p, day), "ClickBlocked");
        zap(w, at + rng.float(20, 90) * MINUTE, p.mail, id);
      }
    }
  }
}

function earlyAndLate(w: World, rng: Rng): void {
  const people = rng.sample(w.people.filter((p) => p.tags.has("researcher") || p.tags.has("professor")), 9);
  for (const p of people) {
    for (let day = 0; day < w.cal.days; day++) {
      if (!rng.chance(0.3)) continue;
      const t = w.cal.at(day, rng.float(22, 25.5));
      signin(w, t, p, { net: p.home, app: "officehome", session: sessionOf(p, day) });
      for (let i = 0; i < 2; i++) file(w, t + i * 9 * MINUTE, p, "FileModified", p.drive, rng.pick(p.drive.files),
        { net: p.home });
    }
  }
}

function studentsOnResidential(w: World, rng: Rng): void {
  for (const p of w.people.filter((x) => x.kind === "student")) {
    for (const day of w.cal.workdays()) {
      if (!rng.chance(0.06)) continue;
      const shared = residentialNet(rng);
      signin(w, w.cal.at(day, rng.float(18, 23)), p, { net: shared, app: "canvas", device: p.phone, mfa: "push" });
    }
  }
}

export const peopleRoutines: Routine[] = [
  { name: "daily work of everybody", run: (w, rng) => {
    for (const p of w.people) {
      const own = rng.fork(p.sam);
      for (let day = 0; day < w.cal.days; day++) workday(w, own, p, day);
    }
  } },
  { name: "sharing with research partners", run: sharing },
  { name: "shared computer rooms", run: sharedRooms },
  { name: "guests at work", run: guestWork },
  { name: "phishing that is blocked or removed", run: phishing },
  { name: "people who work at night", run: earlyAndLate },
  { name: "students at friends' homes", run: studentsOnResidential },
  { name: "old phones keep asking with an old password", run: (w, rng) => {
    for (const p of rng.sample(w.people, 5)) {
      const begin = rng.int(3, w.cal.days - 8);
      for (let i = 0; i < 9; i++) {
        signin(w, w.cal.at(begin, 7 + i * 1.4), p, { net: p.mobile, app: "outlook", device: p.phone,
          result: i > 6 ? 50053 : 50126, client: "Exchange ActiveSync" });
      }
    }
  } },
  { name: "multifactor prompts that people miss", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of rng.sample(w.people.filter((x) => x.plan[day] === "home"), 2)) {
        const t = w.cal.at(day, p.start);
        signin(w, t, p, { net: p.home, app: "officehome", result: 500121, mfa: "timeout" });
        signin(w, t + 70_000, p, { net: p.home, app: "officehome", mfa: "push" });
      }
    }
  } },
  { name: "device of a guest network", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      const p = rng.pick(w.people);
      silent(w, w.cal.at(day, 12.2), p, { net: campusNet(rng, 27), app: "outlook", device: p.phone });
    }
  } },
  { name: "cron jobs of researchers", run: (w, rng) => {
    const owners = rng.sample(w.people.filter((p) => p.linux.length > 0 && p.tags.has("researcher")), 8);
    for (const p of owners) {
      const on = p.linux[0]!;
      const hour = rng.int(0, 23);
      const job = rng.pick(["~/bin/fetch_obs.sh", "python3 ~/pipeline/nightly.py", "~/sync_runs.sh >/dev/null 2>&1"]);
      for (let day = 0; day < w.cal.days; day++) cron(w, w.cal.at(day, hour), on, p.sam, job);
    }
  } },
  { name: "secretaries in the mailboxes of their professors", run: (w, rng) => {
    for (const s of w.people.filter((p) => p.tags.has("secretary"))) {
      const dean = w.people.find((p) => p.unitCode === s.unitCode && /Dean|Rector/.test(p.title));
      if (!dean) continue;
      s.tags.add("delegate");
      for (const day of w.cal.workdays()) {
        if (s.plan[day] === "off" || !rng.chance(0.45)) continue;
        const net = netOf(rng, s, day);
        const t = w.cal.at(day, rng.float(9, 16));
        mailbox(w, t, s, "MailItemsAccessed", { net, owner: dean, count: rng.int(3, 15),
          client: "Client=Microsoft.Outlook;;" });
        if (rng.chance(0.4)) mailbox(w, t + 5 * MINUTE, s, "SendOnBehalf",
          { net, owner: dean, items: [rng.pick(SUBJECTS)], behalf: dean.mail });
      }
    }
  } },
  { name: "mail to one's own private address", run: (w, rng) => {
    for (const p of rng.sample(w.people.filter((x) => x.kind === "staff"), 14)) {
      const address = `${p.display.toLowerCase().replace(" ", "")}@freemail.example`;
      for (let i = 0; i < 2; i++) {
        const day = rng.pick(w.cal.workdays());
        mail(w, w.cal.at(day, rng.float(11, 17)), { from: p.mail, fromPerson: p, to: address,
          subject: rng.pick(["boarding pass", "recipe", "to print at home"]),
          direction: "Outbound", attachment: ["ticket.pdf", rng.int(40_000, 300_000)] });
      }
    }
  } },
];
