import type { Plan } from "../scenario.ts";
import { DAY, HOUR, MINUTE } from "../calendar.ts";
import { behavior, signin, silent } from "../entra.ts";
import { netOf } from "../everyday-people.ts";
import { line, ssh, web } from "../infra.ts";
import { file, label, mail, siteOp, teams } from "../m365.ts";
import { hostileNet, residentialNet, vpnNet } from "../places.ts";
import { event, host, share } from "../windows.ts";
import { download, has, times } from "./tools.ts";

const area = "data" as const;

export const dataAttacks: Plan[] = [
  { kind: "leaver-takes-everything", area, difficulty: "context", types: ["data_exfiltration", "insider_threat"],
      times: 2, run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("faculty") && x.kind === "staff", "campus");
    const net = netOf(rng, p, a.day);
    const t = a.at(rng.float(16.8, 18));
    const boss = p.manager ?? p;
    a.aside(() => mail(w, t - 2 * DAY, { from: p.mail, fromPerson: p, to: boss.mail, toPerson: boss,
      subject: "Resignation", direction: "Intra-org" }));
    a.core(() => download(a, t, p, net, 75, { known: true, gap: 4000 }));
    if (p.laptop.managed) times(3, (i) => web(w, t + (30 + i * 6) * MINUTE, p, net,
      "https://upload.wetransfer.example/api/v4/transfers", "File Sharing",
      { method: "PUT", sent: rng.int(4e8, 1.6e9) }));
    return `${p.display} has resigned and takes 75 files of several projects within minutes, then uploads large `
      + `amounts.`;
  } },
  { kind: "synchronised-to-unknown-computer", area, difficulty: "context",
      types: ["account_compromise", "data_exfiltration"], run: (a) => {
    const { w, rng } = a;
    const p = a.anybody((x) => x.tags.has("researcher") || x.tags.has("grants"));
    const net = a.net(vpnNet(rng));
    const t = a.at(rng.float(0, 4));
    signin(w, t, p, { net, app: "onedrive", device: null, mfa: "claim", client: "Mobile Apps and Desktop clients" });
    a.core(() => download(a, t + 3 * MINUTE, p, net, 60, { op: "FileSyncDownloadedFull", gap: 1500,
      agent: "Microsoft SkyDriveSync 24.070.0407.0003 ship; Windows NT 10.0" }));
    return `The whole drive and sites of ${p.display} are synchronised at night to an unmanaged computer behind a `
      + `private VPN.`;
  } },
  { kind: "exams-by-anonymous-link", area, difficulty: "context", types: ["data_exfiltration", "policy_violation",
      "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff(has("secretary"));
    const site = w.sites.get(`exams-${p.unitCode}`) ?? w.sites.get("exams-law")!;
    const net = netOf(rng, p, a.day);
    const t = a.at(rng.float(12, 13));
    a.core(() => {
      for (const [i, name] of rng.sample(site.files, 3).entries()) {
        file(w, t + i * MINUTE, p, "AnonymousLinkCreated", site, name,
          { net, extra: { Event_Data: "<Type>View</Type>" } });
        const reader = w.guests[0]!;
        file(w, t + 2 * HOUR + i * MINUTE, { ...reader, upn: "anonymous", id: "", display: "anonymous" },
          "AnonymousLinkUsed", site, name, { net: residentialNet(rng), device: null,
          extra: { UserId: "anonymous", UserType: "Anonymous" } });
      }
    });
    return `${p.display} makes links without sign-in to exams of the coming weeks, and strangers open them.`;
  } },
  { kind: "labels-lowered-then-shared", area, difficulty: "context", types: ["data_exfiltration", "policy_violation"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.unitCode === "res" || x.tags.has("professor"));
    const net = netOf(rng, p, a.day);
    const t = a.at(rng.float(17, 19));
    const site = p.sites.find((s) => s.sensitive) ?? p.sites[0]!;
    const names = rng.sample(site.files, 9);
    const to = "partner.deals@postbox.example";
    a.about(to);
    for (const [i, name] of names.entries()) {
      a.core(() => label(w, t + i * 40_000, p, "SensitivityLabelUpdated", name, "Strictly Confidential", "Public", net,
        rng.pick(["x", "no", "-", "other"]), `${site.url}/Shared Documents/${name}`));
      a.core(() => file(w, t + 10 * MINUTE + i * 20_000, p, "AddedToSecureLink", site, name, { net, target: to }));
    }
    return `${p.display} lowers the label of nine strictly confidential files without a reason and shares them with a `
      + `private address.`;
  } },
  { kind: "assistant-reads-other-exams", area, difficulty: "context", types: ["insider_threat", "data_exfiltration"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.kind === "student");
    const code = rng.pick(["law", "eco", "med", "sci"].filter((c) => c !== p.unitCode));
    const site = w.sites.get(`exams-${code}`)!;
    const t = a.at(rng.float(18, 21));
    a.core(() => times(11, (i) => file(w, t + i * 70_000, p, i % 2 ? "FileDownloaded" : "FileAccessed", site,
      site.files[i]!, { net: p.home })));
    return `The student assistant ${p.display} opens and takes exams of another faculty in the evening.`;
  } },
  { kind: "trial-database-dumped", area, difficulty: "context", types: ["data_exfiltration", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.unitCode === "med" && x.tags.has("researcher"));
    const on = host(w, "pgres01");
    a.about(on.name);
    const t = a.at(rng.float(20, 23));
    ssh(w, t, on, p.sam, "10.99.3.18", "password");
    a.core(() => {
      line(w, t + 2 * MINUTE, on, "postgres",
        `LOG:  connection authorized: user=${p.sam} database=trials application_name=pg_dump SSL enabled`,
        { facility: "local0" });
      for (const table of ["patients", "visits", "genotypes", "consents", "addresses"]) {
        line(w, t + 3 * MINUTE + rng.int(1, 90_000), on, "postgres",
          `LOG:  AUDIT: SESSION,${rng.int(1, 40)},1,READ,COPY,TABLE,trials.${table},"COPY trials.${table} TO stdout;"`,
          { facility: "local0" });
      }
    });
    line(w, t + 25 * MINUTE, on, "sftp-server", `sent "/tmp/t.dump.gz" bytes ${rng.int(2, 9)}812733441`,
      { facility: "auth" });
    return `${p.display} dumps all tables of the patient database in the evening, as only the nightly backup does, `
      + `and takes the file away.`;
  } },
  { kind: "site-administrator-by-himself", area, difficulty: "obvious", types: ["insider_threat", "data_exfiltration",
      "privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const net = admin.home;
    const site = w.sites.get(rng.pick(["hr-personnel", "council", "legal-cases"]))!;
    const t = a.at(rng.float(21, 23));
    a.core(() => {
      siteOp(w, t, admin, "SiteCollectionAdminAdded", site, { net, target: admin.upn });
      for (const [i, name] of rng.sample(site.files, 45).entries()) file(w, t + 4 * MINUTE + i * 2500, admin,
        "FileDownloaded", site, name, { net });
    });
    siteOp(w, t + 20 * MINUTE, admin, "SiteCollectionAdminRemoved", site, { net, target: admin.upn });
    return `${admin.display} becomes administrator of ${site.name} late in the evening, takes 45 files, and removes `
      + `the right.`;
  } },
  { kind: "proposals-to-private-mail", area, difficulty: "context", types: ["data_exfiltration", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("grants") || x.unitCode === "leg" || x.unitCode === "rec");
    const to = `${rng.base62(6).toLowerCase()}.${p.sam}@freemail.example`;
    a.about(to);
    const site = p.sites[1] ?? p.drive;
    a.core(() => times(13, (i) => mail(w, a.at(17.5) + i * 3 * MINUTE,
      { from: p.mail, fromPerson: p, to, subject: i % 3 ? "" : "docs", direction: "Outbound",
      attachment: [site.files[i % site.files.length]!, rng.int(1e6, 9e6)] })));
    return `${p.display} sends thirteen working documents with hardly any text to a new private address after office `
      + `hours.`;
  } },
  { kind: "guest-empties-a-team", area, difficulty: "context", types: ["data_exfiltration", "insider_threat"],
      run: (a) => {
    const { w, rng } = a;
    const guest = a.guest();
    const site = guest.sites[0]!;
    const t = a.at(rng.float(10, 22));
    signin(w, t, guest, { net: guest.home, app: "teams", device: null, mfa: "claim" });
    teams(w, t + 2 * MINUTE, guest, "MessagesExported", site.name, guest.home);
    a.core(() => {
      for (const [i, name] of site.files.slice(15).entries()) file(w, t + 3 * MINUTE + i * 5000, guest,
        "FileDownloaded", site, name, { net: guest.home, device: null });
    });
    return `The guest ${guest.mail} takes all files of the project that are not part of the own work in one go.`;
  } },
  { kind: "journals-harvested-through-the-library", area, difficulty: "context",
      types: ["account_compromise", "data_exfiltration", "policy_violation"], when: "any", run: (a) => {
    const { w, rng } = a;
    const p = a.anybody((x) => x.kind === "student" || x.tags.has("researcher"));
    const net = a.net(hostileNet(rng));
    const on = host(w, "ezproxy01");
    const t = a.at(rng.float(1, 6));
    line(w, t, on, "ezproxy",
      `${net.ip} - ${p.sam} [login] "POST https://login.ezproxy.waalhaven.example:443/login" 302 0`,
      { facility: "local5" });
    times(85, (i) => {
      const write = (): string => line(w, t + MINUTE + i * 4100, on, "ezproxy",
        `${net.ip} - ${p.sam} [login] "GET https://journals.scholarpress.example:443/doi/pdf/10.1000/${40_000 + i}" `
          + `200 ${rng.int(300_000, 3_000_000)}`, { facility: "local5" });
      if (i < 20) a.core(write);
      else write();
    });
    return `The account of ${p.display} fetches articles one after the other through the library proxy from abroad: a `
      + `harvest of licensed journals.`;
  } },
  { kind: "memory-stick-in-the-sequencing-lab", area, difficulty: "context",
      types: ["data_exfiltration", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.unitCode === "med" && x.tags.has("researcher") && !x.tags.has("lab"));
    const on = host(w, "lab-seq04");
    const server = host(w, "fs-med01");
    a.about(on.name);
    const t = a.at(rng.float(20, 22.5));
    a.core(() => event(w, t, on, 6416, { SubjectUserName: p.sam, SubjectDomainName: "WAALHAVEN",
      Account: `WAALHAVEN\\${p.sam}`, DeviceDescription: "USB Mass Storage Device", ClassName: "DiskDrive" }));
    times(38, (i) => {
      const read = (): string => share(w, t + 2 * MINUTE + i * 2200, server, p, on.ip, "genomes",
        `cohort${rng.int(1, 9)}\\patient${1000 + i}.vcf.gz`);
      if (i < 10) a.core(read);
      else read();
    });
    return `${p.display} copies genomes of patients from the file server to a memory stick in the sequencing `
      + `laboratory late in the evening.`;
  } },
  { kind: "grades-changed", area, difficulty: "hard", types: ["insider_threat", "sabotage"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("exams") || x.tags.has("secretary"));
    const on = host(w, "osiris-db");
    const student = `s${rng.int(1000000, 1099999)}`;
    a.about(student);
    a.core(() => times(4, (i) => line(w, a.at(18.9 + i * 0.06), on, "osiris-app",
      `AUDIT user=${p.sam} action=CHANGE_RESULT student=${student} `
        + `course=${rng.pick(["LAW2", "ECO3", "PHY1"])}0${i + 1} old=${rng.int(3, 5)}.0 new=${rng.int(6, 8)}.5 `
        + `client=${p.laptop.ip}`,
      { facility: "local3" })));
    return `${p.display} raises four failed results of one student after office hours.`;
  } },
  { kind: "secrets-of-it-copied", area, difficulty: "context", types: ["insider_threat", "data_exfiltration",
      "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("helpdesk"));
    const site = w.sites.get("it-runbooks")!;
    const t = a.at(rng.float(17.5, 19));
    a.core(() => {
      file(w, t, p, "SearchQueryPerformed", site, "search",
        { net: netOf(rng, p, a.day), extra: { Event_Data: "<Query>password OR secret OR vpn key</Query>" } });
      for (const [i, name] of rng.sample(site.files, 32).entries()) file(w, t + MINUTE + i * 3000, p, "FileDownloaded",
        site, name, { net: netOf(rng, p, a.day) });
    });
    if (rng.chance(0.5)) behavior(w, t, p, "ResourceAccess", "FileDownloaded", netOf(rng, p, a.day), 6,
      { UncommonHighVolumeOfOperations: "True" });
    return `${p.display} of the service desk searches the runbooks of IT for passwords and takes 32 of them.`;
  } },
  { kind: "upload-to-code-site", area, difficulty: "hard", types: ["data_exfiltration", "policy_violation"],
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("researcher") && x.laptop.managed);
    const net = netOf(rng, p, a.day);
    a.core(() => times(4, (i) => web(w, a.at(21.2 + i * 0.07), p, net,
      `https://paste.codeshare.example/api/upload/${rng.hex(6)}`, "File Sharing",
      { method: "POST", sent: rng.int(3e7, 2e8), agent: "curl/8.5.0" })));
    silent(w, a.at(21.1), p, { net, app: "onedrive" });
    download(a, a.at(21.0), p, net, 6, { known: true });
    return `${p.display} takes project files in the evening and uploads them with a script to a public paste site.`;
  } },
];
