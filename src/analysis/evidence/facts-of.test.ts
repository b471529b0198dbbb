import { describe, expect, test } from "vitest";
import type { RowActor } from "../../model/rows/actor.ts";
import type { LogRow, LogTable } from "../../model/rows/log-row.ts";
import { LOG_TABLES } from "../../model/rows/log-row.ts";
import { actorOf } from "../../model/rows/row-actor.ts";
import { factsOf } from "./facts-of.ts";

const USER: RowActor = { kind: "user", key: "upn:a@n.example", keys: [], upn: "a@n.example", name: null };
const aRow = (table: LogTable, fields: LogRow["fields"]): LogRow => ({
  table,
  rowId: "r",
  contentKey: "10000000-0000-4000-8000-000000000000",
  at: 0,
  late: false,
  fields,
  text: "",
});
const read = (table: LogTable, fields: LogRow["fields"]) => factsOf(aRow(table, fields), USER);

describe("factsOf", () => {
  test("reads place, device, factor and occurrence of a sign-in", () => {
    const fields = {
      ResultType: "0",
      IPAddress: "203.0.113.9",
      AutonomousSystemNumber: 64500,
      Location: "NO",
      AppDisplayName: "Payroll",
      AuthenticationRequirement: "singleFactorAuthentication",
      DeviceDetail: { deviceId: "D1", isManaged: false, isCompliant: true },
      CorrelationId: "5D2F",
    };
    expect(read("SigninLogs", fields)).toEqual({
      address: "203.0.113.9",
      network: "as:64500",
      country: "NO",
      device: "d1",
      isManaged: true,
      isMultiFactor: false,
      act: "sign_in",
      application: "Payroll",
      occurrence: "sign-in 5d2f",
    });
    const risk = { RiskEventType: "unfamiliarFeatures", CorrelationId: "5d2f", IpAddress: "203.0.113.9" };
    expect(read("AADUserRiskEvents", risk)).toMatchObject({ act: "sign_in", occurrence: "sign-in 5d2f" });
  });

  test("gives one act to the records of several tables", () => {
    const acts = [
      read("AuditLogs", { OperationName: "Add member to role.", TargetResources: [{ displayName: "Maya" }] }),
      read("OfficeActivity", { Operation: "Add member to role" }),
      read("CloudAppEvents", { ActionType: "Add member to role." }),
    ].map(({ act }) => act);
    expect(new Set(acts).size).toBe(1);
    expect(acts[0]).toBeDefined();
  });

  test("names the machine, the process and the malware", () => {
    expect(
      read("SecurityEvent", { EventID: 4688, Computer: "WEB01.corp.example", NewProcessName: "C:\\tmp\\x.exe" }),
    ).toMatchObject({ host: "web01", act: "4688", object: "C:\\tmp\\x.exe" });
    const traffic = { SourceHostName: "WS-7", DestinationIP: "198.51.100.4", ThreatDescription: "Emotet" };
    expect(read("CommonSecurityLog", traffic)).toMatchObject({
      host: "ws-7",
      object: "198.51.100.4",
      malware: "Emotet",
    });
    const mail = { NetworkMessageId: "M1", Subject: "Invoice", ThreatNames: "Emotet", EmailDirection: "Inbound" };
    expect(read("EmailEvents", mail)).toMatchObject({
      act: "mail",
      object: "Invoice",
      isPassingObject: true,
      malware: "Emotet",
      occurrence: "message m1",
    });
  });

  test("of a Linux machine have the address in the message, not that of the machine", () => {
    const machine = { HostName: "web-1.corp.example", HostIP: "10.0.0.4" };
    const accepted = "Accepted password for test from 203.0.113.8 port 51544 ssh2";
    expect(read("Syslog", { ...machine, SyslogMessage: accepted })).toMatchObject({
      address: "203.0.113.8",
      host: "web-1",
    });
    expect(read("Syslog", { ...machine, SyslogMessage: "session opened for user root" }).address).toBeUndefined();
    expect(read("Syslog", { HostIP: "10.0.0.4", SyslogMessage: "configuration saved" }).host).toBe("10.0.0.4");
  });

  test("names the account that an act on a Windows domain concerns, unless it is the actor's own", () => {
    const by = { SubjectUserName: "ana", SubjectDomainName: "OURS", SubjectUserSid: "S-1-5-21-1-2-3-1001" };
    const accountIn = (fields: LogRow["fields"]) => {
      const row = aRow("SecurityEvent", { ...by, ...fields });
      return factsOf(row, actorOf(row)).account;
    };
    const target = { TargetUserName: "Bo", TargetDomainName: "OURS", TargetSid: "S-1-5-21-1-2-3-1002" };
    expect(accountIn({ EventID: 4738, ...target })).toBe("sam:ours\\bo");
    expect(accountIn({ EventID: 4728, ...target, MemberSid: "S-1-5-21-1-2-3-1003" })).toBe("sid:s-1-5-21-1-2-3-1003");
    expect(accountIn({ EventID: 4723, TargetUserName: "ana", TargetDomainName: "OURS" })).toBeUndefined();
    expect(accountIn({ EventID: 4742, ...target, TargetUserName: "PC1$" })).toBeUndefined();
    expect(accountIn({ EventID: 4688, ...target })).toBeUndefined();
  });

  test("of a message distinguish one that was sent from one that arrived", () => {
    const mail = { SenderFromAddress: "a@n.example", RecipientEmailAddress: "me@mail.test" };
    expect(read("EmailEvents", { ...mail, EmailDirection: "Outbound" }).act).toBe("sendmail");
    expect(read("EmailAttachmentInfo", mail).act).toBe("sendmail");
    const arrived = { SenderFromAddress: "me@mail.test", RecipientEmailAddress: "a@n.example" };
    expect(read("EmailEvents", { ...arrived, EmailDirection: "Inbound" }).act).toBe("mail");
    expect(read("EmailAttachmentInfo", arrived).act).toBe("mail");
  });

  test("has nothing that the row does not state", () => {
    expect(read("Syslog", { SyslogMessage: "hello" })).toEqual({ act: "unknown" });
    expect(read("Anomalies", {})).toEqual({});
  });

  test.each(LOG_TABLES)("of a hostile row of %s are short and safe to show", (table) => {
    const nasty = `\u0000\u202e${"x".repeat(5_000)}\ud800`;
    const columns = [
      ...["Operation", "OperationName", "ActionType", "Activity", "ObjectName", "Subject", "Computer", "HostName"],
      ...["UserAgent", "CorrelationId", "NetworkMessageId", "ThreatNames", "Url", "FileName", "TargetResources"],
      ...["ProcessName", "SyslogMessage", "DeviceDetail", "Location", "AppDisplayName", "EventID", "_ResourceId"],
    ];
    for (const value of [nasty, { constructor: nasty }, [[nasty]], 1e308, null, "__proto__"]) {
      const row = aRow(table, Object.fromEntries(columns.map((column) => [column, value])));
      for (const text of Object.values(factsOf(row, actorOf(row)))) {
        if (typeof text !== "string") continue;
        expect(text.length).toBeLessThanOrEqual(160);
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }
    }
  });
});
