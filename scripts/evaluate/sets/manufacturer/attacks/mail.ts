/** Attacks with mail: rules, forwarding, fraud, phishing from inside, and access to mailboxes of others. */
import type { Plot } from "./plot.ts";
import { plot } from "./plot.ts";
import { hostingNet, strangeDevice } from "../places.ts";
import { HOUR, MINUTE, range, slug } from "../util.ts";

export const mailPlots: Plot[] = [
  plot("rule-that-hides-invoices", "obvious", ["account_compromise", "financial_fraud"], (s) => {
    const { out, rng, key, person, night, intruder } = s;
    const victim = person((p) => ["Purchasing", "Sales", "Finance"].includes(p.department));
    const at = intruder();
    const time = night();
    out.signin(time - 5 * MINUTE, victim, at, { app: "One Outlook Web", mfa: true, unmanaged: true });
    const name = rng.pick([".", "..", ";", "a"]);
    key(out.exchange(time, victim, at, "New-InboxRule", `${victim.name}\\${name}`,
      { Name: name, SubjectOrBodyContainsWords: "invoice;payment;bank;iban;overdue",
      MoveToFolder: rng.pick(["RSS Feeds", "Conversation History"]), MarkAsRead: "True",
      StopProcessingRules: "True" }));
    out.mailbox(time + 9 * MINUTE, victim, at, "MailItemsAccessed", victim, { count: 55 });
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "A rule named with a dot moves everything about payments to a folder that nobody reads.",
    };
  }),
  plot("mailbox-forwards-outside", "obvious", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, rng, key, person, day, at: clock, intruder } = s;
    const victim = person((p) => p.department === "Engineering" || p.department === "Management");
    const at = intruder("home");
    const time = clock(day, rng.real(5, 23));
    const target = `${victim.sam}.archive@${rng.pick(["mailhome", "postbox"])}.example`;
    out.signin(time - 3 * MINUTE, victim, at, { app: "One Outlook Web", mfa: true, unmanaged: true });
    key(out.exchange(time, victim, at, "Set-Mailbox", victim.upn,
      { Identity: victim.upn, ForwardingSmtpAddress: `smtp:${target}`, DeliverToMailboxAndForward: "True" }));
    for (const i of range(rng.int(5, 12))) {
      const ids = out.mail(time + (i + 1) * rng.real(1, 4) * HOUR, victim.mail, target,
        rng.pick(["FW: Board meeting", "FW: Drawing release", "FW: Quotation"]),
        { direction: "Outbound", forwarded: target, senderId: victim.id }).ids;
      key(i === 0 ? ids : []);
    }
    return {
      subjects: [victim.upn, target, at.net.ip],
      summary: `All mail of the mailbox is forwarded to an address outside of ${w.domain}, set from abroad.`,
    };
  }),
  plot("supplier-changes-bank-by-lookalike", "context", ["financial_fraud"], (s) => {
    const { w, out, rng, key, person, work, where } = s;
    const victim = person((p) => p.title === "Accounts Payable Clerk" || p.title === "Treasury Analyst");
    const supplier = rng.pick(w.suppliers);
    const fake = supplier.replace(/\.example$/, "").replace(/l/, "1").replace(/o/, "0").replace(/m/, "rn") +
      "-billing.example";
    const time = work(victim);
    const ip = hostingNet(rng).ip;
    const subject = `RE: Invoice ${rng.int(70_000, 99_999)}`;
    key(out.mail(time, `accounts@${fake}`, victim, subject, { name: "Accounts", ip, firstContact: true }).ids);
    key(out.mail(time + 50 * MINUTE, `accounts@${fake}`, victim, `${subject} - new bank details`,
      { name: "Accounts", ip, files: [["bank-letter.pdf", 190_000]] }).ids);
    out.mail(time + 2 * HOUR, victim.mail, `accounts@${fake}`, `${subject} - new bank details`,
      { name: victim.name, senderId: victim.id });
    out.syslog(time + 3 * HOUR, w.servers.erpApp!, "SAPSAL", "local4", "info",
      `AU3 client=100 user=${victim.sam.toUpperCase()} terminal=${victim.host.name} tcode=FK02 Transaction FK02 ` +
      `started; bank data of supplier ${rng.int(100_100, 100_900)} changed, no second approver`);
    return {
      subjects: [victim.upn, `accounts@${fake}`, where(victim).device.name],
      summary: "Somebody continues a thread from a domain that looks like that of a supplier, and the clerk changes " +
        "the bank data.",
    };
  }),
  plot("chief-writes-from-freemail", "context", ["financial_fraud"], (s) => {
    const { w, out, rng, key, person, work } = s;
    const victim = person((p) => p.department === "Finance" || p.department === "Human Resources");
    const surname = slug(w.staff.chief.name.split(" ")[1]!);
    const address = `${surname}.office${rng.int(10, 99)}@freemail.example`;
    const time = work(victim);
    const o = { name: w.staff.chief.name, firstContact: true, ip: hostingNet(rng).ip };
    key(out.mail(time, address, victim, rng.pick(["Are you at your desk?", "Confidential request", "Quick task"]),
      o).ids);
    out.mail(time + 20 * MINUTE, victim.mail, address, "RE: Confidential request",
      { name: victim.name, senderId: victim.id });
    key(out.mail(time + 35 * MINUTE, address, victim, "RE: Confidential request - transfer today", o).ids);
    out.mail(time + 70 * MINUTE, victim.mail, address, "RE: Confidential request - transfer today",
      { name: victim.name, senderId: victim.id, files: [["transfer.pdf", 88_000]] });
    return {
      subjects: [victim.upn, address],
      summary: "An outsider with the name of the managing director asks for an urgent transfer; the victim answers and " +
        "sends the proof.",
    };
  }),
  plot("phish-from-inside", "obvious", ["account_compromise"], (s) => {
    const { w, out, rng, key, person, work, intruder } = s;
    const victim = person((p) => p.department !== "Management");
    const at = intruder();
    const time = work(victim);
    const url = `https://intranet-login.example/${rng.hex(8)}`;
    const subject = rng.pick(["Updated salary table", "Please sign: safety instruction",
      "Canteen prices from next month"]);
    const cluster = String(rng.int(1e9, 9e9));
    out.signin(time - 10 * MINUTE, victim, at, { app: "One Outlook Web", mfa: true, unmanaged: true });
    const targets = rng.some(w.people.filter((p) => p !== victim), rng.int(30, 60));
    targets.forEach((target, i) => {
      const { ids, message } = out.mail(time + i * 1500, victim.mail, target, subject,
        { name: victim.name, senderId: victim.id, urls: [url], threat: i % 3 === 0 ? "Phish" : undefined, cluster });
      key(i === 0 ? ids : []);
      if (rng.chance(0.1)) {
        key(out.click(time + rng.int(3, 90) * MINUTE, target, target.desk.net.ip, url, { message, through: true }));
      }
      if (i % 3 === 0) {
        out.postDelivery(time + 3 * HOUR, message, target.mail, "Phish ZAP", "Moved to quarantine");
      }
    });
    return {
      subjects: [victim.upn, at.net.ip],
      summary: "A taken-over mailbox sends the same link to dozens of colleagues; some click.",
    };
  }),
  plot("transport-rule-copies-mail", "context", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, rng, key, night, intruder, admin } = s;
    const { account } = admin(w.staff.mailAdmins);
    const at = intruder();
    const time = night();
    const name = rng.pick(["Journal", "Archive compliance", "Spam feedback"]);
    const target = `journal@${rng.pick(["mx-archive", "log-relay"])}.example`;
    out.signin(time - 4 * MINUTE, account, at,
      { app: "Microsoft Exchange REST API Based Powershell", mfa: true, unmanaged: true });
    key(out.exchange(time, account, at, "New-TransportRule", name,
      { Name: name, SentToMemberOf: "GRP-Management", BlindCopyTo: target, Priority: "0" }));
    for (const i of range(4)) {
      out.mail(time + (10 + i) * HOUR, rng.pick(w.staff.chief.outside.concat([w.staff.cfo.mail])), target,
        "Weekly summary", { direction: "Outbound", forwarded: target });
    }
    return {
      subjects: [account.upn, target, at.net.ip],
      summary: "A transport rule sends blind copies of the mail of the directors to an address outside.",
    };
  }),
  plot("administrator-reads-directors-mail", "context", ["insider_threat", "privilege_escalation"], (s) => {
    const { w, out, rng, key, day, at: clock, admin } = s;
    const { account, person: reader } = admin(w.staff.mailAdmins);
    const owner = rng.pick([w.staff.cfo, w.staff.chief]);
    const place = reader.home;
    const time = clock(day, rng.real(20, 22.5));
    key(out.exchange(time, account, place, "Add-MailboxPermission", owner.upn,
      { Identity: owner.upn, User: reader.upn, AccessRights: "FullAccess", AutoMapping: "False" }));
    for (const i of range(rng.int(3, 6))) {
      key(out.mailbox(time + (8 + i * 11) * MINUTE, reader, place, "MailItemsAccessed", owner,
        { count: rng.int(10, 30), folder: rng.pick(["Inbox", "Board", "Acquisition"]) }));
    }
    out.exchange(time + 2 * HOUR, account, place, "Remove-MailboxPermission", owner.upn,
      { Identity: owner.upn, User: reader.upn, AccessRights: "FullAccess" });
    return {
      subjects: [account.upn, reader.upn, owner.upn],
      summary: "The mail administrator gives himself access to a director's mailbox in the evening, reads it from " +
        "home, and takes the access back.",
    };
  }),
  plot("search-outside-of-a-case", "hard", ["insider_threat", "data_exfiltration"], (s) => {
    const { w, out, rng, key, day, at: clock, person } = s;
    const actor = w.staff.compliance;
    const target = person((p) => p.department === "Management");
    const time = clock(day, rng.real(18.5, 21));
    const name = `tmp${rng.int(1, 9)}`;
    key(out.compliance(time, actor, actor.home, "SearchCreated", name,
      { Query: `participants:${target.upn} AND (bonus OR severance OR acquisition)`, ExchangeLocation: target.upn }));
    out.compliance(time + 4 * MINUTE, actor, actor.home, "SearchStarted", name);
    key(out.compliance(time + 50 * MINUTE, actor, actor.home, "SearchExportDownloaded", name));
    out.compliance(time + 70 * MINUTE, actor, actor.home, "SearchRemoved", name);
    return {
      subjects: [actor.upn, target.upn],
      summary: "The compliance officer searches a director's mailbox without a case, exports the result at home and " +
        "deletes the search.",
    };
  }),
  plot("html-attachment-opened", "obvious", ["account_compromise"], (s) => {
    const { out, rng, key, person, work, w } = s;
    const victims = range(rng.int(4, 8)).map(() => person());
    const time = work(victims[0]!);
    const from = `scanner@${rng.pick(["efax-delivery", "doc-transfer"])}.example`;
    const url = `https://outlook-verify.example/${rng.hex(6)}`;
    const ip = hostingNet(rng).ip;
    victims.forEach((victim, i) => {
      const { ids, message } = out.mail(time + i * 4000, from, victim, "Fax message from customer",
        { files: [[`fax_${rng.int(100, 999)}.html`, 41_000]], urls: [url], ip, threat: i > 1 ? "Phish" : undefined,
        firstContact: true, authentication: "fail" });
      key(i < 2 ? ids : []);
      if (i === 1) {
        key(out.click(time + 12 * MINUTE, victim, victim.desk.net.ip, url, { message, through: true }));
        out.web(time + 12 * MINUTE + 8000, victim, victim.host.ip, url, "Phishing",
          { method: "POST", sent: 2400, threat: "HTML.Phish.Outlook" });
        key(out.signin(time + 30 * MINUTE, victim, { net: hostingNet(rng), device: strangeDevice(rng) },
          { code: 50076, mfa: false }));
      }
    });
    return {
      subjects: [...victims.map((v) => v.upn), from],
      summary: `An HTML file in a mail leads to a false sign-in page of ${w.domain}; one victim enters the password, ` +
        `which is tried at once.`,
    };
  }),
  plot("salary-account-diverted", "context", ["financial_fraud", "account_compromise"], (s) => {
    const { w, out, key, person, work, intruder } = s;
    const victim = person((p) => p.department === "Production" || p.department === "Engineering");
    const at = intruder("home", victim.site.country);
    const time = work(victim) + 5 * HOUR;
    out.signin(time - 20 * MINUTE, victim, at, { app: "One Outlook Web", mfa: true, unmanaged: true });
    key(out.exchange(time - 5 * MINUTE, victim, at, "New-InboxRule", `${victim.name}\\pay`,
      { Name: "pay", From: w.staff.payroll.mail, DeleteMessage: "True" }));
    key(out.mail(time, victim.mail, w.staff.payroll, "Change of my bank account",
      { name: victim.name, senderId: victim.id, files: [["form.pdf", 120_000]] }).ids);
    out.mailbox(time + 5 * MINUTE, victim, at, "HardDelete", victim,
      { folder: "Sent Items", subject: "Change of my bank account" });
    return {
      subjects: [victim.upn, w.staff.payroll.upn, at.net.ip],
      summary: "From a stolen mailbox payroll is asked to pay the salary to another bank account, and a rule deletes " +
        "the answers.",
    };
  }),
  plot("connector-to-foreign-relay", "hard", ["data_exfiltration", "account_compromise"], (s) => {
    const { w, out, rng, key, night, admin } = s;
    const { account, person: victim } = admin(w.staff.mailAdmins);
    const time = night();
    const at = { net: victim.home.net, device: strangeDevice(rng) };
    key(out.exchange(time, account, at, "New-OutboundConnector", "EU relay",
      { Name: "EU relay", RecipientDomains: rng.pick(w.customers), SmartHosts: hostingNet(rng).ip,
      TlsSettings: "EncryptionOnly", UseMXRecord: "False" }));
    return {
      subjects: [account.upn],
      summary: "At night an outbound connector is created which sends all mail for one customer through a rented server.",
    };
  }),
  plot("audit-bypass-for-mailbox-access", "context", ["sabotage", "insider_threat"], (s) => {
    const { w, out, rng, key, work, person, admin } = s;
    const { account, person: actor } = admin(w.staff.mailAdmins);
    const user = person((p) => p.department === "IT" && p !== actor);
    const time = work(actor);
    key(out.exchange(time, account, actor.desk, "Set-MailboxAuditBypassAssociation", user.upn,
      { Identity: user.upn, AuditBypassEnabled: "True" }));
    out.exchange(time + rng.int(4, 30) * MINUTE, account, actor.desk, "Add-MailboxPermission", w.staff.cfo.upn,
      { Identity: w.staff.cfo.upn, User: user.upn, AccessRights: "FullAccess" });
    return {
      subjects: [account.upn, user.upn, w.staff.cfo.upn],
      summary: "Auditing is switched off for a colleague, who at the same time gets the mailbox of the CFO: what he " +
        "reads there leaves no row.",
    };
  }),
];
