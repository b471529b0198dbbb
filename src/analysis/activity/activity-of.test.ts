import { describe, expect, it } from "vitest";
import type { RowActor } from "../../model/rows/actor.ts";
import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import { activityOf } from "./activity-of.ts";

const USER: RowActor = {
  kind: "user",
  key: "upn:a@n.example",
  keys: ["upn:a@n.example"],
  upn: "a@n.example",
  name: null,
};
const SERVICE: RowActor = { ...USER, kind: "service", key: "oid:s", keys: ["oid:s"], upn: null };

const aRow = (table: LogTable, fields: LogRow["fields"]): LogRow => ({
  table,
  rowId: "r",
  contentKey: "10000000-0000-4000-8000-000000000000",
  at: 0,
  late: false,
  fields,
  text: "",
});

/** The values of a row as `dimension key`. */
function read(table: LogTable, fields: LogRow["fields"], actor: RowActor = USER): readonly string[] {
  const activity = activityOf(aRow(table, fields), actor);
  return activity?.values.map(({ dimension, key }) => `${dimension} ${key}`) ?? [];
}

describe("a sign-in", () => {
  const fields = {
    ResultType: "0",
    AppId: "AAAAAAAA-0000-4000-8000-000000000001",
    AppDisplayName: "Payroll",
    ResourceDisplayName: "Microsoft Graph",
    IPAddress: "203.0.113.9",
    AutonomousSystemNumber: 64500,
    Location: "NO",
    DeviceDetail: { operatingSystem: "Windows 11", isCompliant: true },
    AuthenticationDetails: [
      { authenticationMethod: "Password", succeeded: true },
      { authenticationMethod: "Authenticator app", succeeded: true },
      { authenticationMethod: "Text message", succeeded: false },
    ],
  };

  it("uses an application from a country, network and device with its methods", () => {
    expect(read("SigninLogs", fields)).toEqual([
      "country NO",
      "network as:64500",
      "application aaaaaaaa-0000-4000-8000-000000000001",
      "operation sign_in:interactive",
      "resource api:microsoft graph",
      "device managed_desktop/Windows",
      "authentication authenticator app + password",
    ]);
    expect(activityOf(aRow("SigninLogs", fields), USER)).toMatchObject({ isSignIn: true, isFailure: false });
  });

  it("that failed adds only its code, because somebody else may have tried", () => {
    expect(read("SigninLogs", { ...fields, ResultType: "50126" })).toEqual(["failure 50126"]);
    expect(activityOf(aRow("SigninLogs", { ...fields, ResultType: "50126" }), USER)).toMatchObject({
      isFailure: true,
      isSignIn: false,
    });
  });

  it("that was interrupted for another step is neither a failure nor a use", () => {
    const activity = activityOf(aRow("SigninLogs", { ...fields, ResultType: 50074 }), USER);
    expect(activity).toMatchObject({ isFailure: false, isSignIn: false, values: [] });
  });

  it("that was not interactive does not count as a sign-in of a person", () => {
    for (const [table, more] of [
      ["AADNonInteractiveUserSignInLogs", {}],
      ["SigninLogs", { IsInteractive: false }],
    ] as const) {
      expect(activityOf(aRow(table, { ...fields, ...more }), USER)?.isSignIn).toBe(false);
    }
  });

  it("of a service has its credential, its caller and the whole call", () => {
    const values = read(
      "AADServicePrincipalSignInLogs",
      {
        ...fields,
        ClientCredentialType: "clientSecret",
        ServicePrincipalCredentialKeyId: "A1B2C3D4-0000-4000-8000-000000000001",
        UserAgent: "python-requests/2.31",
      },
      SERVICE,
    );
    expect(values).toContain("credential a1b2c3d4-0000-4000-8000-000000000001");
    expect(values).toContain("caller ip:203.0.113.9");
    expect(values).toContain("caller agent:python");
    const call = '["sign_in:service principal","Microsoft Graph","api:Microsoft Graph","success",null,"clientSecret"]';
    expect(values.at(-1)).toBe(`call ${call}`);
  });
});

it.each([
  ["AuditLogs", { OperationName: "Update user", Result: "success" }, "write:update user"],
  ["AuditLogs", { OperationName: "Add member to role" }, "admin:add member to role"],
  ["AuditLogs", { OperationName: "Delete user" }, "delete:delete user"],
  ["AuditLogs", { OperationName: "Add service principal credentials" }, "secret:add service principal credentials"],
  ["AADProvisioningLogs", { ProvisioningAction: "create" }, "write:provision create"],
  ["OfficeActivity", { Operation: "FileDownloaded" }, "export:filedownloaded"],
  ["OfficeActivity", { Operation: "FileAccessed" }, "read:fileaccessed"],
  ["OfficeActivity", { Operation: "HardDelete" }, "delete:harddelete"],
  ["OfficeActivity", { Operation: "Set-Mailbox" }, "admin:set-mailbox"],
  ["OfficeActivity", { Operation: "SendAs" }, "write:sendas"],
  ["CloudAppEvents", { ActionType: "FileUploaded" }, "write:fileuploaded"],
  ["MicrosoftPurviewInformationProtection", { Operation: "SensitivityLabelRemoved" }, "write:sensitivitylabelremoved"],
  ["EmailEvents", { EmailDirection: "Outbound" }, "write:send mail"],
  ["UrlClickEvents", { ActionType: "ClickAllowed" }, "read:open link"],
  ["SecurityEvent", { EventID: 4720, Activity: "4720 - A user account was created." }, "admin:4720"],
  ["SecurityEvent", { EventID: "4688" }, "execute:4688"],
  ["IdentityLogonEvents", { ActionType: "LogonSuccess", LogonType: "Interactive" }, "sign_in:interactive"],
  ["IdentityQueryEvents", { ActionType: "LDAP query" }, "read:ldap query"],
  [
    "IdentityDirectoryEvents",
    { ActionType: "Directory Services replication" },
    "secret:directory services replication",
  ],
  ["CommonSecurityLog", { Activity: "VPN login" }, "sign_in:vpn login"],
  ["Syslog", { ProcessName: "sudo", SyslogMessage: "a : TTY=pts/0 ; COMMAND=/bin/sh" }, "execute:sudo"],
  ["MicrosoftGraphActivityLogs", graph("GET", "/v1.0/users/1f/messages?$top=1"), "read:get /users/{id}/messages"],
  [
    "MicrosoftGraphActivityLogs",
    graph("POST", "/beta/applications/1f/addPassword"),
    "secret:post /applications/{id}/addpassword",
  ],
  [
    "MicrosoftGraphActivityLogs",
    graph("GET", "/v1.0/drives/b!x/items/01A/content"),
    "export:get /drives/{id}/items/{id}/content",
  ],
] as const)("reads the operation of %s %o", (table, fields, expected) => {
  expect(read(table, fields)).toContain(`operation ${expected}`);
});

function graph(RequestMethod: string, path: string) {
  return { RequestMethod, RequestUri: `https://graph.microsoft.com${path}`, ResponseStatusCode: 200 };
}

describe("a cloud operation", () => {
  const id =
    "/subscriptions/aaaaaaaa-0000-4000-8000-000000000001/resourceGroups/Prod/providers/Microsoft.KeyVault/vaults/Safe";
  const fields = { OperationNameValue: "MICROSOFT.KEYVAULT/VAULTS/DELETE", _ResourceId: id };

  it("is counted when it is done, not at its start", () => {
    expect(read("AzureActivity", { ...fields, ActivityStatusValue: "Start" })).toEqual([]);
    expect(read("AzureActivity", { ...fields, ActivityStatusValue: "Failure" })).toEqual(["failure failure"]);
    expect(read("AzureActivity", { ...fields, ActivityStatusValue: "Success" })).toEqual([
      "application azure",
      "operation delete:microsoft.keyvault/vaults/delete",
      "resource vault:safe",
      "resource resource_group:aaaaaaaa-0000-4000-8000-000000000001/prod",
    ]);
  });

  it.each([
    ["microsoft.storage/storageaccounts/listkeys/action", "secret"],
    ["microsoft.compute/disks/begingetaccess/action", "export"],
    ["microsoft.authorization/roleassignments/write", "admin"],
    ["microsoft.compute/virtualmachines/runcommand/action", "execute"],
    ["microsoft.resources/deployments/write", "write"],
  ])("%s has the class %s", (OperationNameValue, expected) => {
    const values = read("AzureActivity", { OperationNameValue, ActivityStatusValue: "Success" });
    expect(values).toContain(`operation ${expected}:${OperationNameValue}`);
  });
});

it("never records who received a message, and nothing of mail that arrived", () => {
  const mail = { SenderFromAddress: "a@n.example", RecipientEmailAddress: "b@n.example", SenderIPv4: "192.0.2.1" };
  const sent = activityOf(aRow("EmailEvents", { ...mail, EmailDirection: "Intra-org", EmailSize: 900 }), USER);
  expect(JSON.stringify(sent)).not.toMatch(/b@n\.example|192\.0\.2/);
  expect(sent?.bytes).toBe(900);
  expect(activityOf(aRow("EmailEvents", { ...mail, EmailDirection: "Inbound" }), USER)).toBeNull();
});

it("records the mailbox of somebody else, not one's own", () => {
  const fields = { Operation: "MailItemsAccessed", MailboxOwnerUPN: "b@n.example" };
  expect(read("OfficeActivity", fields)).toContain("resource mailbox:b@n.example");
  expect(read("OfficeActivity", { ...fields, MailboxOwnerUPN: "A@n.example" }).join()).not.toContain("mailbox");
});

describe("an alert of another product", () => {
  it.each([
    ["AADUserRiskEvents", { RiskEventType: "leakedCredentials" }, "AADUserRiskEvents:leakedCredentials"],
    ["Anomalies", { AnomalyTemplateName: "Anomalous sign-in" }, "Anomalies:Anomalous sign-in"],
    ["BehaviorAnalytics", { ActionType: "Sign-in", InvestigationPriority: 7 }, "BehaviorAnalytics:Sign-in"],
  ] as const)("in %s is a value of its own and no event", (table, fields, expected) => {
    expect(read(table, fields)).toEqual([`alert ${expected}`]);
    expect(activityOf(aRow(table, fields), USER)).toMatchObject({ isEvent: false, isFailure: false });
  });

  it("of low priority is left out", () => {
    expect(activityOf(aRow("BehaviorAnalytics", { ActionType: "Sign-in", InvestigationPriority: 6 }), USER)).toBeNull();
  });
});

describe("hostile rows", () => {
  const nasty = `\u0000\u202e${"x".repeat(5_000)}\ud800`;
  const columns = [
    ...["UserId", "UserPrincipalName", "AccountUpn", "Operation", "OperationName", "ActionType", "Activity", "AppId"],
    ...["AppDisplayName", "ResourceDisplayName", "RequestUri", "RequestMethod", "Site_Url", "TeamName", "EventID"],
    ...["OfficeWorkload", "SyslogMessage", "ProcessName", "OperationNameValue", "_ResourceId", "LoggedByService"],
    ...["ClientCredentialType", "FederatedCredentialId", "UserAgent", "ResultType", "LogonType", "DeviceName"],
  ];

  it.each(LOG_TABLES)("of %s give texts that are short and can be stored", (table) => {
    for (const value of [nasty, { constructor: nasty }, [[nasty]], 1e308, -1, null, "__proto__"]) {
      const fields = Object.fromEntries(columns.map((column) => [column, value]));
      const row = aRow(table, {
        ...fields,
        ResponseStatusCode: 200,
        ResponseSizeBytes: "-5",
        EmailDirection: "Outbound",
      });
      for (const actor of [actorOf(row), USER, SERVICE]) {
        const activity = actor && activityOf(row, actor);
        expect(activity?.bytes ?? 0).toBeGreaterThanOrEqual(0);
        for (const { key, label } of activity?.values ?? []) {
          expect(key.length).toBeLessThan(700);
          expect(label.length).toBeLessThan(700);
          expect(`${key}${label}`.isWellFormed()).toBe(true);
          expect(`${key}${label}`).not.toContain("\u0000");
        }
      }
    }
  });
});

it("a service calls the resource manager, not itself", () => {
  const fields = { OperationNameValue: "microsoft.web/sites/write", ActivityStatusValue: "Success" };
  const client = { "Claims_d.appid": "aaaaaaaa-0000-4000-8000-000000000001" };
  expect(read("AzureActivity", { ...fields, ...client }, SERVICE)).toContain("application azure");
});

it("a network device that reports traffic is no application", () => {
  const fields = { Activity: "TRAFFIC", DeviceVendor: "Palo Alto Networks", DeviceProduct: "PAN-OS" };
  expect(read("CommonSecurityLog", fields).filter((value) => value.startsWith("application"))).toEqual([]);
  expect(read("CommonSecurityLog", { ...fields, DestinationServiceName: "Ledger" })).toContain("application ledger");
});
