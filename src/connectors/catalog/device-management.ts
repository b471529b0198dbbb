import type { CatalogEntry } from "./catalog-entry.ts";

export const deviceManagement: readonly CatalogEntry[] = [
  {
    connectorType: "intune",
    displayName: "Microsoft Intune",
    description: "Lists managed devices with their owner, compliance state, encryption and last check-in.",
    signals: ["device_trust"],
  },
  {
    connectorType: "jamf_pro",
    displayName: "Jamf Pro",
    description: "Reads Apple computer and mobile inventory, configuration profiles and compliance results.",
    signals: ["device_trust"],
  },
  {
    connectorType: "kandji",
    displayName: "Iru (formerly Kandji)",
    description: "Reads device inventory, blueprint compliance and pending remediation for managed Apple fleets.",
    signals: ["device_trust"],
  },
];
