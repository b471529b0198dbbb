import { describe, expect, it } from "vitest";
import { isLogTable, platformEventIdOf, TABLES } from "../tables.ts";
import { LOG_TABLES } from "./log-row.ts";
import { actorOf } from "./row-actor.ts";
import { readNumber, readObjects, readText, readTexts } from "./row-fields.ts";
import { ipOf, toIp } from "./row-ip.ts";
import { placeOf } from "./row-place.ts";

const keyOf = (table: (typeof LOG_TABLES)[number], fields: Record<string, unknown>) => actorOf({ table, fields })?.key;

describe("tables", () => {
  it("define all 25 tables, with time, id and every column they refer to", () => {
    expect(Object.keys(TABLES).sort()).toEqual([...LOG_TABLES].sort());
    for (const facts of Object.values(TABLES)) {
      expect(facts.columns.get("TimeGenerated")).toBe("datetime");
      expect(facts.columns.has("_ItemId")).toBe(true);
      for (const column of [...facts.nativeIds, ...facts.ips]) {
        expect(facts.columns.has(column.split(".")[0] ?? ""), `${facts.name}.${column}`).toBe(true);
      }
    }
    expect(isLogTable("SigninLogs")).toBe(true);
    expect(isLogTable("constructor")).toBe(false);
  });

  it("return the upstream id of a row if it has one", () => {
    expect(platformEventIdOf({ table: "OfficeActivity", fields: { OfficeId: "o-1" } })).toBe("o-1");
    expect(platformEventIdOf({ table: "Syslog", fields: { Id: "x" } })).toBeNull();
  });
});

describe("field readers", () => {
  it("fan out over arrays and parse JSON text", () => {
    const fields = {
      TargetResources:
        '[{"modifiedProperties":[{"newValue":"a"},{"newValue":"b"}]},{"modifiedProperties":[{"newValue":3}]}]',
    };
    expect(readTexts(fields, "TargetResources.modifiedProperties.newValue")).toEqual(["a", "b", "3"]);
    expect(readObjects(fields, "TargetResources")).toHaveLength(2);
  });

  it("read keys that contain dots at the end of a path", () => {
    const fields = { Claims_d: { "http://schemas.example.org/claims/upn": "a@b.c" } };
    expect(readText(fields, "Claims_d.http://schemas.example.org/claims/upn")).toBe("a@b.c");
  });

  it("never read inherited properties, and tolerate malformed text", () => {
    expect(readText({ a: {} }, "a.constructor.name")).toBeNull();
    expect(readText({}, "__proto__.toString")).toBeNull();
    expect(readText({ a: '{"b":' }, "a.b")).toBeNull();
    expect(readText({ a: "[".repeat(50_000) }, "a.b")).toBeNull();
    expect(readTexts({ a: Array.from({ length: 5_000 }, () => "x") }, "a")).toHaveLength(1_000);
    expect(readNumber({ a: "12.5" }, "a")).toBe(12.5);
  });
});

describe("actorOf", () => {
  it("ignores case and uses the first column that identifies an actor", () => {
    const actor = actorOf({
      table: "SigninLogs",
      fields: {
        UserPrincipalName: "Ada@Example.ORG",
        UserId: "0B1C6F5E-0000-4000-8000-000000000001",
        UserDisplayName: "Ada",
      },
    });
    expect(actor).toEqual({
      kind: "user",
      key: "upn:ada@example.org",
      keys: ["upn:ada@example.org", "oid:0b1c6f5e-0000-4000-8000-000000000001"],
      upn: "ada@example.org",
      name: "Ada",
    });
  });

  it("uses the target of a logon and the subject of other Windows events", () => {
    const fields = {
      SubjectUserName: "alice",
      SubjectDomainName: "CORP",
      TargetUserName: "bob",
      TargetDomainName: "corp.example.org",
    };
    expect(keyOf("SecurityEvent", { ...fields, EventID: 4624 })).toBe("sam:corp\\bob");
    expect(keyOf("SecurityEvent", { ...fields, EventID: 4720 })).toBe("sam:corp\\alice");
    expect(keyOf("SecurityEvent", { EventID: 4768, TargetUserName: "bob@CORP.EXAMPLE.ORG" })).toBe("sam:corp\\bob");
    expect(keyOf("SecurityEvent", { EventID: 4625, TargetUserName: "eve", TargetUserSid: "S-1-0-0" })).toBe("sam:eve");
  });

  it("uses the requester of a certificate, not the authority that answers", () => {
    const request = { EventID: 4887, Computer: "ca1.corp.example.org", Requester: "CORP\\Bob" };
    expect(keyOf("SecurityEvent", request)).toBe("sam:corp\\bob");
    expect(keyOf("SecurityEvent", { ...request, Requester: "CORP\\PC7$" })).toBe("host:pc7");
  });

  it("treats machine and system accounts as machines", () => {
    const system = { EventID: 4688, SubjectUserSid: "S-1-5-18", SubjectUserName: "PC7$", Computer: "pc7.example.org" };
    expect(actorOf({ table: "SecurityEvent", fields: system })).toMatchObject({ kind: "machine", key: "host:pc7" });
    const machine = {
      EventID: 4624,
      TargetUserName: "PC7$",
      TargetDomainName: "CORP",
      TargetUserSid: "S-1-5-21-1-2-3-9",
    };
    expect(actorOf({ table: "SecurityEvent", fields: machine })).toMatchObject({ kind: "machine", key: "host:pc7" });
  });

  it("an account of a Windows domain is also known without the domain, one of a machine is not", () => {
    const keysOf = (account: string, more = {}) =>
      actorOf({
        table: "SecurityEvent",
        fields: { EventID: 4672, SubjectAccount: account, Computer: "pc7.example", ...more },
      })?.keys;
    expect(keysOf("CORP\\ana")).toEqual(["sam:corp\\ana", "sam:ana"]);
    expect(keysOf("PC7\\ana")).toEqual(["sam:pc7\\ana"]);
    expect(keysOf("PC8\\ana", { WorkstationName: "PC8" })).toEqual(["sam:pc8\\ana"]);
    expect(keysOf("WORKGROUP\\ana")).toEqual(["sam:workgroup\\ana"]);
    const longName = { Computer: "accounting-server-01.example" };
    expect(keysOf("ACCOUNTING-SERV\\ana", longName)).toEqual(["sam:accounting-serv\\ana"]);
  });

  it("distinguishes services from people", () => {
    const guid = "0b1c6f5e-0000-4000-8000-00000000000a";
    expect(actorOf({ table: "AzureActivity", fields: { Caller: guid } })).toMatchObject({
      kind: "service",
      key: `oid:${guid}`,
    });
    expect(
      actorOf({ table: "AuditLogs", fields: { InitiatedBy: { app: { servicePrincipalId: guid } } } }),
    ).toMatchObject({
      kind: "service",
    });
    expect(actorOf({ table: "OfficeActivity", fields: { UserId: "app@sharepoint" } })).toMatchObject({
      kind: "service",
    });
    expect(actorOf({ table: "OfficeActivity", fields: { UserId: "Not Available" } })).toBeNull();
  });

  it("uses the internal sender or recipient of a message", () => {
    const fields = { SenderFromAddress: "a@x.org", RecipientEmailAddress: "b@y.org" };
    expect(keyOf("EmailEvents", { ...fields, EmailDirection: "Inbound" })).toBe("upn:b@y.org");
    expect(keyOf("EmailEvents", { ...fields, EmailDirection: "Outbound" })).toBe("upn:a@x.org");
  });

  it("uses the sender of an attachment that goes outside, which is the only one in the directory", () => {
    const fields = { SenderFromAddress: "a@x.org", RecipientEmailAddress: "b@y.org" };
    const known = { SenderObjectId: "00000000-0000-4000-8000-00000000000a" };
    expect(actorOf({ table: "EmailAttachmentInfo", fields: { ...fields, ...known } })?.upn).toBe("a@x.org");
    const both = { ...known, RecipientObjectId: "00000000-0000-4000-8000-00000000000b" };
    expect(actorOf({ table: "EmailAttachmentInfo", fields: { ...fields, ...both } })?.upn).toBe("b@y.org");
    expect(actorOf({ table: "EmailAttachmentInfo", fields })?.upn).toBe("b@y.org");
  });

  it("finds accounts in syslog messages, with the bare name as a second key", () => {
    const fields = {
      HostName: "web-1",
      SyslogMessage: "Failed password for invalid user Carol from 203.0.113.9 port 22",
    };
    expect(actorOf({ table: "Syslog", fields })?.keys).toEqual(["sam:web-1\\carol", "sam:carol"]);
    expect(ipOf({ table: "Syslog", fields })).toBe("203.0.113.9");
  });
});

describe("addresses and places", () => {
  it("are normalized", () => {
    expect(toIp("203.0.113.9:443")).toBe("203.0.113.9");
    expect(toIp("[2001:DB8::1]:443")).toBe("2001:db8::1");
    expect(toIp("::ffff:203.0.113.9")).toBe("203.0.113.9");
    for (const text of ["999.1.1.1", "Unknown", "1:2:3", "::::"]) expect(toIp(text)).toBeNull();
  });

  it("have coordinates if the row has them", () => {
    const LocationDetails = { city: "Lyon", countryOrRegion: "fr", geoCoordinates: { latitude: 45.7, longitude: 4.8 } };
    const place = { country: "FR", city: "Lyon", lat: 45.7, lon: 4.8 };
    expect(placeOf({ table: "SigninLogs", fields: { LocationDetails } })).toEqual(place);
    expect(placeOf({ table: "SigninLogs", fields: { LocationDetails: JSON.stringify(LocationDetails) } })).toEqual(
      place,
    );
    expect(placeOf({ table: "OfficeActivity", fields: { Location: "FR" } })).toBeNull();
  });
});

describe("actorOf events and alerts", () => {
  it("reads the account of a Windows event from EventData and UserData", () => {
    const xml =
      '<EventData><Data Name="SubjectUserName">Ana</Data><Data Name="SubjectDomainName">OURS</Data></EventData>';
    expect(keyOf("SecurityEvent", { EventID: 4662, EventData: xml })).toBe("sam:ours\\ana");
    expect(
      keyOf("SecurityEvent", { EventID: 4662, EventData: { SubjectUserName: "ana", SubjectDomainName: "ours.test" } }),
    ).toBe("sam:ours\\ana");
    const cleared =
      '<LogFileCleared xmlns="http://schemas.example.org/win"><SubjectUserSid>S-1-5-21-1-2-3-1104</SubjectUserSid>' +
      "<SubjectUserName>ana</SubjectUserName><SubjectDomainName>OURS</SubjectDomainName></LogFileCleared>";
    expect(keyOf("SecurityEvent", { EventID: 1102, UserData: `<UserData>${cleared}</UserData>` })).toBe(
      "sam:ours\\ana",
    );
    const object = { LogFileCleared: { SubjectUserName: "ana", SubjectDomainName: "OURS" } };
    expect(keyOf("SecurityEvent", { EventID: 1102, UserData: object })).toBe("sam:ours\\ana");
    expect(ipOf({ table: "SecurityEvent", fields: { EventData: '<Data Name="IpAddress">192.0.2.7</Data>' } })).toBe(
      "192.0.2.7",
    );
    expect(keyOf("SecurityEvent", { EventID: 1102, UserData: "<".repeat(100_000) })).toBeUndefined();
  });

  it("attributes an alert of a service to the user it is about", () => {
    const service = { UserId: "SecurityComplianceAlerts", Operation: "AlertEntityGenerated" };
    expect(keyOf("OfficeActivity", { ...service, AlertEntityId: "Ana@ours.test" })).toBe("upn:ana@ours.test");
    expect(keyOf("OfficeActivity", { ...service, Data: '{"etype":"User","f3u":"ana@ours.test"}' })).toBe(
      "upn:ana@ours.test",
    );
    expect(
      keyOf("OfficeActivity", {
        UserId: "AirInvestigation",
        Operation: "AirInvestigationData",
        Data: { Entities: [{ Type: "mailMessage" }, { Type: "mailbox", Upn: "ana@ours.test" }] },
      }),
    ).toBe("upn:ana@ours.test");
    const raw = { ...service, Data: '{"eid":"ana@ours.test"}' };
    expect(keyOf("CloudAppEvents", { ActionType: "AlertTriggered", RawEventData: raw })).toBe("upn:ana@ours.test");
  });

  it("leaves the actor of other records as it is", () => {
    const own = { UserId: "ben@ours.test", Operation: "AlertTriggered", AlertEntityId: "ana@ours.test" };
    expect(keyOf("OfficeActivity", own)).toBe("upn:ben@ours.test");
    expect(keyOf("OfficeActivity", { UserId: "SecurityComplianceAlerts", Operation: "AlertTriggered" })).toBe(
      "sam:securitycompliancealerts",
    );
  });

  it("reads the account of an anomaly from its entities", () => {
    const Entities = [{ Type: "ip" }, { Type: "account", Name: "ana", UPNSuffix: "ours.test" }];
    expect(keyOf("Anomalies", { Entities: JSON.stringify(Entities) })).toBe("upn:ana@ours.test");
    expect(keyOf("Anomalies", { UserPrincipalName: "ben@ours.test", Entities })).toBe("upn:ben@ours.test");
  });
});
