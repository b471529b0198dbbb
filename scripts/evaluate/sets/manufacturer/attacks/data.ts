/** Attacks on data: files, labels, databases, removable media and clouds. */
import type { Plot } from "./plot.ts";
import { plot } from "./plot.ts";
import { fillPlaceholders } from "../everyday/people.ts";
import { homeNet, hostingNet, laptop, strangeDevice } from "../places.ts";
import { slug, DAY, HOUR, MINUTE, range } from "../util.ts";

export const dataPlots: Plot[] = [
  plot("designer-takes-drawings-of-other-projects", "context", ["data_exfiltration", "insider_threat"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const insider = person((p) => p.title === "Design Engineer" || p.title === "Simulation Engineer");
    const foreign = w.teams.slice(0, 14).filter((t) => !insider.teams.includes(t));
    const time = work(insider);
    const team = rng.pick(foreign);
    for (const i of range(rng.int(35, 60))) {
      const ids = out.file(time + i * 3500, insider, where(insider), "FileDownloaded",
        { site: team.url, document: team.documents[i % 70]! });
      key(i % 12 === 0 ? ids : []);
    }
    for (const i of range(rng.int(6, 15))) {
      key(out.endpointFile(time + HOUR + i * 12_000, insider, where(insider), "FileCopiedToRemovableMedia",
        `C:\\Users\\${insider.sam}\\Downloads\\${team.documents[i]!.name}`,
        { RemovableMediaDeviceAttributes: { Manufacturer: "Kingston", SerialNumber: rng.hex(12) } }));
    }
    return {
      subjects: [insider.upn, team.name],
      summary: "A designer downloads the drawings of a project he does not work on and copies them to a removable drive.",
    };
  }),
  plot("anonymous-link-to-confidential-drawings", "context", ["data_exfiltration", "policy_violation"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const insider = person((p) => p.department === "Engineering" || p.department === "Quality");
    const time = work(insider) + 2 * HOUR;
    const team = insider.teams[1] ?? w.teams[0]!;
    const at = { net: homeNet(rng, "CN"), device: strangeDevice(rng) };
    const anonymous = { ...w.guests[0]!, upn: "anonymous", name: "Anonymous", id: "" };
    for (const i of range(rng.int(4, 9))) {
      const ref = { site: team.url, document: team.documents[i]! };
      key(out.file(time + i * 30_000, insider, where(insider), "AnonymousLinkCreated", ref, { label: "Confidential" }));
      out.file(time + 4 * HOUR + i * 20_000, anonymous, at, rng.chance(0.5) ? "AnonymousLinkUsed" : "FileDownloaded",
        ref);
    }
    return {
      subjects: [insider.upn, team.name, at.net.ip],
      summary: "Links for anybody are made to confidential drawings and used hours later from far away.",
    };
  }),
  plot("labels-lowered-then-shared", "obvious", ["data_exfiltration", "policy_violation"], (s) => {
    const { out, rng, key, person, work, where } = s;
    const insider = person((p) => ["Sales", "Engineering", "Finance"].includes(p.department));
    const time = work(insider);
    const target = `${insider.sam}${rng.int(1, 99)}@freemail.example`;
    const team = rng.pick(insider.teams);
    for (const i of range(rng.int(6, 12))) {
      const ref = { site: team.url, document: team.documents[i]! };
      key(out.label(time + i * 70_000, insider, where(insider), ref, "Strictly Confidential",
        rng.pick(["Public", "General"]), rng.pick(["wrong label", "x", "Other", "not needed"])));
      key(out.file(time + i * 70_000 + 40_000, insider, where(insider), "SharingInvitationCreated", ref, { target }));
    }
    return {
      subjects: [insider.upn, target],
      summary: "One document after another loses its strict label and is shared with a private address at once.",
    };
  }),
  plot("protection-removed-before-mailing", "obvious", ["data_exfiltration", "insider_threat"], (s) => {
    const { out, rng, key, person, work, where } = s;
    const insider = person((p) => p.department === "Legal" || p.department === "Sales" ||
      p.department === "Purchasing");
    const time = work(insider);
    const target = `${insider.sam}.priv@postbox.example`;
    for (const i of range(rng.int(3, 6))) {
      const ref = out.of(insider.teams[0]!);
      key(out.label(time + i * 5 * MINUTE, insider, where(insider), ref, "Strictly Confidential", null, "private"));
      key(out.mail(time + i * 5 * MINUTE + 2 * MINUTE, insider.mail, target, "docs",
        { name: insider.name, senderId: insider.id, files: [[ref.document.name, rng.int(400_000, 9_000_000)]] }).ids);
    }
    return {
      subjects: [insider.upn, target],
      summary: "Labels with encryption are removed from files that are mailed to a private address minutes later.",
    };
  }),
  plot("mass-reading-of-file-server", "context", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, rng, key, person, night } = s;
    const victim = person((p) => ["Logistics", "Human Resources", "Marketing", "Finance"].includes(p.department));
    const time = night();
    const server = w.servers.fs1!;
    key(out.logon(time - MINUTE, server, victim, 3, victim.host.ip));
    for (const i of range(rng.int(60, 110))) {
      const folder = slug(rng.pick(w.teams.slice(0, 14)).name.split(" ")[0]!);
      const ids = out.share(time + i * 1200, server, victim, victim.host.ip, "Drawings",
        `${folder}\\${fillPlaceholders(rng, "part-{n}.sldprt")}`);
      key(i % 25 === 0 ? ids : []);
    }
    return {
      subjects: [victim.sam, victim.host.name, server.name],
      summary: "The account of an office clerk reads through the drawings of all projects on the file server at night.",
    };
  }),
  plot("dump-of-the-erp-database", "context", ["data_exfiltration", "insider_threat"], (s) => {
    const { w, out, rng, key, person, day, at: clock } = s;
    const insider = person((p) => p.title === "ERP Developer" || p.title === "Database Administrator");
    const actor = insider.admin ?? insider;
    const db = w.servers.erpDb!;
    const time = clock(day, rng.real(19, 22));
    key(out.logon(time, db, actor, 10, insider.host.ip, { elevated: true }));
    key(out.process(time + 4 * MINUTE, db, actor, "bcp ERPPROD.dbo.KNA1 out E:\\Temp\\k.csv -c -T -S localhost",
      "C:\\Program Files\\Microsoft SQL Server\\150\\Tools\\Binn\\bcp.exe"));
    out.process(time + 9 * MINUTE, db, actor, "bcp ERPPROD.dbo.PRICE_COND out E:\\Temp\\p.csv -c -T -S localhost",
      "C:\\Program Files\\Microsoft SQL Server\\150\\Tools\\Binn\\bcp.exe");
    key(out.process(time + 20 * MINUTE, db, actor,
      `"C:\\Program Files\\7-Zip\\7z.exe" a -p${rng.hex(6)} E:\\Temp\\upd.7z E:\\Temp\\*.csv`,
      "C:\\Program Files\\7-Zip\\7z.exe"));
    out.share(time + 26 * MINUTE, db, actor, insider.host.ip, "E$", "Temp\\upd.7z", "0x120089");
    return {
      subjects: [actor.sam, db.name, insider.host.name],
      summary: "Customers and prices are exported from the ERP database in the evening, packed with a password and " +
        "fetched to a workstation.",
    };
  }),
  plot("upload-to-private-cloud", "context", ["data_exfiltration", "insider_threat"], (s) => {
    const { out, rng, key, person, work, where } = s;
    const insider = person((p) => ["Engineering", "Sales", "Quality"].includes(p.department));
    const time = work(insider);
    const site = rng.pick(["https://upload.bigfiles.example/api/chunk", "https://my-drive.sharebox.example/upload",
      "https://transfer.sendanywhere.example/put"]);
    for (const i of range(rng.int(8, 16))) {
      out.file(time + i * 30_000, insider, where(insider), "FileDownloaded",
        out.of(insider.teams[i % insider.teams.length]!));
    }
    for (const i of range(rng.int(5, 9))) {
      key(out.web(time + (20 + i * 3) * MINUTE, insider, insider.host.ip, site, "Online Storage",
        { method: "POST", sent: rng.int(8e7, 4e8), agent: where(insider).device.agent }));
    }
    return {
      subjects: [insider.upn, insider.host.name, site.split("/")[2]!],
      summary: "Files of the project are downloaded and gigabytes uploaded to a private file service.",
    };
  }),
  plot("unmanaged-computer-synchronizes-library", "context",
    ["data_exfiltration", "account_compromise", "policy_violation"], (s) => {
    const { out, rng, key, person, work } = s;
    const insider = person((p) => p.department === "Engineering" || p.department === "Sales");
    const at = { net: insider.home.net, device: { ...laptop(rng, ""), id: "", managed: false,
      agent: "Microsoft SkyDriveSync 25.075 ship; Windows NT 10.0" } };
    const time = work(insider) + 9 * HOUR;
    key(out.signin(time, insider, at, { app: "OneDrive SyncEngine", mfa: true, unmanaged: true }));
    const team = insider.teams[insider.teams.length - 1]!;
    for (const i of range(rng.int(40, 65))) {
      const ids = out.file(time + MINUTE + i * 900, insider, at, "FileSyncDownloadedFull",
        { site: team.url, document: team.documents[i % team.documents.length]! });
      key(i < 2 ? ids : []);
    }
    return {
      subjects: [insider.upn, team.name],
      summary: "In the evening a private computer at home synchronizes a whole library, which the person never does.",
    };
  }),
  plot("administrator-enters-personnel-site", "hard", ["insider_threat", "privilege_escalation"], (s) => {
    const { w, out, rng, key, admin, work } = s;
    const actor = admin(w.staff.cloud);
    const name = rng.pick(["Human Resources", "Management"]);
    const team = w.teams.find((t) => t.name === name)!;
    const time = work(actor.person);
    const at = actor.at;
    key(out.file(time, actor.account, at, "SiteCollectionAdminAdded",
      { site: team.url, document: { name: "", folder: "" } }, { target: actor.person.upn }));
    for (const i of range(rng.int(4, 7))) {
      const ids = out.file(time + (6 + i) * MINUTE, actor.person, at, "FileAccessed", out.of(team));
      key(i === 0 ? ids : []);
    }
    out.file(time + 40 * MINUTE, actor.account, at, "SiteCollectionAdminRemoved",
      { site: team.url, document: { name: "", folder: "" } }, { target: actor.person.upn });
    return {
      subjects: [actor.account.upn, actor.person.upn, team.name],
      summary: "A SharePoint administrator makes himself owner of a sensitive site for half an hour and reads files.",
    };
  }),
  plot("files-sent-in-outside-chat", "hard", ["data_exfiltration", "insider_threat"], (s) => {
    const { out, rng, key, person, work, where, w } = s;
    const insider = person((p) => p.department === "Purchasing" || p.department === "Engineering");
    const time = work(insider);
    const outside = `r.dahl@${rng.pick(["gearmaster-competitor", "nordic-drives"])}.example`;
    out.teamsEvent(time, insider, where(insider), "ChatCreated",
      { ChatName: outside, CommunicationType: "OneOnOne", Members: [{ UPN: insider.upn }, { UPN: outside }] });
    for (const i of range(rng.int(2, 4))) {
      const ref = out.personal(insider, fillPlaceholders(rng,
        rng.pick(["supplier-prices-{n}.xlsx", "{p}-drawing-{n}.dwg"])));
      key(out.file(time + (3 + i * 5) * MINUTE, insider, where(insider), "AddedToSecureLink", ref,
        { target: outside, label: "Confidential" }));
      out.teamsEvent(time + (4 + i * 5) * MINUTE, insider, where(insider), "MessageSent",
        { ChatName: outside, CommunicationType: "OneOnOne" });
    }
    return {
      subjects: [insider.upn, outside],
      summary: `In a chat with somebody of a competitor an employee of ${w.organization} shares prices and drawings.`,
    };
  }),
  plot("personnel-files-after-dismissal-talk", "context", ["insider_threat", "data_exfiltration"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const insider = person((p) => p.department === "Human Resources");
    const team = w.teams.find((t) => t.name === "Human Resources")!;
    const time = work(insider) + 8 * HOUR;
    const target = `${insider.sam}@mailhome.example`;
    for (const i of range(rng.int(25, 45))) {
      const ids = out.file(time + i * 4000, insider, insider.home, "FileDownloaded",
        { site: team.url, document: team.documents[i]! });
      key(i < 1 ? ids : []);
    }
    key(out.mail(time + HOUR, insider.mail, target, "backup",
      { name: insider.name, senderId: insider.id, files: [["personal.zip", 24_000_000]] }).ids);
    out.mailbox(time + HOUR + 5 * MINUTE, insider, where(insider), "HardDelete", insider,
      { folder: "Sent Items", subject: "backup" });
    return {
      subjects: [insider.upn, target],
      summary: "Late in the evening salary and contract files are downloaded in bulk, mailed home as an archive, and " +
        "the mail is deleted.",
    };
  }),
  plot("drawings-by-sftp-to-unknown-partner", "hard", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, rng, key, night } = s;
    const host = w.servers.sftp!;
    const user = `edi-${rng.pick(w.suppliers).split(".")[0]}`;
    const net = hostingNet(rng);
    const time = night();
    key(out.ssh(time, host, user, net.ip, true));
    for (const i of range(rng.int(6, 11))) {
      const ids = out.syslog(time + (1 + i) * 25_000, host, "internal-sftp", "authpriv", "info",
        `open "/outgoing/drawings/${fillPlaceholders(rng, "{p}-drawing-{n}.dwg")}" flags READ mode 0666`, { lag: 0 });
      key(i === 0 ? ids : []);
    }
    return {
      subjects: [user, host.name, net.ip],
      summary: "The exchange account of a supplier logs in at night from a rented server instead of the supplier's " +
        "address, and reads drawings.",
    };
  }),
  plot("wide-search-and-read-by-stolen-account", "context", ["account_compromise", "data_exfiltration"], (s) => {
    const { w, out, rng, key, person, night, intruder } = s;
    const victim = person((p) => p.department !== "IT");
    const at = intruder("home");
    const time = night();
    out.signin(time, victim, at, { app: "Office 365 SharePoint Online", mfa: true, unmanaged: true });
    for (const [i, word] of ["password", "vpn", "credentials", "bank", "acquisition"].entries()) {
      const ref = { site: w.teams[0]!.url, document: { name: "", folder: "" } };
      key(out.file(time + (2 + i) * MINUTE, victim, at, "SearchQueryPerformed", ref,
        { extra: { EventSource: "SharePoint", OfficeObjectId: word, ItemType: "Page" } }));
    }
    for (const i of range(rng.int(8, 14))) {
      out.file(time + (12 + i) * MINUTE, victim, at, rng.pick(["FileAccessed", "FileDownloaded"]),
        out.of(rng.pick(w.teams.filter((t) => !t.confidential))));
    }
    out.anomaly(time + DAY / 12, victim, at.net, "Anomalous file access", 0.86, "Collection", "T1213");
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "An intruder searches all sites for passwords, VPN and acquisitions and reads what he finds.",
    };
  }),
];
