import { CONNECTOR_CATEGORIES, type ConnectorCategory } from "../model/vocabulary.ts";
import { accessGovernance } from "./catalog/access-governance.ts";
import { authentication } from "./catalog/authentication.ts";
import type { CatalogEntry } from "./catalog/catalog-entry.ts";
import { cloudPlatforms } from "./catalog/cloud-platform.ts";
import { collaboration } from "./catalog/collaboration.ts";
import { deviceManagement } from "./catalog/device-management.ts";
import { endpointSecurity } from "./catalog/endpoint-security.ts";
import { identityProviders } from "./catalog/identity-provider.ts";
import { logSources } from "./catalog/log-source.ts";
import { networkSecurity } from "./catalog/network-security.ts";
import { physicalAccess } from "./catalog/physical-access.ts";
import { saasApplications } from "./catalog/saas-application.ts";

/** A type of external system that Parapet supports, whether or not a domain has configured it. */
export interface ConnectorType extends CatalogEntry {
  readonly category: ConnectorCategory;
}

const ENTRIES: Readonly<Record<ConnectorCategory, readonly CatalogEntry[]>> = {
  identity_provider: identityProviders,
  authentication,
  device_management: deviceManagement,
  endpoint_security: endpointSecurity,
  physical_access: physicalAccess,
  collaboration,
  saas_application: saasApplications,
  access_governance: accessGovernance,
  network_security: networkSecurity,
  cloud_platform: cloudPlatforms,
  log_source: logSources,
};

/** Every connector type, grouped in the order of CONNECTOR_CATEGORIES. */
export const catalog: readonly ConnectorType[] = CONNECTOR_CATEGORIES.flatMap((category) =>
  ENTRIES[category].map((entry) => ({ ...entry, category })),
);

const BY_CONNECTOR_TYPE: ReadonlyMap<string, ConnectorType> = new Map(
  catalog.map((type) => [type.connectorType, type]),
);

export function findConnectorType(connectorType: string): ConnectorType | undefined {
  return BY_CONNECTOR_TYPE.get(connectorType);
}
