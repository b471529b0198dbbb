import { principalNamed } from "./everyday-machines.ts";
import { appSignIn, audit, graph, keyChange, prop, roleChange, target } from "./rows-identity.ts";
import { azure, azureRole } from "./rows-net.ts";
import { mailbox } from "./rows-office.ts";
import type { AttackKind } from "./stage.ts";

const area = "machine";

export const machineAttacks: AttackKind[] = [
  { kind: "new-secret-used-abroad", area, difficulty: "context", types: ["account_compromise", "privilege_escalation"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const sp = s.app((p) => ["HR Connect", "Matter Intake Sync", "eDiscovery Loader"].includes(p.name));
    const keyId = w.rng.guid();
    const net = s.stranger();
    s.at("evening", by);
    s.core(keyChange(w, s.next(), { person: by, net: s.nearby(by) }, sp, keyId, ""));
    for (let n = 0; n < 3; n++) s.core(appSignIn(w, s.next(3, 20), sp, { net, keyId }));
    graph(w, s.next(), { sp }, "groups?$expand=members", { net });
    return {
      subjects: [sp.name, by.upn, net.ip],
      summary: "A second secret was added to an application in the evening and used from abroad within minutes.",
    };
  } },
  { kind: "key-used-elsewhere", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const sp = s.app((p) => ["TimeBill Connector", "Client Portal", "Conflicts Check Service",
      "SignWell eSignature"].includes(p.name));
    const net = s.stranger();
    s.at("night", w.org.people[0]!);
    for (let n = 0; n < 4; n++) s.core(appSignIn(w, s.next(2, 30), sp, { net }));
    for (let n = 0; n < 3; n++) s.core(graph(w, s.next(), { sp },
      w.rng.pick(["users?$top=999", "organization", "groups"]), { net }));
    return {
      subjects: [sp.name, net.ip],
      summary: "The usual key of an application worked from a country from which it had never come.",
    };
  } },
  { kind: "managed-identity-for-something-new", area, difficulty: "hard",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const sp = principalNamed(w, w.rng.pick(["vm-ocr-01", "vm-portal-01"]));
    s.at("night", w.org.people[0]!);
    for (let n = 0; n < 3; n++) s.core(appSignIn(w, s.next(1, 9), sp,
      { resource: w.rng.pick(["Microsoft Graph", "Windows Azure Service Management API"]) }));
    s.core(graph(w, s.next(), { sp }, "servicePrincipals?$top=999"));
    return {
      subjects: [sp.name],
      summary: "Someone on the machine took the token of its identity for the directory, which it has never asked "
        + "for.",
    };
  } },
  { kind: "directory-dumped-by-application", area, difficulty: "context",
    types: ["account_compromise", "data_exfiltration"], run: (s) => {
    const { w } = s;
    const sp = s.app((p) => ["Mail Signature Manager", "Document Compare", "Translation Gateway"].includes(p.name));
    s.at("evening", w.org.people[0]!);
    for (const uri of ["users?$top=999", `users?$top=999&$skiptoken=${w.rng.hex(8)}`, "groups?$top=999",
      "directoryRoles?$expand=members",
      "servicePrincipals?$top=999", "applications?$top=999", "identity/conditionalAccess/policies"]) s.core(graph(w,
        s.soon(2, 9), { sp }, uri,
      { status: uri.startsWith("identity") ? 403 : 200 }));
    return {
      subjects: [sp.name],
      summary: "An application with one narrow task enumerated users, groups, roles and policies in a minute.",
    };
  } },
  { kind: "foreign-federation-on-pipeline", area, difficulty: "hard",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const by = s.who((p) => p.title === "Applications Developer");
    const sp = principalNamed(w, "Infrastructure Pipeline");
    s.at("work", by);
    s.core(audit(w, s.next(), "Update application", "ApplicationManagement", { person: by },
      [target("Application", sp.name, sp.appObjectId,
      prop("FederatedIdentityCredentials", [], [{ Name: "ci", Issuer: "https://token.actions.githubusercontent.example",
        Subject: `repo:${w.rng.hex(5)}-labs/infra:ref:refs/heads/main` }]))]));
    s.core(appSignIn(w, s.next(300, 420), sp, { net: s.stranger(), resource: "Windows Azure Service Management API",
      federated: "ci" }));
    return {
      subjects: [by.upn, sp.name],
      summary: "The pipeline now trusts the repository of a stranger, which used it the same day.",
    };
  } },
  { kind: "application-reads-mailboxes", area, difficulty: "context",
    types: ["data_exfiltration", "account_compromise"], run: (s) => {
    const { w } = s;
    const sp = principalNamed(w, "Expense Scanner");
    const owners = w.rng.sample(w.org.people.filter((p) => p.grade === "partner" || p.grade === "executive"), 9);
    s.at("work", owners[0]!);
    for (const owner of owners) s.core(mailbox(w, s.next(0.3, 2), sp, "MailItemsAccessed",
      { owner, access: "Sync", count: 12 }));
    graph(w, s.next(), { sp }, `users/${owners[0]?.id ?? ""}/messages?$search="merger"`);
    return {
      subjects: [sp.name],
      summary: "The scanner of expenses, which reads one team mailbox, went through the mail of all partners.",
    };
  } },
  { kind: "secret-guessing-at-applications", area, difficulty: "obvious", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const net = s.tor();
    const hit = s.app((p) => ["Meeting Minutes", "Translation Gateway", "Expense Scanner"].includes(p.name));
    s.at("night", w.org.people[0]!);
    for (const sp of w.rng.shuffle([...w.org.principals, ...w.org.principals])) s.core(appSignIn(w, s.soon(1, 9), sp,
      { net, error: w.rng.chance(0.9)
      ? "7000215" : "7000222" }));
    s.core(appSignIn(w, s.next(), hit, { net }));
    return {
      subjects: [hit.name, net.ip],
      summary: "Leaked secrets were tried on all applications through Tor; one still worked.",
    };
  } },
  { kind: "forgotten-application-returns", area, difficulty: "context", types: ["account_compromise"], run: (s) => {
    const { w } = s;
    const sp = principalNamed(w, "Legacy Fax Bridge");
    const net = s.stranger();
    s.at("work", w.org.people[0]!);
    for (let n = 0; n < 3; n++) s.core(appSignIn(w, s.next(5, 30), sp, { net }));
    for (let n = 0; n < 4; n++) s.core(graph(w, s.next(), { sp }, `users/${w.rng.pick(w.org.people).id}/sendMail`,
      { method: "POST", status: 202, net }));
    return {
      subjects: [sp.name, net.ip],
      summary: "An application that had been silent for months sent mail in the name of employees.",
    };
  } },
  { kind: "owner-planted-on-application", area, difficulty: "hard", types: ["privilege_escalation", "insider_threat"],
    run: (s) => {
    const { w } = s;
    const by = s.admin("Cloud Engineer");
    const p = s.who((one) => one.grade === "helpdesk" || one.title === "Applications Developer");
    const sp = s.app((x) => ["Veridian Backup for M365", "HR Connect"].includes(x.name));
    s.at("work", by);
    s.core(audit(w, s.next(), "Add owner to application", "ApplicationManagement", { person: by },
      [{ id: p.id, type: "User", userPrincipalName: p.upn,
      modifiedProperties: [prop("Application.DisplayName", null, sp.name),
        prop("Application.ObjectID", null, sp.appObjectId)] }]));
    s.core(keyChange(w, s.next(60, 150), { person: p }, sp, w.rng.guid(), "test"));
    return {
      subjects: [by.upn, p.upn, sp.name],
      summary: "Someone without need became owner of the most powerful application and added a secret.",
    };
  } },
  { kind: "pipeline-gives-a-person-rights", area, difficulty: "context",
    types: ["privilege_escalation", "account_compromise"], run: (s) => {
    const { w } = s;
    const sp = principalNamed(w, "Infrastructure Pipeline");
    const p = s.who((one) => one.grade === "it" && !one.title.startsWith("Cloud"));
    s.at("night", p);
    appSignIn(w, s.next(), sp, { resource: "Windows Azure Service Management API", federated: "pipeline-main" });
    s.core(azureRole(w, s.next(), sp, p, "Owner", `/subscriptions/${w.org.subscriptions[0]?.id ?? ""}`, "User"));
    return {
      subjects: [sp.name, p.upn],
      summary: "The pipeline, which runs by day and gives rights to its own identities only, made a person owner at "
        + "night.",
    };
  } },
  { kind: "certificate-on-synchronisation", area, difficulty: "obvious",
    types: ["account_compromise", "privilege_escalation"], run: (s) => {
    const { w } = s;
    const by = s.admin(w.rng.pick(["Identity Engineer", "Cloud Engineer"]));
    const sp = principalNamed(w, "Directory Synchronisation");
    const net = s.stranger();
    const keyId = w.rng.guid();
    s.at("night", by);
    s.core(keyChange(w, s.next(), { person: by, net }, sp, keyId, "CN=Microsoft", "AsymmetricX509Cert"));
    s.core(appSignIn(w, s.next(), sp, { net, keyId }), roleChange(w, s.next(), { sp }, by,
      "Hybrid Identity Administrator"));
    return {
      subjects: [by.upn, sp.name, net.ip],
      summary: "A certificate of a stranger on the synchronisation application opened the directory from abroad.",
    };
  } },
  { kind: "vault-emptied-by-function", area, difficulty: "context", types: ["account_compromise", "data_exfiltration"],
    run: (s) => {
    const { w } = s;
    const sp = principalNamed(w, w.rng.pick(["func-intake", "logic-mailroom"]));
    const vault = w.org.resources.find((r) => r.name === "kv-billing")!;
    s.at("work", w.org.people[2]!);
    for (let n = 0; n < 4; n++) s.core(appSignIn(w, s.next(), sp, { resource: "Azure Key Vault" }));
    s.core(azure(w, s.next(), sp, "Microsoft.KeyVault/vaults/secrets/read", { resource: vault }),
      azure(w, s.next(), sp, "Microsoft.KeyVault/vaults/secrets/backup/action", { resource: vault }));
    return {
      subjects: [sp.name, vault.name],
      summary: "A function that takes in documents suddenly asked for the secrets of billing.",
    };
  } },
  { kind: "backup-tool-writes-instead-of-reads", area, difficulty: "context",
    types: ["sabotage", "account_compromise", "financial_fraud"], run: (s) => {
    const { w } = s;
    const sp = principalNamed(w, "Veridian Backup for M365");
    const owner = s.who((p) => p.department === "Finance");
    s.at("work", owner);
    s.core(graph(w, s.next(), { sp }, `users/${owner.id}/mailFolders/inbox/messageRules`,
      { method: "POST", status: 201 }),
      graph(w, s.next(), { sp }, `users/${owner.id}/messages/${w.rng.hex(20)}`, { method: "PATCH" }));
    s.core(mailbox(w, s.next(), sp, "UpdateInboxRules", { owner,
      columns: { OperationProperties: [{ Name: "RuleOperation", Value: "AddMailboxRule" },
      { Name: "RuleName", Value: "r" }] } }));
    return {
      subjects: [sp.name, owner.upn],
      summary: "The backup, which reads by night, wrote a rule and changed a message in the mailbox of a clerk by "
        + "day.",
    };
  } },
];
