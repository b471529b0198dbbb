/** What people do on a working day: sign in, work with files and mail, browse, connect from home, mistype passwords. */
import type { Endpoint } from "../places.ts";
import type { Out } from "../out.ts";
import type { Person, World } from "../types.ts";
import type { Rng } from "../util.ts";
import { SUBJECTS } from "../names.ts";
import { hostingNet, mobileNet, phone } from "../places.ts";
import { DAY, HOUR, MINUTE, offset } from "../util.ts";

const WEB_SITES: [string, string][] = [
  ["www.partcommunity.example/catalog", "Engineering"], ["news.regional.example/today", "News and Media"],
  ["www.rail.example/timetable", "Travel"],
  ["docs.cad-help.example/sketch", "Professional Services"], ["www.din-standards.example/search", "Reference Sites"],
  ["maps.example/route", "Internet Services"],
  ["www.steel-prices.example/index", "Finance"], ["video.training.example/course/17", "Online Learning"],
  ["shop.tools.example/milling", "Online Shopping"],
  ["weather.example/week", "News and Media"],
];

/** Start of the local hour on a day of the period. */
export function localTime(w: World, person: { site: Person["site"] }, day: number, hour: number): number {
  const midnight = w.from + day * DAY;
  return midnight + hour * HOUR - offset(person.site.zone, midnight + 12 * HOUR);
}

export function weekday(day: number): number {
  return (day % 7) + 1;
}

/** Is the person at work on this day? The period starts on a Monday. */
export function present(person: Person, day: number): boolean {
  return day >= person.joins && day < person.leaves && !person.off.has(day) && weekday(day) <= 5;
}

export function whereabouts(person: Person, day: number): { at: Endpoint; remote: boolean; trip: boolean } {
  if (person.trip !== null && day >= person.trip.from && day < person.trip.until) {
    return { at: person.trip.at, remote: true, trip: true };
  }
  const remote = person.remoteDays.includes(weekday(day));
  return { at: remote ? person.home : person.desk, remote, trip: false };
}

export function fillPlaceholders(rng: Rng, text: string): string {
  return text.replace("{n}", String(rng.int(1000, 9999))).replace("{p}",
    rng.pick(["K220", "HX", "R9", "M40", "S7", "Vega", "Talon"]));
}

export function everydayPeople(w: World, out: Out): void {
  for (const person of w.people) {
    const rng = w.rng.fork(`person/${person.sam}`);
    for (let day = 0; day < w.days; day++) {
      if (day < person.joins || day >= person.leaves || person.off.has(day)) {
        continue;
      }
      if (weekday(day) > 5 && !rng.chance(person.weekend)) {
        if (rng.chance(0.12)) {
          out.signin(localTime(w, person, day, rng.real(9, 21)), person, refreshed(rng, person),
            { app: "Outlook Mobile", quiet: true });
        }
        continue;
      }
      workingDay(w, out, rng, person, day);
    }
  }
}

/** Mobile networks give another address each time. */
function refreshed(rng: Rng, person: Person): Endpoint {
  return { net: mobileNet(rng, person.site.country, rng.chance(0.85) ? person.site.city : undefined),
    device: person.phone.device };
}

function workingDay(w: World, out: Out, rng: Rng, person: Person, day: number): void {
  const { at, remote, trip } = whereabouts(person, day);
  const start = localTime(w, person, day, person.start + rng.normal(0, 0.25));
  const end = start + (person.end - person.start + rng.normal(0, 0.4)) * HOUR;
  const moment = (): number => rng.real(start + 10 * MINUTE, end);
  const ip = out.officeIp(person, remote);
  const fileServer = w.servers[person.site === w.sites[0] ? "fs1" : person.site === w.sites[1] ? "fs2" : "fs3"]!;

  if (rng.chance(person.sloppy)) {
    for (let i = rng.int(1, 3); i > 0; i--) {
      out.signin(start - i * 20_000, person, at, { app: person.appNames[0], code: 50126 });
      out.logonFail(start - i * 20_000 + 4000, out.controllerOf(person.host), person.sam, 3, ip,
        { workstation: person.host.name });
    }
  }
  if (remote) {
    const code = rng.chance(0.04);
    if (code) {
      out.vpn(start - 40_000, person.site, person, at.net, "fail", { host: person.host.name });
    }
    out.vpn(start, person.site, person, at.net, "up", { assigned: ip, host: person.host.name });
    if (rng.chance(0.8)) {
      out.vpn(end, person.site, person, at.net, "down", { assigned: ip, sent: rng.int(2e6, 4e8) });
    }
  }
  if (rng.chance(0.7)) {
    out.idLogon(start + 5000, person, person.host, ip);
  }
  if (rng.chance(0.45)) {
    out.tgt(start + 4000, person.host, person, ip);
  }
  if (rng.chance(0.75)) {
    out.logon(start + 90_000, fileServer, person, 3, ip);
  }
  if (rng.chance(0.18)) {
    out.tgs(start + 60_000, person.host, person, ip,
      rng.weighted([[`${fileServer.name}$`, 5], ["svc_plm", 1], ["svc_http_caq", 1],
      [`${w.servers.print!.name}$`, 2]]));
  }
  out.signin(start + rng.int(1, 20) * MINUTE, person, at,
    { app: rng.pick(person.appNames), mfa: trip || rng.chance(0.15) ? true : "claim" });
  if (rng.chance(0.35)) {
    out.signin(moment(), person, at, { app: rng.pick(person.appNames), mfa: "claim" });
  }
  if (rng.chance(0.6)) {
    out.signin(moment(), person, at, { app: rng.pick(["Microsoft Teams", "OneDrive SyncEngine", "Microsoft Office"]),
      quiet: true });
  }
  if (rng.chance(0.3)) {
    out.signin(rng.real(start - HOUR, end + 3 * HOUR), person, refreshed(rng, person),
      { app: "Outlook Mobile", quiet: true });
  }
  files(w, out, rng, person, at, moment);
  mails(w, out, rng, person, at, moment);
  if (["Engineering", "Quality", "Production"].includes(person.department) && rng.chance(0.5)) {
    const folder = rng.pick(person.shares);
    out.share(moment(), fileServer, person, ip, rng.pick(["Drawings$", "Drawings", "Projects"]).replace("$", ""),
      `${folder}\\${fillPlaceholders(rng, "part-{n}.sldprt")}`,
      rng.weighted([["0x120089", 16], ["0x130197", 3], ["0x10080", 1]] as const));
  }
  for (let n = rng.count(remote ? 0.7 : 1.1); n > 0; n--) {
    const [path, category] = rng.pick(WEB_SITES);
    out.web(moment(), person, ip, `https://${path}`, category,
      { sent: rng.chance(0.03) ? rng.int(1e6, 3e7) : undefined, agent: at.device.agent });
  }
  if (rng.chance(0.02)) {
    out.web(moment(), person, ip, rng.pick(["https://drive.private-files.example/", "https://www.bets.example/",
      "https://stream.films.example/"]), "Online Storage", { action: "Blocked" });
  }
  noise(w, out, rng, person, at, moment());
}

function files(w: World, out: Out, rng: Rng, person: Person, at: Endpoint, moment: () => number): void {
  const department = person.department;
  for (let n = rng.count(person.filesPerDay * 0.85); n > 0; n--) {
    const team = rng.chance(0.93) ? rng.pick(person.teams)
      : rng.pick(w.teams.filter((t) => t.department === "Marketing" || t.department === "Quality"));
    const operation = rng.weighted([["FileAccessed", 6], ["FileModified", 3], ["FileDownloaded", 1.4],
      ["FileUploaded", 0.8],
      ["FileSyncDownloadedFull", 0.6], ["FilePreviewed", 0.8], ["FileRenamed", 0.15], ["FileRecycled", 0.1],
      ["FileCheckedOut", 0.2]] as const);
    const label = team.confidential && rng.chance(0.5) ? "Confidential" : undefined;
    out.file(moment(), person, at, operation, out.of(team), { label });
  }
  if (rng.chance(0.05)) {
    out.file(moment(), person, at, "FileUploaded", out.personal(person, fillPlaceholders(rng, "notes-{n}.docx")));
  }
  if (["Purchasing", "Sales", "Engineering"].includes(department) && rng.chance(0.04)) {
    out.file(moment(), person, at, rng.pick(["SharingSet", "SharingInvitationCreated", "AddedToSecureLink"]),
      out.of(rng.pick(person.teams)), { target: rng.pick(person.outside) });
  }
  if (rng.chance(0.03)) {
    out.label(moment(), person, at, out.of(rng.pick(person.teams)), null,
      rng.pick(["General", "General", "Confidential"]));
  }
  if (rng.chance(0.03)) {
    out.teamsEvent(moment(), person, at, rng.pick(["MessageCreatedHasLink", "MeetingParticipantDetail", "MemberAdded"]),
      { TeamName: rng.pick(person.teams).name });
  }
}

function mails(w: World, out: Out, rng: Rng, person: Person, at: Endpoint, moment: () => number): void {
  const subject = (): string => fillPlaceholders(rng, rng.pick(SUBJECTS[person.department]!));
  const attachment = (): [string, number][] =>
    (rng.chance(0.16) ? [[fillPlaceholders(rng,
    rng.pick(["scan-{n}.pdf", "list-{n}.xlsx", "{p}-{n}.pdf", "offer-{n}.docx"])), rng.int(20_000, 3_000_000)]] : []);
  for (let n = rng.count(person.mailsPerDay * 0.9); n > 0; n--) {
    const kind = rng.weighted([["internal", 5], ["out", 2], ["in", 3]] as const);
    if (kind === "internal") {
      out.mail(moment(), rng.chance(0.04) ? `${person.sam}@${w.domain}` : person.mail, rng.pick(person.contacts),
        subject(), { name: person.name, files: attachment(), senderId: person.id });
    } else if (kind === "out") {
      out.mail(moment(), person.mail, rng.pick(person.outside), subject(),
        { name: person.name, files: attachment(), senderId: person.id });
    } else {
      out.mail(moment(), rng.pick(person.outside), person, rng.chance(0.5) ? `RE: ${subject()}` : subject(),
        { files: attachment(), urls: rng.chance(0.1)
        ? [`https://portal.${rng.pick(w.suppliers)}/order/${rng.int(100, 999)}`] : [] });
    }
  }
  if (rng.chance(0.2)) {
    out.mailbox(moment(), person, at, "MailItemsAccessed", person,
      { count: rng.int(1, 12), client: rng.pick(["Client=OWA;", "Client=MSExchangeRPC;Outlook",
      "Client=REST;Client=RESTSystem;"]) });
  }
  if (rng.chance(0.015)) {
    const home = `${person.sam}@${rng.pick(["mailhome", "postbox", "freemail"])}.example`;
    out.mail(moment(), person.mail, home, rng.pick(["Flight tickets", "my timetable", "Photos", "For tonight"]),
      { name: person.name, files: rng.chance(0.5) ? [["ticket.pdf", 180_000]] : [] });
  }
}

/** What upstream products say about harmless things, and small changes that people make themselves. */
function noise(w: World, out: Out, rng: Rng, person: Person, at: Endpoint, time: number): void {
  const { net } = at;
  if (rng.chance(0.006)) {
    out.risk(time, person, refreshed(rng, person).net,
      rng.pick(["unfamiliarFeatures", "unlikelyTravel", "anonymizedIPAddress", "anomalousToken", "leakedCredentials"]),
      rng.pick(["low", "low", "medium"]),
      rng.chance(0.5) ? {} : { state: "dismissed", detail: "adminDismissedAllRiskForUser" });
  }
  if (rng.chance(0.012)) {
    out.behavior(time, person, net, rng.pick(["LogOn", "ResourceAccess"]), rng.pick(["Sign-in", "Resource access"]),
      rng.int(0, 5),
      rng.pick([{ FirstTimeUserUsedApp: "True" }, { UncommonHighVolumeOfActions: "False" },
        { FirstTimeUserConnectedViaISP: "True" }]));
  }
  if (rng.chance(0.004)) {
    out.anomaly(time, person, net, rng.pick(["Anomalous file access", "UEBA Anomalous Sign In", "Unusual web traffic"]),
      rng.real(0.3, 0.75), "Exfiltration", "T1567");
  }
  if (rng.chance(0.004)) {
    const fresh = phone(rng);
    const by = { actor: person, ip: net.ip };
    out.signin(time, person, at, { app: "My Signins", mfa: true });
    const target = [{ id: person.id, displayName: person.name, type: "User", userPrincipalName: person.upn,
      modifiedProperties: [] }];
    out.audit(time + 60_000, by, "User registered security info", target,
      { reason: "User registered Authenticator App with Notification and Code" });
    out.audit(time + 200_000, by, "User deleted security info", target,
      { reason: "User deleted Authenticator App with Notification and Code" });
    person.phone = { ...person.phone, device: fresh };
  }
  if (rng.chance(0.003)) {
    const target = [{ id: person.id, displayName: person.name, type: "User", userPrincipalName: person.upn,
      modifiedProperties: [] }];
    out.audit(time, { actor: person, ip: refreshed(rng, person).net.ip },
      "Self-service password reset flow activity progress", target, { reason: "User successfully reset password" });
    out.audit(time + 5000, { actor: person, ip: net.ip }, "Reset password (self-service)", target);
  }
  if (rng.chance(0.004)) {
    out.exchange(time, person, at, "New-InboxRule",
      `${person.name}\\${rng.pick(["Newsletters", "Jira", "Supplier news", "Alarms"])}`, {
      Name: rng.pick(["Newsletters", "Tickets", "Supplier news", "Alarms"]),
      SubjectContainsWords: rng.pick(["newsletter", "[INC", "promotion", "alarm"]),
      MoveToFolder: rng.pick(["Newsletters", "Tickets", "Later"]),
    });
  }
  if (rng.chance(0.0025)) {
    out.exchange(time, person, at, "Set-InboxRule", `${person.name}\\Holiday cover`,
      { Name: "Holiday cover", ForwardTo: rng.pick(person.contacts).mail });
  }
  if (rng.chance(0.002)) {
    out.signin(time, person, { net: hostingNet(rng, "GB"), device: person.desk.device },
      { app: "OfficeHome", code: 53003 });
  }
  if (rng.chance(0.003)) {
    const app = rng.pick(["Adobe Acrobat", "Miro", "Zoom", "Calendly"]);
    out.audit(time, { actor: person, ip: net.ip }, "Consent to application",
      [{ id: out.appId(app), displayName: app, type: "ServicePrincipal",
      modifiedProperties: [{ displayName: "ConsentContext.IsAdminConsent", oldValue: null, newValue: "\"False\"" },
        { displayName: "ConsentAction.Permissions", oldValue: null,
          newValue: `"[[Id: ${rng.hex(12)}, ConsentType: Principal, Scope: openid profile User.Read]]"` }] }]);
  }
}
