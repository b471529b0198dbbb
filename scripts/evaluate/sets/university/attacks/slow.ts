import type { Plan } from "../scenario.ts";
import { MINUTE } from "../calendar.ts";
import { audit, graph, signin, thing, user } from "../entra.ts";
import { netOf } from "../everyday-people.ts";
import { azure, line, resource, ssh, web } from "../infra.ts";
import { command, file, label, mail, mailbox } from "../m365.ts";
import { campusNet, hostileNet, residentialNet } from "../places.ts";
import { host, share } from "../windows.ts";
import { has, ordinary, times } from "./tools.ts";

const area = "slow" as const;
const spread = (a: { w: { cal: { isWeekend(day: number): boolean } }; day: number }, days: number): number[] =>
  Array.from({ length: days }, (_, i) => i).filter((i) => !a.w.cal.isWeekend(a.day + i));

export const slow: Plan[] = [
  { kind: "professor-prepares-to-move", area, difficulty: "hard", types: ["data_exfiltration", "insider_threat"],
      days: 19, run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.title === "Professor" && x.sites.length > 2);
    const to = p.contacts[0]!;
    a.about(to);
    const site = p.sites[p.sites.length - 1]!;
    for (const i of spread(a, 19)) {
      const net = netOf(rng, p, a.day + i);
      const t = a.at(rng.float(18, 20.5), i);
      times(2, (k) => {
        const name = site.files[(i * 2 + k) % site.files.length]!;
        a.core(() => file(w, t + k * 3 * MINUTE, p, "FileDownloaded", site, name, { net }));
        if (k === 0 && i % 3 === 0) a.core(() => mail(w, t + 9 * MINUTE, { from: p.mail, fromPerson: p, to,
          subject: "for later", direction: "Outbound", attachment: [name, rng.int(1e6, 6e6)] }));
      });
    }
    return `${p.display} takes two files of a shared project after work nearly every day for three weeks and sends `
      + `some to a future colleague.`;
  } },
  { kind: "few-files-to-private-mail", area, difficulty: "hard", types: ["data_exfiltration"], days: 22, run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.title === "Postdoctoral Researcher");
    const to = `${p.sam}${rng.int(70, 99)}@webmail.example`;
    a.about(to);
    for (const i of spread(a, 22).filter((_, k) => k % 2 === 0)) {
      a.core(() => mail(w, a.at(rng.float(16, 17.5), i), { from: p.mail, fromPerson: p, to, subject: "notes",
        direction: "Outbound", attachment: [rng.pick(p.sites[0]!.files), rng.int(3e5, 2e6)] }));
    }
    return `${p.display} sends one research file every second day to a private mail address.`;
  } },
  { kind: "exceptions-one-by-one", area, difficulty: "hard", types: ["insider_threat", "policy_violation", "sabotage"],
      days: 24, run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("identity");
    for (const i of [0, 6, 13, 20]) {
      const friend = rng.pick(w.people.filter(ordinary));
      a.core(() => audit(w, a.at(rng.float(9, 12), i), { person: admin, net: campusNet(rng, 24) },
        "Add member to group", "GroupManagement", [user(friend, ["Group.DisplayName", null, "SG-MFA-Exclusions"])]));
    }
    return `${admin.display} puts one more person each week into the group without a second factor.`;
  } },
  { kind: "one-password-a-day", area, difficulty: "context", types: ["account_compromise"], days: 9, run: (a) => {
    const { w, rng } = a;
    const people = a.many(18, ordinary);
    const net = residentialNet(rng);
    times(9, (i) => {
      for (const [k, p] of people.entries()) {
        const from = { ...net, ip: `85.146.${rng.int(1, 250)}.${rng.int(2, 250)}` };
        const write = (): string => signin(w, a.at(4 + k * 0.9, i), p, { net: from, app: "azcli", device: null,
          result: 50126, protocol: "ropc", client: "Mobile Apps and Desktop clients",
          agent: "python-requests/2.28.1" });
        if (i < 4) a.core(write);
        else write();
      }
    });
    a.about(...people.slice(0, 6).map((p) => p.upn));
    return `Eighteen accounts get exactly one wrong password a day by the same tool from changing home lines.`;
  } },
  { kind: "one-student-looked-up-daily", area, difficulty: "hard", types: ["insider_threat", "policy_violation"],
      days: 15, run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.unitCode === "stu");
    const student = `s${rng.int(1000000, 1099999)}`;
    a.about(student);
    for (const i of spread(a, 15)) {
      a.core(() => line(w, a.at(rng.float(12, 13), i), host(w, "osiris-db"), "osiris-app",
        `AUDIT user=${p.sam} action=VIEW_STUDENT student=${student} course=- client=${p.laptop.ip}`,
        { facility: "local3" }));
    }
    return `${p.display} looks at the record of the same student every day at lunch without a reason.`;
  } },
  { kind: "queries-grow", area, difficulty: "hard", types: ["data_exfiltration", "insider_threat"], days: 12,
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.unitCode === "med" && x.tags.has("researcher"));
    const on = host(w, "pgres01");
    for (const i of spread(a, 12)) {
      const t = a.at(19 + rng.float(0, 1), i);
      ssh(w, t, on, p.sam, "10.99.6.4", "key");
      a.core(() => {
        line(w, t + 40_000, on, "postgres",
          `LOG:  connection authorized: user=${p.sam} database=trials application_name=psql SSL enabled`,
          { facility: "local0" });
        line(w, t + 60_000, on, "postgres",
          `LOG:  AUDIT: SESSION,${i + 1},1,READ,SELECT,TABLE,trials.patients,"SELECT name,birthdate,bsn FROM `
            + `trials.patients WHERE id BETWEEN ${i * 400} AND ${i * 400 + 399}"`, { facility: "local0" });
      });
    }
    return `${p.display} reads names and numbers of patients in slices of 400 every evening.`;
  } },
  { kind: "supplier-paid-too-much", area, difficulty: "hard", types: ["financial_fraud", "insider_threat"], days: 20,
      run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("payments"));
    const supplier = `factuur@klein-advies${rng.int(2, 9)}.example`;
    a.about(supplier);
    const net = p.home;
    for (const i of [0, 7, 13, 19]) {
      const t = a.at(rng.float(20, 22), i);
      a.core(() => mail(w, t, { from: p.mail, fromPerson: p, to: supplier, subject: "amounts",
        direction: "Outbound" }));
      mail(w, t + 40 * MINUTE, { from: supplier, to: p.mail, toPerson: p, subject: `Invoice ${rng.int(100, 999)}`,
        direction: "Inbound", ip: "198.51.100.77", attachment: ["invoice.pdf", 70_000] });
      a.core(() => {
        file(w, t + 60 * MINUTE, p, "FileModified", w.sites.get("fin-payments")!, "payment-batch-2026-7.xlsx", { net });
        mailbox(w, t + 70 * MINUTE, p, "HardDelete", { net, items: ["amounts"], folder: "\\Sent Items" });
      });
    }
    return `${p.display} tells a small supplier at night what to invoice, changes the payment file and deletes the `
      + `messages.`;
  } },
  { kind: "weekly-look-into-a-mailbox", area, difficulty: "hard", types: ["insider_threat"], days: 23, run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const victim = a.anybody((p) => p.title === "Vice-Rector" || p.title === "HR Director" || p.title === "Dean");
    for (const i of [0, 7, 14, 21]) {
      a.core(() => times(2, (k) => mailbox(w, a.at(7.2 + k * 0.1, i), admin, "MailItemsAccessed",
        { net: admin.home, owner: victim, count: rng.int(6, 14), client: "Client=REST;Client=RESTSystem;;" })));
    }
    return `A mail administrator reads the mailbox of ${victim.display} every week early in the morning from home.`;
  } },
  { kind: "protection-reduced-in-steps", area, difficulty: "context", types: ["sabotage", "policy_violation"], days: 21,
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("security");
    const law = resource(w, "platform", "law-security");
    const net = campusNet(rng, 24);
    a.core(() => {
      azure(w, a.at(11), admin, net, "Microsoft.OperationalInsights/workspaces/write", law,
        { body: { properties: { retentionInDays: 30 } } });
      audit(w, a.at(10.5, 6), { person: admin, net }, "Update conditional access policy", "Policy",
        [thing("Policy", rng.uuid(), "CA017 Block risky sign-ins", ["ConditionalAccessPolicy", '{"state":"enabled"}',
        '{"state":"enabledForReportingButNotEnforced"}'])],
        { service: "Conditional Access" });
      command(w, a.at(14, 13), admin, "Set-AntiPhishPolicy", "Office365 AntiPhish Default",
        { Identity: "Office365 AntiPhish Default", PhishThresholdLevel: "1",
        EnableMailboxIntelligenceProtection: "False" }, net);
      command(w, a.at(15, 20), admin, "Set-MailboxAuditBypassAssociation", admin.of?.sam ?? admin.sam,
        { Identity: admin.of?.sam ?? admin.sam, AuditBypassEnabled: "True" }, net);
    });
    return `Over three weeks ${admin.display} shortens the retention of logs, weakens the policy for risky sign-ins `
      + `and for phishing, and leaves the own mailbox out of the audit.`;
  } },
  { kind: "label-lowered-now-and-then", area, difficulty: "hard", types: ["data_exfiltration", "policy_violation"],
      days: 18, run: (a) => {
    const { w, rng } = a;
    const p = a.staff((x) => x.tags.has("professor"));
    const url = "https://client.sharedbox.example/put";
    for (const i of spread(a, 18).filter((_, k) => k % 3 === 0)) {
      const name = rng.pick(p.drive.files);
      const net = netOf(rng, p, a.day + i);
      a.core(() => label(w, a.at(17, i), p, "SensitivityLabelUpdated", name, "Confidential", "Public", net, "ok"));
      if (p.laptop.managed) web(w, a.at(17.3, i), p, net, url, "File Sharing",
        { method: "POST", sent: rng.int(2e5, 4e6) });
    }
    return `${p.display} makes one confidential document public every few days and uploads it to a private share.`;
  } },
  { kind: "application-reads-a-little-each-day", area, difficulty: "hard",
      types: ["account_compromise", "data_exfiltration"], days: 16, run: (a) => {
    const { w, rng } = a;
    const app = w.apps.get("grants")!;
    a.about(app.name);
    const net = hostileNet(rng);
    for (const i of spread(a, 16)) {
      a.core(() => graph(w, a.at(9.2, i), app, "GET", `sites/${rng.uuid()}/drive/root:/proposals-2027:/children`,
        { ip: i % 2 ? net.ip : app.ips[0], agent: "Grant-Manager/3.1" }));
    }
    return `The grant application looks into a folder of new proposals each morning, every second time from a foreign `
      + `address: the code of a supplier was changed.`;
  } },
  { kind: "instrument-share-copied-in-pieces", area, difficulty: "hard", types: ["data_exfiltration", "insider_threat"],
      days: 14, run: (a) => {
    const { w } = a;
    const p = a.staff((x) => has("researcher")(x) && x.unitCode === "eng" && x.laptop.os === "Windows 11");
    for (const i of spread(a, 14)) {
      a.core(() => times(3, (k) => share(w, a.at(19.5, i) + k * 5000, host(w, "fs-eng01"), p, p.laptop.ip, "patents",
        `2027\\draft${i * 3 + k}.docx`)));
    }
    return `${p.display} reads three drafts of patents of others on the file server each evening.`;
  } },
];
