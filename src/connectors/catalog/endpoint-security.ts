import type { CatalogEntry } from "./catalog-entry.ts";

export const endpointSecurity: readonly CatalogEntry[] = [
  {
    connectorType: "defender_for_endpoint",
    displayName: "Microsoft Defender for Endpoint",
    description: "Brings in endpoint alerts, logon events, exposure level and onboarding state of each machine.",
    signals: ["endpoint_security", "device_trust"],
  },
  {
    connectorType: "crowdstrike_falcon",
    displayName: "CrowdStrike Falcon",
    description: "Collects detections, sensor status and the users logged on to affected hosts.",
    signals: ["endpoint_security", "device_trust"],
  },
  {
    connectorType: "sentinelone",
    displayName: "SentinelOne Singularity",
    description: "Collects threats, agent health and device control events from protected endpoints.",
    signals: ["endpoint_security"],
  },
];
