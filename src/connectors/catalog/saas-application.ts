import type { CatalogEntry } from "./catalog-entry.ts";

export const saasApplications: readonly CatalogEntry[] = [
  {
    connectorType: "salesforce",
    displayName: "Salesforce",
    description: "Reads logins, report exports, permission sets and connected apps from a Salesforce org.",
    signals: ["saas"],
  },
  {
    connectorType: "servicenow",
    displayName: "ServiceNow",
    description: "Reads role grants, access requests, transaction logs and integration accounts.",
    signals: ["saas", "iga"],
  },
  {
    connectorType: "workday",
    displayName: "Workday",
    description: "Supplies hire, transfer and leave dates, managers and sign-on activity for each worker.",
    signals: ["saas", "iga"],
  },
  {
    connectorType: "github",
    displayName: "GitHub",
    description: "Collects the organization audit log, repository access, tokens, deploy keys and installed apps.",
    signals: ["saas", "cloud"],
  },
  {
    connectorType: "gitlab",
    displayName: "GitLab",
    description: "Collects audit events, group membership, access tokens and runner registrations.",
    signals: ["saas", "cloud"],
  },
  {
    connectorType: "openai",
    displayName: "OpenAI",
    description: "Lists projects, service accounts and API keys with their use, and the admin audit log.",
    signals: ["saas"],
  },
  {
    connectorType: "anthropic",
    displayName: "Anthropic",
    description: "Lists workspaces, members and API keys with their use across the organization.",
    signals: ["saas"],
  },
];
