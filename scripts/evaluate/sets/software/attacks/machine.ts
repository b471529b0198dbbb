import { azure, grant, madeUp } from "../emit/azure.ts";
import { audit, graphCall, principalSignIn, principalTarget, signIn } from "../emit/entra.ts";
import { file, itemsAccessed } from "../emit/office.ts";
import { anomaly } from "../emit/upstream.ts";
import { apps } from "../org/identities.ts";
import type { Principal, Subscription } from "../org/identities.ts";
import { azureSpot, foreignPlaces, homeLine, hostingSpot } from "../org/places.ts";
import { ownerOf, principal, resource } from "../org/world.ts";
import { strangeAgents } from "./case.ts";
import type { Case, Kind } from "./case.ts";

const chosen = (c: Case, ...names: string[]): Principal => {
  const one = c.choose(names.map((name) => principal(c.w, name)), (sp) => sp.name);
  c.about(one.name);
  return one;
};

const addSecret = (c: Case, by: Parameters<typeof audit>[2]["by"], sp: Principal, keyId: string, kind: string,
  from = c.outside()): string => audit(c, c.t, {
  op: kind === "AsymmetricX509Cert" ? "Add service principal credentials"
    : "Update application – Certificates and secrets management",
  category: "ApplicationManagement", by, from, targets: [principalTarget(sp,
    [["KeyDescription", [`[KeyIdentifier=${sp.keyId},KeyType=Password]`],
    [`[KeyIdentifier=${sp.keyId},KeyType=Password]`,
      `[KeyIdentifier=${keyId},KeyType=${kind},KeyUsage=Verify,DisplayName=]`]]])] });

export const machineKinds: Kind[] = [
  {
    kind: "owner-adds-secret-for-use-abroad", area: "machine", difficulty: "context", times: 2,
    types: ["account_compromise", "insider_threat", "data_exfiltration"],
    run: (c) => {
      const sp = chosen(c, "license-reporter", "crm-sync", "support-portal");
      const who = ownerOf(c.w, sp);
      c.about(who.upn);
      const keyId = c.r.uuid();
      c.working(who);
      c.core(addSecret(c, who, sp, keyId, "Password", c.spot(who)));
      const from = c.outside();
      c.about(from.ip);
      c.step(200, 600);
      c.core(principalSignIn(c, c.t, sp, { from, keyId }));
      for (const uri of ["/users?$top=999", "/groups?$top=999", "/users/delta"]) graphCall(c, c.step(0.3, 1), sp, uri,
        { from, size: 600_000 });
      return "An additional secret is put on an application, and hours later it signs in with it from elsewhere " +
        "and reads the directory.";
    },
  },
  {
    kind: "pipeline-identity-from-rented-host", area: "machine", difficulty: "obvious", times: 2,
    types: ["account_compromise"],
    run: (c) => {
      const sp = chosen(c, "ci-deploy-prod", "terraform-landing-zone", "nightly-backup");
      c.at(c.r.int(0, 22));
      const from = hostingSpot(c.r);
      c.about(from.ip);
      c.core(principalSignIn(c, c.t, sp, { from }));
      for (const one of c.r.sample(c.w.resources.filter((x) => x.type.includes("storageAccounts")
        || x.type.includes("DocumentDB")), 4)) {
        c.core(azure(c, c.step(0.2, 1), { op: `${one.type}/listKeys/action`, by: sp, from, on: one, short: true }));
      }
      c.core(grant(c, c.step(2, 5), sp, c.r.uuid(), "ServicePrincipal", "Owner", c.w.subscriptions[0] as Subscription,
        from));
      return "The secret of a pipeline is used on a rented machine: keys of all stores are listed and an " +
        "unknown identity becomes owner.";
    },
  },
  {
    kind: "foreign-repository-trusted", area: "machine", difficulty: "context",
    types: ["account_compromise", "privilege_escalation"],
    run: (c) => {
      const sp = chosen(c, "ci-deploy-prod", "ci-deploy-staging", "ci-ephemeral-tests");
      const who = ownerOf(c.w, sp);
      c.about(who.upn);
      c.working(who);
      c.core(audit(c, c.t, { op: "Update application", category: "ApplicationManagement", by: who, from: c.spot(who),
        targets: [{ type: "Application",
        name: sp.name, changes: [["FederatedIdentityCredentials", [],
          [{ Name: "gh", Issuer: "https://token.actions.githubusercontent.example",
          Subject: `repo:${c.r.hex(6)}-labs/fork:ref:refs/heads/main`, Audiences: ["api://AzureADTokenExchange"] }]],
        ["Included Updated Properties", null, "FederatedIdentityCredentials"]] }] }));
      const from = azureSpot(c.r);
      principalSignIn(c, c.step(60, 200), sp, { from, keyId: "" });
      c.core(azure(c, c.step(1, 3), { op: "Microsoft.ContainerRegistry/registries/listCredentials/action", by: sp, from,
        on: resource(c.w, "bkprodacr"), short: true }));
      return "A deployment identity is made to trust a repository of strangers, and from there the registry is opened.";
    },
  },
  {
    kind: "machine-token-used-outside", area: "machine", difficulty: "context", times: 2, types: ["account_compromise"],
    run: (c) => {
      const one = chosen(c, "func-webhook-relay", "vm-build-agent", "aks-prod-agentpool", "adf-lake-loader");
      c.at(c.r.int(0, 22));
      const from = c.outside();
      c.about(from.ip);
      principalSignIn(c, c.t, one);
      for (const name of ["kv-prod-app", "bkprodcustomers", "bkdatalake"]) {
        const on = resource(c.w, name);
        c.core(azure(c, c.step(1, 4), { op: on.type.includes("KeyVault")
          ? "Microsoft.KeyVault/vaults/accessPolicies/write"
          : "Microsoft.Storage/storageAccounts/listKeys/action", by: one, from, on, short: true,
        ...(c.r.chance(0.3) ? { status: "Failure" as const, code: "AuthorizationFailed" } : {}) }));
      }
      return "The token of a managed identity, stolen on its machine, is used from an address outside of Azure.";
    },
  },
  {
    kind: "old-application-awakes", area: "machine", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const sp = chosen(c, "legacy-billing-connector");
      c.at(c.r.int(1, 20));
      const from = homeLine(c.r, c.r.pick(foreignPlaces));
      c.about(from.ip);
      c.core(principalSignIn(c, c.t, sp, { from }));
      for (const uri of ["/users", "/groups", "/directoryRoles", "/servicePrincipals"]) graphCall(c, c.step(0.2, 1),
        sp, uri, { from });
      for (const one of c.w.subscriptions) {
        c.core(azure(c, c.step(1, 2), { op: "Microsoft.Resources/subscriptions/resources/export/action", by: sp, from,
          on: madeUp(one, "", ""),
          short: true, status: "Failure", code: "AuthorizationFailed" }));
      }
      return "The connector of the old billing system, silent for months, signs in from abroad and looks around.";
    },
  },
  {
    kind: "keys-listed-everywhere", area: "machine", difficulty: "context",
    types: ["account_compromise", "data_exfiltration"],
    run: (c) => {
      const one = chosen(c, "logic-ticket-bot", "vm-metrics", "vm-api-scale");
      c.at(c.r.int(0, 22));
      for (const on of c.w.resources.filter((x) => /storageAccounts|DocumentDB|KeyVault|Web\/sites/.test(x.type))) {
        c.core(azure(c, c.step(0.1, 0.6), { op: on.type.includes("Web/sites") ? "Microsoft.Web/sites/publishxml/action"
          : on.type.includes("KeyVault") ? "Microsoft.KeyVault/vaults/read" : `${on.type}/listKeys/action`, by: one,
            on, short: true,
        ...(c.r.chance(0.5) ? { status: "Failure" as const, code: "AuthorizationFailed" } : {}) }));
      }
      anomaly(c, c.step(60), { upn: one.name }, one.spot(), "Anomalous Azure operations", 0.72, "CredentialAccess",
        "T1552");
      return "An identity made for a small task asks for the keys of every store, half of them in vain.";
    },
  },
  {
    kind: "application-reads-mailboxes", area: "machine", difficulty: "obvious",
    types: ["data_exfiltration", "account_compromise"],
    run: (c) => {
      const sp = chosen(c, "mail-archiver");
      c.at(c.r.pick([2, 3, 23]));
      const from = hostingSpot(c.r);
      c.about(from.ip);
      principalSignIn(c, c.t, sp, { from, keyId: c.r.uuid() });
      for (const who of c.r.sample(c.w.people.filter((one) => ["Executive", "Legal", "HR",
        "Engineering"].includes(one.department)), 22)) {
        graphCall(c, c.step(0.1, 0.3), sp, `/users/${who.id}/messages?$search="confidential"`, { from });
        c.core(itemsAccessed(c, c.t, who, who, c.r.int(100, 900),
          { from, appId: sp.appId, agent: "python-requests/2.32" }, "Sync"));
      }
      return "The archiver of finance's mail suddenly reads the mailboxes of executives, counsel and engineers, " +
        "from a rented machine.";
    },
  },
  {
    kind: "secret-guessed-then-right", area: "machine", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const sp = chosen(c, "feature-flag-service", "telemetry-gateway", "partner-status-board");
      c.at(c.r.int(0, 22));
      const from = c.outside();
      c.about(from.ip);
      for (let i = c.r.int(12, 25); i > 0; i--) principalSignIn(c, c.step(0.05, 0.4), sp, { from, result: "7000215" });
      c.core(principalSignIn(c, c.step(0.3), sp, { from }));
      c.core(azure(c, c.step(2, 5), { op: "Microsoft.AppConfiguration/configurationStores/listKeys/action", by: sp,
        from, on: madeUp(
        c.w.subscriptions[0] as Subscription, "rg-prod-app", "Microsoft.AppConfiguration/configurationStores/flags"),
          short: true }));
      return "After many wrong secrets an application signs in from an unknown place and lists keys.";
    },
  },
  {
    kind: "quiet-second-owner", area: "machine", difficulty: "hard", types: ["privilege_escalation", "insider_threat"],
    run: (c) => {
      const colleague = c.of("Engineering", "Data");
      const sp = chosen(c, "secret-rotator", "hr-provisioning");
      const who = ownerOf(c.w, sp);
      c.about(who.upn);
      c.working(who);
      c.core(audit(c, c.t, { op: "Add owner to service principal", category: "ApplicationManagement", by: who,
        from: c.spot(who), type: "Assign",
        targets: [{ type: "User", id: colleague.id, name: colleague.name, upn: colleague.upn,
          changes: [["ServicePrincipal.ObjectID", null, sp.id],
          ["ServicePrincipal.DisplayName", null, sp.name]] }, principalTarget(sp)] }));
      return "Without any task a colleague is made second owner of the application that may change the secrets or " +
        "accounts of all others.";
    },
  },
  {
    kind: "service-account-on-the-web", area: "machine", difficulty: "context",
    types: ["account_compromise", "policy_violation"],
    run: (c) => {
      const who = c.take((one) => /meetingroom|ticketmail|scanner/.test(one.name), c.w.services);
      c.at(c.r.int(0, 22));
      const from = homeLine(c.r, c.r.pick(foreignPlaces));
      c.about(from.ip);
      c.core(signIn(c, c.t, who, { app: apps.officeHome, from, device: undefined, agent: strangeAgents[0] ?? "",
        mfa: "none" }));
      c.core(signIn(c, c.step(2, 6), who, { app: apps.portal, from, device: undefined, agent: strangeAgents[0] ?? "",
        mfa: "none" }));
      for (const path of c.r.sample(c.site("Company").files, 5)) c.core(file(c, c.step(1, 3), who, "FileDownloaded",
        c.site("Company"), path, { from }));
      return "A person signs in to the web with the account of a meeting room or scanner.";
    },
  },
  {
    kind: "roles-given-off-schedule", area: "machine", difficulty: "hard",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      const sp = chosen(c, "terraform-landing-zone");
      while ([0, 2, 4, 6].includes(new Date(c.day).getUTCDay())) c.day += 86_400_000;
      c.at(21.5);
      const from = sp.spot();
      principalSignIn(c, c.t, sp, { from });
      const person = c.of("Engineering");
      c.core(grant(c, c.step(1, 3), sp, person.id, "User", "User Access Administrator",
        c.w.subscriptions[0] as Subscription, from));
      return "The identity that applies infrastructure twice a week at noon gives a person power over roles on " +
        "another evening.";
    },
  },
  {
    kind: "certificate-on-microsoft-principal", area: "machine", difficulty: "context",
    types: ["account_compromise", "privilege_escalation"],
    run: (c) => {
      const who = c.admin(/Identity|Head of IT/);
      c.workday();
      c.at(19);
      const own: Principal = { ...principal(c.w, "crm-sync"), id: c.r.uuid(),
        appId: "00000002-0000-0ff1-ce00-000000000000",
        name: "Office 365 Exchange Online", permissions: ["full_access_as_app"] };
      c.about(own.name);
      const keyId = c.r.uuid();
      c.core(addSecret(c, who, own, keyId, "AsymmetricX509Cert", who.home));
      const from = c.outside();
      c.about(from.ip);
      c.core(principalSignIn(c, c.step(30, 90), own, { from, keyId }));
      return "A certificate is hung on a principal of Microsoft itself, which then signs in from outside.";
    },
  },
];
