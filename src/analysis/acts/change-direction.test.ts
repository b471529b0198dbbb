import { describe, expect, test } from "vitest";
import { auditRow, cloudRow, officeRow } from "../../../test/support/acts.ts";
import { directoryActOf } from "./directory-act-of.ts";

interface Policy {
  readonly state?: string;
  readonly conditions?: Readonly<Record<string, unknown>>;
  readonly grantControls?: Readonly<Record<string, unknown>>;
}

const BASE = {
  displayName: "Require MFA",
  state: "enabled",
  conditions: { users: { includeUsers: ["All"], excludeUsers: ["breakglass"] }, signInRiskLevels: ["high"] },
  grantControls: { operator: "OR", builtInControls: ["mfa"] },
};

/** Changes a conditional access policy in each table; the direction must be the same in all. */
function access(operation: string, before: Policy | null, after: Policy | null): string | undefined {
  const text = (policy: Policy | null) => (policy === null ? "" : JSON.stringify(policy));
  const properties = [["ConditionalAccessPolicy", text(before), text(after)]] as const;
  const act = { operation, type: "Policy", name: "Require MFA", properties };
  const found = new Set([auditRow(act), officeRow(act), cloudRow(act)].map((row) => directoryActOf(row)?.direction));
  expect(found.size).toBe(1);
  return [...found][0];
}

const update = (after: Policy) => access("Update conditional access policy", BASE, { ...BASE, ...after });

describe("a change of a conditional access policy", () => {
  test("weakens where the policy is switched off or only reports", () => {
    expect(update({ state: "disabled" })).toBe("weakens");
    expect(update({ state: "enabledForReportingButNotEnforced" })).toBe("weakens");
  });

  test("weakens where somebody is excluded, fewer are included or a control is missing", () => {
    const users = (more: Readonly<Record<string, unknown>>) =>
      update({ conditions: { ...BASE.conditions, users: { ...BASE.conditions.users, ...more } } });
    expect(users({ excludeUsers: ["breakglass", "eve"] })).toBe("weakens");
    expect(users({ excludeGroups: ["contractors"] })).toBe("weakens");
    expect(users({ includeUsers: ["finance"] })).toBe("weakens");
    expect(update({ grantControls: { operator: "OR", builtInControls: [] } })).toBe("weakens");
  });

  test("weakens where one part does, whatever the others do", () => {
    const builtInControls = ["mfa", "compliantDevice"];
    expect(update({ state: "disabled", grantControls: { operator: "AND", builtInControls } })).toBe("weakens");
  });

  test("strengthens where a factor is added, an exception ends or more is covered", () => {
    expect(update({ grantControls: { operator: "AND", builtInControls: ["mfa", "compliantDevice"] } })).toBe(
      "strengthens",
    );
    expect(update({ conditions: { ...BASE.conditions, users: { includeUsers: ["All"], excludeUsers: [] } } })).toBe(
      "strengthens",
    );
    expect(update({ conditions: { ...BASE.conditions, signInRiskLevels: [] } })).toBe("strengthens");
    const narrow = { ...BASE, conditions: { users: { includeUsers: ["finance"] } } };
    const wide = { ...BASE, conditions: { users: { includeUsers: ["All"] } } };
    expect(access("Update conditional access policy", narrow, wide)).toBe("strengthens");
    expect(access("Update conditional access policy", { ...BASE, state: "disabled" }, BASE)).toBe("strengthens");
  });

  test("is neutral where only the name changes or the order of a list", () => {
    expect(access("Update conditional access policy", BASE, { ...BASE, displayName: "MFA" } as Policy)).toBe("neutral");
    const users = { includeUsers: ["a", "b"] };
    const turned = { includeUsers: ["b", "a"] };
    expect(
      access("Update conditional access policy", { conditions: { users } }, { conditions: { users: turned } }),
    ).toBe("neutral");
  });

  test("is unknown where the row does not show what was there before", () => {
    expect(access("Update conditional access policy", null, BASE)).toBe("unknown");
    expect(
      directoryActOf(auditRow({ operation: "Update conditional access policy", name: "Require MFA" }))?.direction,
    ).toBe("unknown");
  });

  test("strengthens where one is added, unless it is off", () => {
    expect(access("Add conditional access policy", null, BASE)).toBe("strengthens");
    expect(access("Add conditional access policy", null, { ...BASE, state: "disabled" })).toBe("neutral");
  });

  test("weakens where one in force is removed, and not where it was off", () => {
    expect(access("Delete conditional access policy", BASE, null)).toBe("weakens");
    expect(access("Delete conditional access policy", null, null)).toBe("weakens");
    expect(access("Delete conditional access policy", { ...BASE, state: "disabled" }, null)).toBe("neutral");
  });
});

describe("the direction of other changes", () => {
  test("of a mail flow rule is neutral if it only adds text or stops messages", () => {
    expect(command("New-TransportRule", { Name: "a", ApplyHtmlDisclaimerText: "x" })).toBe("neutral");
    expect(command("New-TransportRule", { Name: "a", Quarantine: "True", StopRuleProcessing: "False" })).toBe(
      "neutral",
    );
    expect(command("New-TransportRule", { Name: "a", PrependSubject: "x", BlindCopyTo: "a@b.example" })).toBe(
      "unknown",
    );
    expect(command("New-TransportRule", { Name: "a", PrependSubject: "x", SetSCL: "-1" })).toBe("weakens");
    expect(command("New-TransportRule", { Name: "a" })).toBe("unknown");
    expect(command("Enable-TransportRule", { Identity: "a" })).toBe("unknown");
  });

  test("of a hold is that of what it keeps", () => {
    expect(command("Set-Mailbox", { Identity: "a", LitigationHoldEnabled: "False" })).toBe("weakens");
    expect(command("Set-Mailbox", { Identity: "a", LitigationHoldEnabled: "True" })).toBe("strengthens");
    expect(command("Set-Mailbox", { Identity: "a", RemoveDelayHoldApplied: "True" })).toBe("weakens");
    expect(command("Set-Mailbox", { Identity: "a", ExcludeFromOrgHolds: "hold" })).toBe("weakens");
  });

  const property = (operation: string, name: string, before: string, after: string) =>
    directoryActOf(auditRow({ operation, type: "Policy", name: "x", properties: [[name, before, after]] }))?.direction;
  const command = (operation: string, parameters: Readonly<Record<string, string>>) =>
    directoryActOf(officeRow({ operation, parameters: { Identity: "x", ...parameters } }))?.direction;

  test.each([
    ["Update security defaults", "isEnabled", "true", "false", "weakens"],
    ["Update security defaults", "isEnabled", "false", "true", "strengthens"],
    ["Update authorization policy", "AllowInvitesFrom", '"adminsAndGuestInviters"', '"everyone"', "weakens"],
    ["Update authorization policy", "AllowInvitesFrom", '"everyone"', '"none"', "strengthens"],
    ["Set domain authentication", "LiveType", '["Managed"]', '["Federated"]', "weakens"],
    ["Set domain authentication", "LiveType", '["Federated"]', '["Managed"]', "strengthens"],
    [
      "Update named location",
      "NamedLocation",
      '{"isTrusted":true,"ipRanges":["192.0.2.0/24"]}',
      '{"isTrusted":true,"ipRanges":["192.0.2.0/24","203.0.113.0/24"]}',
      "weakens",
    ],
    ["Update named location", "NamedLocation", '{"isTrusted":true}', '{"isTrusted":false}', "strengthens"],
    [
      "Update the default cross-tenant access setting",
      "inboundTrust",
      '{"isMfaAccepted":false}',
      '{"isMfaAccepted":true}',
      "weakens",
    ],
    [
      "Authentication Methods Policy Update",
      "Policy",
      '[{"id":"Sms","state":"disabled"}]',
      '[{"id":"Sms","state":"enabled"}]',
      "weakens",
    ],
    ["Authentication Methods Policy Update", "Sms.state", '"disabled"', '"enabled"', "weakens"],
    ["Authentication Methods Policy Update", "Fido2.state", '"disabled"', '"enabled"', "strengthens"],
    ["Authentication Methods Policy Update", "Fido2.isAttestationEnforced", "true", "false", "weakens"],
    [
      "Authentication Methods Policy Update",
      "Policy",
      '[{"id":"Fido2","state":"disabled"}]',
      '[{"id":"Fido2","state":"enabled"}]',
      "strengthens",
    ],
    [
      "Authentication Methods Policy Update",
      "Policy",
      '[{"id":"Fido2","state":"enabled"}]',
      '[{"id":"Fido2","state":"disabled"}]',
      "weakens",
    ],
  ])("%s with %s from %s to %s %s", (operation, name, before, after, direction) => {
    expect(property(operation, name, before, after)).toBe(direction);
  });

  test.each([
    ["Set-AdminAuditLogConfig", { UnifiedAuditLogIngestionEnabled: "False" }, "weakens"],
    ["Set-AdminAuditLogConfig", { UnifiedAuditLogIngestionEnabled: "True" }, "strengthens"],
    ["Set-OrganizationConfig", { AuditDisabled: "True" }, "weakens"],
    ["Set-MailboxAuditBypassAssociation", { AuditBypassEnabled: "True" }, "weakens"],
    ["Set-SafeLinksPolicy", { EnableSafeLinksForEmail: "False" }, "weakens"],
    ["Set-SafeLinksPolicy", { EnableSafeLinksForEmail: "True", AllowClickThrough: "False" }, "strengthens"],
    ["Set-AntiPhishPolicy", { Enabled: "False" }, "weakens"],
    ["Set-AntiPhishPolicy", { EnableMailboxIntelligenceProtection: "True" }, "strengthens"],
    ["Set-HostedContentFilterPolicy", { AllowedSenderDomains: "mail.example" }, "weakens"],
    ["Set-HostedContentFilterPolicy", { BlockedSenders: "eve@mail.example" }, "strengthens"],
    ["Set-HostedConnectionFilterPolicy", { IPAllowList: "198.51.100.7" }, "weakens"],
    ["New-TenantAllowBlockListItems", { Allow: "True" }, "weakens"],
    ["New-TenantAllowBlockListItems", { Block: "True" }, "strengthens"],
    ["Set-DlpCompliancePolicy", { Mode: "Disable" }, "weakens"],
    ["Set-DlpCompliancePolicy", { Mode: "Enable" }, "strengthens"],
    ["New-DlpCompliancePolicy", { Mode: "TestWithNotifications" }, "neutral"],
    ["Set-DlpComplianceRule", { ExceptIfRecipientDomainIs: "mail.example" }, "weakens"],
    ["Remove-AntiPhishPolicy", {}, "weakens"],
    ["Enable-SafeLinksRule", {}, "strengthens"],
    ["Disable-SafeAttachmentRule", {}, "weakens"],
    ["New-SafeLinksPolicy", { EnableSafeLinksForEmail: "True" }, "strengthens"],
    ["New-TransportRule", { SetSCL: "-1" }, "weakens"],
    ["Set-CASMailbox", { ImapEnabled: "True" }, "weakens"],
    ["Set-CASMailbox", { PopEnabled: "False" }, "strengthens"],
    ["Set-RemoteDomain", { AutoForwardEnabled: "True" }, "weakens"],
  ])("%s with %j %s", (operation, parameters, direction) => {
    expect(command(operation, parameters)).toBe(direction);
  });

  test("of an act that changes no control is neutral", () => {
    expect(directoryActOf(auditRow({ operation: "Add member to role", upn: "a@b.example" }))?.direction).toBe(
      "neutral",
    );
  });
});
