import { click, inside, message, zap } from "../emit/mail.ts";
import { riskEvent, securityInfo, signIn } from "../emit/entra.ts";
import { cmdlet, file, itemsAccessed, label, personalSite, sharing, teams } from "../emit/office.ts";
import { behavior } from "../emit/upstream.ts";
import type { EverydayLog } from "../lib/log.ts";
import { day, hour, minute } from "../lib/time.ts";
import { apps } from "../org/identities.ts";
import { makeLaptop, makePhone } from "../org/people.ts";
import type { Device, Person } from "../org/people.ts";
import { hostingSpot } from "../org/places.ts";
import { appsOf } from "../org/world.ts";
import type { Site, World } from "../org/world.ts";
import type { Whereabouts } from "./whereabouts.ts";

interface Habits {
  sites: Site[];
  favorites: [Site, string][];
  colleagues: Person[];
  correspondents: World["correspondents"];
  own: Site;
  nextPhone: Device | undefined;
  nextLaptop: Device;
}

const subjects = ["Re: next steps", "Weekly sync notes", "Question about the rollout", "Fwd: agenda",
  "Draft for review",
  "Re: ticket update", "Availability next week", "Re: proposal", "Minutes", "Quick question", "Re: contract wording",
  "Follow-up from our call", "Updated figures", "Re: access to the workspace", "Reminder: timesheets",
    "Re: integration test"];

const newsletterSubjects = ["This week in platform engineering", "Your September digest", "Webinar: observability",
  "New features in the dashboard", "Early bird tickets", "Security bulletin summary"];

const makeHabits = (w: World, who: Person): Habits => {
  const r = w.r.fork(`habits/${who.id}`);
  const sites = w.sites.filter((site) => site.departments.includes(who.department) && site.name !== "ProjectKestrel"
    && !(site.name === "People" && who.department !== "HR") || site.name === "Company");
  const favorites = sites.flatMap((site) => r.sample(site.files,
    r.int(5, 14)).map((path): [Site, string] => [site, path]));
  const own = personalSite(who);
  favorites.push(...r.sample(own.files, 10).map((path): [Site, string] => [own, path]));
  const team = w.people.filter((one) => one.department === who.department && one !== who);
  return {
    sites, favorites, own, colleagues: [...r.sample(team, 6), ...r.sample(w.people, 4)],
    correspondents: r.sample(w.correspondents, r.int(3, 9)),
    nextPhone: who.phone ? makePhone(r, who.first) : undefined,
      nextLaptop: makeLaptop(r, who.department, r.int(1200, 1900)),
  };
};

const signIns = (w: World, log: EverydayLog, whereabouts: Whereabouts, who: Person, start: number,
  habits: Habits): void => {
  const { r } = log;
  const plan = whereabouts.plan(who);
  const laptop = plan.newLaptop !== undefined && start >= plan.newLaptop ? habits.nextLaptop : who.laptop;
  const phone = plan.newPhone !== undefined && start >= plan.newPhone ? habits.nextPhone : who.phone;
  const available = appsOf(w, who);
  const count = r.count(who.activity.signIns);
  const session = r.uuid();
  for (let i = 0; i < count; i++) {
    const time = whereabouts.moment(r, who, start);
    const app = r.pick(available);
    if (phone && r.chance(0.17)) {
      signIn(log, time, who, { app: r.pick([apps.outlookMobile, apps.teams]), from: whereabouts.phoneSpot(who, time),
        device: phone, mfa: r.chance(0.12) ? "prompt" : "claim", session: r.uuid() });
      continue;
    }
    const from = whereabouts.spot(who, time);
    if (r.chance(who.typos)) {
      for (let k = r.int(1, 3); k > 0; k--) {
        signIn(log, time - k * 20_000, who, { app, from, device: laptop, result: "50126", mfa: "none" });
      }
    }
    if (r.chance(0.02)) signIn(log, time - 50_000, who, { app, from, device: laptop, result: "50140" });
    if (r.chance(0.006)) {
      signIn(log, time - 70_000, who, { app, from, device: laptop, result: "500121", mfa: "timeout" });
    }
    const travelling = whereabouts.trip(who, time) !== undefined;
    const mfa = r.chance(travelling ? 0.5 : 0.1) ? "prompt" : "claim";
    signIn(log, time, who, { app, from, device: laptop, mfa, session });
    if (travelling && i === 0 && r.chance(0.12)) {
      riskEvent(log, time, who, from, "unfamiliarFeatures", "low",
        { state: r.pick(["dismissed", "remediated", "atRisk"]), detail: "aiConfirmedSigninSafe" });
    }
    if (travelling && i === 0 && r.chance(0.25)) {
      behavior(log, time, who, from, "LogOn", "Sign-in", r.int(2, 5),
        { FirstTimeUserConnectedFromCountry: "True", CountryUncommonlyConnectedFromAmongPeers: "True" });
    }
  }
  for (let k = r.count(who.activity.signIns * 0.5); k > 0; k--) {
    const time = whereabouts.moment(r, who, start);
    const mobile = phone !== undefined && r.chance(0.4);
    signIn(log, time, who, { app: mobile ? apps.outlookMobile : r.pick([apps.teams, apps.office, apps.exchange]),
      from: mobile ? whereabouts.phoneSpot(who, time) : whereabouts.spot(who, time), device: mobile ? phone : laptop,
      nonInteractive: true, session });
  }
};

const files = (w: World, log: EverydayLog, whereabouts: Whereabouts, who: Person, start: number,
  habits: Habits): void => {
  const { r } = log;
  for (let i = r.count(who.activity.files); i > 0; i--) {
    const time = whereabouts.moment(r, who, start);
    const from = whereabouts.spot(who, time);
    const [site, path] = r.chance(0.85) || habits.sites.length === 0 ? r.pick(habits.favorites) : (() => {
      const other = r.pick(habits.sites);
      return [other, r.pick(other.files)] as [Site, string];
    })();
    const operation = r.pick(["FileAccessed", "FileAccessed", "FileAccessed", "FileModified", "FileModified",
      "FileDownloaded",
      "FilePreviewed", "FileUploaded", "FileSyncDownloadedFull", "FileRenamed", "FileRecycled"].slice(0,
        r.chance(0.2) ? 11 : 8));
    file(log, time, who, operation, site, path, { from });
  }
  if (r.chance(0.08)) {
    const time = whereabouts.moment(r, who, start);
    const words = r.pick(["travel policy", "roadmap q4", "template", "vacation", "password policy", "onboarding",
      "vpn setup", who.department.toLowerCase(), "brand colors", "invoice template"]);
    file(log, time, who, "SearchQueryPerformed", habits.own, words, { from: whereabouts.spot(who, time) });
  }
  if (r.chance(0.03)) {
    const [site, path] = r.pick(habits.favorites);
    const time = whereabouts.moment(r, who, start);
    const outside = ["Sales", "Customer Success", "Marketing", "Legal"].includes(who.department) && r.chance(0.5);
    const target = outside ? r.pick(habits.correspondents).address : r.pick(habits.colleagues).upn;
    sharing(log, time, who, outside ? "AddedToSecureLink" : "SharingSet", site, path, target,
      { from: whereabouts.spot(who, time) }, r.chance(0.4) ? "Edit" : "View");
  }
  if (who.department === "Marketing" && r.chance(0.06)) {
    const site = w.sites.find((one) => one.name === "Marketing");
    if (site) sharing(log, whereabouts.moment(r, who, start), who, "AnonymousLinkCreated", site, r.pick(site.files),
      "");
  }
  if (["Legal", "Finance", "HR", "Product", "Marketing"].includes(who.department) && r.chance(0.14)) {
    const [site, path] = r.pick(habits.favorites);
    const time = whereabouts.moment(r, who, start);
    const publishing = who.department === "Marketing";
    const event = publishing ? "LabelDowngraded" : r.pick(["LabelApplied", "LabelApplied", "LabelUpgraded",
      "LabelDowngraded"]);
    const down = event === "LabelDowngraded";
    label(log, time, who, event, site.url + path, down ? "Confidential" : "General",
      down ? (publishing ? "Public" : "General")
      : "Confidential", down ? r.pick(["Published on the website", "Wrong label", "No longer confidential"]) : "",
    { from: whereabouts.spot(who, time) });
  }
};

const correspondence = (
  w: World, log: EverydayLog, whereabouts: Whereabouts, who: Person, start: number, habits: Habits,
): void => {
  const { r } = log;
  const documents = ["pdf", "docx", "xlsx", "png"];
  for (let i = r.count(who.activity.mail * 0.38); i > 0; i--) {
    const time = whereabouts.moment(r, who, start);
    const outside = r.chance(["Sales", "Customer Success", "Support", "Legal", "Finance"].includes(who.department)
      ? 0.55 : 0.12);
    const to = outside ? [r.pick(habits.correspondents).address]
      : r.sample(habits.colleagues, r.chance(0.75) ? 1 : r.int(2, 3));
    const subject = r.pick(subjects);
    message(log, time, { subject, from: inside(who), to, ...(r.chance(0.16) ? { attachments: [{
      name: `${subject.replace(/[^a-z]+/gi, "-").toLowerCase()}.${r.pick(documents)}`,
        size: r.int(20_000, 900_000) }] } : {}) });
  }
  for (let i = r.count(who.activity.mail * 0.4); i > 0; i--) {
    const time = whereabouts.moment(r, who, start);
    const sender = r.chance(0.9) ? r.pick(habits.correspondents) : r.pick(w.correspondents);
    const url = `https://www.${sender.domain}/${r.pick(["docs", "status", "orders", "news"])}/${r.digits(4)}`;
    const withUrl = r.chance(0.1);
    const sent = message(log, time, { subject: r.pick(subjects), from: { address: sender.address, name: sender.name,
      ip: sender.ip }, to: [who], first: !habits.correspondents.includes(sender), ...(withUrl ? { urls: [url] } : {}),
    ...(r.chance(0.14) ? { attachments: [{ name: `${r.pick(["order", "notes", "statement", "offer", "invoice"])}-` +
      `${r.digits(4)}.pdf`, size: r.int(30_000, 900_000) }] } : {}) });
    if (withUrl && r.chance(0.4)) click(log, time + r.int(2, 90) * minute, who, sent, url,
      { from: whereabouts.spot(who, time) });
  }
  if (r.chance(0.12)) {
    const publisher = r.pick(["devdigest.example", "cloudweekly.example", "peopleops.example", "saleslab.example"]);
    const sender = `news@${publisher}`;
    const url = `https://${sender.split("@")[1]}/read/${r.digits(5)}`;
    message(log, start + (5 + r.float(0, 4)) * hour, { subject: r.pick(newsletterSubjects),
      from: { address: sender, name: "Newsletter", ip: "149.72.10.9",
        mailFrom: `bounce-${r.digits(5)}@mailer.example` },
      to: [who], urls: [url] });
  }
  if (r.chance(0.035)) {
    const bad = hostingSpot(r);
    const box = r.pick(["billing", "hr-notice", "docs", "voicemail"]);
    const sender = `${box}@${r.pick(["secure-mailbox", "parcel-hub", "sign-now", "acct-check"])}-${r.hex(3)}.example`;
    const time = start + r.float(0, 24) * hour;
    const action = r.pick(["Blocked", "Blocked", "Junked", "Delivered"] as const);
    const sent = message(log, time, { subject: r.pick(["Action required", "Voicemail from +1 ***",
      "Your parcel is waiting",
      "Payroll notice"]), from: { address: sender, name: "Notification", ip: bad.ip }, to: [who], action,
    threat: r.pick(["Phish", "Spam"]), authFailed: true, first: true, urls: [`https://${sender.split("@")[1]}/go`] });
    if (action === "Delivered") zap(log, time, who, sent, sender, r.pick(["Phish ZAP", "Spam ZAP"]), r.float(0.02, 3));
  }
  if (r.chance(0.3)) {
    itemsAccessed(log, whereabouts.moment(r, who, start), who, who, r.int(2, 60),
      { from: whereabouts.spot(who, start + 9 * hour) });
  }
  if (r.chance(0.05)) {
    const time = whereabouts.moment(r, who, start);
    cmdlet(log, time, who, "New-InboxRule", { Name: r.pick(["Newsletters", "Build mails", "Tickets", "Calendar"]),
      FromAddressContainsWords: r.pick(["news@", "noreply@", "builds@", "tickets@"]),
      MoveToFolder: r.pick(["Newsletters", "Builds", "Later", "Tickets"]), StopProcessingRules: "False" },
    { from: whereabouts.spot(who, time) });
  }
  if (r.chance(0.006)) {
    const time = whereabouts.moment(r, who, start);
    cmdlet(log, time, who, "Set-Mailbox", { Identity: who.upn,
      ForwardingSmtpAddress: `smtp:${r.pick(habits.colleagues).upn}`,
      DeliverToMailboxAndForward: "True" }, { from: whereabouts.spot(who, time) });
  }
  for (let i = r.count(who.activity.chat); i > 0; i--) {
    const time = whereabouts.moment(r, who, start);
    teams(log, time, who, r.pick(["MessageSent", "MessageSent", "MeetingParticipantDetail", "ReactedToMessage",
      "ChatCreated"]),
      {}, { from: whereabouts.spot(who, time) });
  }
};

/** The working days of everybody. */
export const dailyWork = (w: World, log: EverydayLog, whereabouts: Whereabouts): void => {
  for (const who of [...w.people, ...w.guests, ...w.newcomers]) {
    const habits = makeHabits(w, who);
    const mine = log.fork(who.id);
    const plan = whereabouts.plan(who);
    for (let start = w.from; start < w.until; start += day) {
      if (!whereabouts.works(who, start)) continue;
      signIns(w, mine, whereabouts, who, start, habits);
      files(w, mine, whereabouts, who, start, habits);
      if (!who.guest) correspondence(w, mine, whereabouts, who, start, habits);
      if (plan.newPhone !== undefined && start <= plan.newPhone && plan.newPhone < start + day) {
        const time = whereabouts.moment(mine.r, who, start);
        const from = whereabouts.spot(who, time);
        signIn(mine, time - 2 * minute, who, { app: apps.security, from, mfa: mine.r.chance(0.6) ? "prompt" : "sms" });
        securityInfo(mine, time, who, who, "Authenticator app with push notification and code", "registered", from);
        securityInfo(mine, time + 3 * minute, who, who, "Authenticator app", "deleted", from);
      }
    }
  }
  for (const who of w.admins) {
    const mine = log.fork(who.id);
    for (let start = w.from; start < w.until; start += day) {
      const owner = who.owner ?? who;
      if (!whereabouts.works(owner, start)) continue;
      for (let i = mine.r.count(1); i > 0; i--) {
        const time = whereabouts.moment(mine.r, owner, start);
        signIn(mine, time, who, { app: mine.r.pick([apps.portal, apps.portal, apps.graphCli, apps.powershell]),
          mfa: "prompt",
          from: whereabouts.spot(owner, time) });
      }
    }
  }
};
