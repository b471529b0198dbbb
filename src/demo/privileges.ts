/** Something only few hold, and what it lets them do. */
export interface Privilege {
  readonly privilegeClass: string;
  readonly tier: 0 | 1;
  /** How it is held; a directory role is held directly or through PIM. */
  readonly source: string;
  readonly domain: string;
}

const direct = { source: "direct", domain: "identity" };
const eligible = { source: "pim_eligible", domain: "identity" };
const subscription = { source: "azure:subscription", domain: "cloud" };

export const PRIVILEGES = {
  "User Administrator": { privilegeClass: "User credential control", tier: 0, ...eligible },
  "Intune Administrator": { privilegeClass: "Execution on devices", tier: 0, ...eligible },
  "Exchange Administrator": { privilegeClass: "Service administration", tier: 1, ...direct },
  "Security Administrator": { privilegeClass: "Tenant trust control", tier: 0, ...eligible },
  "Security Reader": { privilegeClass: "Security tooling", tier: 1, ...direct },
  "Global Reader": { privilegeClass: "Global read", tier: 1, ...direct },
  "Billing Administrator": { privilegeClass: "Billing administration", tier: 1, ...direct },
  "Application Developer": { privilegeClass: "Application development", tier: 1, ...direct },
  "Contributor on sub-commerce-prod": { privilegeClass: "Cloud ownership", tier: 0, ...subscription },
  "Key Vault Secrets User on kv-commerce": { privilegeClass: "Secrets access", tier: 1, ...subscription },
  "Storage Blob Data Contributor on stlake": { privilegeClass: "Cloud data write", tier: 1, ...subscription },
  "Payment Approver": {
    privilegeClass: "Payment approval",
    tier: 1,
    source: "app_role:Ledgerline",
    domain: "business_app",
  },
  "HR Partner": { privilegeClass: "Personnel records", tier: 1, source: "app_role:Peopleroom", domain: "business_app" },
  "eDiscovery Manager": { privilegeClass: "Mail content", tier: 1, source: "app_role:Purview", domain: "data" },
  "CRM Administrator": {
    privilegeClass: "Service administration",
    tier: 1,
    source: "app_role:Salesforce",
    domain: "business_app",
  },
} as const satisfies Readonly<Record<string, Privilege>>;
export type PrivilegeName = keyof typeof PRIVILEGES;
