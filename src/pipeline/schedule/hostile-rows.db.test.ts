import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { type DeliveredRow, deliver } from "../../../test/support/row-sets.ts";
import { SHIPPED_MAPPINGS } from "../../../test/support/rules.ts";
import { compileRules } from "../../analysis/detect/sigma/compile-rules.ts";
import type { LogTable } from "../../model/rows/log-row.ts";
import type { DetectorSet } from "../detect/detector-set.ts";
import { createDetectorSource } from "../rules/detector-source.ts";
import { processBatch } from "./process-batch.ts";

const NOW = new Date("2026-10-10T12:00:00.000Z");
const clock = (): Date => NOW;
let opened: TestDatabase;
let shipped: DetectorSet;
beforeAll(async () => {
  opened = await openTestDatabase();
  shipped = await createDetectorSource({ folder: undefined, log: { warn: () => undefined } }).detectorsFor({
    name: "test",
  });
});
afterAll(() => opened.close());

const rowOf = (table: LogTable, columns: object): DeliveredRow => ({
  table,
  columns: { TimeGenerated: NOW.toISOString(), ...columns },
});

/** A null character as JSON inside a text contains it, which is no null character of the row. */
const NULL = "\\u0000";
const inList = (text: string): string => `["${text}"]`;
const person = `per${NULL}son@northwind.example`;

const ROWS: readonly DeliveredRow[] = [
  rowOf("SigninLogs", { UserPrincipalName: inList(person), ResultType: "50126", IPAddress: "203.0.113.9" }),
  rowOf("SigninLogs", {
    UserPrincipalName: "maya@northwind.example",
    AppDisplayName: inList(`App${NULL}`),
    DeviceDetail: `{"displayName":"${NULL}","operatingSystem":"a${NULL}","${NULL}":"b"}`,
    LocationDetails: `{"city":"${NULL}","countryOrRegion":"G${NULL}B"}`,
    ResultType: "0",
    IPAddress: "203.0.113.9",
  }),
  rowOf("SecurityEvent", { EventID: 4625, Computer: "dc1", TargetUserName: inList(NULL), TargetDomainName: "NW" }),
  rowOf("SecurityEvent", {
    EventID: 4624,
    Computer: "dc1",
    EventData: '<Data Name="TargetUserName">a&#0;b&#xD800;</Data><Data Name="LogonType">3</Data>',
  }),
  rowOf("AuditLogs", {
    OperationName: "Add member to role",
    InitiatedBy: `{"user":{"userPrincipalName":"${person}","id":"${NULL}"}}`,
    TargetResources: `[{"type":"User","userPrincipalName":"${person}","modifiedProperties":[{"displayName":"Role.DisplayName","newValue":"\\"Global${NULL} Administrator\\""}]}]`,
    AdditionalDetails: `[{"key":"${NULL}","value":"${NULL}"}]`,
  }),
  rowOf("OfficeActivity", {
    Operation: "New-InboxRule",
    UserId: inList(person),
    Parameters: `[{"Name":"For${NULL}wardTo","Value":"x${NULL}@evil.example"},{"Name":"ForwardTo","Value":"${person}"}]`,
    ClientIP: "203.0.113.9",
  }),
  rowOf("OfficeActivity", {
    Operation: "FileDownloaded",
    UserId: "maya@northwind.example",
    OfficeObjectId: "https://northwind.example/sites/a%00b/c.docx",
    SiteUrl: "https://northwind.example/sites/a%00b/",
    OfficeWorkload: "SharePoint",
  }),
  rowOf("AzureActivity", {
    OperationNameValue: inList(`MICROSOFT.COMPUTE/${NULL}/WRITE`),
    Caller: inList(person),
    Properties: `{"entity":"${NULL}","message":"${NULL}"}`,
    Authorization: `{"action":"${NULL}","scope":"/subscriptions/${NULL}"}`,
  }),
];

it("rows with escaped null characters inside their texts are processed like all others", async () => {
  for (const row of ROWS) {
    const db = await opened.addDomain();
    await deliver(db, [row], NOW);
    expect((await processBatch(db, clock, shipped)).rows, JSON.stringify(row)).toBe(1);
  }
  const db = await opened.addDomain();
  await deliver(db, ROWS, NOW);
  expect((await processBatch(db, clock, shipped)).rows).toBe(ROWS.length);
});

const CORRELATION = `title: Failed
name: failed
logsource: { product: azure, service: signinlogs }
detection: { selection: { ResultType: 50126 }, condition: selection }
---
title: Many
correlation: { type: value_count, rules: [failed], group-by: [IPAddress], timespan: 1h, condition: { field: AppDisplayName, gte: 3 } }
`;

it("values that differ only in a character that is cut in half are one value", async () => {
  const { engine, detectors, refused } = compileRules([...SHIPPED_MAPPINGS, { path: "a.yml", text: CORRELATION }]);
  expect(refused).toEqual([]);
  const set: DetectorSet = {
    look: (row, actor) => ({
      seen: { row, actor, matches: new Set(engine.matches(row).map(({ facts }) => facts.slug)) },
      findings: [],
    }),
    stateful: detectors,
    supersession: new Map(),
  };
  const db = await opened.addDomain();
  const start = "a".repeat(255);
  const apps = JSON.stringify([`${start}\u{1F600}`, `${start}\u{1F900}`]);
  const columns = { UserPrincipalName: "maya@northwind.example", ResultType: "50126", IPAddress: "203.0.113.9" };
  await deliver(db, [rowOf("SigninLogs", { ...columns, AppDisplayName: apps })], NOW);
  expect((await processBatch(db, clock, set)).rows).toBe(1);
  const stored = await db.query<{ count: number }>("select count from hits where domain_id = $1");
  expect(stored).toEqual([{ count: 2 }]);
});
