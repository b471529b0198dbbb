import { describe, expect, test } from "vitest";
import { rowOf, SHIPPED_MAPPINGS } from "../../../../../test/support/rules.ts";
import type { LogTable } from "../../../../model/rows/log-row.ts";
import { compileRules } from "../compile-rules.ts";
import { fieldReader } from "./field-reader.ts";
import { RowView } from "./row-view.ts";

const { mappings } = compileRules(SHIPPED_MAPPINGS);

/** The names of the log source that is the whole table. */
const namesOf = (table: LogTable) => ({
  table,
  mapping: mappings.find((mapping) => mapping.table === table && mapping.condition === null) ?? null,
});

const read = (table: LogTable, field: string, fields: Readonly<Record<string, unknown>>) =>
  fieldReader(namesOf(table), field).read(new RowView(rowOf(fields, table)));

describe("a field", () => {
  test("is a column name without case", () => {
    expect(read("SigninLogs", "userprincipalname", { UserPrincipalName: "a@b.example" })).toBe("a@b.example");
  });

  test("keeps the backslashes of a command line in quotes", () => {
    const line = String.raw`"C:\temp\nc.exe"`;
    expect(read("SecurityEvent", "CommandLine", { CommandLine: line })).toBe(line);
    expect(read("SecurityEvent", "CommandLine", { EventData: { CommandLine: line } })).toBe(line);
    expect(read("CloudAppEvents", "RawEventData.Line", { RawEventData: { Line: line } })).toBe(line);
  });

  test("that is JSON text inside of a property is that text", () => {
    const TargetResources = [{ modifiedProperties: [{ displayName: "Role", newValue: '"Global Administrator"' }] }];
    expect(read("AuditLogs", "TargetResources.modifiedProperties.newValue", { TargetResources })).toBe(
      "Global Administrator",
    );
  });

  test("may be an unknown column, with or without dots", () => {
    expect(read("SigninLogs", "my_column", { My_Column: 5 })).toBe("5");
    expect(read("SigninLogs", "my.column", { "My.Column": 5 })).toBe("5");
    expect(fieldReader(namesOf("SigninLogs"), "my_column").known).toBe(false);
  });

  test("is undefined where it is absent, null where it is null, and empty where it is empty", () => {
    expect(read("SigninLogs", "Identity", {})).toBeUndefined();
    expect(read("SigninLogs", "Identity", { Identity: null })).toBeNull();
    expect(read("SigninLogs", "Identity", { Identity: "" })).toBe("");
  });

  test("is a path into objects and JSON text, with keys compared without case", () => {
    expect(read("SigninLogs", "devicedetail.operatingsystem", { DeviceDetail: { operatingSystem: "Linux" } })).toBe(
      "Linux",
    );
    expect(read("SigninLogs", "DeviceDetail.operatingSystem", { DeviceDetail: '{"operatingSystem":"Linux"}' })).toBe(
      "Linux",
    );
    expect(read("SigninLogs", "DeviceDetail.operatingSystem", { DeviceDetail: "{not json" })).toBeUndefined();
    expect(read("SigninLogs", "DeviceDetail.operatingSystem", { DeviceDetail: "plain" })).toBeUndefined();
  });

  test("fans out over arrays", () => {
    const targets = [{ modifiedProperties: [{ newValue: '"one"' }, { newValue: "two" }] }, { modifiedProperties: [] }];
    const field = "TargetResources.modifiedProperties.newValue";
    expect(read("AuditLogs", field, { TargetResources: targets })).toEqual(["one", "two"]);
    expect(read("AuditLogs", field, { TargetResources: JSON.stringify(targets) })).toEqual(["one", "two"]);
  });

  test("is a list as a whole and by its elements", () => {
    expect(read("SigninLogs", "RiskEventTypes", { RiskEventTypes: '["a","b"]' })).toEqual(['["a","b"]', "a", "b"]);
    expect(read("SigninLogs", "RiskEventTypes", { RiskEventTypes: ["a", "b"] })).toEqual(['["a","b"]', "a", "b"]);
  });

  test("is addressed by name in a list of names and values", () => {
    const parameters = [
      { Name: "Identity", Value: "x" },
      { Name: "ForwardTo", Value: "a@b.example" },
    ];
    expect(read("OfficeActivity", "Parameters.ForwardTo", { Parameters: JSON.stringify(parameters) })).toBe(
      "a@b.example",
    );
    const details = { AdditionalDetails: [{ key: "User-Agent", value: "curl" }] };
    expect(read("AuditLogs", "AdditionalDetails.User-Agent", details)).toBe("curl");
  });

  test("is addressed by display name among modified properties, even if the name has dots", () => {
    const modifiedProperties = [{ displayName: "Role.DisplayName", oldValue: "", newValue: '"Reader"' }];
    const field = "TargetResources.modifiedProperties.Role.DisplayName.newValue";
    expect(read("AuditLogs", field, { TargetResources: [{ modifiedProperties }] })).toBe("Reader");
  });

  test("may have dots in a key of its own", () => {
    const claims = { "http://schemas.example/claims/upn": "a@b.example" };
    expect(read("AzureActivity", "Claims_d.http://schemas.example/claims/upn", { Claims_d: claims })).toBe(
      "a@b.example",
    );
  });

  test("with the name public rules use is mapped to our columns", () => {
    expect(read("SigninLogs", "Status", { ResultType: "0", Status: { failureReason: "Other." } })).toEqual([
      "Other.",
      "Success",
    ]);
    expect(read("AzureActivity", "operationName", { OperationNameValue: "A/B", OperationName: "Do B" })).toEqual([
      "A/B",
      "Do B",
    ]);
    expect(read("CloudAppEvents", "Workload", { RawEventData: '{"Workload":"Exchange"}' })).toBe("Exchange");
    expect(
      read("AuditLogs", "ConsentContext.IsAdminConsent", {
        TargetResources: [
          { modifiedProperties: [{ displayName: "ConsentContext.IsAdminConsent", newValue: '"True"' }] },
        ],
      }),
    ).toBe("True");
  });

  test("never has more values than a bounded number", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ id: String(at) }));
    expect(read("AuditLogs", "TargetResources.id", { TargetResources: many })?.length).toBe(1_000);
  });
});

describe("a field of a Windows event", () => {
  const EventData = `<EventData xmlns="x"><Data Name="AccessMask">0x10</Data><Data Name='TaskName'>a &lt;b&gt; &#65;&amp;lt;</Data><Data Name="Empty"/></EventData>`;

  test("that has no column is read from EventData", () => {
    expect(read("SecurityEvent", "TaskName", { EventData })).toBe("a <b> A&lt;");
    expect(read("SecurityEvent", "EventData.TaskName", { EventData })).toBe("a <b> A&lt;");
    expect(read("SecurityEvent", "Empty", { EventData })).toBe("");
    expect(read("SecurityEvent", "Missing", { EventData })).toBeUndefined();
  });

  test("whose column is empty is read from EventData", () => {
    expect(read("SecurityEvent", "AccessMask", { EventData })).toBe("0x10");
    expect(read("SecurityEvent", "AccessMask", { EventData, AccessMask: "" })).toBe("0x10");
    expect(read("SecurityEvent", "AccessMask", { EventData, AccessMask: "0x1" })).toBe("0x1");
  });

  test("may be in an unknown column of its own", () => {
    expect(read("SecurityEvent", "TicketOptions", { TicketOptions: "0x40" })).toBe("0x40");
  });
});
