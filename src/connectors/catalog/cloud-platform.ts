import type { CatalogEntry } from "./catalog-entry.ts";

export const cloudPlatforms: readonly CatalogEntry[] = [
  {
    connectorType: "aws",
    displayName: "Amazon Web Services",
    description: "Reads CloudTrail activity, IAM users, roles, access keys and trust policies across accounts.",
    signals: ["cloud"],
  },
  {
    connectorType: "azure_activity",
    displayName: "Azure activity",
    description: "Collects control-plane operations, role assignments and policy changes from subscriptions.",
    signals: ["cloud"],
  },
  {
    connectorType: "google_cloud",
    displayName: "Google Cloud",
    description: "Reads Cloud Audit Logs, service accounts, their keys and IAM bindings across projects.",
    signals: ["cloud"],
  },
  {
    connectorType: "snowflake",
    displayName: "Snowflake",
    description: "Collects logins, query and access history, role grants and service users.",
    signals: ["cloud", "saas"],
  },
  {
    connectorType: "databricks",
    displayName: "Databricks",
    description: "Collects workspace audit events, service principals, tokens and catalog permissions.",
    signals: ["cloud", "saas"],
  },
];
