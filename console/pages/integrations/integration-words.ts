import type { ConnectorCategory, IntegrationStatus } from "../../../src/model/vocabulary.ts";

export const CATEGORIES: Readonly<Record<ConnectorCategory, string>> = {
  identity_provider: "Identity providers",
  authentication: "Authentication",
  device_management: "Device management",
  endpoint_security: "Endpoint security",
  physical_access: "Physical access",
  collaboration: "Collaboration",
  saas_application: "SaaS applications",
  access_governance: "Access governance",
  network_security: "Network security",
  cloud_platform: "Cloud platforms",
  log_source: "Log sources",
};

export const STATUSES: Readonly<Record<IntegrationStatus, string>> = {
  active: "Active",
  degraded: "Degraded",
  pending: "Pending",
  disabled: "Disabled",
  not_configured: "Not set up",
};
