import type { Entitlement } from "../../model/identity/entitlement.ts";
import type { AccessDomain } from "../../model/persona.ts";
import { familyOfApplication } from "./roles/families-of.ts";

/** Domains by a word in the name of a role, group or application; the first match decides. */
const NAMES: readonly (readonly [AccessDomain, RegExp])[] = [
  ["security", /security|defender|sentinel|compliance|purview|siem|soc\b/i],
  ["endpoint", /intune|device|endpoint|desktop|jamf|workstation/i],
  ["code", /github|gitlab|bitbucket|devops|\brepo|\bcode\b|developer/i],
  ["cloud", /azure|\baws\b|google cloud|kubernetes|subscription|\bcloud\b/i],
  ["data", /power bi|fabric|databricks|snowflake|tableau|\bdata\b|\bsql\b|analytics/i],
  [
    "collaboration",
    /exchange|sharepoint|teams|outlook|office|onedrive|yammer|slack|zoom|mail|calendar|chat|files|sites|microsoft 365/i,
  ],
  ["identity", /directory|identity|user administrator|authentication|password|global administrator|entra/i],
];

const CLASSES: ReadonlyMap<string, AccessDomain> = new Map([
  ["security_tooling", "security"],
  ["execute_on_devices", "endpoint"],
  ["device_secrets", "endpoint"],
  ["mail_content", "collaboration"],
  ["chat_content", "collaboration"],
  ["file_content", "collaboration"],
  ["app_developer", "code"],
]);

const OTHERWISE: Readonly<Record<Entitlement["kind"], AccessDomain>> = {
  directory_role: "identity",
  group: "collaboration",
  app_assignment: "business_app",
  app_permission: "business_app",
  delegated_grant: "business_app",
  azure_role: "cloud",
  app_owner: "identity",
};

/** Returns the area that an entitlement gives access to. */
export function accessDomainOf({ kind, name, resource, privilegeClass }: Entitlement): AccessDomain {
  if (kind === "azure_role" || kind === "app_owner") return OTHERWISE[kind];
  const byClass = CLASSES.get(privilegeClass);
  if (byClass !== undefined) return byClass;
  const named = NAMES.find(([, pattern]) => pattern.test(kind === "app_assignment" ? (resource ?? name) : name))?.[0];
  if (named !== undefined) return named;
  if (kind === "app_assignment" && familyOfApplication(resource ?? name)?.id === "security") return "security";
  return OTHERWISE[kind];
}
