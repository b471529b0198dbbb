import { describe, expect, it } from "vitest";
import type { LogTable } from "../../model/rows/log-row.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import { ipOf } from "../../model/rows/row-ip.ts";
import { placeOf } from "../../model/rows/row-place.ts";
import { parseRowTime } from "../../model/rows/row-time.ts";
import { prepareRows } from "./prepare-rows.ts";

const AT = "2026-11-02T09:00:00.000Z";

function prepare(table: LogTable, ...values: readonly unknown[]) {
  const { rows, rejected } = prepareRows(
    table,
    values.map((value, index) => ({
      line: index + 1,
      text: typeof value === "string" ? value : JSON.stringify(value),
    })),
    new Date("2026-11-03T00:00:00.000Z"),
  );
  return { rows: rows.map(({ text, ...row }) => ({ ...row, fields: JSON.parse(text) })), rejected };
}

/** Returns the columns of the one row that a record is converted to. */
function columnsOf(table: LogTable, record: unknown): Readonly<Record<string, unknown>> {
  const { rows, rejected } = prepare(table, record);
  expect(rejected).toEqual([]);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.at).toBe(Date.parse(AT));
  return rows[0]?.fields;
}

describe("the four shapes", () => {
  it("a diagnostic record of a sign-in has the table's columns", () => {
    const fields = columnsOf("SigninLogs", {
      time: AT,
      category: "SignInLogs",
      operationName: "Sign-in activity",
      resultType: "50126",
      callerIpAddress: "203.0.113.9",
      correlationId: "c-1",
      tenantId: "t-1",
      location: "FR",
      properties: {
        id: "s-1",
        userPrincipalName: "maya@northwind.example",
        ipAddress: "203.0.113.9",
        appDisplayName: "Mail",
        appliedConditionalAccessPolicies: [{ id: "p" }],
        location: { city: "Lyon", countryOrRegion: "FR", geoCoordinates: { latitude: 45.7, longitude: 4.8 } },
      },
    });
    expect(fields).toMatchObject({
      TimeGenerated: AT,
      ResultType: "50126",
      Id: "s-1",
      UserPrincipalName: "maya@northwind.example",
      IPAddress: "203.0.113.9",
      ConditionalAccessPolicies: [{ id: "p" }],
      Location: "FR",
    });
    expect(actorOf({ table: "SigninLogs", fields })?.key).toBe("upn:maya@northwind.example");
    expect(placeOf({ table: "SigninLogs", fields })).toMatchObject({ country: "FR", city: "Lyon", lat: 45.7 });
  });

  it("a diagnostic record of the activity log has the table's columns", () => {
    const fields = columnsOf("AzureActivity", {
      time: AT,
      resourceId: "/SUBSCRIPTIONS/S1/RESOURCEGROUPS/RG/PROVIDERS/MICROSOFT.COMPUTE/VIRTUALMACHINES/VM",
      operationName: "MICROSOFT.COMPUTE/VIRTUALMACHINES/DELETE",
      category: "Administrative",
      resultType: "Success",
      callerIpAddress: "203.0.113.9",
      identity: {
        authorization: { action: "Microsoft.Compute/virtualMachines/delete" },
        claims: { "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/upn": "Maya@northwind.example" },
      },
      properties: { eventDataId: "e-1" },
    });
    expect(fields).toMatchObject({
      OperationNameValue: "MICROSOFT.COMPUTE/VIRTUALMACHINES/DELETE",
      ActivityStatusValue: "Success",
      CategoryValue: "Administrative",
      Caller: "Maya@northwind.example",
      EventDataId: "e-1",
      SubscriptionId: "S1",
      ResourceGroup: "RG",
    });
    expect(actorOf({ table: "AzureActivity", fields })?.key).toBe("upn:maya@northwind.example");
    expect(ipOf({ table: "AzureActivity", fields })).toBe("203.0.113.9");
  });

  it("an exported activity equals the workspace row, with plain values under the current column names", () => {
    const value = "Microsoft.Authorization/locks/delete";
    const operation = { value, localizedValue: "Delete a lock" };
    const exported = columnsOf("AzureActivity", { TimeGenerated: AT, OperationNameValue: operation });
    expect(exported).toEqual({ TimeGenerated: AT, OperationNameValue: value });
    const older = columnsOf("AzureActivity", { TimeGenerated: AT, OperationName: value, ActivityStatus: "Succeeded" });
    expect(older).toMatchObject({ OperationNameValue: value, ActivityStatusValue: "Succeeded" });
  });

  it("an envelope has one row per record, and an invalid record affects no other", () => {
    const record = (id: string, time: string) => ({ time, category: "AuditLogs", properties: { id } });
    const envelope = { records: [record("a", AT), record("b", "soon"), record("c", AT)] };
    const { rows, rejected } = prepare("AuditLogs", envelope);
    expect(rows.map(({ fields }) => fields.Id)).toEqual(["a", "c"]);
    expect(rejected).toEqual([
      { line: 1, error: expect.stringMatching(/^record 2 has TimeGenerated .soon., which is not a time/) },
    ]);
  });

  it("a long envelope is parsed record by record with the same result as a short one", () => {
    const record = (n: number) => ({ TimeGenerated: "2026-11-02T09:00:00Z", UserPrincipalName: `u${n}@example.org` });
    const records = [...Array.from({ length: 900 }, (_, n) => record(n)), 7, { ...record(901), TimeGenerated: "soon" }];
    for (const envelope of [{ records }, { "@odata.context": "x", value: records }]) {
      const { rows, rejected } = prepareRows("SigninLogs", [{ line: 1, text: JSON.stringify(envelope) }], new Date());
      expect(rows).toHaveLength(900);
      expect(rejected.map(({ error }) => error.slice(0, 40))).toEqual([
        "record 901 is not a JSON object",
        "record 902 has TimeGenerated 'soon', whi",
      ]);
    }
    const row = { ...record(1), AuthenticationDetails: [{ value: "x".repeat(20_000) }], value: [1] };
    expect(prepareRows("SigninLogs", [{ line: 1, text: JSON.stringify(row) }], new Date()).rows).toHaveLength(1);
    const deep = `{"records":[${"[".repeat(20_000)}${"]".repeat(20_000)}]}`;
    expect(prepareRows("SigninLogs", [{ line: 1, text: deep }], new Date()).rejected).toEqual([
      { line: 1, error: "is nested more than 32 levels deep" },
    ]);
  });

  it("a streaming advanced-hunting record equals the workspace row", () => {
    const columns = { AccountUpn: "maya@northwind.example", ActionType: "ClickAllowed", ReportId: "r-1" };
    const category = "AdvancedHunting-UrlClickEvents";
    const streamed = { time: AT, tenantId: "t", category, properties: { Timestamp: AT, ...columns } };
    const { rows } = prepare(
      "UrlClickEvents",
      streamed,
      { TimeGenerated: AT, ...columns },
      { Timestamp: AT, ...columns },
    );
    expect(new Set(rows.map(({ contentKey }) => contentKey)).size).toBe(1);
  });

  it("a record of the audit API is a row of the office table", () => {
    const fields = columnsOf("OfficeActivity", {
      Id: "o-1",
      CreationTime: "2026-11-02T09:00:00",
      Workload: "SharePoint",
      Operation: "FileDownloaded",
      RecordType: 6,
      UserType: 0,
      UserId: "maya@northwind.example",
      ObjectId: "https://northwind.example/plan.docx",
      ClientIP: "[2001:db8::7]:443",
    });
    expect(fields).toMatchObject({
      OfficeId: "o-1",
      OfficeWorkload: "SharePoint",
      RecordType: "SharePointFileOperation",
      UserType: "Regular",
      OfficeObjectId: "https://northwind.example/plan.docx",
    });
    expect(ipOf({ table: "OfficeActivity", fields })).toBe("2001:db8::7");
  });

  it("a record of another table is rejected with the name of its table", () => {
    const { rejected } = prepare(
      "SigninLogs",
      { time: AT, category: "AuditLogs", properties: { id: "x" } },
      { time: AT, category: "AdvancedHunting-EmailEvents", properties: {} },
      { CreationTime: AT, Operation: "FileDeleted", Workload: "OneDrive" },
      { TimeGenerated: AT, Type: "Syslog" },
    );
    expect(rejected.map(({ error }) => error)).toEqual([
      "has the category 'AuditLogs', which belongs to AuditLogs, not to SigninLogs",
      "has the category 'AdvancedHunting-EmailEvents', which belongs to EmailEvents, not to SigninLogs",
      "is a record of the audit API, which belongs to OfficeActivity, not to SigninLogs",
      "is a row of Syslog, not of SigninLogs",
    ]);
  });
});

describe("one row written in several ways", () => {
  const keysOf = (table: LogTable, ...values: readonly unknown[]) => {
    const { rows, rejected } = prepare(table, ...values);
    expect(rejected).toEqual([]);
    return new Set(rows.map(({ contentKey }) => contentKey)).size;
  };
  const signIn = { TimeGenerated: AT, UserPrincipalName: "maya@northwind.example", ResultType: "0" };
  const details = [{ authenticationMethod: "Password", succeeded: true, RequestSequence: 1 }];

  it.each<[string, LogTable, object, readonly object[]]>([
    [
      "times",
      "SigninLogs",
      { ...signIn, CreatedDateTime: AT },
      ["2026-11-02T09:00:00Z", "2026-11-02T09:00:00.0000000Z", "2026-11-02T10:00:00+01:00", "2026-11-02 09:00:00"].map(
        (at) => ({ TimeGenerated: at, CreatedDateTime: at }),
      ),
    ],
    ["codes", "SigninLogs", signIn, [{ ResultType: 0 }]],
    [
      "truths",
      "SigninLogs",
      { ...signIn, IsInteractive: true },
      [{ IsInteractive: "true" }, { IsInteractive: "True" }],
    ],
    ["counts", "SigninLogs", { ...signIn, DurationMs: 12 }, [{ DurationMs: "12" }]],
    [
      "counts kept as text",
      "SigninLogs",
      { ...signIn, ProcessingTimeInMilliseconds: "12" },
      [{ ProcessingTimeInMilliseconds: 12 }],
    ],
    ["shares", "Anomalies", { TimeGenerated: AT, Id: "a", Score: 0.92 }, [{ Score: "0.92" }]],
    [
      "objects",
      "SigninLogs",
      { ...signIn, DeviceDetail: { deviceId: "d", id: "12525668163062207440" } },
      [{ DeviceDetail: ' {"id": 12525668163062207440, "deviceId": "d"}' }],
    ],
    [
      "lists",
      "SigninLogs",
      { ...signIn, AuthenticationDetails: details },
      [{ AuthenticationDetails: JSON.stringify(details) }, { AuthenticationDetails: JSON.stringify(details, null, 1) }],
    ],
    [
      "the country",
      "SigninLogs",
      { ...signIn, Location: "FR", LocationDetails: { countryOrRegion: "FR" } },
      [{ Location: "" }],
    ],
  ])("%s", (_what, table, row, others) => {
    expect(keysOf(table, row, ...others.map((other) => ({ ...row, ...other })))).toBe(1);
    expect(prepare(table, { ...row, ...others[0] }).rows[0]?.fields).toEqual(prepare(table, row).rows[0]?.fields);
  });

  it("a workspace row and the record of the same event, with the same facts", () => {
    const row = {
      ...signIn,
      CreatedDateTime: AT,
      Category: "SignInLogs",
      OperationName: "Sign-in activity",
      AADTenantId: "t-1",
      Level: "4",
      DurationMs: 0,
      Location: "FR",
      LocationDetails: '{"city":"Lyon","countryOrRegion":"FR"}',
      AuthenticationDetails: JSON.stringify(details),
      TenantId: "workspace",
    };
    const record = {
      time: "2026-11-02T09:00:00.0000000Z",
      category: "SignInLogs",
      operationName: "Sign-in activity",
      tenantId: "t-1",
      Level: 4,
      durationMs: "0",
      resultType: 0,
      properties: {
        createdDateTime: "2026-11-02T09:00:00+00:00",
        userPrincipalName: "maya@northwind.example",
        location: { city: "Lyon", countryOrRegion: "FR" },
        authenticationDetails: details,
      },
    };
    expect(keysOf("SigninLogs", row, record)).toBe(1);
    const risk = { Id: "r-1", RiskEventType: "leakedCredentials", Location: { city: "Lyon" } };
    const riskRecord = { id: "r-1", riskEventType: "leakedCredentials", location: '{"city":"Lyon"}' };
    const envelope = { time: AT, category: "UserRiskEvents", tenantId: "t-1", level: 4, properties: riskRecord };
    expect(keysOf("AADUserRiskEvents", { TimeGenerated: AT, ...risk }, envelope)).toBe(1);
  });

  it("a row of the activity log and its record", () => {
    const claims = { appid: "a-1" };
    const ResourceId = "/SUBSCRIPTIONS/S1/RESOURCEGROUPS/RG/PROVIDERS/MICROSOFT.COMPUTE/VIRTUALMACHINES/VM";
    const row = {
      TimeGenerated: "2026-11-02T09:00:00Z",
      OperationNameValue: "MICROSOFT.COMPUTE/VIRTUALMACHINES/DELETE",
      CategoryValue: "Administrative",
      ActivityStatusValue: "Success",
      Caller: "a-1",
      ResourceId,
      SubscriptionId: "S1",
      ResourceGroup: "RG",
      ResourceProviderValue: "MICROSOFT.COMPUTE",
      Claims_d: JSON.stringify(claims),
      Properties_d: '{"eventCategory": "Administrative"}',
      _ResourceId: ResourceId.toLowerCase(),
    };
    const record = {
      time: "2026-11-02T09:00:00.0000000Z",
      resourceId: ResourceId,
      operationName: "MICROSOFT.COMPUTE/VIRTUALMACHINES/DELETE",
      category: "Administrative",
      resultType: "Success",
      identity: { claims },
      properties: { eventCategory: "Administrative" },
    };
    expect(keysOf("AzureActivity", row, record)).toBe(1);
  });

  it("a row of the office table and the audit API's record of the same event", () => {
    const shared = { Operation: "New-InboxRule", UserId: "maya@northwind.example", OrganizationId: "t-1" };
    const parameters = [{ Name: "ForwardTo", Value: "x@example.net" }];
    const row = {
      ...shared,
      TimeGenerated: "2026-11-02T09:00:00Z",
      OfficeId: "o-1",
      OfficeWorkload: "Exchange",
      RecordType: "ExchangeAdmin",
      Logon_Type: "Admin",
      ExternalAccess: "false",
      Parameters: JSON.stringify(parameters),
    };
    const record = {
      ...shared,
      CreationTime: "2026-11-02T09:00:00",
      Id: "o-1",
      Workload: "Exchange",
      RecordType: 1,
      LogonType: 1,
      ExternalAccess: false,
      Version: 1,
      Parameters: parameters,
    };
    expect(keysOf("OfficeActivity", row, record)).toBe(1);
  });

  it("never merges two rows that differ", () => {
    const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
    const rows = [
      signIn,
      { ...signIn, TimeGenerated: "2026-11-02T09:00:00.0001Z" },
      { ...signIn, TimeGenerated: "2026-11-02T09:00:00.0000001Z" },
      { ...signIn, UserPrincipalName: "Maya@northwind.example" },
      { ...signIn, ResultType: "00" },
      { ...signIn, DurationMs: "9007199254740993" },
      { ...signIn, DurationMs: "9007199254740992" },
      { ...signIn, DurationMs: "007" },
      { ...signIn, DeviceDetail: '{"a":1,"a":2}' },
      { ...signIn, DeviceDetail: '{"a":2}' },
      { ...signIn, DeviceDetail: deep },
      { ...signIn, Custom: 1 },
      { ...signIn, Custom: "1" },
    ];
    expect(keysOf("SigninLogs", ...rows)).toBe(rows.length);
    expect(prepare("SigninLogs", rows[2]).rows[0]?.fields.TimeGenerated).toBe("2026-11-02T09:00:00.0000001Z");
    const message = '{"text": "hello"}';
    expect(columnsOf("Syslog", { TimeGenerated: AT, SyslogMessage: message })["SyslogMessage"]).toBe(message);
  });
});

describe("rows of another table", () => {
  it.each<[LogTable, object, string]>([
    [
      "SecurityEvent",
      { Nonsense: "x" },
      "none of its columns belongs to SecurityEvent; was it meant for another table?",
    ],
    [
      "SecurityEvent",
      { UserPrincipalName: "m@x.example", ResultType: "0", AppDisplayName: "Mail" },
      "most of its columns do not belong to SecurityEvent; was it meant for SigninLogs?",
    ],
    ["AuditLogs", { SyslogMessage: "hello" }, "none of its columns belongs to AuditLogs; was it meant for Syslog?"],
    ["SigninLogs", {}, "has no column of SigninLogs besides its time"],
    ["SigninLogs", { _ResourceId: "/x", TenantId: "t" }, "has no column of SigninLogs"],
  ])("are refused by %s with the remedy: %o", (table, columns, error) => {
    const { rows, rejected } = prepare(table, { TimeGenerated: AT, ...columns });
    expect(rows).toEqual([]);
    expect(rejected[0]?.error).toContain(error);
  });

  it("are not those with custom columns, nor those that name the table themselves", () => {
    const own = { SyslogMessage: "hello", site: "lyon", rack: 4, shelf: 2 };
    const named = { Type: "Syslog", event: "login", actor: "maya" };
    expect(prepare("Syslog", { TimeGenerated: AT, ...own }, { TimeGenerated: AT, ...named }).rejected).toEqual([]);
  });
});

describe("mistaken envelopes", () => {
  it.each([
    [{ Records: [{ Id: "1" }] }, "if it is an envelope, its list must be called 'records'; it is 'Records'"],
    [{ rows: [{ Id: "1" }], count: 1 }, "its list must be called 'records'; it is 'rows'"],
    [{ "a\u001b[2J\u202eb": [{ Id: "1" }] }, "its list must be called 'records'; it is 'a [2J b'"],
    [{ value: [{ Id: "1" }], count: 1 }, "'value' is read only beside members that start with '@odata.'"],
    [{ records: { Id: "1" } }, "if it is an envelope, its 'records' must be a list"],
  ])("are rejected with a hint: %o", (row, hint) => {
    const { rejected } = prepareRows("SigninLogs", [{ line: 1, text: JSON.stringify(row) }], new Date());
    expect(rejected).toEqual([{ line: 1, error: expect.stringContaining(hint) }]);
  });

  it("written over several lines are rejected with the content type that allows them", () => {
    const lines = ['{ "records": [', '{ "Id": "1" }', "] }"].map((text, index) => ({ line: index + 1, text }));
    const [first] = prepareRows("SigninLogs", lines, new Date()).rejected;
    expect(first?.error).toBe(
      "is not valid JSON: it ends too early, at position 15; write each value on one line, or send one JSON document as application/json",
    );
  });
});

describe("times", () => {
  it("are parsed in the formats of the vendors, and as UTC without an offset", () => {
    const at = Date.parse(AT);
    for (const text of [AT, "2026-11-02T09:00:00", "2026-11-02 09:00:00.0000000", "2026-11-02T10:00:00+01:00"]) {
      expect(parseRowTime(text), text).toBe(at);
    }
    for (const text of ["2026-02-30T00:00:00Z", "today", "", 1_793_610_000, null])
      expect(parseRowTime(text)).toBeNull();
  });

  it("default to the time of receipt, and such a row is marked", () => {
    const { rows, rejected } = prepare("Syslog", { SyslogMessage: "hello" }, { SyslogMessage: "hello", EventTime: "" });
    expect(rejected).toEqual([]);
    expect(rows).toMatchObject([
      { at: Date.parse("2026-11-03T00:00:00.000Z"), undated: true },
      { undated: true, contentKey: rows[0]?.contentKey },
    ]);
  });

  it("are taken from another column if TimeGenerated is missing", () => {
    expect(columnsOf("AuditLogs", { ActivityDateTime: AT, Id: "a" })["TimeGenerated"]).toBe(AT);
  });

  it("rejects every line after the one that exceeds the records of a delivery, and none before it", () => {
    const envelope = { text: JSON.stringify({ records: Array(9_999).fill(0) }) };
    const lines = Array.from({ length: 13 }, (_, index) => ({ line: index + 1, ...envelope }));
    const small = { line: 14, text: JSON.stringify({ TimeGenerated: "2026-11-02T09:00:00Z", UserId: "u" }) };
    const { rows, rejected } = prepareRows("SigninLogs", [...lines, small], new Date("2026-11-02T10:00:00Z"));
    expect(rows).toEqual([]);
    const exceeded = rejected.filter(({ error }) => error.startsWith("exceeds the limit of 100000 records"));
    expect(exceeded.map(({ line }) => line)).toEqual([11, 12, 13, 14]);
  });
});
