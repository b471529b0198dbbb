import type { AccessDomain, CredentialExposure, TitleMatch } from "../../../src/model/persona.ts";
import type { PersonaSection } from "../../../src/model/vocabulary.ts";
import type { Tone } from "../../ui/badge.tsx";

export const SECTIONS: Readonly<Record<PersonaSection, string>> = {
  overview: "Overview",
  identity: "Identity",
  role: "Role",
  workstreams: "Workstreams",
  access: "Access",
  posture: "Posture",
  risk_lens: "Risk",
};

export const TITLE_MATCHES: Readonly<Record<TitleMatch, string>> = {
  match: "Same as the title suggests",
  related: "Related to the title",
  mismatch: "Differs from the title",
  unknown: "Title or activity fits no known role",
};

export const ACCESS_DOMAINS: Readonly<Record<AccessDomain, string>> = {
  identity: "Identity",
  cloud: "Cloud",
  collaboration: "Collaboration",
  endpoint: "Endpoint",
  security: "Security",
  code: "Code",
  data: "Data",
  business_app: "Business application",
};

/** Words for the separate account for administration; any other value is its name. */
export const ADMIN_ACCOUNTS: ReadonlyMap<string, string> = new Map([
  ["none", "None"],
  ["self", "None: this account is privileged itself"],
]);

export const DEVICE_CLASSES: Readonly<Record<string, string>> = {
  managed_desktop: "Managed computer",
  unmanaged_desktop: "Unmanaged computer",
  managed_mobile: "Managed mobile device",
  unmanaged_mobile: "Unmanaged mobile device",
  server: "Server",
  virtual_desktop: "Virtual desktop",
  unknown: "Unknown device",
};

export const EXPOSURE_TONES: Readonly<Record<CredentialExposure, Tone>> = {
  none: "good",
  low: "low",
  elevated: "medium",
  high: "high",
};
