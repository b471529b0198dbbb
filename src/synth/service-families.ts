import { listOf } from "./list-of.ts";
import type { AzureRole } from "./nhi/permissions.ts";

/** Application permissions of Microsoft Graph, by name. */
export const APP_ROLE_IDS = {
  "Application.ReadWrite.All": "1bfefb4e-e0b5-418b-a88f-73c46d2cc8e9",
  "AuditLog.Read.All": "b0afded3-3588-46d8-8b3d-9842eff778da",
  "Calendars.Read": "798ee544-9d2d-430c-a058-570e29e34338",
  "Directory.Read.All": "7ab1d382-f21e-4acd-a863-ba3e13f7da61",
  "Directory.ReadWrite.All": "19dbc75e-c2e2-444c-a770-ec69d8559fc7",
  "Files.Read.All": "01d4889c-1287-42c6-ac1f-5d1e02578ef6",
  "Group.ReadWrite.All": "62a82d76-70ea-41e2-9197-370581804d09",
  "Mail.Read": "810c84a8-4a9e-49e6-bf7d-12d183f40d01",
  "Mail.Send": "b633e1c5-b582-4048-a93e-9f11b44c7e96",
  "Sites.Read.All": "332a536c-c7ef-4017-ab91-336970924f0d",
  "User.Read.All": "df021288-bdef-4463-88db-98f22de89214",
  "User.ReadWrite.All": "741f803b-c850-494e-b5df-cde7c675a1ca",
} as const;
export type AppRole = keyof typeof APP_ROLE_IDS;

/** A group of similar programs: their permissions and how often they sign in. */
export interface ServiceFamily {
  readonly key: string;
  readonly type: "Application" | "ManagedIdentity";
  /** Whether another company publishes it. */
  readonly isExternal: boolean;
  readonly names: readonly string[];
  readonly count: number;
  readonly credential: "secret" | "certificate" | "federated" | null;
  readonly appRoles: readonly AppRole[];
  /** Delegated permissions that users granted. */
  readonly scopes: string;
  readonly resource: string;
  readonly signInsPerDay: number;
  /** Of a managed identity: the type of the resource that it belongs to, and its role on the resource group. */
  readonly host?: { readonly type: string; readonly role: AzureRole };
  /** What it requests from Microsoft Graph; absent means lists of users, groups and sites. */
  readonly paths?: readonly string[];
  /** Whether the first program of each name runs once a day, always at the same time. */
  readonly isScheduled?: boolean;
}

const managed = { type: "ManagedIdentity", isExternal: false, credential: null, appRoles: [], scopes: "" } as const;
const own = { type: "Application", isExternal: false, scopes: "" } as const;

export const SERVICE_FAMILIES: readonly ServiceFamily[] = [
  {
    key: "backend",
    ...managed,
    names: listOf("orders-api, checkout-web, returns-api, stock-service, pricing-job, portal, tracking-api"),
    count: 14,
    resource: "Azure Key Vault",
    signInsPerDay: 0.45,
    host: { type: "Microsoft.Web/sites", role: "Key Vault Secrets User" },
  },
  {
    key: "cluster",
    ...managed,
    names: listOf("orders-worker, mail-queue, stock-sync, price-cache, ingress-controller"),
    count: 9,
    resource: "Azure Resource Manager",
    signInsPerDay: 0.4,
    host: { type: "Microsoft.App/containerApps", role: "Reader" },
  },
  {
    key: "function",
    ...managed,
    names: listOf("label-printer, customs-filing, invoice-scan, route-planner, image-resize"),
    count: 9,
    resource: "Azure Storage",
    signInsPerDay: 0.3,
    host: { type: "Microsoft.Web/sites", role: "Storage Blob Data Contributor" },
    isScheduled: true,
  },
  {
    key: "pipeline",
    ...own,
    names: listOf("deploy-checkout, deploy-portal, deploy-tracking, release-mobile, infra-plan"),
    count: 9,
    credential: "federated",
    appRoles: [],
    resource: "Azure Resource Manager",
    signInsPerDay: 0.4,
  },
  {
    key: "infrastructure",
    ...own,
    names: listOf("terraform-apply, cost-tagger, snapshot-cleaner, dns-automation"),
    count: 6,
    credential: "secret",
    appRoles: ["Directory.Read.All"],
    resource: "Azure Resource Manager",
    signInsPerDay: 0.5,
  },
  {
    key: "mailer",
    ...own,
    names: listOf("invoice-mailer, payslip-mailer, shipping-notices, tender-inbox"),
    count: 6,
    credential: "secret",
    appRoles: ["Mail.Send", "Mail.Read"],
    resource: "Microsoft Graph",
    signInsPerDay: 0.6,
  },
  {
    key: "provisioner",
    ...own,
    names: listOf("hr-provisioning, partner-onboarding, license-sync"),
    count: 5,
    credential: "certificate",
    appRoles: ["User.ReadWrite.All", "Group.ReadWrite.All"],
    resource: "Microsoft Graph",
    signInsPerDay: 0.5,
  },
  {
    key: "agent",
    ...own,
    names: listOf("invoice-agent, helpdesk-agent, contract-agent, meeting-notes-agent, tender-agent"),
    count: 6,
    credential: "certificate",
    appRoles: ["Files.Read.All", "User.Read.All"],
    resource: "Microsoft Graph",
    signInsPerDay: 0.5,
    paths: ["/copilot/retrieval", "/search/query", "/drives/root/children", "/users?$top=100"],
  },
  {
    key: "reporting",
    ...own,
    names: listOf("margin-dashboards, demand-forecast, customer-lake, audit-export, license-report, headcount-report"),
    count: 14,
    credential: "secret",
    appRoles: ["Directory.Read.All", "AuditLog.Read.All"],
    resource: "Microsoft Graph",
    signInsPerDay: 0.35,
  },
  {
    key: "partner",
    type: "Application",
    isExternal: true,
    names: listOf(`
      DocuSign, HubSpot, Zoom, Greenhouse, Travelbook, Canva, Coupa, Contractroom, Zendesk, Figma, Statuspage, Boardroom,
      Routeplan, Salesforce, Peopleroom, Snowflake, Jira, Slack, Grafana, Workday`),
    count: 12,
    credential: "secret",
    appRoles: ["Calendars.Read"],
    scopes: "openid profile email User.Read",
    resource: "Microsoft Graph",
    signInsPerDay: 0.3,
  },
];
