import type { Person } from "./model.ts";
import { apps, strangeAgents } from "./org.ts";
import { audit, risk, signIn, userTarget } from "./rows-identity.ts";
import { click, command, email, mailbox, zap } from "./rows-office.ts";
import type { AttackKind, Stage } from "./stage.ts";

const area = "mail";
const assistantOf = (s: Stage): Person => s.who((p) => p.grade === "secretary" && p.of !== undefined);
const invoice = (s: Stage): [string, number][] => [[`Invoice ${s.w.rng.int(10000, 99999)} - updated bank details.pdf`,
  s.w.rng.int(80000, 300000)]];

export const mailAttacks: AttackKind[] = [
  { kind: "rule-forwards-outside", area, difficulty: "obvious", types: ["account_compromise", "data_exfiltration"],
    run: (s) => {
    const { w } = s;
    const p = s.employee();
    const net = s.stranger();
    s.at("night", p);
    signIn(w, s.next(), p, { net, app: apps.owa, mfa: "claim", device: null, ua: strangeAgents[1] });
    s.core(command(w, s.next(), p, "New-InboxRule", { Name: w.rng.pick([".", "..", "a"]),
      [w.rng.pick(["ForwardTo", "RedirectTo",
      "ForwardAsAttachmentTo"])]: `${w.rng.hex(7)}@freemail.example`, DeleteMessage: "True" }, { net }));
    if (w.rng.chance(0.6)) risk(w, s.next(), p, "suspiciousInboxForwarding", "high", net);
    return {
      subjects: [p.upn, net.ip],
      summary: "A foreign session made a rule that sends all mail to a free mailbox and deletes it.",
    };
  } },
  { kind: "rule-hides-replies", area, difficulty: "context", types: ["account_compromise", "financial_fraud"],
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.department === "Finance" || one.grade === "partner");
    const net = s.nearby(p);
    s.at("work", p);
    signIn(w, s.next(), p, { net, app: apps.owa, mfa: "claim", device: null });
    s.core(command(w, s.next(), p, "New-InboxRule", { Name: "sync",
      SubjectOrBodyContainsWords: "invoice;payment;bank;IBAN;fraud",
      MoveToFolder: "RSS Feeds", MarkAsRead: "True" }, { net }));
    for (let n = 0; n < 2; n++) s.core(email(w, s.next(10, 40),
      { from: p.mail, to: w.rng.pick(p.contacts).mail, sender: p,
      subject: "Re: outstanding balance - change of account", direction: "Outbound", files: invoice(s), ip: net.ip }));
    return {
      subjects: [p.upn, net.ip],
      summary: "A rule hid all answers about payments while clients were asked to pay to another account.",
    };
  } },
  { kind: "managing-partner-imitated", area, difficulty: "context", types: ["financial_fraud"], run: (s) => {
    const { w } = s;
    const boss = w.org.people[0]!;
    const clerk = s.who((p) => p.department === "Finance" && /Clerk|Cashier|Controller/.test(p.title));
    const domain = w.rng.pick(["aldermere-quist.example", "aldermerequlst.example", "aldermerequist-llp.example"]);
    const from = boss.mail.replace(w.org.domain, domain);
    s.at("work", clerk);
    s.core(email(w, s.next(), { from, name: boss.name, to: clerk.mail, recipient: clerk,
      subject: "Confidential acquisition - are you at your desk?",
      direction: "Inbound", first: true }));
    s.core(email(w, s.next(15, 40), { from: clerk.mail, to: from, sender: clerk,
      subject: "RE: Confidential acquisition", direction: "Outbound" }));
    s.core(email(w, s.next(9, 30), { from, name: boss.name, to: clerk.mail, recipient: clerk,
      subject: "RE: Confidential acquisition", direction: "Inbound",
      files: [["Escrow payment instruction.pdf", 120_400]] }));
    email(w, s.next(20, 50), { from: clerk.mail, to: from, sender: clerk,
      subject: "RE: Confidential acquisition - payment released", direction: "Outbound" });
    return {
      subjects: [clerk.upn, from],
      summary: "A domain with nearly the firm's name and the managing partner's display name led a clerk to release "
        + "a payment.",
    };
  } },
  { kind: "access-to-managing-mailbox", area, difficulty: "context", types: ["insider_threat", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    const owner = s.who((p) => p.grade === "executive");
    s.at("evening", by);
    s.core(command(w, s.next(), by, "Add-MailboxPermission", { Identity: owner.upn, User: by.upn,
      AccessRights: "FullAccess", AutoMapping: "False" },
      { net: s.home(by) }));
    for (let n = 0; n < 4; n++) s.core(mailbox(w, s.next(), by, "MailItemsAccessed",
      { owner, net: s.home(by), count: 10, folder: "\\Inbox\\Remuneration" }));
    command(w, s.next(), by, "Remove-MailboxPermission", { Identity: owner.upn, User: by.upn,
      AccessRights: "FullAccess" }, { net: s.home(by) });
    return {
      subjects: [by.upn, owner.upn],
      summary: "The mail administrator opened an executive's mailbox for himself, read it in the evening and removed "
        + "the right again.",
    };
  } },
  { kind: "transport-rule-copies-outside", area, difficulty: "obvious",
    types: ["data_exfiltration", "account_compromise"], run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    const net = s.stranger();
    s.at("night", by);
    signIn(w, s.next(), by, { net, app: apps.exchangeShell, mfa: "claim", device: null });
    s.core(command(w, s.next(), by, "New-TransportRule", { Name: "Compliance copy",
      BlindCopyTo: `journal@${w.rng.hex(5)}-archive.example`,
      SubjectOrBodyContainsWords: "merger;acquisition;signing", Mode: "Enforce" }, { net }));
    return {
      subjects: [by.upn, net.ip],
      summary: "A transport rule copies every message about mergers to an address outside.",
    };
  } },
  { kind: "phish-from-inside", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const p = s.employee();
    const net = s.stranger();
    const url = `https://aq-docs.${w.rng.hex(5)}.example/sign`;
    s.at("early", p);
    signIn(w, s.next(), p, { net, app: apps.owa, mfa: "claim", device: null });
    for (const to of w.rng.sample(w.org.people, w.rng.int(18, 30))) {
      const id = w.rng.guid();
      s.core(email(w, s.soon(1, 8), { id, from: p.mail, sender: p, to: to.mail, recipient: to,
        subject: "Shared: Partner meeting slides",
        direction: "Intra-org", url, threat: w.rng.chance(0.7) ? "Phish" : "", ip: net.ip }));
      if (w.rng.chance(0.2)) click(w, s.soon(), to, url, { id, threat: "Phish" });
      if (w.rng.chance(0.5)) zap(w, s.soon(), id, to.mail, p.mail);
    }
    return {
      subjects: [p.upn, net.ip],
      summary: "A stolen account sent a phishing page to colleagues; some clicked before it was withdrawn.",
    };
  } },
  { kind: "mailbox-forwarding-set", area, difficulty: "context", types: ["data_exfiltration", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    s.at("evening", p);
    const to = `${p.name.split(" ")[1]?.toLowerCase() ?? "x"}.private@freemail.example`;
    s.core(command(w, s.next(), p, "Set-Mailbox", { Identity: p.upn, ForwardingSmtpAddress: `smtp:${to}`,
      DeliverToMailboxAndForward: "True" },
      { net: s.home(p) }));
    for (let n = 0; n < 3; n++) s.core(email(w, s.next(30, 80),
      { from: p.mail, to, sender: p, subject: "FW: Draft for your review", direction: "Outbound",
      files: [[w.rng.pick(w.rng.pick(p.matters).files), 210_000]] }));
    return {
      subjects: [p.upn, to],
      summary: "A lawyer forwards all of her mail to a private address, against the rules of the firm.",
    };
  } },
  { kind: "quiet-mailbox-copy", area, difficulty: "hard", types: ["account_compromise", "data_exfiltration"], span: 3,
    run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    const net = s.nearby(p);
    for (let d = 0; d < 3; d++) {
      s.at("work", p, d);
      for (let n = 0; n < 2; n++) s.core(mailbox(w, s.next(10, 60), p, "MailItemsAccessed",
        { net, access: "Sync", count: 12,
        client: "Client=WebServices;ExchangeWebServicesProxy/CrossSite/EXCH/15.20;",
          folder: w.rng.pick(["\\Inbox", "\\Sent Items"]) }));
    }
    return {
      subjects: [p.upn, net.ip],
      summary: "On three working days an unknown client synchronised the mailbox through the web services, from a "
        + "network nearby.",
    };
  } },
  { kind: "journal-redirected", area, difficulty: "hard", types: ["data_exfiltration", "insider_threat"], run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    s.at("work", by);
    s.core(command(w, s.next(), by, "Set-JournalRule", { Identity: "Regulatory journal", JournalEmailAddress:
      `journal@archive-${w.org.domain.split(".")[0] ?? ""}.example`, Scope: "Global" }));
    return {
      subjects: [by.upn],
      summary: "The journal for the regulator was pointed to an address outside the firm that looks like the archive.",
    };
  } },
  { kind: "malware-campaign", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const victim = s.employee();
    const domain = `scan-${w.rng.hex(5)}.example`;
    s.at("work", victim);
    for (const p of [victim, ...w.rng.sample(w.org.people, w.rng.int(10, 16))]) {
      const id = w.rng.guid();
      const from = `scanner@${domain}`;
      s.core(email(w, s.soon(1, 20), { id, from, to: p.mail, recipient: p, subject: "Scanned court notice",
        direction: "Inbound", threat: "Malware",
        methods: '{"Malware":["File detonation"]}', first: true, files: [["court_notice.html", 48_200]],
          url: `https://${domain}/n.zip` }));
      if (w.rng.chance(0.7)) zap(w, s.soon(20, 60), id, p.mail, from, "Malware ZAP");
      if (p === victim) s.core(click(w, s.soon(30, 90), p, `https://${domain}/n.zip`,
        { id, threat: "Malware", through: true }));
    }
    return {
      subjects: [victim.upn, domain],
      summary: "A campaign with a false court notice was delivered before it was recognized; one recipient fetched "
        + "the archive in spite of the warning.",
    };
  } },
  { kind: "assistant-writes-as-partner", area, difficulty: "hard", types: ["financial_fraud", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const p = assistantOf(s);
    const boss = s.who((one) => one.grade === "partner" && one !== p.of);
    const cashier = w.org.people.find((one) => one.title === "Client Accounts Cashier")!;
    s.at("work", p);
    s.core(mailbox(w, s.next(), p, "SendAs", { owner: boss, subject: "Release of client money",
      columns: { SendAsUserSmtp: boss.mail } }));
    s.core(email(w, s.soon(), { from: boss.mail, to: cashier.mail, sender: boss, recipient: cashier,
      subject: "Release of client money",
      direction: "Intra-org", files: [["Payment order.pdf", 66_120]] }));
    s.core(mailbox(w, s.next(), p, "SoftDelete", { owner: boss, folder: "\\Sent Items",
      subject: "Release of client money" }));
    return {
      subjects: [p.upn, boss.upn],
      summary: "An assistant wrote in the name of a partner she does not work for, ordered a payment of client money "
        + "and deleted the sent message.",
    };
  } },
  { kind: "allowed-sender-planted", area, difficulty: "context",
    types: ["sabotage", "account_compromise", "policy_violation"], run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    const domain = `${w.rng.pick(["contract", "secure"])}-${w.rng.hex(4)}.example`;
    s.at("night", by);
    s.core(command(w, s.next(), by, "New-TenantAllowBlockListItems",
      { ListType: "Sender", Entries: domain, Allow: "True", NoExpiration: "True" },
      { net: s.nearby(by) }));
    const p = s.lawyer();
    s.core(email(w, s.next(90, 200), { from: `office@${domain}`, to: p.mail, recipient: p, subject: "Engagement terms",
      direction: "Inbound",
      url: `https://${domain}/t`, first: true,
        auth: '{"SPF":"fail","DKIM":"none","DMARC":"fail","CompAuth":"fail"}' }));
    return {
      subjects: [by.upn, domain],
      summary: "A domain was put on the list of allowed senders at night; hours later phishing came from it "
        + "unhindered.",
    };
  } },
  { kind: "audit-bypass-for-mailbox", area, difficulty: "context", types: ["sabotage", "insider_threat"], run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    const p = s.employee();
    s.at("evening", by);
    s.core(command(w, s.next(), by, "Set-MailboxAuditBypassAssociation",
      { Identity: p.upn, AuditBypassEnabled: "True" }, { net: s.home(by) }));
    s.core(command(w, s.next(), by, "Add-MailboxPermission", { Identity: w.org.people[1]?.upn ?? "", User: p.upn,
      AccessRights: "FullAccess" },
      { net: s.home(by) }));
    return {
      subjects: [by.upn, p.upn],
      summary: "What an employee does in mailboxes is no longer logged, and then she got access to the one of an "
        + "executive.",
    };
  } },
  { kind: "search-export-by-outsider-of-team", area, difficulty: "context",
    types: ["insider_threat", "data_exfiltration"], run: (s) => {
    const { w } = s;
    const by = s.admin(w.rng.pick(["SharePoint", "Windows Server", "Cloud Engineer"]));
    const name = `tmp${w.rng.int(10, 99)}`;
    s.at("evening", by);
    s.core(command(w, s.next(), by, "New-ComplianceSearch", { Name: name, ExchangeLocation: "All",
      ContentMatchQuery: "bonus OR redundancy" },
      { compliance: true, net: s.home(by), object: name }));
    s.core(command(w, s.next(12, 30), by, "New-ComplianceSearchAction", { SearchName: name, Export: "True" },
      { compliance: true, net: s.home(by),
      object: `${name}_Export` }));
    return {
      subjects: [by.upn],
      summary: "An administrator who has nothing to do with legal searches searched all mailboxes for redundancies "
        + "and exported the result.",
    };
  } },
  { kind: "thread-hijacked", area, difficulty: "context", types: ["financial_fraud", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.department === "Real Estate" || one.department === "Finance");
    const c = w.rng.pick(p.contacts);
    const domain = c.company.domain.replace(".example", "-group.example");
    const from = c.mail.replace(c.company.domain, domain);
    s.at("work", p);
    for (let n = 0; n < 3; n++) {
      s.core(email(w, s.next(20, 90), { from, name: c.name, to: p.mail, recipient: p,
        subject: "RE: Completion statement", direction: "Inbound",
        first: n === 0, files: n === 1 ? invoice(s) : [] }));
      if (n < 2) s.core(email(w, s.next(10, 30), { from: p.mail, to: from, sender: p,
        subject: "RE: Completion statement", direction: "Outbound" }));
    }
    return {
      subjects: [p.upn, from],
      summary: "The sender of a running conversation was replaced by a similar domain that asks for the completion "
        + "money on another account.",
    };
  } },
  { kind: "ex-mailbox-read-by-other", area, difficulty: "hard", types: ["account_compromise", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.department === "Human Resources" || one.grade === "paralegal");
    const owner = w.org.people.find((one) => one.leaves !== undefined && one.leaves < w.historyDays)!;
    s.at("evening", p);
    s.core(audit(w, s.next(), "Reset user password", "UserManagement",
      { person: s.who((one) => one.grade === "helpdesk") }, [userTarget(owner)]));
    s.core(signIn(w, s.next(), owner, { net: s.home(p), app: apps.owa, mfa: "password", error: "50057",
      device: p.device }));
    s.core(mailbox(w, s.next(), p, "MailItemsAccessed", { owner, net: s.home(p), count: 8, folder: "\\Inbox" }));
    return {
      subjects: [p.upn, owner.upn],
      summary: "After the password of a leaver was reset somebody tried to sign in as her and then read her mailbox.",
    };
  } },
];
