import { describe, expect, it } from "vitest";
import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import { directoryChangesOf } from "./directory-changes-of.ts";

const USER_ID = "3f1f2a55-7f4b-4a0d-8f7e-0d1c2b3a4f50";
const SERVICE_ID = "7d2b8f0e-1a5c-4a44-9d0e-4f8f5b1f7a10";
const APP_ID = "b0c1d2e3-0000-4000-8000-00000000aa01";
const OBJECT_ID = "62e90394-69f5-4237-9190-012177145e10";
const KEY_ID = "a1b2c3d4-0000-4000-8000-000000000001";
const OLD_KEY_ID = "a1b2c3d4-0000-4000-8000-000000000002";

const aRow = (table: LogTable, fields: LogRow["fields"]): LogRow => ({
  table,
  rowId: "r",
  contentKey: "10000000-0000-4000-8000-000000000000",
  at: 0,
  late: false,
  fields,
  text: "",
});

/** The changes of a row as `change target object name`. */
const read = (table: LogTable, fields: LogRow["fields"]): readonly string[] =>
  directoryChangesOf(aRow(table, fields), null).map(
    ({ change, target, objectId, objectName }) => `${change} ${target} ${objectId} ${objectName}`,
  );

const property = (displayName: string, newValue: unknown, oldValue: unknown = null) => ({
  displayName,
  newValue,
  oldValue,
});
const user = (...modifiedProperties: readonly object[]) => ({
  type: "User",
  id: USER_ID,
  userPrincipalName: "Maya.Ito@northwind.example",
  modifiedProperties,
});
const service = (...modifiedProperties: readonly object[]) => ({
  type: "ServicePrincipal",
  id: SERVICE_ID,
  displayName: "Sync",
  modifiedProperties,
});
const role = { type: "Role", id: OBJECT_ID, displayName: "Global Administrator" };
const group = { type: "Group", id: OBJECT_ID, displayName: "Finance" };

const ROLE = [property("Role.DisplayName", '"Global Administrator"'), property("Role.TemplateId", `"${OBJECT_ID}"`)];
const OLD_ROLE = [
  property("Role.DisplayName", null, '"Global Administrator"'),
  property("Role.TemplateId", null, `"${OBJECT_ID}"`),
];
const GROUP = [property("Group.ObjectID", `"${OBJECT_ID}"`), property("Group.DisplayName", '"Finance"')];
const APP_ROLE = [
  property("AppRole.Id", `"${OBJECT_ID}"`),
  property("AppRole.Value", '"Mail.Read"'),
  property("ServicePrincipal.ObjectID", `"${SERVICE_ID}"`),
];
const GRANT = [
  property("DelegatedPermissionGrant.Scope", '"User.Read"'),
  property("ServicePrincipal.ObjectID", `"${SERVICE_ID}"`),
];
const api = (...modifiedProperties: readonly object[]) => ({
  type: "ServicePrincipal",
  id: OBJECT_ID,
  displayName: "Graph",
  modifiedProperties,
});
const key = (id: string, name: string) => `[KeyIdentifier=${id},KeyType=Password,KeyUsage=Verify,DisplayName=${name}]`;
const KEYS = property("KeyDescription", JSON.stringify([key(KEY_ID, "new")]), JSON.stringify([key(OLD_KEY_ID, "old")]));
const DETAILS = [{ key: "AppId", value: APP_ID }];

const MAYA = "upn:maya.ito@northwind.example";
const SYNC = `oid:${SERVICE_ID}`;
const ADMIN = `${OBJECT_ID} Global Administrator`;

describe("an operation of the directory", () => {
  it.each([
    ["Add member to role", [user(...ROLE)], [`role_added ${MAYA} ${ADMIN}`]],
    ["Add eligible member to role", [user(...ROLE)], [`role_added ${MAYA} ${ADMIN}`]],
    ["Add scoped member to role", [user(...ROLE)], [`role_added ${MAYA} ${ADMIN}`]],
    ["Add member to role in PIM completed (permanent)", [role, user()], [`role_added ${MAYA} ${ADMIN}`]],
    ["Add member to role completed (PIM activation)", [role, user()], [`role_activated ${MAYA} ${ADMIN}`]],
    ["Add member to role requested (PIM activation)", [role, user()], []],
    ["Add eligible member to role in PIM requested (timebound)", [role, user()], []],
    ["Remove member from role", [user(...OLD_ROLE)], [`role_removed ${MAYA} ${ADMIN}`]],
    ["Remove eligible member from role", [user(...OLD_ROLE)], [`role_removed ${MAYA} ${ADMIN}`]],
    ["Add member to group", [user(...GROUP), group], [`group_member_added ${MAYA} ${OBJECT_ID} Finance`]],
    ["Remove member from group", [user(), group], [`group_member_removed ${MAYA} ${OBJECT_ID} Finance`]],
    [
      "Add app role assignment to service principal",
      [api(...APP_ROLE)],
      [`app_role_added ${SYNC} ${OBJECT_ID} Mail.Read`],
    ],
    [
      "Remove app role assignment from service principal",
      [api(...APP_ROLE)],
      [`app_role_removed ${SYNC} ${OBJECT_ID} Mail.Read`],
    ],
    [
      "Consent to application",
      [service(property("ConsentAction.Permissions", '"Scope: User.Read"'))],
      [`grant_added ${SYNC} null Scope: User.Read`],
    ],
    ["Add delegated permission grant", [api(...GRANT)], [`grant_added ${SYNC} ${OBJECT_ID} User.Read`]],
    ["Remove delegated permission grant", [api(...GRANT)], [`grant_removed ${SYNC} ${OBJECT_ID} User.Read`]],
    [
      "Add owner to service principal",
      [user(), service()],
      [`owner_added app:${APP_ID} ${USER_ID} Maya.Ito@northwind.example`],
    ],
    [
      "Remove owner from service principal",
      [user(), service()],
      [`owner_removed app:${APP_ID} ${USER_ID} Maya.Ito@northwind.example`],
    ],
    [
      "Update application – Certificates and secrets management",
      [service(KEYS)],
      [`credential_added app:${APP_ID} ${KEY_ID} new`, `credential_removed app:${APP_ID} ${OLD_KEY_ID} old`],
    ],
    ["Add user", [user()], [`identity_created ${MAYA} ${USER_ID} Maya.Ito@northwind.example`]],
    ["Delete user", [user()], [`identity_removed ${MAYA} ${USER_ID} Maya.Ito@northwind.example`]],
    ["Add service principal", [service()], [`identity_created app:${APP_ID} ${SERVICE_ID} Sync`]],
    ["Hard Delete service principal", [service()], [`identity_removed app:${APP_ID} ${SERVICE_ID} Sync`]],
    ["Update user", [user()], []],
  ])("is the change it reports: %s", (OperationName, TargetResources, expected) => {
    const fields = { OperationName, TargetResources, AdditionalDetails: DETAILS };
    expect(read("AuditLogs", { ...fields, Result: "success" })).toEqual(expected);
    expect(read("AuditLogs", { ...fields, TargetResources: JSON.stringify(TargetResources) })).toEqual(expected);
    expect(read("AuditLogs", { ...fields, Result: "failure" })).toEqual([]);
  });
});

describe("a role on cloud resources", () => {
  const assigned = {
    PrincipalId: SERVICE_ID,
    RoleDefinitionId: `/providers/microsoft.authorization/roleDefinitions/${OBJECT_ID}`,
    Scope: "/subscriptions/s1",
  };
  const fields = {
    CorrelationId: KEY_ID,
    _ResourceId: `/subscriptions/s1/providers/Microsoft.Authorization/roleAssignments/${OLD_KEY_ID}`,
    ActivityStatusValue: "Start",
    OperationNameValue: "MICROSOFT.AUTHORIZATION/ROLEASSIGNMENTS/WRITE",
    Properties: { requestbody: JSON.stringify({ Properties: assigned }) },
  };
  const { PrincipalId: principalId, RoleDefinitionId: roleDefinitionId, Scope: scope } = assigned;
  const end = {
    ...fields,
    ActivityStatusValue: "Success",
    Properties: { responseBody: JSON.stringify({ properties: { principalId, roleDefinitionId, scope } }) },
  };

  it("is a change with the same operation in the rows of its start and its end", () => {
    const expected = [`azure_role_added ${SYNC} ${OBJECT_ID} /subscriptions/s1`];
    expect(read("AzureActivity", fields)).toEqual(expected);
    expect(read("AzureActivity", end)).toEqual(expected);
    const operations = [fields, end].map((row) => directoryChangesOf(aRow("AzureActivity", row), null)[0]?.operation);
    expect(operations).toEqual([`${KEY_ID}/${OLD_KEY_ID}`, `${KEY_ID}/${OLD_KEY_ID}`]);
  });

  it("is removed by a delete, and withdrawn by a failure of the same operation", () => {
    const OperationNameValue = "Microsoft.Authorization/roleAssignments/delete";
    expect(read("AzureActivity", { ...end, OperationNameValue })).toEqual([
      `azure_role_removed ${SYNC} ${OBJECT_ID} /subscriptions/s1`,
    ]);
    const failed = { ...end, ActivityStatusValue: "Failure" };
    expect(read("AzureActivity", failed)).toEqual([`azure_role_failed ${SYNC} null null`]);
    expect(directoryChangesOf(aRow("AzureActivity", failed), null)[0]?.operation).toBe(`${KEY_ID}/${OLD_KEY_ID}`);
    expect(read("AzureActivity", { ...failed, CorrelationId: null })).toEqual([]);
  });
});

describe("changes in other tables", () => {
  const SID = "S-1-5-21-1-2-3-1105";
  const GROUP_SID = "S-1-5-21-1-2-3-512";

  it.each([
    ["MemberAdded", "group_member_added"],
    ["MemberRemoved", "group_member_removed"],
  ])("include the members of teams: %s", (Operation, change) => {
    const Members = [{ UPN: "b@n.example" }, { UPN: "a@n.example" }, { UPN: "a@n.example" }];
    expect(read("OfficeActivity", { Operation, TeamName: "Plans", AADGroupId: OBJECT_ID, Members })).toEqual(
      ["a", "b"].map((name) => `${change} upn:${name}@n.example ${OBJECT_ID} Plans`),
    );
  });

  it.each([
    ["Add-RoleGroupMember", "role_added"],
    ["Remove-RoleGroupMember", "role_removed"],
  ])("include the role groups of Exchange: %s", (Operation, change) => {
    const Parameters = [
      { Name: "Identity", Value: "Organization Management" },
      { Name: "Member", Value: "a@n.example" },
    ];
    const fields = { Operation, Parameters: JSON.stringify(Parameters) };
    expect(read("OfficeActivity", fields)).toEqual([`${change} upn:a@n.example null Organization Management`]);
    expect(read("OfficeActivity", { ...fields, ResultStatus: "False" })).toEqual([]);
  });

  it.each([
    [4728, `group_member_added sid:${SID.toLowerCase()}`],
    [4732, `group_member_added sid:${SID.toLowerCase()}`],
    [4756, `group_member_added sid:${SID.toLowerCase()}`],
    [4729, `group_member_removed sid:${SID.toLowerCase()}`],
    [4733, `group_member_removed sid:${SID.toLowerCase()}`],
    [4757, `group_member_removed sid:${SID.toLowerCase()}`],
    [4720, `identity_created sid:${GROUP_SID.toLowerCase()}`],
    [4726, `identity_removed sid:${GROUP_SID.toLowerCase()}`],
  ])("include the Windows event %i", (EventID, expected) => {
    const fields = { EventID, TargetUserName: "Domain Admins", TargetSid: GROUP_SID, MemberSid: SID };
    expect(read("SecurityEvent", fields).map((text) => text.toLowerCase())).toEqual([
      `${expected} ${GROUP_SID} Domain Admins`.toLowerCase(),
    ]);
    expect(read("SecurityEvent", { EventID })).toEqual([]);
  });

  it("include the members of groups that a domain controller reports", () => {
    const fields = { ActionType: "Group Membership changed", TargetAccountUpn: "a@n.example" };
    const joined = { AdditionalFields: { "TO.GROUP": "Admins", "FROM.GROUP": "Staff" } };
    expect(read("IdentityDirectoryEvents", { ...fields, ...joined })).toEqual([
      "group_member_added upn:a@n.example null Admins",
      "group_member_removed upn:a@n.example null Staff",
    ]);
    expect(read("IdentityDirectoryEvents", fields)).toEqual([]);
  });
});

describe("a hostile row", () => {
  const MANY = 10_000;
  const LONG = "x".repeat(1_000_000);
  const DEEP = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const many = <T>(item: T): readonly T[] => new Array<T>(MANY).fill(item);
  const keys = Array.from({ length: MANY }, (_, n) =>
    key(`a1b2c3d4-0000-4000-8000-${String(n).padStart(12, "0")}`, "k"),
  );
  const HOSTILE: readonly (readonly [string, unknown])[] = [
    ...[null, true, 7, "", "text", "{", "[", [], {}, [null], [[[[[[user()]]]]]], [1, "a", { type: 1, id: {} }]].map(
      (value) => ["a wrong type", value] as const,
    ),
    ["many targets", many(user(...ROLE))],
    ["many properties", [user(...many(property("a", "b")), ...ROLE)]],
    ["many credentials", [service(property("KeyDescription", JSON.stringify(keys.slice(0, 2_000)), keys))]],
    ["deep JSON", DEEP],
    ["deep JSON in a property", [user(property("Role.DisplayName", DEEP, DEEP))]],
    ["a huge text", LONG],
    ["huge names", [{ type: LONG, id: LONG, userPrincipalName: LONG, displayName: LONG }]],
    [
      "a huge property",
      [user(property(LONG, LONG), property("Role.DisplayName", LONG), property("KeyDescription", LONG))],
    ],
    ["properties of wrong types", [user({ displayName: [1], newValue: { a: 1 } }, { displayName: {}, oldValue: 1 })]],
    ["names of built-in properties", [{ __proto__: null, constructor: 1, type: "constructor", id: "__proto__" }]],
  ];
  const OPERATIONS = [
    "Add member to role",
    "Add member to group",
    "Add app role assignment to service principal",
    "Consent to application",
    "Add delegated permission grant",
    "Add owner to application",
    "Update application - Certificates and secrets management",
    "Delete user",
  ];

  it.each(HOSTILE)("has few and short changes and causes no error: %s", (_, value) => {
    const rows: readonly (readonly [LogTable, LogRow["fields"]])[] = [
      ...OPERATIONS.map((OperationName) => {
        const fields = { OperationName, TargetResources: value, AdditionalDetails: value, InitiatedBy: value };
        return ["AuditLogs", fields] as const;
      }),
      [
        "AzureActivity",
        {
          OperationNameValue: "microsoft.authorization/roleassignments/write",
          CorrelationId: value,
          ResourceId: value,
          Properties: { requestbody: { Properties: { PrincipalId: SERVICE_ID, Scope: value } } },
        },
      ],
      ["AzureActivity", { OperationNameValue: "microsoft.authorization/roleassignments/write", Properties: value }],
      ["OfficeActivity", { Operation: "MemberAdded", Members: value, TeamName: value, AADGroupId: value }],
      ["OfficeActivity", { Operation: "Add-RoleGroupMember", Parameters: value }],
      ["SecurityEvent", { EventID: 4728, MemberSid: value, TargetSid: value, TargetUserName: value }],
      [
        "IdentityDirectoryEvents",
        { ActionType: "Group Membership changed", TargetAccountUpn: "a@n.example", AdditionalFields: value },
      ],
    ];
    for (const [table, fields] of rows) {
      const changes = directoryChangesOf(aRow(table, fields), null);
      expect(changes.length).toBeLessThanOrEqual(20);
      expect(JSON.stringify(changes).length).toBeLessThan(20 * 2_000);
    }
  });

  it("keeps the first twenty members of a team in the order of their names", () => {
    const Members = Array.from({ length: MANY }, (_, n) => ({ UPN: `u${String(n).padStart(5, "0")}@n.example` }));
    const changes = directoryChangesOf(aRow("OfficeActivity", { Operation: "MemberAdded", Members }), null);
    expect(changes.map(({ target }) => target)).toEqual(Members.slice(0, 20).map(({ UPN }) => `upn:${UPN}`));
  });
});
