import { dayStart, homeOf, isAway, moment, placeOf } from "./habits.ts";
import type { Matter, Person, World } from "./model.ts";
import { subjects } from "./names.ts";
import { apps, strangeAgents } from "./org.ts";
import type { Net } from "./places.ts";
import { DAY, HOUR, isWeekend, local, MINUTE, mobileNet, nearbyHosting } from "./places.ts";
import { dc, idLogon, logon, win } from "./rows-host.ts";
import { signIn, silent } from "./rows-identity.ts";
import { vpn, web } from "./rows-net.ts";
import { email, file, label, mailbox } from "./rows-office.ts";

const sitesOnWeb = [
  "https://www.courtlist.example/daily", "https://registry.companies.example/search", "https://news.lawtimes.example/",
  "https://www.taxcodes.example/rates", "https://rail.tickets.example/", "https://vdr.dealvault.example/rooms",
  "https://research.lexbase.example/cases", "https://www.weather.example/", "https://translate.lingua.example/",
  "https://www.recipes.example/soups", "https://video.meetings.example/j", "https://cdn.fonts.example/a.woff2",
];

/** Files are opened in proportion to how close a person is to a matter: the first ones most. */
const matterOf = (w: World, p: Person): Matter =>
  p.matters[Math.min(p.matters.length - 1, Math.floor(w.rng.next() ** 2 * p.matters.length))] ?? w.rng.pick(p.matters);

const files = (w: World, p: Person, index: number, net: Net, from: number, until: number): void => {
  for (let n = w.rng.count(p.fileRate); n > 0; n--) {
    const m = matterOf(w, p);
    const t = moment(w, p, index, from, until);
    const name = w.rng.pick(m.files);
    const draft = w.rng.next();
    const operation = draft < 0.5 ? "FileAccessed" : draft < 0.68 ? "FileModified" : draft < 0.78 ? "FileDownloaded"
      : draft < 0.84 ? "FilePreviewed" : draft < 0.9 ? "FileUploaded" : draft < 0.94 ? "FileSyncDownloadedFull"
        : draft < 0.96 ? "FileCheckedIn" : draft < 0.975 ? "FileRenamed" : draft < 0.985 ? "FileMoved" : "FileRecycled";
    file(w, t, p, operation, m, { net, name });
    if (operation === "FileModified" && w.rng.chance(0.12)) {
      label(w, t + MINUTE, p, m, "LabelUpgraded", w.rng.chance(0.5) ? 1 : undefined, m.label, { net, name });
    }
  }
};

const mails = (w: World, p: Person, index: number, net: Net, from: number, until: number): void => {
  for (let n = w.rng.count(p.mailRate); n > 0; n--) {
    const t = moment(w, p, index, from, until);
    const inside = w.rng.chance(0.35);
    const incoming = w.rng.chance(0.55);
    const attached: [string, number][] = w.rng.chance(0.25)
      ? [[w.rng.pick(matterOf(w, p).files), w.rng.int(30_000, 3_000_000)]] : [];
    const subject = `${w.rng.pick(["", "", "Re: ", "FW: "])}${w.rng.pick(subjects)}`;
    if (inside) {
      const other = w.rng.pick(w.rng.pick(p.matters).members.length > 1 ? w.rng.pick(p.matters).members : w.org.people);
      if (other === p) continue;
      email(w, t, { from: p.mail, to: other.mail, sender: p, recipient: other, subject, direction: "Intra-org",
        files: attached });
    } else if (incoming) {
      const c = w.rng.pick(p.contacts);
      email(w, t, { from: c.mail, to: w.rng.chance(0.06) ? p.alias : p.mail, name: c.name, recipient: p, subject,
        direction: "Inbound", files: attached, ip: `${c.company.place.home[0]}.7.25`,
        ...(w.rng.chance(0.15) ? { url: `https://files.${c.company.domain}/d/${w.rng.hex(8)}` } : {}) });
    } else {
      const c = w.rng.pick(p.contacts);
      email(w, t, { from: p.mail, to: c.mail, sender: p, subject, direction: "Outbound", files: attached });
      if (w.rng.chance(0.15)) mailbox(w, t, p, "Send", { net, subject });
    }
  }
  if (w.rng.chance(0.22)) mailbox(w, moment(w, p, index, from, until), p, "MailItemsAccessed", { net,
    ...(p.device.os === "MacOs" ? { client: "Client=WebServices;MacOutlook/16.101.25080324 (Mac OS X Version "
      + "15.6)" } : {}),
    count: w.rng.int(1, 9), folder: w.rng.pick(["\\Inbox", "\\Inbox", "\\Sent Items", "\\Clients"]) });
};

const network = (w: World, p: Person, index: number, remote: boolean, net: Net): void => {
  const start = moment(w, p, index, p.begins - 0.2, p.begins + 0.6);
  if (remote && !["helpdesk", "secretary"].includes(p.grade) && w.rng.chance(0.55)) {
    vpn(w, start, p, net);
    if (w.rng.chance(0.5)) vpn(w, start + w.rng.int(2, 9) * HOUR, p, net, { event: "down" });
  }
  if (w.rng.chance(0.5)) {
    web(w, moment(w, p, index), p, { url: `${w.rng.pick(sitesOnWeb)}?q=${w.rng.hex(4)}`, net,
      out: w.rng.chance(0.03) ? w.rng.int(2e6, 4e7) : w.rng.int(400, 9000) });
  }
  if (!remote || w.rng.chance(0.3)) {
    if (w.rng.chance(0.3)) idLogon(w, start + MINUTE, p);
    if (w.rng.chance(0.16)) logon(w, start + 2 * MINUTE, w.rng.pick(w.org.hosts.filter((h) => h.role === "file")), p);
    if (w.rng.chance(0.1)) win(w, start + MINUTE, dc(w), 4768,
      { TargetUserName: p.sam, IpAddress: `::ffff:${p.device.ip}`,
      Status: "0x0", ServiceName: "krbtgt", TargetUserSid: p.sid });
  }
};

const accountDay = (w: World, p: Person, index: number, net: Net, start: number, end: number): void => {
  const at = moment(w, p, index, start - 0.3, start + 0.5);
  if (w.rng.chance(0.7)) {
    if (w.rng.chance(0.045)) signIn(w, at - MINUTE, p, { net, error: "50126" });
    if (w.rng.chance(0.02)) signIn(w, at - 40_000, p, { net, error: "500121",
      mfa: w.rng.pick(["timeout", "timeout", "denied"]) });
    // Some work on a private computer at home now and then.
    const own = net.isp === "residential" && net.place === p.office.place && w.rng.chance(0.07);
    signIn(w, at, p, { net, mfa: w.rng.pick(["push", "claim", "claim", "code"]),
      ...(own ? { device: null, ua: w.rng.pick(strangeAgents.slice(0, 2).concat(strangeAgents.slice(4))),
        app: apps.owa } : {}) });
  }
  for (let n = w.rng.count(1.6); n > 0; n--) {
    silent(w, moment(w, p, index, start, end), p, { net, app: w.rng.pick([apps.teams, apps.office, apps.exchange,
      apps.sync]) });
  }
  if (w.rng.chance(0.14)) {
    signIn(w, moment(w, p, index, start, end + 2), p, { net: p.relay === true ? nearbyHosting(w.rng, p.office.place)
      : w.rng.chance(0.6) ? mobileNet(w.rng, net.place) : homeOf(w, p, index),
      device: p.phone, app: apps.outlookMobile, mfa: "claim" });
  }
};

const personDay = (w: World, p: Person, index: number): void => {
  const day = dayStart(w, index);
  if (isAway(p, index)) {
    // On holiday people still read mail on the telephone now and then.
    if (p.away[0]?.[0] === 0 || p.leaves !== undefined || !w.rng.chance(0.15)) return;
    signIn(w, moment(w, p, index), p, { net: p.mobile, device: p.phone, app: apps.outlookMobile, mfa: "claim" });
    return;
  }
  const { net, remote } = placeOf(w, p, index);
  if (isWeekend(day)) {
    if (!w.rng.chance(p.weekend)) return;
    accountDay(w, p, index, net, 10, 17);
    files(w, p, index, net, 10, 18);
    return;
  }
  accountDay(w, p, index, net, p.begins, p.ends);
  files(w, p, index, net, p.begins, p.ends);
  mails(w, p, index, net, p.begins, p.ends);
  network(w, p, index, remote, net);
  if (w.rng.chance(p.evening * 0.5)) {
    const late = Math.min(23.4, p.ends + w.rng.real(1, 3));
    const evening = remote ? net : homeOf(w, p, index);
    silent(w, moment(w, p, index, late, late + 0.3), p, { net: evening });
    file(w, moment(w, p, index, late, late + 0.5), p, "FileAccessed", matterOf(w, p), { net: evening });
  }
};

/** Deals are closed in the night: for a few days a whole team works until late. */
const closings = (w: World): void => {
  for (let n = 0; n < 7; n++) {
    const m = w.rng.pick(w.org.matters);
    const first = w.rng.int(1, w.days - 4);
    for (let d = 0; d < 3; d++) {
      for (const p of m.members) {
        if (isAway(p, first + d) || isWeekend(dayStart(w, first + d))) continue;
        const { net } = placeOf(w, p, first + d);
        for (let k = w.rng.int(1, 4); k > 0; k--) {
          const t = local(p.office.place, dayStart(w, first + d), w.rng.real(20, 25.5));
          file(w, t, p, w.rng.pick(["FileModified", "FileDownloaded", "FileAccessed"]), m, { net });
        }
      }
    }
  }
};

const guestDay = (w: World, p: Person, index: number): void => {
  if (isWeekend(dayStart(w, index)) || !w.rng.chance(0.28)) return;
  const m = w.rng.pick(p.matters);
  const t = local(p.company?.place ?? p.office.place, dayStart(w, index), w.rng.real(9, 18));
  const net = w.rng.chance(0.85) ? p.home : p.mobile;
  signIn(w, t, p, { net, app: apps.sharepoint, device: p.device, mfa: w.rng.pick(["code", "sms"]) });
  for (let n = w.rng.int(1, 4); n > 0; n--) {
    file(w, t + w.rng.int(1, 40) * MINUTE, p, w.rng.pick(["FileAccessed", "FilePreviewed", "FileDownloaded"]), m,
      { net, managed: false });
  }
};

/** The ordinary days of all people. */
export const everydayPeople = (w: World): void => {
  for (let index = 0; index < w.days; index++) {
    for (const p of w.org.people) personDay(w, p, index);
    for (const p of w.org.guests) guestDay(w, p, index);
  }
  closings(w);
};

/** Journeys, telephones and other private matters that look strange to a stranger. */
export const everydayPrivate = (w: World): void => {
  for (const p of w.org.people) {
    for (const j of p.travels) {
      const t = w.from + j.from * DAY + w.rng.int(7, 20) * HOUR;
      signIn(w, t, p, { net: mobileNet(w.rng, j.net.place), device: p.phone, app: apps.outlookMobile, mfa: "claim" });
      if (!isAway(p, j.from)) {
        signIn(w, t + 2 * HOUR, p, { net: j.net, ...(w.rng.chance(0.3)
          ? { risk: "low" as const, riskType: "unfamiliarFeatures" } : {}) });
        for (let n = w.rng.int(1, 6); n > 0; n--) {
          file(w, t + w.rng.int(3, 30) * HOUR, p, "FileDownloaded", matterOf(w, p), { net: j.net });
        }
      }
    }
  }
};
