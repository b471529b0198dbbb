import { riskEvent, signIn } from "../emit/entra.ts";
import { click, inside, message, zap } from "../emit/mail.ts";
import type { Sent } from "../emit/mail.ts";
import { cloudApp, cmdlet, itemsAccessed, mailbox, teams } from "../emit/office.ts";
import { apps } from "../org/identities.ts";
import type { Person } from "../org/people.ts";
import { hostingSpot, mobileLine } from "../org/places.ts";
import { byTitle } from "../org/world.ts";
import { strangeAgents } from "./case.ts";
import type { Case, Kind } from "./case.ts";

const correspondent = (c: Case, of: string): { address: string; name: string; ip: string } => {
  const found = c.w.correspondents.find((one) => one.domain === of) ?? c.w.correspondents[0];
  return found ?? { address: `info@${of}`, name: "info", ip: "40.107.3.9" };
};

const rowsFor = (sent: Sent, who: Person): string[] => sent.byRecipient.get(who.upn) ?? sent.rows;

export const mailKinds: Kind[] = [
  {
    kind: "forwarding-rule-to-outside", area: "mail", difficulty: "obvious", times: 2,
    types: ["account_compromise", "data_exfiltration", "financial_fraud"],
    run: (c) => {
      const who = c.of("Finance", "Sales", "Legal");
      c.working(who);
      const from = c.outside();
      c.about(from.ip);
      signIn(c, c.t, who, { app: apps.outlookWeb, from, device: undefined, agent: c.r.pick(strangeAgents),
        mfa: "claim" });
      const target = `${c.r.hex(7)}@inboxkeep.example`;
      c.about(target);
      if (c.r.chance(0.5)) {
        c.core(cmdlet(c, c.step(2, 7), who, "New-InboxRule", { Name: c.r.pick([".", "..", "x", " "]), ForwardTo: target,
          SubjectOrBodyContainsWords: "invoice;payment;bank;iban", StopProcessingRules: "True",
            DeleteMessage: "True" }, { from }));
      } else {
        c.core(cmdlet(c, c.step(2, 7), who, "Set-Mailbox", { Identity: who.upn, ForwardingSmtpAddress: `smtp:${target}`,
          DeliverToMailboxAndForward: "True" }, { from }));
      }
      for (let i = 3; i > 0; i--) {
        c.core(message(c, c.step(30, 150), { subject: c.r.pick(["Invoice 4471", "Payment run", "New bank details"]),
          from: inside(who),
          to: [target], forwardedBy: who.upn }).rows);
      }
      return "Somebody in the mailbox forwards everything about payments to an outside address.";
    },
  },
  {
    kind: "thread-taken-over-for-invoice", area: "mail", difficulty: "context",
    types: ["financial_fraud", "account_compromise"],
    run: (c) => {
      const who = c.of("Finance");
      c.working(who);
      const from = c.outside();
      c.about(from.ip);
      signIn(c, c.t, who, { app: apps.outlookWeb, from, device: undefined, agent: c.r.pick(strangeAgents),
        mfa: "claim" });
      itemsAccessed(c, c.step(3, 9), who, who, 45, { from });
      const partner = correspondent(c, "northgate-retail.example");
      c.core(cmdlet(c, c.step(4, 9), who, "New-InboxRule", { Name: "rss", From: partner.address,
        MoveToFolder: "RSS Feeds", MarkAsRead: "True",
        StopProcessingRules: "True" }, { from }));
      mailbox(c, c.step(3), who, "Send", who, { from },
        { Item: "Re: Outstanding balance - updated remittance details" });
      c.core(message(c, c.t, { subject: "Re: Outstanding balance - updated remittance details", from: inside(who),
        to: [partner.address],
        attachments: [{ name: "Remittance-instructions-2026.pdf", size: 88_211 }] }).rows);
      c.core(mailbox(c, c.step(1), who, "HardDelete", who, { from },
        { AffectedItems: "[{\"Subject\":\"Re: Outstanding balance\"}]",
        Folder: "Sent Items" }));
      return "In a hijacked mailbox the answers of a customer are hidden, and he is sent new bank details in " +
        "the known thread.";
    },
  },
  {
    kind: "own-access-to-chiefs-mailbox", area: "mail", difficulty: "context",
    types: ["insider_threat", "privilege_escalation", "data_exfiltration"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Messaging/);
      const boss = byTitle(c.w, /Chief (Executive|Financial)/);
      c.about(boss.upn);
      c.at(19.5);
      const owner = who.owner ?? who;
      c.core(cmdlet(c, c.t, who, "Add-MailboxPermission", { Identity: boss.upn, User: owner.upn,
        AccessRights: "FullAccess",
        AutoMapping: "False" }));
      for (let i = 4; i > 0; i--) c.core(itemsAccessed(c, c.step(4, 20), owner, boss, c.r.int(10, 60)));
      c.core(cmdlet(c, c.step(5, 9), who, "Remove-MailboxPermission",
        { Identity: boss.upn, User: owner.upn, AccessRights: "FullAccess" }));
      return "A mail administrator gives himself the mailbox of a chief for an evening, without a ticket, and " +
        "takes the right away again.";
    },
  },
  {
    kind: "blind-copy-transport-rule", area: "mail", difficulty: "obvious",
    types: ["data_exfiltration", "account_compromise", "insider_threat"],
    run: (c) => {
      const who = c.admin(/Messaging|Identity/);
      c.at(c.r.pick([2, 4, 23]));
      const target = `archive@mailvault-${c.r.hex(4)}.example`;
      c.about(target);
      c.core(cmdlet(c, c.t, who, "New-TransportRule", { Name: "Journal helper",
        RecipientAddressContainsWords: "brightkiln.example",
        SubjectOrBodyContainsWords: "Kestrel", BlindCopyTo: target, StopRuleProcessing: "False" },
          { from: c.outside() }));
      for (let i = 4; i > 0; i--) {
        message(c, c.step(60, 400), { subject: "Project Kestrel: next round",
          from: inside(byTitle(c.w, /General Counsel/)), to: [target],
          transportRule: "Journal helper" });
      }
      return "A rule of the mail flow copies all mail about the secret deal to an outside archive.";
    },
  },
  {
    kind: "internal-phishing-wave", area: "mail", difficulty: "obvious", types: ["account_compromise"],
    run: (c) => {
      const who = c.of("Support", "Engineering", "Customer Success");
      c.working(who);
      const from = c.outside();
      c.about(from.ip);
      signIn(c, c.t, who, { app: apps.outlookWeb, from, device: undefined, agent: c.r.pick(strangeAgents), risk: "high",
        riskTypes: ["maliciousIPAddress"] });
      riskEvent(c, c.t, who, from, "maliciousIPAddress", "high");
      const url = `https://brightkiln-benefits.${c.r.hex(5)}.example/login`;
      const targets = c.some(35);
      const sent = message(c, c.step(5, 9), { subject: "Updated benefits: confirm until tonight", from: inside(who),
        to: targets,
        urls: [url], threat: "Phish" });
      c.core(sent.rows.slice(0, 12));
      for (const one of targets.slice(0, 5)) c.core(click(c, c.step(1, 9), one, sent, url));
      for (const one of targets.slice(0, 20)) zap(c, c.t, one, sent, who.upn, "Phish ZAP", 0.4);
      cmdlet(c, c.step(1), who, "New-InboxRule", { Name: "a", SubjectContainsWords: "phish;hacked;benefits",
        DeleteMessage: "True" }, { from });
      return "A taken account sends a phishing page to colleagues, and a rule deletes their warnings.";
    },
  },
  {
    kind: "mail-flood-then-false-helpdesk", area: "mail", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const who = c.of("Finance", "HR", "Executive");
      c.working(who);
      for (let i = 0; i < 70; i++) {
        const of = `${c.r.pick(["club", "forum", "shop", "store", "blog"])}${c.r.hex(4)}.example`;
        const sent = message(c, c.step(0.1, 0.8), { subject: c.r.pick(["Confirm your subscription", "Welcome!",
          "Activate your account"]),
          from: { address: `noreply@${of}`, name: of, ip: hostingSpot(c.r).ip }, to: [who], first: true });
        if (i % 12 === 0) c.core(sent.rows);
      }
      const helper = c.stranger("Help Desk Manager", `helpdesk@it-service-${c.r.hex(3)}.onmicrosoft.example`);
      c.core(teams(c, c.step(1, 4), helper, "ChatCreated", { ChatName: "Help Desk",
        Members: [{ UPN: who.upn }, { UPN: helper.upn }],
        ExtraProperties: [{ Key: "IsExternal", Value: "true" }] }));
      c.core(cloudApp(c, c.step(2, 9), who, "MeetingParticipantDetail", "Microsoft Teams", "Remote assistance",
        { from: who.home }, {},
        { Attendees: [{ UPN: helper.upn, RecipientType: "External" }], ScreenShared: true }));
      return "A flood of subscriptions buries a person, then a false helpdesk from another tenant offers to " +
        "help by screen sharing.";
    },
  },
  {
    kind: "lookalike-domain-asks-for-payment", area: "mail", difficulty: "context", times: 2,
    types: ["financial_fraud"],
    run: (c) => {
      const who = c.take((one) => /Payable|Treasury|Accountant/.test(one.title));
      c.working(who);
      const boss = byTitle(c.w, /Chief (Financial|Executive)/);
      const of = c.r.pick(["brightki1n.example", "brlghtkiln.example", "brightkiin.example", "bright-kiln.example"]);
      c.about(of);
      const address = `${boss.first}.${boss.last}@${of}`.toLowerCase();
      const from = { address, name: boss.name, ip: hostingSpot(c.r).ip };
      c.core(message(c, c.t, { subject: "Confidential: payment today", from, to: [who], first: true }).rows);
      c.core(message(c, c.step(8, 30), { subject: "Re: Confidential: payment today", from: inside(who),
        to: [address] }).rows);
      c.core(message(c, c.step(8, 30), { subject: "Re: Confidential: payment today", from, to: [who],
        attachments: [{ name: "beneficiary.pdf", size: 51_000 }] }).rows);
      c.core(message(c, c.step(20, 60), { subject: "Re: Confidential: payment today - done", from: inside(who),
        to: [address],
        attachments: [{ name: "confirmation.pdf", size: 31_000 }] }).rows);
      return "Somebody with a domain like ours writes as a chief; the clerk answers and confirms a payment.";
    },
  },
  {
    kind: "search-and-export-of-mailboxes", area: "mail", difficulty: "context",
    types: ["insider_threat", "data_exfiltration"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Security|Identity|Messaging/);
      c.at(20);
      const boss = c.some(4).map((one) => one.upn).join(", ");
      for (const action of ["SearchCreated", "SearchStarted", "SearchExported", "SearchExportDownloaded"]) {
        c.core(cloudApp(c, c.step(5, 25), who, action, "Microsoft 365", "tmp1", {}, {},
          { Workload: "SecurityComplianceCenter",
          Query: "salary OR bonus OR termination", ExchangeLocations: boss }));
      }
      cloudApp(c, c.step(5), who, "SearchRemoved", "Microsoft 365", "tmp1", {}, {},
        { Workload: "SecurityComplianceCenter" });
      return "An administrator, not legal, searches mailboxes for salaries in the evening, downloads the result " +
        "and removes the search.";
    },
  },
  {
    kind: "traces-deleted-from-mailbox", area: "mail", difficulty: "hard",
    types: ["account_compromise", "insider_threat"],
    run: (c) => {
      const who = c.of("HR", "Legal", "Customer Success");
      c.local(who, c.r.pick([3, 4]));
      const from = mobileLine(c.r, who.city);
      c.about(from.ip);
      c.core(mailbox(c, c.t, who, "HardDelete", who, { from },
        { Folder: "Recoverable Items\\Deletions", AffectedItems: JSON.stringify([
        { Subject: "Security alert: new sign-in" }, { Subject: "Your password was changed" }]) }));
      c.core(mailbox(c, c.step(1, 2), who, "HardDelete", who, { from },
        { Folder: "Sent Items", AffectedItems: "[{\"Subject\":\"Files\"}]" }));
      return "Deep in the night notices about new sign-ins are removed for good from a mailbox.";
    },
  },
  {
    kind: "salary-account-changed", area: "mail", difficulty: "context", types: ["financial_fraud"],
    run: (c) => {
      const clerk = c.take((one) => /Payroll|HR Operations/.test(one.title));
      const who = c.anyone();
      c.working(clerk);
      const address = `${who.first}.${who.last}${c.r.int(2, 99)}@freemail.example`.toLowerCase();
      c.about(address);
      c.core(message(c, c.t, { subject: "Change of my bank account",
        from: { address, name: who.name, ip: hostingSpot(c.r).ip }, to: [clerk],
        first: true }).rows);
      c.core(message(c, c.step(20, 60), { subject: "Re: Change of my bank account", from: inside(clerk), to: [address],
        attachments: [{ name: "bank-form.pdf", size: 40_000 }] }).rows);
      c.core(message(c, c.step(20, 60), { subject: "Re: Change of my bank account",
        from: { address, name: who.name, ip: hostingSpot(c.r).ip },
        to: [clerk], attachments: [{ name: "bank-form-signed.pdf", size: 140_000 }] }).rows);
      return "From a private address under a colleague's name somebody asks payroll to pay his salary elsewhere.";
    },
  },
  {
    kind: "malware-attachment-delivered", area: "mail", difficulty: "obvious", types: ["account_compromise"],
    run: (c) => {
      c.workday();
      c.at(7);
      const sender = `orders@${c.r.hex(5)}-logistics.example`;
      c.about(sender);
      const targets = c.w.people.filter((one) => one.department === "Finance");
      const sent = message(c, c.t, { subject: "Purchase order 88120",
        from: { address: sender, name: "Orders", ip: hostingSpot(c.r).ip },
        to: targets, first: true, threat: "Malware", attachments: [{ name: "PO_88120.iso", size: 1_400_000,
          threat: "Trojan:Win32/Bumblefoot" }] });
      for (const who of targets) c.about(who.upn);
      c.core(sent.rows);
      for (const who of targets.slice(0, 6)) c.core(zap(c, c.t, who, sent, sender, "Malware ZAP", 1.4));
      return "A disk image with a known loader is delivered to all of finance, and pulled back an hour later.";
    },
  },
  {
    kind: "code-image-phishing", area: "mail", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const who = c.of("Engineering", "Product", "Data");
      c.working(who);
      const sent = message(c, c.t, { subject: `${who.first}, renew your authenticator`, to: [who], authFailed: true,
        from: { address: who.upn, name: "Brightkiln Security", ip: hostingSpot(c.r).ip,
          mailFrom: `x@${c.r.hex(5)}.example` },
        attachments: [{ name: "scan-me.png", size: 22_000 }] });
      c.core(rowsFor(sent, who));
      const from = hostingSpot(c.r);
      c.about(from.ip);
      const phone = who.phone ?? who.laptop;
      c.core(signIn(c, c.step(12, 40), who, { app: apps.officeHome, from, device: { ...phone, managed: false, id: "" },
        mfa: "prompt" }));
      itemsAccessed(c, c.step(20, 60), who, who, 25, { from });
      return "A forged mail of the own address carries a code to scan; the phone leads to a proxy which takes " +
        "over the session.";
    },
  },
];
