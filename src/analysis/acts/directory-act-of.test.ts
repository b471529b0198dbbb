import { describe, expect, test } from "vitest";
import { auditRow, cloudRow, officeRow, type ReportedAct } from "../../../test/support/acts.ts";
import { rowOf } from "../../../test/support/rules.ts";
import { directoryActOf } from "./directory-act-of.ts";

const ROLE = ["Role.DisplayName", "", '"Global Administrator"'] as const;
const USER = { type: "User", upn: "erik.holm@fabrikam.example" };
const APP = { type: "ServicePrincipal", name: "PDF Wizard" };
const KEY = '["[KeyIdentifier=77,KeyType=Password,KeyUsage=Verify,DisplayName=ci]"]';

/** Acts that the directory's audit log, the office suite and cloud applications report. */
const DIRECTORY: readonly (readonly [kind: string, object: string, act: ReportedAct])[] = [
  ["user.added", "erik.holm@fabrikam.example", { ...USER, operation: "Add user." }],
  ["user.removed", "erik.holm@fabrikam.example", { ...USER, operation: "Delete user." }],
  ["user.disabled", "erik.holm@fabrikam.example", { ...USER, operation: "Disable account." }],
  [
    "user.enabled",
    "erik.holm@fabrikam.example",
    { ...USER, operation: "Update user.", properties: [["AccountEnabled", "[false]", "[true]"]] },
  ],
  [
    "guest.promoted",
    "erik.holm@fabrikam.example",
    { ...USER, operation: "Update user.", properties: [["UserType", '["Guest"]', '["Member"]']] },
  ],
  [
    "guest.added",
    "sam@partner.example",
    { operation: "Invite external user", parameters: { invitedUserEmailAddress: "sam@partner.example" } },
  ],
  ["group.added", "finance", { type: "Group", name: "Finance", operation: "Add group." }],
  ["group.removed", "finance", { type: "Group", name: "Finance", operation: "Delete group." }],
  [
    "group_rule.changed",
    "finance",
    { type: "Group", name: "Finance", operation: "Update group.", properties: [["MembershipRule", "a", "b"]] },
  ],
  [
    "member.added",
    "tier0",
    { ...USER, operation: "Add member to group.", properties: [["Group.DisplayName", "", '"Tier0"']] },
  ],
  [
    "member.removed",
    "tier0",
    { ...USER, operation: "Remove member from group.", properties: [["Group.DisplayName", '"Tier0"', ""]] },
  ],
  ["role.added", "global administrator", { ...USER, operation: "Add member to role.", properties: [ROLE] }],
  ["role.removed", "global administrator", { ...USER, operation: "Remove member from role.", properties: [ROLE] }],
  [
    "role.activated",
    "global administrator",
    { ...USER, operation: "Add member to role completed (PIM activation)", properties: [ROLE] },
  ],
  [
    "eligible_role.added",
    "global administrator",
    { ...USER, operation: "Add eligible member to role in PIM completed (permanent)", properties: [ROLE] },
  ],
  ["pim_role.added", "global administrator", { ...USER, operation: "Add scoped member to role.", properties: [ROLE] }],
  [
    "role_definition.changed",
    "helpdesk plus",
    { type: "Role", name: "Helpdesk Plus", operation: "Update role definition" },
  ],
  [
    "role_settings.changed",
    "global administrator",
    { type: "Role", name: "Global Administrator", operation: "Update role setting in PIM" },
  ],
  ["device.added", "laptop-7", { type: "Device", name: "LAPTOP-7", operation: "Add device." }],
  [
    "device.disabled",
    "laptop-7",
    {
      type: "Device",
      name: "LAPTOP-7",
      operation: "Update device.",
      properties: [["AccountEnabled", "[true]", "[false]"]],
    },
  ],
  ["app.added", "pdf wizard", { ...APP, operation: "Add service principal." }],
  [
    "app_owner.added",
    "pdf wizard",
    { ...USER, operation: "Add owner to application.", properties: [["Application.DisplayName", "", '"PDF Wizard"']] },
  ],
  [
    "app_uri.changed",
    "pdf wizard",
    { ...APP, operation: "Update application.", properties: [["AppAddress", "[]", '["https://a"]']] },
  ],
  [
    "app_permission.added",
    "pdf wizard",
    {
      type: "ServicePrincipal",
      name: "Microsoft Graph",
      operation: "Add app role assignment to service principal.",
      properties: [
        ["AppRole.Value", "", '"Mail.Read"'],
        ["ServicePrincipal.DisplayName", "", '"PDF Wizard"'],
      ],
    },
  ],
  [
    "consent.added",
    "pdf wizard",
    { ...APP, operation: "Consent to application.", properties: [["ConsentContext.IsAdminConsent", "", '"True"']] },
  ],
  [
    "consent.added",
    "pdf wizard",
    {
      ...APP,
      operation: "Add delegated permission grant.",
      properties: [["DelegatedPermissionGrant.Scope", "", '" Mail.Read"']],
    },
  ],
  [
    "consent.changed",
    "pdf wizard",
    {
      ...APP,
      operation: "Update delegated permission grant",
      properties: [["DelegatedPermissionGrant.Scope", '"User.Read"', '"User.Read Mail.Read"']],
    },
  ],
  ["consent.removed", "pdf wizard", { ...APP, operation: "Remove OAuth2PermissionGrant." }],
  [
    "credential.added",
    "pdf wizard",
    {
      ...APP,
      operation: "Update application – Certificates and secrets management ",
      properties: [["KeyDescription", "[]", KEY]],
    },
  ],
  [
    "credential.removed",
    "pdf wizard",
    {
      ...APP,
      operation: "Update application – Certificates and secrets management ",
      properties: [["KeyDescription", KEY, "[]"]],
    },
  ],
  ["credential.added", "pdf wizard", { ...APP, operation: "Add service principal credentials." }],
  [
    "credential.added",
    "pdf wizard",
    {
      ...APP,
      operation: "Update application",
      properties: [["FederatedIdentityCredentials", "[]", '[{"Name":"runner"}]']],
    },
  ],
  ["password.reset", "erik.holm@fabrikam.example", { ...USER, operation: "Reset user password." }],
  ["security_method.added", "erik.holm@fabrikam.example", { ...USER, operation: "User registered security info" }],
  ["security_method.removed", "erik.holm@fabrikam.example", { ...USER, operation: "Admin deleted security info" }],
  [
    "security_method.added",
    "erik.holm@fabrikam.example",
    { ...USER, operation: "Update user.", properties: [["StrongAuthenticationMethod", "[]", '[{"MethodType":6}]']] },
  ],
  [
    "temporary_pass.added",
    "erik.holm@fabrikam.example",
    { ...USER, operation: "Create Temporary Access Pass for user" },
  ],
  ["mfa.disabled", "erik.holm@fabrikam.example", { ...USER, operation: "Disable Strong Authentication." }],
  [
    "mfa.disabled",
    "erik.holm@fabrikam.example",
    { ...USER, operation: "Update user.", properties: [["StrongAuthenticationRequirement", '[{"State":1}]', "[]"]] },
  ],
  ["domain.added", "evil.example", { type: "Domain", name: "evil.example", operation: "Add unverified domain." }],
  ["domain.verified", "evil.example", { type: "Domain", name: "evil.example", operation: "Verify domain." }],
  [
    "federation.changed",
    "fabrikam.example",
    { type: "Domain", name: "fabrikam.example", operation: "Set domain authentication." },
  ],
  [
    "federation.changed",
    "fabrikam.example",
    { type: "Domain", name: "fabrikam.example", operation: "Set federation settings on domain." },
  ],
  [
    "directory_sync.changed",
    "fabrikam",
    { type: "Directory", name: "Fabrikam", operation: "Set DirSyncEnabled flag." },
  ],
  ["partner.added", "fabrikam", { type: "Directory", name: "Fabrikam", operation: "Add partner to company." }],
  [
    "conditional_access.removed",
    "require mfa",
    { type: "Policy", name: "Require MFA", operation: "Delete conditional access policy." },
  ],
  [
    "conditional_access.changed",
    "require mfa",
    { type: "Policy", name: "Require MFA", operation: "Update policy.", properties: [["PolicyType", "", "[18]"]] },
  ],
  ["named_location.changed", "offices", { type: "Policy", name: "Offices", operation: "Update named location" }],
  [
    "auth_methods_policy.changed",
    "methods",
    { type: "Policy", name: "Methods", operation: "Authentication Methods Policy Update" },
  ],
  [
    "authorization_policy.changed",
    "authorization policy",
    { type: "Policy", name: "Authorization Policy", operation: "Update authorization policy" },
  ],
  [
    "security_defaults.changed",
    "defaults",
    { type: "Policy", name: "Defaults", operation: "Update security defaults" },
  ],
  [
    "cross_tenant_access.added",
    "partner",
    { type: "Policy", name: "Partner", operation: "Add a partner to cross-tenant access setting" },
  ],
  ["audit_settings.removed", "export", { type: "Policy", name: "Export", operation: "Delete diagnostic setting" }],
  [
    "root_access.added",
    "user access administrator",
    {
      type: "Role",
      name: "User Access Administrator",
      operation: "User has elevated their access to User Access Administrator for their Azure Resources",
    },
  ],
];

/** Acts that the office suite and cloud applications report. */
const OFFICE: readonly (readonly [kind: string, object: string, act: ReportedAct])[] = [
  [
    "inbox_rule.added",
    "sync",
    { operation: "New-InboxRule", parameters: { Name: "sync", ForwardTo: "box@mail.example" } },
  ],
  ["inbox_rule.changed", "sync", { operation: "Set-InboxRule", parameters: { Identity: "sync" } }],
  [
    "mailbox_forwarding.added",
    "cfo",
    { operation: "Set-Mailbox", parameters: { Identity: "cfo", ForwardingSmtpAddress: "smtp:box@mail.example" } },
  ],
  [
    "mailbox_forwarding.removed",
    "cfo",
    { operation: "Set-Mailbox", parameters: { Identity: "cfo", ForwardingSmtpAddress: "" } },
  ],
  [
    "mailbox_permission.added",
    "cfo",
    { operation: "Add-MailboxPermission", parameters: { Identity: "cfo", User: "dana", AccessRights: "FullAccess" } },
  ],
  [
    "audit_settings.changed",
    "cfo",
    { operation: "Set-Mailbox", parameters: { Identity: "cfo", AuditEnabled: "False" } },
  ],
  [
    "audit_settings.changed",
    "org",
    { operation: "Set-AdminAuditLogConfig", parameters: { Identity: "org", UnifiedAuditLogIngestionEnabled: "False" } },
  ],
  [
    "transport_rule.added",
    "copy",
    { operation: "New-TransportRule", parameters: { Name: "copy", BlindCopyTo: "box@mail.example" } },
  ],
  ["mail_connector.added", "out", { operation: "New-OutboundConnector", parameters: { Identity: "out" } }],
  ["mail_protection.removed", "links", { operation: "Remove-SafeLinksPolicy", parameters: { Identity: "links" } }],
  ["mail_protection.changed", "spam", { operation: "Set-HostedContentFilterPolicy", parameters: { Identity: "spam" } }],
  [
    "dlp_policy.changed",
    "cards",
    { operation: "Set-DlpCompliancePolicy", parameters: { Identity: "cards", Mode: "Disable" } },
  ],
  [
    "role.added",
    "organization management",
    { operation: "Add-RoleGroupMember", parameters: { Identity: "Organization Management", Member: "eve" } },
  ],
  [
    "role.added",
    "applicationimpersonation",
    { operation: "New-ManagementRoleAssignment", parameters: { Role: "ApplicationImpersonation", User: "eve" } },
  ],
  [
    "legacy_protocol.changed",
    "cfo",
    { operation: "Set-CASMailbox", parameters: { Identity: "cfo", ImapEnabled: "True" } },
  ],
  [
    "dlp_policy.changed",
    "cfo",
    { operation: "Set-Mailbox", parameters: { Identity: "cfo", LitigationHoldEnabled: "False" } },
  ],
  ["dlp_policy.removed", "hold", { operation: "Remove-CaseHoldPolicy", parameters: { Identity: "hold" } }],
  ["dlp_policy.disabled", "alert", { operation: "Disable-ActivityAlert", parameters: { Identity: "alert" } }],
  [
    "mail_protection.changed",
    "fabrikam.example",
    { operation: "Set-DkimSigningConfig", parameters: { Identity: "fabrikam.example", Enabled: "False" } },
  ],
  [
    "transport_rule.added",
    "all mail",
    { operation: "New-JournalRule", parameters: { Name: "all mail", JournalEmailAddress: "box@mail.example" } },
  ],
];

describe("an act", () => {
  test.each(DIRECTORY.map(([kind, object, act]) => [kind, object, act, `${kind} by ${act.operation}`] as const))(
    "%s on %s is the same in the audit logs of the directory, the office suite and cloud applications",
    (kind, object, act) => {
      const acts = [auditRow(act), officeRow(act), cloudRow(act)].map(directoryActOf);
      const expected = { kind, object, actor: "dana.cole@fabrikam.example" };
      expect(acts).toEqual([expected, expected, expected].map((one) => expect.objectContaining(one)));
      expect(new Set(acts.map((one) => one?.direction)).size).toBe(1);
    },
  );

  test.each(OFFICE)(
    "%s on %s is the same in the audit logs of the office suite and cloud applications",
    (kind, object, act) => {
      const expected = expect.objectContaining({ kind, object, actor: "dana.cole@fabrikam.example" });
      expect([officeRow(act), cloudRow(act)].map(directoryActOf)).toEqual([expected, expected]);
    },
  );

  test("on a guest names the address, whether a row has it in its details or only in the name of the account", () => {
    const upn = "sam_partner.example#EXT#@fabrikam.example";
    const invited = { ...USER, upn, operation: "Invite external user" };
    expect(directoryActOf(officeRow(invited))?.object).toBe("sam@partner.example");
    const details = JSON.stringify({ invitedUserEmailAddress: "sam.long@partner.example" });
    const row = officeRow(invited);
    const ExtendedProperties = JSON.stringify([{ Name: "additionalDetails", Value: details }]);
    expect(directoryActOf({ ...row, fields: { ...row.fields, ExtendedProperties } })?.object).toBe(
      "sam.long@partner.example",
    );
  });

  test("is read from a record that arrives as JSON text", () => {
    const row = cloudRow({ ...USER, operation: "Add member to role.", properties: [ROLE] });
    const fields = { ...row.fields, RawEventData: JSON.stringify(row.fields["RawEventData"]) };
    expect(directoryActOf({ ...row, fields })).toMatchObject({ kind: "role.added", object: "global administrator" });
  });

  test("is read from the objects that a cloud application lists where the record names none", () => {
    const ActivityObjects = [
      { Type: "User", Role: "Actor", Name: "Dana Cole" },
      { Type: "User", Role: "Target object", Name: "erik.holm@fabrikam.example" },
      { Type: "Role", Role: "Parameter", Name: "Global Administrator" },
    ];
    expect(
      directoryActOf(rowOf({ ActionType: "Add member to role.", ActivityObjects }, "CloudAppEvents")),
    ).toMatchObject({
      kind: "role.added",
      object: "global administrator",
      target: "erik.holm@fabrikam.example",
    });
  });

  test("that failed, was only requested or changes nothing of interest is none", () => {
    const failed = auditRow({ ...USER, operation: "Add member to role" });
    expect(directoryActOf({ ...failed, fields: { ...failed.fields, Result: "failure" } })).toBeNull();
    const refused = officeRow({ operation: "New-InboxRule" });
    expect(directoryActOf({ ...refused, fields: { ...refused.fields, ResultStatus: "Failed" } })).toBeNull();
    for (const operation of [
      "Add member to role requested (PIM activation)",
      "Add eligible member to role in PIM requested (permanent)",
      "Update user",
      "FileAccessed",
    ]) {
      expect(directoryActOf(auditRow({ ...USER, operation }))).toBeNull();
    }
    const again = '[{"MethodType":6,"LastUsed":1}]';
    const properties = [["StrongAuthenticationMethod", '[{"MethodType":6,"LastUsed":0}]', again]] as const;
    expect(directoryActOf(auditRow({ ...USER, operation: "Update user", properties }))).toBeNull();
    expect(directoryActOf(officeRow({ operation: "Set-Mailbox", parameters: { MaxSendSize: "35 MB" } }))).toBeNull();
  });

  test("has the permissions of a consent as detail, and all users as target where it is for all", () => {
    const properties = [
      ["ConsentContext.IsAdminConsent", "", '"True"'],
      ["ConsentAction.Permissions", "", "[] => [[Id: x, ConsentType: AllPrincipals, Scope: openid Files.Read.All]]; "],
    ] as const;
    expect(directoryActOf(auditRow({ ...APP, operation: "Consent to application", properties }))).toMatchObject({
      target: "all users",
      detail: "openid files.read.all",
    });
  });

  test("has what a grant allows in addition as detail, not what it allowed before", () => {
    const widened = auditRow({
      ...APP,
      operation: "Update delegated permission grant",
      properties: [
        ["DelegatedPermissionGrant.Scope", '"openid User.Read"', '"openid User.Read Mail.Read"'],
        ["DelegatedPermissionGrant.ConsentType", '"AllPrincipals"', '"AllPrincipals"'],
      ],
    });
    expect(directoryActOf(widened)).toMatchObject({ target: "all users", detail: "mail.read" });
  });

  test("on the methods of another user differs from one on the own methods", () => {
    const detail = (operation: string, upn: string) => directoryActOf(auditRow({ operation, upn }))?.detail;
    expect(detail("Admin deleted security info", USER.upn)).toBe("of another user");
    expect(detail("User deleted security info", USER.upn)).toBe("own");
    expect(detail("Delete authentication method", "dana.cole@fabrikam.example")).toBe("own");
  });
});

describe("an act of a domain controller or on cloud resources", () => {
  test("is read from the columns or from EventData", () => {
    const expected = { kind: "member.added", object: "domain admins", target: "cn=eve" };
    const columns = { EventID: 4728, TargetUserName: "Domain Admins", MemberName: "CN=Eve" };
    expect(directoryActOf(rowOf(columns, "SecurityEvent"))).toMatchObject(expected);
    const EventData =
      '<EventData><Data Name="TargetUserName">Domain Admins</Data><Data Name="MemberName">CN=Eve</Data></EventData>';
    expect(directoryActOf(rowOf({ EventID: 4728, EventData }, "SecurityEvent"))).toMatchObject(expected);
  });

  test("has the direction of a change of the audit policy", () => {
    const direction = (AuditPolicyChanges: string) =>
      directoryActOf(rowOf({ EventID: 4719, AuditPolicyChanges }, "SecurityEvent"))?.direction;
    expect(direction("%%8448")).toBe("weakens");
    expect(direction("%%8449")).toBe("strengthens");
  });

  test("is read from the sensor of a domain controller", () => {
    const fields = { ActionType: "Group Membership changed", TargetAccountUpn: "eve@fabrikam.example" };
    const read = (group: string) =>
      directoryActOf(rowOf({ ...fields, AdditionalFields: { [group]: "Domain Admins" } }, "IdentityDirectoryEvents"));
    expect(read("TO.GROUP")).toMatchObject({
      kind: "member.added",
      object: "domain admins",
      target: "eve@fabrikam.example",
    });
    expect(read("FROM.GROUP")).toMatchObject({ kind: "member.removed", object: "domain admins" });
  });

  test("is read from the end of an operation on cloud resources", () => {
    const fields = {
      OperationNameValue: "MICROSOFT.AUTHORIZATION/ROLEASSIGNMENTS/WRITE",
      Caller: "dana.cole@fabrikam.example",
    };
    const read = (ActivityStatusValue: string) =>
      directoryActOf(rowOf({ ...fields, ActivityStatusValue }, "AzureActivity"));
    expect(read("Success")).toMatchObject({ kind: "role.added", actor: "dana.cole@fabrikam.example" });
    expect(read("Start")).toBeNull();
  });
});

describe("mail that is sent outside", () => {
  const outside = (operation: string, parameters: Readonly<Record<string, string>>) =>
    [officeRow({ operation, parameters }), cloudRow({ operation, parameters })].map(
      (row) => directoryActOf(row)?.outside,
    );

  test("is noticed for each of several recipients, in any of the ways they are written", () => {
    const found = [["eve@mail.example"], ["eve@mail.example"]];
    expect(outside("New-InboxRule", { Name: "x", ForwardTo: "deputy@fabrikam.example;eve@mail.example" })).toEqual(
      found,
    );
    expect(outside("New-InboxRule", { Name: "x", ForwardTo: "eve@mail.example, deputy@fabrikam.example" })).toEqual(
      found,
    );
    expect(
      outside("New-InboxRule", { ForwardTo: "deputy@fabrikam.example", RedirectTo: '"Eve" [SMTP:eve@mail.example]' }),
    ).toEqual(found);
    expect(outside("Set-Mailbox", { ForwardingSmtpAddress: "smtp:eve@mail.example" })).toEqual(found);
    expect(outside("New-TransportRule", { BlindCopyTo: "deputy@fabrikam.example;eve@mail.example" })).toEqual(found);
    const actions = '[{"ActionType":"Forward","Recipients":["deputy@fabrikam.example","eve@mail.example"]}]';
    expect(outside("UpdateInboxRules", { RuleActions: actions })).toEqual(found);
  });

  test("does not include addresses of the domain of the actor, its subdomains or the mailbox", () => {
    const none = [[], []];
    expect(outside("New-InboxRule", { ForwardTo: "team@mail.fabrikam.example" })).toEqual(none);
    expect(outside("Set-Mailbox", { Identity: "cfo@other.example", ForwardingSmtpAddress: "x@other.example" })).toEqual(
      none,
    );
    expect(outside("Remove-InboxRule", { Identity: "x", ForwardTo: "eve@mail.example" })).toEqual(none);
  });
});
