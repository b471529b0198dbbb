import type { CatalogEntry } from "./catalog-entry.ts";

export const identityProviders: readonly CatalogEntry[] = [
  {
    connectorType: "entra_directory",
    displayName: "Microsoft Entra ID directory",
    description: "Reads users, groups, devices, applications, service principals and their grants from the tenant.",
    signals: ["core_iam", "mfa", "passwordless", "iga"],
  },
  {
    connectorType: "okta",
    displayName: "Okta",
    description: "Brings in users, groups, app assignments, API tokens and the system log of every sign-in.",
    signals: ["core_iam", "mfa", "passwordless", "device_trust"],
  },
  {
    connectorType: "google_workspace_directory",
    displayName: "Google Workspace directory",
    description: "Reads accounts, organizational units, admin roles and the login and admin audit trails.",
    signals: ["core_iam", "mfa"],
  },
  {
    connectorType: "ping_identity",
    displayName: "PingOne",
    description: "Collects user records, sign-on policies and authentication results from PingOne environments.",
    signals: ["core_iam", "mfa", "passwordless"],
  },
  {
    connectorType: "jumpcloud",
    displayName: "JumpCloud",
    description: "Collects directory users, enrolled systems and sign-in records from a JumpCloud organization.",
    signals: ["core_iam", "mfa", "device_trust"],
  },
  {
    connectorType: "onelogin",
    displayName: "OneLogin",
    description: "Reads users, roles, app access and the account event stream from OneLogin.",
    signals: ["core_iam", "mfa"],
  },
  {
    connectorType: "active_directory",
    displayName: "Active Directory",
    description: "Reads accounts, computers, group nesting and service principal names from on-premises domains.",
    signals: ["core_iam", "infrastructure"],
  },
];
