import type { Person, World } from "./model.ts";
import type { Routine } from "./everyday-people.ts";
import type { Rng } from "./rng.ts";
import { HOUR, MINUTE } from "./calendar.ts";
import { audit, signin, thing, user } from "./entra.ts";
import { azure, edge, line, newResource, resource, scope, ssh, web } from "./infra.ts";
import { click, command, file, label, mail, mailbox, siteOp, teams } from "./m365.ts";
import { netOf } from "./everyday-people.ts";
import { campusNet } from "./places.ts";
import { act, event, host, share } from "./windows.ts";

const here = (w: World, day: number, fits: (p: Person) => boolean): Person[] => w.people.filter((p) => fits(p)
  && (p.plan[day] === "campus" || p.plan[day] === "home"));

function digitisation(w: World, rng: Rng): void {
  const site = w.sites.get("digitisation")!;
  for (const day of w.cal.workdays()) {
    for (const p of here(w, day, (x) => x.tags.has("digitisation"))) {
      if (!rng.chance(0.6)) continue;
      const t = w.cal.at(day, rng.float(9, 14));
      for (let i = rng.int(15, 32); i > 0; i--) file(w, t + i * 9000, p, rng.chance(0.75) ? "FileDownloaded"
        : "FileUploaded", site, rng.pick(site.files), { net: netOf(rng, p, day) });
    }
  }
}

function closing(w: World, rng: Rng): void {
  const site = w.sites.get("fin-payments")!;
  for (const day of w.cal.workdays()) {
    const date = Number(w.cal.date(day).slice(8));
    if (date > 3 && date < 27) continue;
    for (const p of here(w, day, (x) => x.unitCode === "fin").slice(0, 5)) {
      const t = w.cal.at(day, rng.float(15, 18.5));
      for (let i = rng.int(5, 12); i > 0; i--) file(w, t + i * 40_000, p,
        rng.pick(["FileDownloaded", "FileModified", "FileAccessed"]), site, rng.pick(site.files),
        { net: netOf(rng, p, day) });
    }
  }
}

function examWeeks(w: World, rng: Rng): void {
  for (const day of w.cal.workdays().filter((d) => (d > 14 && d < 19) || (d > 40 && d < 47))) {
    for (const code of ["sci", "med", "eng", "law", "eco", "hum"]) {
      const officers = here(w, day, (x) => x.tags.has("exams") || (x.tags.has("secretary") && x.unitCode === code));
      if (officers.length === 0) continue;
      const p = rng.pick(officers);
      const site = w.sites.get(`exams-${code}`)!;
      for (let i = rng.int(4, 9); i > 0; i--) file(w, w.cal.at(day, rng.float(10, 15)), p,
        rng.pick(["FileDownloaded", "FileUploaded"]), site, rng.pick(site.files), { net: netOf(rng, p, day) });
      line(w, w.cal.at(day, rng.float(10, 16)), host(w, "osiris-db"), "osiris-app",
        `AUDIT user=${p.sam} action=IMPORT_RESULTS course=${code.toUpperCase()}10${rng.int(1, 9)} `
          + `rows=${rng.int(30, 260)} client=${p.laptop.ip}`,
        { facility: "local3" });
    }
  }
}

export const bulkRoutines: Routine[] = [
  { name: "digitisation in the library", run: digitisation },
  { name: "end of the month in finance", run: closing },
  { name: "exam weeks", run: examWeeks },
  { name: "press kits with anonymous links", run: (w, rng) => {
    const site = w.sites.get("press-kit")!;
    for (const day of w.cal.workdays()) {
      for (const p of here(w, day, (x) => x.tags.has("press"))) {
        if (!rng.chance(0.12)) continue;
        const name = rng.pick(site.files);
        file(w, w.cal.at(day, 10.5), p, "AnonymousLinkCreated", site, name,
          { net: netOf(rng, p, day), extra: { Event_Data: "<Type>View</Type>" } });
        file(w, w.cal.at(day, 10.6), p, "AnonymousLinkUpdated", site, name, { net: netOf(rng, p, day) });
      }
    }
  } },
  { name: "mass mail of Communications", run: (w, rng) => {
    const sender = w.people.find((p) => p.title === "Web Editor")!;
    for (let day = 3; day < w.cal.days; day += 7) {
      for (const [i, p] of rng.sample(w.people, 110).entries()) {
        mail(w, w.cal.at(day, 10) + i * 700, { from: "nieuws@waalhaven.example", name: "Waalhaven News",
          fromPerson: sender, to: p.mail, toPerson: p, subject: `Waalhaven weekly ${day}`,
          direction: "Intra-org" });
      }
    }
  } },
  { name: "phishing exercise of the security team", run: (w, rng) => {
    const day = 16;
    const url = "https://training.phish-drill.example/a/1";
    for (const p of rng.sample(w.people, 90)) {
      const t = w.cal.at(day, rng.float(9, 10));
      const id = mail(w, t, { from: "hr-service@phish-drill.example", to: p.mail, toPerson: p,
        subject: "Update of your leave balance", direction: "Inbound", ip: "198.51.100.222", url,
        connectors: "Phishing simulation", detection: '{"AdvancedDelivery":["Phishing simulation"]}' });
      if (rng.chance(0.15)) click(w, t + rng.float(2, 120) * MINUTE, p, url, id, netOf(rng, p, day));
    }
  } },
  { name: "people clean up their drives", run: (w, rng) => {
    for (let i = 0; i < 16; i++) {
      const day = rng.pick(w.cal.workdays());
      const p = rng.pick(here(w, day, (x) => x.tags.has("researcher") || x.kind === "student"));
      const t = w.cal.at(day, rng.float(11, 17));
      for (let k = rng.int(12, 34); k > 0; k--) file(w, t + k * 1200, p, "FileRecycled", p.drive,
        rng.pick(p.drive.files), { net: netOf(rng, p, day) });
    }
  } },
  { name: "end of projects: sites handed over and archived", run: (w, rng) => {
    for (const [day, key] of [[8, "hum-project2"], [27, "eng-project4"], [44, "eco-project5"]] as const) {
      const site = w.sites.get(key)!;
      const code = key.slice(0, 3);
      const date = day + (w.cal.isWeekend(day) ? 2 : 0);
      const p = rng.pick(w.people.filter((x) => x.unitCode === code && x.tags.has("secretary")));
      for (const [i, name] of site.files.entries()) file(w, w.cal.at(date, 13) + i * 6000, p,
        i % 2 ? "FileDownloaded" : "FileMoved", site, name, { net: campusNet(rng) });
      const admin = w.admins.find((a) => a.tags.has("m365"))!;
      siteOp(w, w.cal.at(date, 18.6), admin, "SiteDeleted", site, { net: campusNet(rng, 24) });
    }
  } },
  { name: "records management lowers labels after review", run: (w, rng) => {
    for (const day of w.cal.workdays().filter((d) => w.cal.weekday(d) === 5)) {
      for (const p of here(w, day, (x) => x.tags.has("legal")).slice(0, 1)) {
        for (let i = 0; i < 7; i++) label(w, w.cal.at(day, 14) + i * MINUTE, p, "SensitivityLabelUpdated",
          rng.pick(p.drive.files), "Confidential", "Public", netOf(rng, p, day),
          "Open government request, decision made");
      }
    }
  } },
  { name: "HR reads many personnel files in appraisal weeks", run: (w, rng) => {
    const site = w.sites.get("hr-personnel")!;
    for (const day of w.cal.workdays().filter((d) => d > 22 && d < 34)) {
      for (const p of here(w, day, (x) => x.unitCode === "hr")) {
        for (let i = rng.int(4, 9); i > 0; i--) file(w, w.cal.at(day, rng.float(9, 16)), p, "FileAccessed", site,
          rng.pick(site.files), { net: netOf(rng, p, day) });
      }
    }
  } },
  { name: "data steward moves a data set to the repository", run: (w, rng) => {
    const steward = w.people.find((p) => p.title === "Data Steward")!;
    for (const day of w.cal.workdays().filter((d) => d % 6 === 1 && steward.plan[d] !== "off")) {
      const site = w.sites.get(rng.pick(["sci-project1", "med-project2", "eco-project3"]))!;
      for (const [i, name] of site.files.slice(0, 28).entries()) file(w, w.cal.at(day, 11) + i * 8000, steward,
        "FileDownloaded", site, name, { net: netOf(rng, steward, day) });
      const sent = rng.int(2e9, 9e9);
      web(w, w.cal.at(day, 12), steward, netOf(rng, steward, day), "https://repository.surf-data.example/deposit",
        "Education", { method: "PUT", sent: Math.min(sent, 2_000_000_000) });
    }
  } },
  { name: "partners get large files from researchers", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      const p = rng.pick(here(w, day, (x) => x.tags.has("researcher") && x.laptop.managed));
      web(w, w.cal.at(day, rng.float(10, 18)), p, netOf(rng, p, day),
        "https://filesender.surf-data.example/rest/upload", "File Sharing",
        { method: "POST", sent: rng.int(2e7, 9e8) });
    }
  } },
  { name: "private cloud storage of some people, since ever", run: (w, rng) => {
    for (const p of rng.sample(w.people.filter((x) => x.tags.has("professor") && x.laptop.managed), 5)) {
      for (const day of w.cal.workdays()) {
        if (p.plan[day] !== "off" && rng.chance(0.5)) {
          web(w, w.cal.at(day, rng.float(9, 18)), p, netOf(rng, p, day), "https://client.dropstore.example/put",
            "File Sharing", { method: "POST", sent: rng.int(1e5, 3e7) });
        }
      }
    }
  } },
  { name: "mailing lists of research projects forward outside", run: (w, rng) => {
    const admin = w.admins.find((a) => a.tags.has("m365"))!;
    for (const day of [4, 25, 37]) {
      const name = `list-${rng.pick(["omics", "tides", "verdict"])}${day}`;
      command(w, w.cal.at(day, 18.8), admin, "Set-Mailbox", name,
        { Identity: name, ForwardingSmtpAddress: `smtp:${name}@uni-lindau.example`,
        DeliverToMailboxAndForward: "True" }, campusNet(rng, 24));
    }
  } },
  { name: "teams made at the begin of courses", run: (w, rng) => {
    for (const day of w.cal.workdays().filter((d) => d < 10 || (d > 33 && d < 38))) {
      for (const p of here(w, day, (x) => x.tags.has("professor")).slice(0, 3)) {
        const course = `${p.unitCode.toUpperCase()}-${rng.int(100, 399)}`;
        teams(w, w.cal.at(day, 9.6), p, "TeamCreated", course, netOf(rng, p, day));
        teams(w, w.cal.at(day, 9.8), p, "MemberAdded", course, netOf(rng, p, day),
          { Members: rng.sample(w.people, 4).map((m) => ({ UPN: m.upn, Role: 1 })) });
      }
    }
  } },
  { name: "shared mailboxes with many users", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of here(w, day, (x) => x.unitCode === "stu" || x.tags.has("helpdesk"))) {
        if (rng.chance(0.35)) mailbox(w, w.cal.at(day, rng.float(9, 16)), p, "SendAs",
          { net: netOf(rng, p, day), sendAs: p.unitCode === "stu" ? "studentdesk@waalhaven.example"
          : "servicedesk@waalhaven.example", items: ["Re: your question"] });
      }
    }
  } },
  { name: "instruments on memory sticks", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      const p = rng.pick(w.people.filter((x) => x.tags.has("lab")));
      if (!rng.chance(0.4)) continue;
      const on = host(w, rng.pick(["lab-mic01", "lab-spec02", "lab-cnc03", "lab-seq04"]));
      event(w, w.cal.at(day, rng.float(9, 17)), on, 6416, { SubjectUserName: p.sam, SubjectDomainName: "WAALHAVEN",
        Account: `WAALHAVEN\\${p.sam}`, DeviceDescription: "USB Mass Storage Device", ClassName: "USB" });
    }
  } },
  { name: "lab technicians move measurements", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      for (const p of here(w, day, (x) => x.tags.has("lab")).slice(0, 4)) {
        const on = host(w, p.unitCode === "med" ? "fs-med01" : p.unitCode === "eng" ? "fs-eng01" : "fs01");
        const t = w.cal.at(day, rng.float(9, 16));
        for (let i = 0; i < 3; i++) share(w, t + i * 4000, on, p, p.laptop.ip, "instruments",
          `run${rng.int(1, 400)}\\raw${i}.dat`, i === 2 ? "0x10000" : "0x2");
      }
    }
  } },
  { name: "clean-up of test resources in Azure", run: (w, rng) => {
    const cloud = w.people.find((p) => p.tags.has("cloud"))!;
    for (const day of w.cal.workdays().filter((d) => w.cal.weekday(d) === 5 && cloud.plan[d] !== "off")) {
      const net = netOf(rng, cloud, day);
      signin(w, w.cal.at(day, 15.4), cloud, { net, app: "azcli", mfa: "fido" });
      for (let i = 0; i < 7; i++) {
        azure(w, w.cal.at(day, 15.5) + i * 20_000, cloud, net,
          i === 6 ? "Microsoft.Resources/subscriptions/resourcegroups/delete"
          : "Microsoft.Compute/virtualMachines/delete",
          i === 6 ? scope(w, "platform", "rg-sandbox") : newResource(w, "platform", "Microsoft.Compute/virtualMachines",
            `vm-sandbox-${day}-${i}`, "rg-sandbox"));
      }
    }
  } },
  { name: "secrets rotate by hand each quarter", run: (w, rng) => {
    const cloud = w.people.find((p) => p.tags.has("cloud"))!;
    for (const [day, sub, vault] of [[13, "platform", "kv-platform"], [41, "genomics", "kv-genomics"]] as const) {
      azure(w, w.cal.at(day, 18.5), cloud, campusNet(rng, 24), "Microsoft.KeyVault/vaults/write",
        resource(w, sub, vault), { body: { properties: { accessPolicies: [{ objectId: cloud.id }] } } });
      azure(w, w.cal.at(day, 18.7), cloud, campusNet(rng, 24), "Microsoft.Storage/storageAccounts/regenerateKey/action",
        resource(w, sub, sub === "platform" ? "stitlogs" : "stgenomereads"));
    }
  } },
  { name: "owners of teams add guests", run: (w, rng) => {
    for (const day of w.cal.workdays().filter((d) => d % 2 === 0)) {
      const p = rng.pick(here(w, day, (x) => x.tags.has("professor")));
      const guest = rng.pick(w.guests);
      audit(w, w.cal.at(day, rng.float(10, 16)), { person: p, net: netOf(rng, p, day) }, "Add member to group",
        "GroupManagement", [user(guest, ["Group.DisplayName", null, `${p.unitCode}-project1`])]);
    }
  } },
  { name: "large downloads for open-source mirrors and games nights", run: (w, rng) => {
    for (let day = 0; day < w.cal.days; day += 3) {
      edge(w, w.cal.at(day, rng.float(18, 23)), { from: `10.90.${rng.int(1, 30)}.${rng.int(2, 240)}`,
        to: "198.51.100.77", port: 51413, app: "BitTorrent", sent: rng.int(1e8, 9e8), received: rng.int(1e9, 9e9),
        rule: "guest-wifi" });
    }
  } },
  { name: "students' project server is opened by a lab", run: (w, rng) => {
    for (const day of w.cal.workdays().filter((d) => d % 4 === 3)) {
      const on = host(w, "web-lab02");
      const p = rng.pick(w.people.filter((x) => x.tags.has("lab") && x.unitCode === "sci"));
      ssh(w, w.cal.at(day, 11), on, p.sam, p.laptop.ip, "key");
      line(w, w.cal.at(day, 11.2), on, "useradd",
        `new user: name=course${rng.int(1, 40)}, UID=${rng.int(2000, 2900)}, GID=2000, home=/home/course, `
          + `shell=/bin/bash, from=/dev/pts/0`);
      line(w, w.cal.at(day, 11.3), on, "sshd", `Received signal 15; terminating.`);
    }
  } },
  { name: "an office network appears after a move", run: (w, rng) => {
    for (const p of w.people.filter((x) => x.unitCode === "fac" || x.unitCode === "aud")) {
      for (const day of w.cal.workdays(35)) {
        if (p.plan[day] === "campus" && rng.chance(0.6)) {
          signin(w, w.cal.at(day, p.start), p,
            { net: { ...campusNet(rng), ip: `198.51.100.${rng.int(240, 246)}`, isp: "City of Nijmegen" },
            mfa: "push" });
        }
      }
    }
  } },
  { name: "attendance at conferences with shared lines", run: (w, rng) => {
    const people = rng.sample(w.people.filter((p) => p.tags.has("professor")), 6);
    const days = w.cal.workdays(26, 40).slice(0, 3);
    for (const p of people) for (const day of days) signin(w, w.cal.at(day, 8) + rng.int(0, 3 * HOUR), p,
      { net: { ...people[0]!.away, ip: "80.121.44.10" }, app: "owa", mfa: "push" });
  } },
  { name: "helpdesk unlocks accounts", run: (w, rng) => {
    for (const day of w.cal.workdays()) {
      const agent = rng.pick(w.people.filter((p) => p.tags.has("helpdesk")));
      const p = rng.pick(w.people);
      event(w, w.cal.at(day, 9.1), host(w, "dc01"), 4740, { TargetUserName: p.sam, TargetSid: p.sid,
        TargetDomainName: p.laptop.name, SubjectUserName: "DC01$" });
      act(w, w.cal.at(day, 9.3), host(w, "dc01"), 4738, agent, p);
      audit(w, w.cal.at(day, 9.4), { person: agent, net: campusNet(rng, 22) }, "Update user", "UserManagement",
        [thing("User", p.id, p.display, ["Included Updated Properties", null, "LastDirSyncTime"])]);
    }
  } },
];
