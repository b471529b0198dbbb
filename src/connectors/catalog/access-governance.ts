import type { CatalogEntry } from "./catalog-entry.ts";

export const accessGovernance: readonly CatalogEntry[] = [
  {
    connectorType: "sailpoint",
    displayName: "SailPoint Identity Security Cloud",
    description: "Brings in entitlements, access reviews, role membership and separation-of-duties findings.",
    signals: ["iga"],
  },
  {
    connectorType: "saviynt",
    displayName: "Saviynt Identity Cloud",
    description: "Brings in access requests, certifications, orphan accounts and policy violations.",
    signals: ["iga", "pam"],
  },
  {
    connectorType: "cyberark",
    displayName: "CyberArk",
    description: "Reports vaulted accounts, password checkouts and recorded privileged sessions.",
    signals: ["pam"],
  },
  {
    connectorType: "beyondtrust",
    displayName: "BeyondTrust",
    description: "Reports privileged remote sessions, credential releases and elevation requests on endpoints.",
    signals: ["pam", "endpoint_security"],
  },
  {
    connectorType: "delinea",
    displayName: "Delinea Secret Server",
    description: "Reports who viewed, checked out or rotated each privileged secret.",
    signals: ["pam"],
  },
  {
    connectorType: "hashicorp_vault",
    displayName: "HashiCorp Vault",
    description: "Reads the audit device stream: secrets read, leases issued, policies and auth roles changed.",
    signals: ["pam", "infrastructure"],
  },
];
