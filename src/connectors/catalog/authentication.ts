import type { CatalogEntry } from "./catalog-entry.ts";

export const authentication: readonly CatalogEntry[] = [
  {
    connectorType: "duo",
    displayName: "Cisco Duo",
    description: "Reports each second-factor prompt, how it was answered and the health of the device that answered.",
    signals: ["mfa", "passwordless", "device_trust"],
  },
  {
    connectorType: "rsa_id_plus",
    displayName: "RSA ID Plus",
    description:
      "Collects token assignments and step-up authentication results from RSA cloud or Authentication Manager.",
    signals: ["mfa"],
  },
  {
    connectorType: "yubico",
    displayName: "Yubico security keys",
    description: "Lists which security keys were shipped, enrolled or revoked, and for whom.",
    signals: ["passwordless", "mfa"],
  },
  {
    connectorType: "hypr",
    displayName: "HYPR",
    description: "Brings in passkey registrations, phishing-resistant sign-ins and identity proofing results.",
    signals: ["passwordless", "mfa"],
  },
  {
    connectorType: "beyond_identity",
    displayName: "Beyond Identity",
    description: "Reports passkey sign-ins together with the device posture that allowed or refused them.",
    signals: ["passwordless", "device_trust"],
  },
];
