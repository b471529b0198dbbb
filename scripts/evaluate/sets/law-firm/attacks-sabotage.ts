import { apps } from "./org.ts";
import { audit, prop, risk, signIn, target, userTarget } from "./rows-identity.ts";
import { azure } from "./rows-net.ts";
import { cloud, command, file, mailbox } from "./rows-office.ts";
import type { AttackKind } from "./stage.ts";

const area = "sabotage";

export const sabotageAttacks: AttackKind[] = [
  { kind: "mass-deletion-of-matter", area, difficulty: "obvious", types: ["sabotage", "insider_threat"], run: (s) => {
    const { w } = s;
    const p = s.who((one) => ["associate", "partner", "paralegal"].includes(one.grade));
    s.at("evening", p);
    for (const m of p.matters.slice(0, 2)) for (const name of m.files) s.core(file(w, s.soon(1, 5), p, "FileDeleted", m,
      { net: s.home(p), name }));
    for (const name of w.rng.sample(p.matters[0]?.files ?? [], 12)) s.core(file(w, s.soon(1, 5), p,
      "FileDeletedFirstStageRecycleBin",
      p.matters[0]!, { net: s.home(p), name }));
    return {
      subjects: [p.upn],
      summary: "After a quarrel someone deleted two matters of the own team and emptied the recycle bin.",
    };
  } },
  { kind: "documents-encrypted-in-place", area, difficulty: "obvious", types: ["sabotage", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const p = s.employee();
    const net = s.stranger();
    s.at("night", p);
    signIn(w, s.next(), p, { net, app: apps.sync, mfa: "claim", device: null });
    for (const m of p.matters.slice(0, 3)) {
      for (const name of w.rng.sample(m.files, 22)) {
        s.core(file(w, s.soon(0.5, 2), p, "FileModified", m, { net, name, managed: false }));
        s.core(file(w, s.soon(0.2, 1), p, "FileRenamed", m, { net, name, managed: false,
          columns: { DestinationFileName: `${name}.qx7lock`,
          DestinationFileExtension: "qx7lock" } }));
      }
      s.core(file(w, s.soon(), p, "FileUploaded", m, { net, name: "HOW_TO_RESTORE.txt", managed: false }));
    }
    cloud(w, s.next(), p, "SharePoint", "Ransomware activity", { net, object: p.matters[0]?.url ?? "", type: "Alert" });
    return {
      subjects: [p.upn, net.ip],
      summary: "Through a stolen account the documents of several matters were encrypted and renamed; a note was "
        + "left.",
    };
  } },
  { kind: "site-destroyed", area, difficulty: "obvious", types: ["sabotage", "insider_threat"], run: (s) => {
    const { w } = s;
    const by = s.admin("SharePoint");
    const live = w.rng.sample(w.org.matters, 4);
    s.at("night", by);
    for (const m of live) {
      s.core(file(w, s.next(), by, "SiteDeleted", m, { net: s.home(by) }));
      s.core(file(w, s.next(), by, "SitePurged", m, { net: s.home(by) }));
    }
    return {
      subjects: [by.upn, ...live.map((m) => m.number)],
      summary: "An administrator deleted live matter sites at night and purged them, so that they cannot be restored.",
    };
  } },
  { kind: "retention-removed", area, difficulty: "context", types: ["sabotage", "policy_violation"], run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    s.at("evening", by);
    s.core(command(w, s.next(), by, "Set-RetentionCompliancePolicy",
      { Identity: "Seven years matter files", Enabled: "False" }, { compliance: true,
      net: s.home(by) }));
    s.core(command(w, s.next(), by, "Remove-RetentionCompliancePolicy",
      { Identity: "Partner mail", ForceDeletion: "True" }, { compliance: true,
      net: s.home(by) }));
    return {
      subjects: [by.upn],
      summary: "The obligation to keep matter files and partners' mail was taken away in the evening without any "
        + "change.",
    };
  } },
  { kind: "backups-destroyed", area, difficulty: "obvious", types: ["sabotage", "account_compromise"], run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const net = s.stranger();
    const vault = w.org.resources.find((r) => r.name === "rsv-main")!;
    s.at("night", by);
    signIn(w, s.next(), by, { net, app: apps.cli, mfa: "claim", device: null, ua: "azsdk-python-mgmt" });
    s.core(azure(w, s.next(), by, "Microsoft.RecoveryServices/vaults/backupconfig/write",
      { net, resource: vault, properties: { requestbody:
      "{\"properties\":{\"softDeleteFeatureState\":\"Disabled\"}}" } }));
    for (const name of ["vm-portal-01", "vm-portal-02", "vm-ocr-01"]) s.core(azure(w, s.next(), by,
      "Microsoft.RecoveryServices/vaults/backupFabrics/protectionContainers/protectedItems/delete", { net,
        scope: `${vault.id}/backupFabrics/Azure/protectionContainers/${name}/protectedItems/VM;${name}` }));
    s.core(azure(w, s.next(), by, "Microsoft.RecoveryServices/vaults/delete",
      { net, resource: vault, status: w.rng.pick(["Success", "Failure"]) }));
    return {
      subjects: [by.upn, net.ip, "rsv-main"],
      summary: "From abroad the soft deletion was switched off and the backups of the machines deleted.",
    };
  } },
  { kind: "audit-log-switched-off", area, difficulty: "obvious",
    types: ["sabotage", "account_compromise", "policy_violation"], run: (s) => {
    const { w } = s;
    const by = s.admin("Microsoft 365");
    const net = s.stranger();
    s.at("night", by);
    s.core(command(w, s.next(), by, "Set-AdminAuditLogConfig", { UnifiedAuditLogIngestionEnabled: "False" }, { net }));
    s.core(command(w, s.next(), by, "Set-OrganizationConfig", { AuditDisabled: "True" }, { net }));
    return {
      subjects: [by.upn, net.ip],
      summary: "The audit log of the tenant was switched off from a rented server.",
    };
  } },
  { kind: "accounts-disabled-in-anger", area, difficulty: "context", types: ["sabotage", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const by = s.admin(w.rng.pick(["Identity Engineer", "Information Security"]));
    s.at("evening", by);
    const victims = w.rng.sample(w.org.people.filter((p) => p.grade === "partner" || p.grade === "executive"
      || p.grade === "it"), 16);
    for (const p of victims) s.core(audit(w, s.soon(5, 40), "Disable account", "UserManagement",
      { person: by, net: s.home(by) }, [userTarget(p,
      prop("AccountEnabled", [true], [false]))]));
    return {
      subjects: [by.upn],
      summary: "In the evening an administrator disabled the accounts of partners and of his colleagues, who all "
        + "still work here.",
    };
  } },
  { kind: "data-loss-rules-silenced", area, difficulty: "context",
    types: ["sabotage", "policy_violation", "insider_threat"], run: (s) => {
    const { w } = s;
    const by = s.admin("Information Security");
    s.at("early", by);
    s.core(command(w, s.next(), by, "Set-DlpCompliancePolicy",
      { Identity: "Client confidential outside", Mode: "TestWithoutNotifications" },
      { compliance: true, net: s.home(by) }));
    s.core(command(w, s.next(), by, "Set-ProtectionAlert", { Identity: "Unusual volume of external file sharing",
      Disabled: "True" },
      { compliance: true, net: s.home(by) }));
    return {
      subjects: [by.upn],
      summary: "The rules against loss of client data were put to silence before working hours.",
    };
  } },
  { kind: "devices-deleted-in-bulk", area, difficulty: "obvious", types: ["sabotage", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Windows Server");
    const net = s.stranger();
    s.at("night", by);
    for (const p of w.rng.sample(w.org.people, 40)) s.core(audit(w, s.soon(1, 6), "Delete device", "Device",
      { person: by, net },
      [target("Device", p.device.name, p.device.id)]));
    return {
      subjects: [by.upn, net.ip],
      summary: "Dozens of laptops were removed from the directory in a few minutes from abroad, so that nobody can "
        + "sign in.",
    };
  } },
  { kind: "legal-hold-lifted", area, difficulty: "hard", types: ["sabotage", "insider_threat", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.department === "Litigation Support");
    const m = w.rng.pick(w.org.matters.filter((x) => x.department === "Litigation").concat(w.org.matters[0]!));
    s.at("work", by);
    s.core(command(w, s.next(), by, "Remove-CaseHoldRule", { Identity: `Hold ${m.number}`, Confirm: "False" },
      { compliance: true }));
    const p = w.rng.pick(m.members);
    for (let n = 0; n < 3; n++) s.core(mailbox(w, s.next(20, 60), p, "HardDelete",
      { subject: `${m.number} correspondence`, folder: "\\Recoverable Items" }));
    return {
      subjects: [by.upn, p.upn, m.number],
      summary: "A hold on a pending case was lifted, and within hours a lawyer of the matter erased mail for good.",
    };
  } },
  { kind: "detection-rules-deleted", area, difficulty: "context", types: ["sabotage", "account_compromise"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const scope = w.org.resources.find((r) => r.name === "law-security")!.id;
    s.at("night", by);
    for (let n = 0; n < 5; n++) s.core(azure(w, s.soon(5, 40), by, "Microsoft.SecurityInsights/alertRules/delete",
      { net: s.home(by),
      scope: `${scope}/providers/Microsoft.SecurityInsights/alertRules/${w.rng.guid()}` }));
    return {
      subjects: [by.upn],
      summary: "A cloud engineer deleted detection rules of the security workspace at night, which are not in his "
        + "charge.",
    };
  } },
  { kind: "logging-of-resources-removed", area, difficulty: "context", types: ["sabotage", "policy_violation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    s.at("evening", by);
    for (const r of w.org.resources.filter((x) => ["kv-portal", "kv-billing", "aqmatterarchive",
      "nsg-portal"].includes(x.name))) {
      s.core(azure(w, s.next(), by, "Microsoft.Insights/diagnosticSettings/delete",
        { net: s.nearby(by), scope: `${r.id}/providers/microsoft.insights/`
        + "diagnosticSettings/to-security" }));
    }
    return {
      subjects: [by.upn],
      summary: "Vaults, storage and network no longer send their logs; all four settings went within minutes of an "
        + "evening.",
    };
  } },
  { kind: "everybody-locked-out", area, difficulty: "obvious", types: ["sabotage", "account_compromise"], run: (s) => {
    const { w } = s;
    const by = s.admin("Identity Engineer");
    const net = s.tor();
    s.at("night", by);
    s.core(audit(w, s.next(), "Add conditional access policy", "Policy", { person: by, net },
      [target("Policy", "tmp", w.rng.guid(),
      prop("ConditionalAccessPolicy", null, { displayName: "tmp", state: "enabled",
        conditions: { users: { includeUsers: ["All"], excludeUsers: [by.id] },
        applications: { includeApplications: ["All"] } }, grantControls: { builtInControls: ["block"] } }))]));
    s.core(risk(w, s.next(), by, "anonymizedIPAddress", "high", net));
    for (const p of w.rng.sample(w.org.people, 12)) signIn(w, s.next(2, 9), p,
      { net: s.home(p), error: "53003", app: apps.teams });
    return {
      subjects: [by.upn, net.ip],
      summary: "Through Tor a policy was made that blocks everyone but the stolen administrator.",
    };
  } },
  { kind: "mail-purged-by-search", area, difficulty: "context", types: ["sabotage", "insider_threat"], run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.title === "Compliance Officer" || p.title === "Forensic Technologist"
      || p.title === "Risk Analyst");
    const name = `cleanup ${w.rng.int(1, 9)}`;
    s.at("evening", by);
    s.core(command(w, s.next(), by, "New-ComplianceSearch", { Name: name, ExchangeLocation: w.org.people[0]?.upn ?? "",
      ContentMatchQuery: "subject:complaint" },
      { compliance: true, net: s.home(by), object: name }));
    s.core(command(w, s.next(9, 20), by, "New-ComplianceSearchAction",
      { SearchName: name, Purge: "True", PurgeType: "HardDelete" }, { compliance: true,
      net: s.home(by), object: `${name}_Purge` }));
    return {
      subjects: [by.upn],
      summary: "Complaints were searched in the managing partner's mailbox and erased with the tool for legal "
        + "searches.",
    };
  } },
  { kind: "versions-of-evidence-erased", area, difficulty: "hard", types: ["sabotage", "insider_threat"], span: 4,
    run: (s) => {
    const { w } = s;
    const p = s.who((one) => one.department === "Audit and Assurance" || one.department === "Litigation");
    const m = p.matters[0]!;
    const name = w.rng.pick(m.files);
    for (let d = 0; d < 4; d += 1) {
      if (s.isFree(d)) continue;
      s.at("work", p, d);
      s.core(file(w, s.next(), p, "FileModified", m, { name }),
        file(w, s.next(), p, "FileVersionsAllDeleted", m, { name }));
    }
    return {
      subjects: [p.upn, name],
      summary: "A working paper was changed day after day, and every time its older versions were erased.",
    };
  } },
];
