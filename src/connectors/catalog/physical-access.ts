import type { CatalogEntry } from "./catalog-entry.ts";

export const physicalAccess: readonly CatalogEntry[] = [
  {
    connectorType: "verkada",
    displayName: "Verkada Access",
    description: "Brings in badge reads, door events and visitor entries from Verkada sites.",
    signals: ["physical_access"],
  },
  {
    connectorType: "kisi",
    displayName: "Kisi",
    description: "Reads unlock events, denied attempts and the people who hold access to each door.",
    signals: ["physical_access"],
  },
  {
    connectorType: "hid_origo",
    displayName: "HID Origo",
    description: "Reports mobile credentials issued and withdrawn, and the readers where they were used.",
    signals: ["physical_access"],
  },
];
