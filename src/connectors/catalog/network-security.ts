import type { CatalogEntry } from "./catalog-entry.ts";

export const networkSecurity: readonly CatalogEntry[] = [
  {
    connectorType: "palo_alto",
    displayName: "Palo Alto Networks firewalls",
    description: "Collects traffic, threat and GlobalProtect remote access logs with the user behind each flow.",
    signals: ["network", "zero_trust"],
  },
  {
    connectorType: "cisco_secure_firewall",
    displayName: "Cisco Secure Firewall",
    description: "Collects connection, intrusion and remote access VPN events from Cisco firewalls.",
    signals: ["network"],
  },
  {
    connectorType: "fortinet",
    displayName: "Fortinet FortiGate",
    description: "Collects traffic, web filter and VPN logs from FortiGate devices.",
    signals: ["network"],
  },
  {
    connectorType: "zscaler",
    displayName: "Zscaler",
    description: "Brings in web transactions, private app access and data loss incidents by user.",
    signals: ["zero_trust", "network"],
  },
  {
    connectorType: "cloudflare",
    displayName: "Cloudflare One",
    description: "Brings in application access decisions, gateway filtering results and device posture checks.",
    signals: ["zero_trust", "network", "device_trust"],
  },
  {
    connectorType: "netskope",
    displayName: "Netskope",
    description: "Brings in cloud app use, data movement alerts and private access sessions by user.",
    signals: ["zero_trust", "saas"],
  },
];
