import { audit, pimActivation, signIn, userTarget } from "../emit/entra.ts";
import { click, inside, message } from "../emit/mail.ts";
import { cloudApp, cmdlet, file, itemsAccessed, sharing, teams } from "../emit/office.ts";
import { anomaly, behavior } from "../emit/upstream.ts";
import type { EverydayLog } from "../lib/log.ts";
import { day, hour, isWeekend, minute, weekdayOf } from "../lib/time.ts";
import { adminOf, byTitle, principal } from "../org/world.ts";
import type { Site, World } from "../org/world.ts";
import type { Whereabouts } from "./whereabouts.ts";

const siteOf = (w: World, name: string): Site => {
  const found = w.sites.find((one) => one.name === name);
  if (!found) throw new Error(`no site ${name}`);
  return found;
};

/** People whose job is to take many files at once. */
const bulkWork = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const bulk = (title: RegExp, site: string, operation: string, low: number, high: number, chance: number): void => {
    const who = w.people.find((one) => title.test(one.title));
    if (!who || !r.chance(chance) || !whereabouts.works(who, start)) return;
    const time = whereabouts.moment(r, who, start);
    const from = whereabouts.spot(who, time);
    const of = siteOf(w, site);
    for (const [i, path] of r.sample(of.files, r.int(low, high)).entries()) {
      file(log, time + i * r.int(900, 6000), who, operation, of, path, { from });
    }
  };
  bulk(/Data Analyst/, "Customers", "FileDownloaded", 15, 40, 0.2);
  bulk(/Campaign|Content/, "Marketing", "FileDownloaded", 12, 30, 0.2);
  bulk(/Technical Writer/, "Product", "FileSyncDownloadedFull", 15, 35, 0.15);
  bulk(/Contracts Manager/, "LegalMatters", "FileDownloaded", 10, 25, 0.15);
  bulk(/HR Operations/, "People", "FileDownloaded", 8, 20, 0.15);
  bulk(/Regional Sales/, "SalesPipeline", "FileDownloaded", 8, 16, 0.15);
  // The close of the month: finance works late and reads nearly everything.
  const date = new Date(start).getUTCDate();
  if (date <= 3 || date >= 30) {
    for (const who of w.people.filter((one) => one.department === "Finance")) {
      if (!r.chance(0.6)) continue;
      const time = start + (16 + r.float(0, 4)) * hour;
      const of = siteOf(w, "FinanceTeam");
      for (const [i, path] of r.sample(of.files, r.int(5, 12)).entries()) {
        file(log, time + i * r.int(10_000, 90_000), who, r.pick(["FileDownloaded", "FileModified"]), of, path, {
          from: whereabouts.spot(who, time) });
      }
    }
  }
  // A colleague who cleans up folders of an old release.
  if (r.chance(0.2)) {
    const who = r.pick(w.people.filter((one) => ["Product", "Engineering"].includes(one.department)));
    const of = siteOf(w, "Product");
    const time = whereabouts.moment(r, who, start);
    for (const [i, path] of r.sample(of.files, r.int(6, 20)).entries()) {
      file(log, time + i * 800, who, "FileRecycled", of, path, { from: whereabouts.spot(who, time) });
    }
  }
};

const legalSearch = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const counsel = byTitle(w, /Privacy Counsel/);
  if (!whereabouts.works(counsel, start)) return;
  const time = whereabouts.moment(r, counsel, start);
  const from = whereabouts.spot(counsel, time);
  const name = `Matter-${r.digits(3)}`;
  message(log, time - 2 * hour, { subject: `Legal hold ${name}: collection approved`, to: [counsel],
    from: inside(byTitle(w, /General Counsel/)) });
  for (const [i, action] of ["SearchCreated", "SearchStarted", "ViewedSearchExported", "SearchExported"].entries()) {
    cloudApp(log, time + i * 20 * minute, counsel, action, "Microsoft 365", name, { from }, {},
      { Workload: "SecurityComplianceCenter",
      ExchangeLocations: r.sample(w.people, 3).map((one) => one.upn).join(", ") });
  }
};

const messaging = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const who = adminOf(w, /Messaging/);
  const owner = who.owner ?? who;
  if (!whereabouts.works(owner, start)) return;
  const time = whereabouts.moment(r, owner, start);
  const from = whereabouts.spot(owner, time);
  if (r.chance(0.35)) {
    const shared = r.pick(["support-inbox", "billing", "events", "careers"]);
    message(log, time - 30 * minute, { subject: `[Ticket ${r.digits(5)}] Access to shared mailbox ${shared}`,
      from: { address: "tickets@brightkiln.example", name: "Service desk" }, to: [owner] });
    cmdlet(log, time, who, "Add-MailboxPermission", { Identity: `${shared}@brightkiln.example`,
      User: r.pick(w.people).upn,
      AccessRights: "FullAccess", InheritanceType: "All" }, { from });
  }
  if (weekdayOf(start) === 3 && r.chance(0.5)) {
    cmdlet(log, start + 17.5 * hour, who, "Set-TransportRule",
      { Identity: r.pick(["External sender banner", "Disclaimer",
      "Block executables"]), Mode: "Enforce" }, { from: who.home });
  }
  if (r.chance(0.1)) {
    cmdlet(log, time + hour, who, "Set-CASMailbox", { Identity: r.pick(w.people).upn, ImapEnabled: "False",
      PopEnabled: "False" },
      { from });
  }
  // The executive assistant works in the mailbox and calendar of the chief executive.
  const assistant = byTitle(w, /Executive Assistant/);
  if (whereabouts.works(assistant, start)) {
    itemsAccessed(log, whereabouts.moment(r, assistant, start), assistant, byTitle(w, /Chief Executive/), r.int(5, 40),
      { from: whereabouts.spot(assistant, start + 10 * hour) });
  }
};

const campaigns = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const marketer = byTitle(w, /Campaign Manager|Content/);
  if (weekdayOf(start) === 4) {
    message(log, start + 8 * hour, { subject: "What is new at Brightkiln", from: inside(marketer),
      to: w.correspondents.slice(0, 60).map((one) => one.address), urls: ["https://www.brightkiln.example/news"] });
  }
  if (weekdayOf(start) === 1) {
    message(log, start + 7 * hour, { subject: "All hands this week", from: inside(byTitle(w, /Office Manager/)),
      to: w.people.slice(0, 90) });
  }
  // The phishing simulation of the security team, sent by its vendor and let through by policy.
  if (Math.floor((start - w.from) / day) % 18 === 8) {
    const url = "https://training-portal.phishdrill.example/t/";
    for (const who of r.sample(w.people, 45)) {
      const time = start + (7 + r.float(0, 3)) * hour;
      const link = url + r.hex(8);
      const sent = message(log, time, { subject: "Your mailbox is almost full", to: [who], urls: [link], first: true,
        from: { address: "it-support@phishdrill.example", name: "IT Support", ip: "147.160.167.20" },
        policy: ["Allow", "Phishing simulation"] });
      if (r.chance(0.2)) click(log, time + r.int(2, 200) * minute, who, sent, link);
    }
  }
};

/** The migration of an old site, on five evenings, by a migration account. */
const migration = (w: World, log: EverydayLog, start: number): void => {
  const { r } = log;
  const offset = Math.floor((start - w.from) / day);
  if (![8, 9, 10, 29, 30].includes(offset)) return;
  const engineer = adminOf(w, /Systems/);
  const of = siteOf(w, "SupportKnowledge");
  const sp = principal(w, "sharepoint-migrator");
  const time = start + 17 * hour;
  pimActivation(log, time - 10 * minute, engineer, "SharePoint Administrator",
    w.roles["SharePoint Administrator"] ?? "",
    "CHG-4502 migration of knowledge base");
  for (const [i, path] of r.sample(of.files, 60).entries()) {
    file(log, time + i * 3000, engineer, i % 2 ? "FileCopied" : "FileDownloaded", of, path, { appId: sp.appId });
    if (offset > 20) file(log, time + i * 3000 + 1000, engineer, "FileDeleted", of, path, { appId: sp.appId });
  }
  anomaly(log, time + 3 * hour, engineer, engineer.home, "Unusual mass download by user", 0.7, "Exfiltration", "T1030");
};

const auditors = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  const offset = Math.floor((start - w.from) / day);
  const weeks = [14, 15, 16, 17, 18, 35, 36, 37, 38, 39];
  if (!weeks.includes(offset) || isWeekend(start)) return;
  const of = siteOf(w, "FinanceTeam");
  for (const guest of w.guests.filter((one) => one.company.startsWith("halden")).slice(0, 2)) {
    const time = start + (8 + r.float(0, 6)) * hour;
    signIn(log, time, guest, { from: guest.home, mfa: "prompt" });
    for (const [i, path] of r.sample(of.files, r.int(10, 30)).entries()) {
      file(log, time + i * 40_000, guest, r.pick(["FileAccessed", "FileDownloaded"]), of, path);
    }
  }
  if (offset % 7 === 0) {
    const controller = byTitle(w, /Controller/);
    sharing(log, start + 7 * hour, controller, "SharingInvitationCreated", of, "Shared Documents/Reviews",
      r.pick(w.guests.filter((one) => one.company.startsWith("halden"))).upn,
        { from: whereabouts.spot(controller, start) });
  }
};

const upstreamNoise = (w: World, log: EverydayLog, whereabouts: Whereabouts, start: number): void => {
  const { r } = log;
  for (let i = r.count(1.1); i > 0; i--) {
    const who = r.pick(w.people);
    const time = whereabouts.moment(r, who, start);
    const from = whereabouts.spot(who, time);
    if (r.chance(0.5)) {
      anomaly(log, time, who, from, r.pick(["Anomalous sign-in location by user account",
        "Anomalous failed sign-in by user",
        "Unusual volume of mail sent", "Unusual file access"]), r.float(0.4, 0.75),
          r.pick(["InitialAccess", "Collection",
        "CredentialAccess"]), r.pick(["T1078", "T1114", "T1110"]));
    } else {
      behavior(log, time, who, from, r.pick(["LogOn", "FailedLogOn", "ResourceAccess"]), "Sign-in", r.int(1, 4),
        { FirstTimeUserUsedApp: "True", AppUncommonlyUsedAmongPeers: "False" });
    }
  }
  if (r.chance(0.5)) {
    const who = r.pick(w.people.filter((one) => one.department === "Product" || one.department === "Engineering"));
    const time = whereabouts.moment(r, who, start);
    teams(log, time, who, "MemberAdded", { TeamName: r.pick(["Checkout squad", "Release 9", "Hackathon"]),
      Members: [{ UPN: r.pick(w.people).upn, Role: 1 }] }, { from: whereabouts.spot(who, time) });
  }
  if (r.chance(0.5)) {
    const who = r.pick(w.people.filter((one) => ["Data", "Finance", "Sales", "Executive"].includes(one.department)));
    const time = whereabouts.moment(r, who, start);
    cloudApp(log, time, who, r.pick(["ViewReport", "ViewReport", "ExportReport"]), "Microsoft Power BI",
      r.pick(["Usage by tenant", "Pipeline", "Cost"]), { from: whereabouts.spot(who, time) });
  }
  if (r.chance(0.15)) {
    const who = r.pick(w.people.filter((one) => ["Support", "Sales", "HR"].includes(one.department)));
    const time = whereabouts.moment(r, who, start);
    cloudApp(log, time, who, "DlpRuleMatch", "Microsoft Exchange Online", "Re: customer data",
      { from: whereabouts.spot(who, time) },
      {}, { PolicyDetails: [{ PolicyName: "Personal data", Rules: [{ RuleName: "Low volume", Severity: "Low",
        Actions: ["NotifyUser"] }] }] });
  }
};

export const officeWork = (w: World, base: EverydayLog, whereabouts: Whereabouts): void => {
  const log = base.fork("office");
  for (let start = w.from; start < w.until; start += day) {
    migration(w, log, start);
    if (isWeekend(start)) continue;
    bulkWork(w, log, whereabouts, start);
    messaging(w, log, whereabouts, start);
    campaigns(w, log, start);
    auditors(w, log, whereabouts, start);
    upstreamNoise(w, log, whereabouts, start);
    if (log.r.chance(0.12)) legalSearch(w, log, whereabouts, start);
  }
  // A marriage: a person gets a new name and principal name.
  const who = log.r.pick(w.people.filter((one) => one.department === "Support"));
  audit(log, w.from + 33 * day + 9 * hour, { op: "Update user", category: "UserManagement", by: adminOf(w, /Identity/),
    targets: [userTarget(who,
      [["DisplayName", [who.name], [`${who.first} ${log.r.pick(["Berg", "Costa", "Reed"])}`]]])] });
};
