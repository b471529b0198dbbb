import type { NhiClass } from "../../model/vocabulary.ts";
import { listOf } from "../list-of.ts";
import type { AzureRole, Permission } from "./permissions.ts";

/** What one call of a program leaves in the logs besides its sign-in. */
export type CallTrace =
  | { readonly log: "graph"; readonly method: string; readonly path: string }
  | { readonly log: "azure"; readonly operation: string }
  | { readonly log: "audit"; readonly operation: string }
  | { readonly log: "provisioning" };

/** What a program is for, and what that implies for its directory object and its calls. */
export interface Archetype {
  readonly key: string;
  readonly nhiClass: NhiClass;
  readonly type: "Application" | "ManagedIdentity" | "ServiceIdentity";
  readonly publisher: "own" | "verified" | "vendor";
  readonly credential: "secret" | "certificate" | "federated" | null;
  /** First parts of names; each makes a family with one of the purposes. */
  readonly stems: readonly string[];
  readonly purposes: readonly string[];
  readonly permissions: readonly Permission[];
  /** One of them is added for each family. */
  readonly variants: readonly Permission[];
  readonly scopes?: string;
  readonly azureRole?: AzureRole;
  /** The resources that it signs in to. */
  readonly resources: readonly string[];
  readonly traces: readonly CallTrace[];
  /** Whether a person runs it from their own device. */
  readonly fromDevice?: true;
}

const graph = (method: string, path: string): CallTrace => ({ log: "graph", method, path });
const azure = (operation: string): CallTrace => ({ log: "azure", operation });
const audit = (operation: string): CallTrace => ({ log: "audit", operation });

const own = { type: "Application", publisher: "own", nhiClass: "service_principal", credential: "secret" } as const;
const managed = {
  type: "ManagedIdentity",
  publisher: "own",
  nhiClass: "managed_identity",
  credential: null,
  permissions: [],
} as const;
const GRAPH = ["Microsoft Graph"];
const ARM = ["Azure Resource Manager"];

export const ARCHETYPES: readonly Archetype[] = [
  {
    key: "vendor_platform",
    nhiClass: "platform_service",
    type: "Application",
    publisher: "vendor",
    credential: null,
    stems: listOf("Microsoft Substrate, Office 365 Search, Azure Compliance, Dynamics Relay"),
    purposes: listOf("Service, Connector, Worker"),
    permissions: ["Directory.Read.All"],
    variants: ["Organization.Read.All", "Group.Read.All", "User.Read.All"],
    resources: GRAPH,
    traces: [graph("GET", "/organization")],
  },
  {
    key: "ai_agent",
    nhiClass: "ai_agent",
    type: "ServiceIdentity",
    publisher: "own",
    credential: "federated",
    stems: listOf("invoice, helpdesk, contract, tender"),
    purposes: listOf("agent, copilot, assistant"),
    permissions: ["Files.Read.All"],
    variants: ["Sites.Read.All", "Mail.Read", "Chat.Read.All", "Calendars.Read"],
    resources: ["Azure OpenAI", "Microsoft Graph"],
    traces: [
      graph("POST", "/search/query"),
      graph("GET", "/drives/root/children"),
      graph("POST", "/copilot/retrieval"),
    ],
  },
  {
    key: "identity_sync",
    ...own,
    credential: "certificate",
    stems: listOf("hr, directory, partner, guest"),
    purposes: listOf("provisioning, sync, scim"),
    permissions: ["Synchronization.ReadWrite.All", "User.ReadWrite.All"],
    variants: ["Group.ReadWrite.All", "Organization.Read.All", "Directory.Read.All"],
    resources: GRAPH,
    traces: [{ log: "provisioning" }, { log: "provisioning" }, graph("PATCH", "/users/ID")],
  },
  {
    key: "identity_admin",
    ...own,
    stems: listOf("access, joiner, account, role"),
    purposes: listOf("lifecycle, admin, cleanup"),
    permissions: ["User.ReadWrite.All", "Group.ReadWrite.All"],
    variants: ["AppRoleAssignment.ReadWrite.All", "RoleManagement.ReadWrite.Directory", "AuditLog.Read.All"],
    resources: GRAPH,
    traces: [audit("Update user"), audit("Reset user password"), graph("PATCH", "/users/ID"), graph("POST", "/groups")],
  },
  {
    key: "ci_cd",
    ...own,
    nhiClass: "workload_identity",
    credential: "federated",
    stems: listOf("deploy, release, build, publish"),
    purposes: listOf("checkout, portal, mobile"),
    permissions: [],
    variants: [],
    azureRole: "Contributor",
    resources: ARM,
    traces: [
      azure("Microsoft.Resources/deployments/write"),
      azure("Microsoft.Web/sites/config/write"),
      azure("Microsoft.ContainerRegistry/registries/push/write"),
    ],
  },
  {
    key: "infrastructure_automation",
    ...own,
    stems: listOf("terraform, ansible, tagger, snapshot"),
    purposes: listOf("network, compute, dns"),
    permissions: ["Application.Read.All"],
    variants: ["Directory.Read.All", "Group.Read.All"],
    azureRole: "Contributor",
    resources: ARM,
    traces: [
      azure("Microsoft.Network/virtualNetworks/write"),
      azure("Microsoft.Compute/virtualMachines/write"),
      azure("Microsoft.Network/dnszones/A/write"),
    ],
  },
  {
    key: "application_backend",
    ...managed,
    stems: listOf("orders, checkout, returns, stock"),
    purposes: listOf("api, web, worker"),
    variants: [],
    azureRole: "Key Vault Secrets User",
    resources: ["Azure Key Vault", "Azure SQL Database"],
    traces: [],
  },
  {
    key: "data_pipeline",
    ...managed,
    stems: listOf("etl, lake, warehouse, forecast"),
    purposes: listOf("loader, factory, refresh"),
    variants: [],
    azureRole: "Storage Blob Data Contributor",
    resources: ["Azure Storage", "Azure Data Lake", "Azure Databricks"],
    traces: [],
  },
  {
    key: "backup_recovery",
    ...own,
    stems: listOf("backup, restore, archive, vault"),
    purposes: listOf("mail, files, vm"),
    permissions: ["BackupRestore-Control.ReadWrite.All", "Files.Read.All"],
    variants: ["Mail.Read", "Sites.Read.All", "BackupRestore-Configuration.ReadWrite.All"],
    azureRole: "Backup Contributor",
    resources: ["Azure Backup", "Microsoft Graph"],
    traces: [
      azure("Microsoft.RecoveryServices/vaults/backupJobs/write"),
      graph("GET", "/solutions/backupRestore/protectionPolicies"),
    ],
  },
  {
    key: "security_tooling",
    ...own,
    credential: "certificate",
    stems: listOf("siem, soar, edr, scanner"),
    purposes: listOf("collector, responder, enrich"),
    permissions: ["SecurityEvents.Read.All", "SecurityAlert.Read.All"],
    variants: ["ThreatHunting.Read.All", "SecurityIncident.ReadWrite.All", "IdentityRiskEvent.Read.All"],
    resources: ["Microsoft Graph", "Microsoft Threat Protection"],
    traces: [graph("GET", "/security/alerts_v2"), graph("POST", "/security/runHuntingQuery")],
  },
  {
    key: "monitoring",
    ...own,
    stems: listOf("inventory, license, uptime, usage"),
    purposes: listOf("report, monitor, metrics"),
    permissions: ["Reports.Read.All"],
    variants: ["ServiceHealth.Read.All", "Device.Read.All", "User.Read.All"],
    azureRole: "Monitoring Reader",
    resources: GRAPH,
    traces: [
      graph("GET", "/reports/getOffice365ActiveUserDetail"),
      graph("GET", "/admin/serviceAnnouncement/healthOverviews"),
      graph("GET", "/users?$top=999"),
    ],
  },
  {
    key: "mail_automation",
    ...own,
    stems: listOf("invoice, payslip, shipping, survey"),
    purposes: listOf("mailer, notices, inbox"),
    permissions: ["Mail.Send"],
    variants: ["Mail.Read", "Mail.ReadWrite", "MailboxSettings.Read"],
    resources: GRAPH,
    traces: [graph("POST", "/users/ID/sendMail"), graph("GET", "/users/ID/mailFolders/inbox/messages")],
  },
  {
    key: "collaboration_bot",
    ...own,
    stems: listOf("standup, kudos, oncall, meeting"),
    purposes: listOf("bot, notifier, poll"),
    permissions: ["TeamsActivity.Send", "Team.ReadBasic.All"],
    variants: ["Chat.Read.All", "ChannelMessage.Read.All", "OnlineMeetings.ReadWrite.All"],
    resources: ["Microsoft Graph", "Microsoft Teams Services"],
    traces: [graph("POST", "/teams/ID/sendActivityNotification"), graph("GET", "/teams/ID/channels")],
  },
  {
    key: "saas_integration",
    nhiClass: "service_principal",
    type: "Application",
    publisher: "verified",
    credential: null,
    stems: listOf("Brightcrm, Routewise, Hirely, Planwell"),
    purposes: listOf("Connector, for Outlook, Integration"),
    permissions: ["Calendars.Read"],
    variants: ["Calendars.ReadWrite", "Files.Read.All", "User.Read.All"],
    scopes: "openid profile email offline_access User.Read Calendars.Read",
    resources: GRAPH,
    traces: [graph("GET", "/users/ID/calendar/events"), graph("GET", "/users/ID")],
  },
  {
    key: "endpoint_management",
    ...own,
    credential: "certificate",
    stems: listOf("intune, patch, device, autopilot"),
    purposes: listOf("manager, compliance, rollout"),
    permissions: ["DeviceManagementManagedDevices.ReadWrite.All"],
    variants: ["DeviceManagementApps.ReadWrite.All", "Device.Read.All"],
    resources: GRAPH,
    traces: [
      graph("GET", "/deviceManagement/managedDevices"),
      graph("POST", "/deviceManagement/managedDevices/ID/syncDevice"),
    ],
  },
  {
    key: "human_operated",
    ...own,
    stems: listOf("adhoc, ops, analyst, support"),
    purposes: listOf("scripts, console, toolbox"),
    permissions: ["Directory.Read.All"],
    variants: ["User.Read.All", "Group.Read.All", "AuditLog.Read.All"],
    resources: ["Microsoft Graph", "Azure Resource Manager"],
    traces: [
      graph("GET", "/users?$filter=startswith(displayName,'A')"),
      graph("GET", "/groups"),
      graph("GET", "/auditLogs/signIns"),
    ],
    fromDevice: true,
  },
];

/** The archetype of applications that people sign in to, which make no calls of their own. */
export const SIGN_IN_APP = "sign_in_app";
