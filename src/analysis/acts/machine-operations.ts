import type { ActKind } from "./directory-act.ts";
import { kindsByName } from "./kinds-by-name.ts";

/** Events of Windows domain controllers and hosts, by their id. */
const WINDOWS_EVENTS: ReadonlyMap<string, ActKind> = new Map([
  ["1102", "security_log.cleared"],
  ["4706", "trust.added"],
  ["4707", "trust.removed"],
  ["4716", "trust.changed"],
  ["4713", "password_policy.changed"],
  ["4719", "audit_settings.changed"],
  ["4720", "user.added"],
  ["4722", "user.enabled"],
  ["4723", "password.changed"],
  ["4724", "password.reset"],
  ["4725", "user.disabled"],
  ["4726", "user.removed"],
  ["4727", "group.added"],
  ["4728", "member.added"],
  ["4729", "member.removed"],
  ["4730", "group.removed"],
  ["4731", "group.added"],
  ["4732", "member.added"],
  ["4733", "member.removed"],
  ["4734", "group.removed"],
  ["4739", "password_policy.changed"],
  ["4741", "device.added"],
  ["4743", "device.removed"],
  ["4754", "group.added"],
  ["4756", "member.added"],
  ["4757", "member.removed"],
  ["4758", "group.removed"],
]);

export const windowsKindOf = (event: string): ActKind | null => WINDOWS_EVENTS.get(event) ?? null;

/** What the sensors of domain controllers report. */
export const identityKindOf = kindsByName({
  "member.added": ["group membership changed"],
  "password.changed": ["account password changed"],
  "user.disabled": ["account disabled", "user account disabled"],
  "user.enabled": ["account enabled", "user account enabled"],
  "user.added": ["account created", "user account created", "security principal created*"],
  "user.removed": ["account deleted", "user account deleted", "security principal deleted*"],
});

/** Operations on cloud resources. */
export const azureKindOf = kindsByName({
  "role.added": ["microsoft.authorization/roleassignments/write"],
  "role.removed": ["microsoft.authorization/roleassignments/delete"],
  "role_definition.changed": ["microsoft.authorization/roledefinitions/write"],
  "root_access.added": ["microsoft.authorization/elevateaccess/action"],
  "eligible_role.added": ["microsoft.authorization/roleeligibilityschedulerequests/write"],
  "audit_settings.removed": ["*/diagnosticsettings/delete*"],
  "credential.added": ["microsoft.managedidentity/userassignedidentities/federatedidentitycredentials/write"],
});
