import type { JsonObject } from "../http/read-json.ts";
import { listOf, partOf, textOf, withoutGaps } from "./event-parts.ts";

/** Operation names of the audit table for Okta event types; all other types keep Okta's display message. */
const OPERATIONS: Readonly<Record<string, string>> = {
  "user.lifecycle.create": "Add user",
  "user.lifecycle.delete.initiated": "Delete user",
  "user.lifecycle.deactivate": "Disable account",
  "user.lifecycle.suspend": "Disable account",
  "user.lifecycle.activate": "Enable account",
  "user.lifecycle.reactivate": "Enable account",
  "user.lifecycle.unsuspend": "Enable account",
  "user.account.update_profile": "Update user",
  "user.account.reset_password": "Reset user password",
  "user.account.update_password": "Change user password",
  "user.account.privilege.grant": "Add member to role",
  "user.account.privilege.revoke": "Remove member from role",
  "group.privilege.grant": "Add member to role",
  "group.privilege.revoke": "Remove member from role",
  "group.lifecycle.create": "Add group",
  "group.lifecycle.delete": "Delete group",
  "group.user_membership.add": "Add member to group",
  "group.user_membership.remove": "Remove member from group",
  "application.lifecycle.create": "Add service principal",
  "application.lifecycle.update": "Update service principal",
  "application.lifecycle.delete": "Remove service principal",
  "application.user_membership.add": "Add app role assignment grant to user",
  "application.user_membership.remove": "Remove app role assignment from user",
  "app.oauth2.as.consent.grant": "Consent to application",
  "user.mfa.factor.deactivate": "User deleted security info",
  "user.mfa.factor.activate": "User registered security info",
  "user.mfa.factor.reset_all": "Admin deleted security info",
  "policy.lifecycle.update": "Update conditional access policy",
  "policy.lifecycle.delete": "Delete conditional access policy",
  "policy.lifecycle.deactivate": "Update conditional access policy",
  "policy.rule.update": "Update conditional access policy",
  "policy.rule.delete": "Update conditional access policy",
};

const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/privilege/, "RoleManagement"],
  [/^user\./, "UserManagement"],
  [/^group\./, "GroupManagement"],
  [/^(application|app)\./, "ApplicationManagement"],
  [/^(policy|zone)\./, "Policy"],
  [/^device\./, "Device"],
];

/** Converts an event of the system log that is no sign-in to a row of AuditLogs. */
export function toAuditRow(event: JsonObject): JsonObject {
  const at = textOf(event, "published");
  const eventType = textOf(event, "eventType") ?? "";
  const operation = OPERATIONS[eventType] ?? textOf(event, "displayMessage") ?? eventType;
  const failed = !["SUCCESS", "ALLOW"].includes(textOf(event, "outcome", "result") ?? "SUCCESS");
  return {
    TimeGenerated: at,
    ActivityDateTime: at,
    Id: textOf(event, "uuid"),
    _ItemId: textOf(event, "uuid"),
    CorrelationId: textOf(event, "transaction", "id"),
    OperationName: operation,
    ActivityDisplayName: operation,
    Category: CATEGORIES.find(([pattern]) => pattern.test(eventType))?.[1] ?? "Other",
    LoggedByService: "Okta",
    Result: failed ? "failure" : "success",
    ResultReason: textOf(event, "outcome", "reason"),
    Identity: textOf(event, "actor", "displayName"),
    InitiatedBy: initiatorOf(event),
    TargetResources: listOf(event, "target").map(toTarget),
    AdditionalDetails: [
      { key: "eventType", value: eventType },
      { key: "displayMessage", value: textOf(event, "displayMessage") ?? "" },
      { key: "User-Agent", value: textOf(event, "client", "userAgent", "rawUserAgent") ?? "" },
    ].filter(({ value }) => value !== ""),
    SourceSystem: "Okta",
    Type: "AuditLogs",
  };
}

function initiatorOf(event: JsonObject): JsonObject {
  const ipAddress = textOf(event, "client", "ipAddress");
  const id = textOf(event, "actor", "id");
  const displayName = textOf(event, "actor", "displayName");
  if (textOf(event, "actor", "type") !== "User") {
    return { app: { servicePrincipalId: id, appId: id, displayName, ipAddress } };
  }
  return { user: { id, displayName, userPrincipalName: textOf(event, "actor", "alternateId"), ipAddress } };
}

const TARGET_TYPES: Readonly<Record<string, string>> = {
  User: "User",
  AppUser: "User",
  UserGroup: "Group",
  AppInstance: "ServicePrincipal",
  ROLE: "Role",
  PolicyEntity: "Policy",
  PolicyRule: "Policy",
};

function toTarget(target: JsonObject): JsonObject {
  const type = TARGET_TYPES[textOf(target, "type") ?? ""] ?? textOf(target, "type");
  const changes = Object.entries(partOf(target, "changeDetails", "to")).map(([name, value]) => ({
    displayName: name,
    oldValue: JSON.stringify(partOf(target, "changeDetails", "from")[name] ?? null),
    newValue: JSON.stringify(value),
  }));
  return withoutGaps({
    id: textOf(target, "id"),
    displayName: textOf(target, "displayName"),
    type,
    userPrincipalName: type === "User" ? textOf(target, "alternateId") : undefined,
    modifiedProperties: changes,
  });
}
