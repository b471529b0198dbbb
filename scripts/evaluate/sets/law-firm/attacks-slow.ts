import { audit, groupChange, prop, target } from "./rows-identity.ts";
import { cloud, command, email, file, label, mailbox } from "./rows-office.ts";
import { hostOf, share } from "./rows-host.ts";
import { azure, firewallAdmin } from "./rows-net.ts";
import type { AttackKind } from "./stage.ts";

const area = "slow";

export const slowAttacks: AttackKind[] = [
  { kind: "client-lists-page-by-page", area, difficulty: "hard", types: ["insider_threat", "data_exfiltration"],
    span: 18, run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "associate" || one.grade === "accountant");
    for (let d = 0; d < 18; d++) {
      if (s.isFree(d)) continue;
      s.at("work", p, d);
      for (let n = w.rng.int(1, 3); n > 0; n--) s.core(file(w, s.next(5, 50), p, "FileDownloaded", s.foreign(p),
        { twin: false }));
    }
    return {
      subjects: [p.upn],
      summary: "For weeks someone downloaded one to three documents a day from matters of others, before going to a "
        + "rival.",
    };
  } },
  { kind: "mail-rights-collected", area, difficulty: "hard", types: ["insider_threat", "privilege_escalation"],
    span: 16, run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    const owners = w.rng.sample(w.org.people.filter((p) => p.grade === "partner"), 5);
    owners.forEach((owner, i) => {
      s.at("evening", by, i * 3);
      s.core(command(w, s.next(), by, "Add-MailboxFolderPermission",
        { Identity: `${owner.upn}:\\Inbox`, User: by.of?.upn ?? by.upn, AccessRights: "Reviewer" }));
      s.core(mailbox(w, s.next(20, 60), by.of ?? by, "MailItemsAccessed", { owner, count: 3 }));
    });
    return {
      subjects: [by.upn, by.of?.upn ?? by.upn],
      summary: "Every few days the mail administrator let his ordinary account read another partner's inbox.",
    };
  } },
  { kind: "groups-collected", area, difficulty: "hard", types: ["privilege_escalation", "insider_threat"], span: 15,
    run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const groups = w.org.groups.filter((g) => ["All Partners", "Trust Account Signatories", "DEP Human Resources",
      "DEP Finance", "Backup Operators"].includes(g.name));
    groups.forEach((g, i) => {
      s.at("work", by, i * 3);
      s.core(groupChange(w, s.next(), { person: by }, by.of ?? by, g));
    });
    return {
      subjects: [by.upn, by.of?.upn ?? by.upn],
      summary: "An identity engineer added his own account to one sensitive group after the other.",
    };
  } },
  { kind: "labels-eroded", area, difficulty: "hard", types: ["insider_threat", "policy_violation", "data_exfiltration"],
    span: 14, run: (s) => {
    const { w } = s;
    const p = s.lawyer();
    for (let d = 0; d < 14; d++) {
      if (s.isFree(d)) continue;
      s.at("work", p, d);
      s.core(label(w, s.next(), p, w.rng.pick(p.matters), "LabelDowngraded", 3, 1,
        { why: w.rng.pick(["wrong label", "agreed", "not needed"]) }));
    }
    return {
      subjects: [p.upn],
      summary: "One confidential document a day lost its label; the reasons sound alike.",
    };
  } },
  { kind: "policy-eroded-by-exceptions", area, difficulty: "hard",
    types: ["policy_violation", "sabotage", "privilege_escalation"], span: 18, run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const name = "CA02 Require MFA for all";
    const out: string[] = [];
    const id = w.rng.guid();
    for (let n = 0; n < 5; n++) {
      s.at("work", by, n * 4);
      const before = [...out];
      out.push(w.rng.pick(w.org.people).id);
      s.core(audit(w, s.next(), "Update conditional access policy", "Policy", { person: by },
        [target("Policy", name, id, prop("ConditionalAccessPolicy",
        { displayName: name, state: "enabled", conditions: { users: { excludeUsers: before } } },
          { displayName: name, state: "enabled", conditions: { users: { excludeUsers: [...out] } } }))]));
    }
    return {
      subjects: [by.upn, name],
      summary: "Every few days one more person was exempted from the second factor, each time outside of a change "
        + "window.",
    };
  } },
  { kind: "payroll-night-reader", area, difficulty: "context", types: ["insider_threat", "policy_violation"], span: 12,
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "secretary" || one.department === "Facilities");
    const host = hostOf(w, "file");
    for (let d = 0; d < 12; d += 2) {
      s.at("evening", p, d);
      s.core(share(w, s.next(), host, p.sam, p.device.ip, "Payroll$", `2026\\Staff\\${w.rng.int(1, 12)}.xlsx`));
      s.core(share(w, s.next(), host, p.sam, p.device.ip, "Personnel$",
        `Reviews\\${w.rng.pick(w.org.people).name}.docx`));
    }
    return {
      subjects: [p.sam, host.name],
      summary: "Every other evening an assistant opened a payroll or personnel file, for which her job gives no "
        + "reason.",
    };
  } },
  { kind: "guests-smuggled-in", area, difficulty: "context", types: ["insider_threat", "data_exfiltration",
    "policy_violation"], span: 15, run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "partner" || one.grade === "associate");
    const m = p.matters[0]!;
    for (let n = 0; n < 5; n++) {
      s.at("work", p, n * 3);
      const address = `${w.rng.hex(5)}@${n % 2 === 0 ? "freemail" : "rapidmail"}.example`;
      s.core(audit(w, s.next(), "Invite external user", "UserManagement", { person: p },
        [{ id: w.rng.guid(), type: "User", userPrincipalName:
        `${address.replace("@", "_")}#EXT#@aldermerequist.onmicrosoft.example`, modifiedProperties: [] }],
          { details: { InvitedUserEmailAddress: address } }),
      file(w, s.next(), p, "SharingInvitationCreated", m, { with: address, scope: "Direct" }));
    }
    return {
      subjects: [p.upn, m.number],
      summary: "One private address after the other got access to a client's matter.",
    };
  } },
  { kind: "supplier-accounts-altered", area, difficulty: "context", types: ["financial_fraud", "insider_threat"],
    span: 14, run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.title.startsWith("Accounts Payable"));
    const finance = w.org.sites[0]!;
    for (let n = 0; n < 4; n++) {
      s.at("evening", p, n * 4);
      s.core(file(w, s.next(), p, "FileModified", finance, { name: "Supplier master data.xlsx", net: s.home(p) }),
        file(w, s.next(), p, "FileVersionsAllDeleted", finance, { name: "Supplier master data.xlsx", net: s.home(p) }),
        email(w, s.next(), { from: p.mail, to: "payments@bankportal.example", sender: p, subject: "Beneficiary change",
          direction: "Outbound", files: [["mandate.pdf", 40_100]] }));
    }
    return {
      subjects: [p.upn, "Supplier master data.xlsx"],
      summary: "In the evenings a clerk changed bank details of suppliers, erased the older versions and told the "
        + "bank.",
    };
  } },
  { kind: "retention-shortened-stepwise", area, difficulty: "hard", types: ["sabotage", "policy_violation"], span: 16,
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const law = w.org.resources.find((r) => r.name === "law-security")!;
    [365, 180, 90, 30].forEach((days, i) => {
      s.at("work", by, i * 5);
      s.core(azure(w, s.next(), by, "Microsoft.OperationalInsights/workspaces/write",
        { resource: law, properties: { requestbody: `{"properties":{"retentionInDays":${days}}}` } }));
    });
    return {
      subjects: [by.upn, law.name],
      summary: "In four steps the security log was shortened from a year to a month.",
    };
  } },
  { kind: "board-papers-by-habit", area, difficulty: "hard", types: ["insider_threat", "policy_violation"], span: 15,
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.grade === "it" || one.grade === "helpdesk");
    for (let d = 0; d < 15; d += 3) {
      s.at("work", p, d);
      s.core(file(w, s.next(), p, "FilePreviewed", w.org.sites[2]!, { twin: false }));
    }
    return {
      subjects: [p.upn, "partners-board"],
      summary: "Someone in IT looked at a paper of the board every few days.",
    };
  } },
  { kind: "overrides-as-a-habit", area, difficulty: "context",
    types: ["data_exfiltration", "policy_violation", "insider_threat"], span: 10, run: (s) => {
    const { w } = s;
    const p = s.who((one) => ["associate", "accountant", "staff"].includes(one.grade));
    const to = `${w.rng.hex(6)}@freemail.example`;
    for (let d = 0; d < 10; d++) {
      if (s.isFree(d)) continue;
      s.at("work", p, d);
      s.core(cloud(w, s.next(), p, "Exchange", "DLPRuleMatch",
        { type: "Message", object: "documents", raw: { PolicyName: "Client confidential outside", Override: "User",
        Justification: "business", Recipients: [to] } }));
      s.core(email(w, s.soon(), { from: p.mail, to, sender: p, subject: "documents", direction: "Outbound",
        files: [[w.rng.pick(w.rng.pick(p.matters).files), 90_000]] }));
    }
    return {
      subjects: [p.upn, to],
      summary: "Day after day the warning about client data was overruled with the same word, always for the same "
        + "private address.",
    };
  } },
  { kind: "firewall-exceptions-grow", area, difficulty: "hard",
    types: ["policy_violation", "insider_threat", "sabotage"], span: 16, run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.title === "Network Engineer");
    const office = w.rng.pick(w.org.offices);
    const net = s.nearby(p);
    for (let n = 0; n < 4; n++) {
      s.at("work", p, n * 5);
      s.core(firewallAdmin(w, s.next(), office, `fw-${p.sam}`, p.device.ip, "change", "firewall.policy",
        `srcaddr[${net.ip}/32]service[${w.rng.pick(["SSH", "RDP", "HTTPS", "ALL"])}]`));
    }
    return {
      subjects: [`fw-${p.sam}`, `FW-${office.code}`, net.ip],
      summary: "Rule by rule, on ordinary days and not from the jump server, a home address was let into the network.",
    };
  } },
];
