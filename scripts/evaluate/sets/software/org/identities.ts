import type { Random } from "../lib/random.ts";
import { azureSpot } from "./places.ts";
import type { Spot } from "./places.ts";

export interface App {
  name: string;
  id: string;
}

/** Applications of Microsoft with their real ids. */
export const apps = {
  exchange: { name: "Office 365 Exchange Online", id: "00000002-0000-0ff1-ce00-000000000000" },
  sharepoint: { name: "Office 365 SharePoint Online", id: "00000003-0000-0ff1-ce00-000000000000" },
  teams: { name: "Microsoft Teams", id: "1fec8e78-bce4-4aaf-ab1b-5451cc387264" },
  officeHome: { name: "OfficeHome", id: "4765445b-32c6-49b0-83e6-1d93765276ca" },
  office: { name: "Microsoft Office", id: "d3590ed6-52b3-4102-aeff-aad2292ab01c" },
  outlookWeb: { name: "One Outlook Web", id: "9199bf20-a13f-4107-85dc-02114787ef48" },
  outlookMobile: { name: "Outlook Mobile", id: "27922004-5251-4030-b22d-91ecd9a37ea4" },
  portal: { name: "Azure Portal", id: "c44b4083-3bb0-49c1-b47d-974e53cbdf3c" },
  cli: { name: "Microsoft Azure CLI", id: "04b07795-8ddb-461a-bbee-02f9e1bf7b46" },
  powershell: { name: "Microsoft Azure PowerShell", id: "1950a258-227b-4e31-a9cf-717495945fc2" },
  graphCli: { name: "Microsoft Graph Command Line Tools", id: "14d82eec-204b-4c2f-b7e8-296a70dab67e" },
  broker: { name: "Microsoft Authentication Broker", id: "29d9ed98-a469-4536-ade2-f981bc1d605e" },
  devops: { name: "Azure DevOps", id: "499b84ac-1321-427f-aa17-267ca6975798" },
  code: { name: "Visual Studio Code", id: "aebc6443-996d-45c2-90f0-388ff96faa56" },
  security: { name: "My Signins", id: "19db86c3-b2b9-44cc-b339-36da233a3be2" },
} satisfies Record<string, App>;

export const graphResource = "00000003-0000-0000-c000-000000000000";

export interface Principal {
  id: string;
  appId: string;
  name: string;
  type: "Application" | "ManagedIdentity";
  purpose: string;
  spot: () => Spot;
  keyId: string;
  /** Application permissions on Microsoft Graph. */
  permissions: string[];
  azureRole: string;
  subscription: number;
}

export interface Subscription {
  id: string;
  name: string;
}

export interface Resource {
  id: string;
  type: string;
  group: string;
  name: string;
  subscription: Subscription;
}

const principalPlan: [string, string, string[], string, number, "static" | "agents"][] = [
  ["ci-deploy-prod", "deploys the product each day", [], "Contributor", 0, "agents"],
  ["ci-deploy-staging", "deploys to staging many times a day", [], "Contributor", 1, "agents"],
  ["ci-ephemeral-tests", "creates and deletes test environments each night", [], "Contributor", 2, "agents"],
  ["terraform-landing-zone", "applies infrastructure as code", ["Directory.Read.All"], "Owner", 0, "agents"],
  ["nightly-backup", "copies disks and databases each night", [], "Backup Contributor", 0, "static"],
  ["hr-provisioning", "creates and disables accounts from the HR system", ["User.ReadWrite.All"], "", 0, "static"],
  ["siem-export", "reads audit logs", ["AuditLog.Read.All", "Directory.Read.All"], "", 3, "static"],
  ["license-reporter", "reads users and licenses weekly", ["User.Read.All"], "", 3, "static"],
  ["mail-archiver", "journals the mail of finance", ["Mail.Read"], "", 3, "static"],
  ["crm-sync", "syncs contacts with the CRM", ["Contacts.ReadWrite", "User.Read.All"], "", 3, "static"],
  ["secret-rotator", "rotates secrets of applications", ["Application.ReadWrite.OwnedBy",
    "AppRoleAssignment.ReadWrite.All"], "Key Vault Administrator", 0,
    "static"],
  ["cost-optimizer", "stops idle machines in the evening", [], "Virtual Machine Contributor", 1, "static"],
  ["data-platform-ingest", "loads data into the lake", [], "Storage Blob Data Contributor", 3, "static"],
  ["support-portal", "lets customers open cases", ["User.Read.All"], "", 0, "static"],
  ["telemetry-gateway", "collects telemetry", [], "Monitoring Metrics Publisher", 0, "static"],
  ["legacy-billing-connector", "was used by the old billing system", ["Directory.Read.All"], "Reader", 3, "static"],
  ["sharepoint-migrator", "moves sites during the migration", ["Sites.FullControl.All"], "", 3, "static"],
  ["partner-status-board", "shows the status to a partner", [], "Reader", 0, "static"],
  ["feature-flag-service", "reads flags", [], "App Configuration Data Reader", 0, "static"],
  ["qa-load-generator", "generates load in staging", [], "Reader", 1, "agents"],
];

export const makePrincipals = (r: Random): Principal[] =>
  principalPlan.map(([name, purpose, permissions, azureRole, subscription, kind]) => {
    const fixed = azureSpot(r);
    const source = r.fork(name);
    return {
      id: r.uuid(), appId: r.uuid(), name, type: "Application" as const, purpose, permissions, azureRole, subscription,
      keyId: r.uuid(), spot: kind === "static" ? () => fixed : () => azureSpot(source),
    };
  });

const identityPlan: [string, string, string, number][] = [
  ["vm-backup-runner", "starts backups", "Backup Contributor", 0],
  ["aks-prod-kubelet", "pulls images", "AcrPull", 0],
  ["aks-prod-agentpool", "operates nodes", "Contributor", 0],
  ["func-invoice-render", "renders invoices", "Storage Blob Data Reader", 3],
  ["func-webhook-relay", "relays web hooks", "Key Vault Secrets User", 0],
  ["vm-api-scale", "scales the API", "Virtual Machine Contributor", 0],
  ["aks-stg-agentpool", "operates staging nodes", "Contributor", 1],
  ["adf-lake-loader", "loads the data lake", "Storage Blob Data Contributor", 3],
  ["vm-build-agent", "builds", "AcrPush", 2],
  ["logic-ticket-bot", "opens tickets", "Reader", 3],
  ["vm-metrics", "reads metrics", "Monitoring Reader", 0],
  ["aa-patching", "patches machines on Tuesdays", "Virtual Machine Contributor", 0],
];

export const makeManagedIdentities = (r: Random): Principal[] =>
  identityPlan.map(([name, purpose, azureRole, subscription]) => {
    const fixed = azureSpot(r);
    return {
      id: r.uuid(), appId: r.uuid(), name, type: "ManagedIdentity" as const, purpose, permissions: [], azureRole,
      subscription, keyId: r.uuid(), spot: () => fixed,
    };
  });

export const makeSubscriptions = (r: Random): Subscription[] =>
  ["product-prod", "product-staging", "engineering-sandbox", "corp-data"].map((name) => ({ id: r.uuid(), name }));

const resourcePlan: [number, string, string, string[]][] = [
  [0, "rg-prod-app", "Microsoft.ContainerService/managedClusters", ["aks-prod-weu"]],
  [0, "rg-prod-app", "Microsoft.ContainerRegistry/registries", ["bkprodacr"]],
  [0, "rg-prod-app", "Microsoft.Web/sites", ["func-webhook-relay", "func-status-page"]],
  [0, "rg-prod-data", "Microsoft.Sql/servers/databases", ["sql-prod-weu/databases/tenants",
    "sql-prod-weu/databases/billing"]],
  [0, "rg-prod-data", "Microsoft.Storage/storageAccounts", ["bkprodcustomers", "bkprodattachments", "bkprodlogs"]],
  [0, "rg-prod-data", "Microsoft.DocumentDB/databaseAccounts", ["cosmos-prod-events"]],
  [0, "rg-prod-secrets", "Microsoft.KeyVault/vaults", ["kv-prod-app", "kv-prod-signing"]],
  [0, "rg-prod-net", "Microsoft.Network/networkSecurityGroups", ["nsg-prod-app", "nsg-prod-data", "nsg-prod-mgmt"]],
  [0, "rg-prod-net", "Microsoft.Network/dnszones", ["brightkiln.example"]],
  [0, "rg-prod-net", "Microsoft.Network/azureFirewalls", ["afw-prod"]],
  [0, "rg-prod-vm", "Microsoft.Compute/virtualMachines", ["pgdb-01", "pgdb-02", "pgdb-03", "pgdb-04", "api-01",
    "api-02",
    "bastion-01", "kafka-01"]],
  [0, "rg-prod-backup", "Microsoft.RecoveryServices/vaults", ["rsv-prod"]],
  [0, "rg-prod-ops", "Microsoft.Insights/metricAlerts", ["api-errors", "login-failures", "disk-full", "egress-high"]],
  [0, "rg-prod-ops", "Microsoft.Automation/automationAccounts", ["aa-prod-ops"]],
  [0, "rg-prod-ops", "Microsoft.OperationalInsights/workspaces", ["law-security"]],
  [1, "rg-stg-app", "Microsoft.ContainerService/managedClusters", ["aks-stg-weu"]],
  [1, "rg-stg-vm", "Microsoft.Compute/virtualMachines", ["stg-api-01", "stg-api-02", "stg-pgdb-01"]],
  [1, "rg-stg-data", "Microsoft.Storage/storageAccounts", ["bkstgdata"]],
  [1, "rg-stg-data", "Microsoft.KeyVault/vaults", ["kv-stg-app"]],
  [2, "rg-sbx-shared", "Microsoft.Compute/virtualMachines", ["sbx-gpu-01", "sbx-dev-02"]],
  [2, "rg-sbx-shared", "Microsoft.Storage/storageAccounts", ["bksandboxshare"]],
  [3, "rg-data-lake", "Microsoft.Storage/storageAccounts", ["bkdatalake", "bkfinexports"]],
  [3, "rg-data-lake", "Microsoft.DataFactory/factories", ["adf-lake"]],
  [3, "rg-data-lake", "Microsoft.KeyVault/vaults", ["kv-data"]],
  [3, "rg-data-lake", "Microsoft.Sql/servers/databases", ["sql-corp/databases/warehouse"]],
];

export const makeResources = (subscriptions: Subscription[]): Resource[] =>
  resourcePlan.flatMap(([index, group, type, names]) => {
    const subscription = subscriptions[index] as Subscription;
    const parts = type.split("/");
    const base = `/subscriptions/${subscription.id}/resourceGroups/${group}/providers/${parts[0]}/${parts[1]}`;
    return names.map((name) => ({ id: `${base}/${name}`, type, group, name, subscription }));
  });
