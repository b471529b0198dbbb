import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Schema } from "../../src/contract/openapi/document.ts";
import { openApiDocument } from "../../src/contract/openapi/public-document.ts";
import {
  aThreat,
  givenCase,
  givenConnector,
  givenDrift,
  givenNhi,
  givenPersona,
  givenThreats,
  givenUser,
} from "../support/given.ts";
import { importRecords } from "../support/import-records.ts";
import {
  caseRecord,
  driftRecord,
  idOf,
  nhiDetailRecord,
  nhiRecord,
  personaDetailRecord,
  threatRecord,
  userRecord,
} from "../support/records.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { keysOf, SPECIFIED } from "../support/specified.ts";

type Json = Readonly<Record<string, unknown>>;

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const fresh = async (): Promise<TestDomain> => {
  domain = await service.givenDomain();
  return domain;
};

/** Returns the only item of a list, or the response itself. */
async function read(path: string): Promise<Json> {
  const reply = await domain.ask(path);
  expect(reply.status, reply.text).toBe(200);
  const list = (reply.body["items"] ?? reply.body["data"]) as readonly Json[] | undefined;
  return list ? (list[0] ?? {}) : reply.body;
}

const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce((inside, name) => (inside as Json | undefined)?.[name], value);

describe("the OpenAPI document matches the specification", () => {
  const { schemas } = openApiDocument().components;

  /** Returns whether the specification leaves the schema free-form: it publishes a shape, and any object satisfies it. */
  const isFreeForm = ({ anyOf }: Schema): boolean => anyOf?.some(isAnyObject) ?? false;
  const isAnyObject = ({ type, additionalProperties }: Schema) => type === "object" && additionalProperties === true;
  const isUntyped = ({ anyOf }: Schema): boolean => anyOf?.some(({ type }) => type === "string") ?? false;
  const resolve = (schema: Schema): Schema => {
    if (isFreeForm(schema)) return {};
    const branch = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
    return branch.$ref ? (schemas[branch.$ref.split("/").at(-1) ?? ""] ?? {}) : branch;
  };
  const isNullable = (schema: Schema): boolean => !isUntyped(schema) && hasNull(schema);
  const hasNull = ({ type, anyOf }: Schema): boolean =>
    type === "null" || (Array.isArray(type) && type.includes("null")) || (anyOf?.some(hasNull) ?? false);

  /** Returns the properties of a schema in the notation of `SPECIFIED`; a named schema inside it has its own entry. */
  const fieldsOf = (schema: Schema, path = ""): readonly string[] => {
    return Object.entries(resolve(schema).properties ?? {})
      .filter(([, member]) => !member["x-extension"])
      .flatMap(([name, member]) => {
        const here = path === "" ? name : `${path}.${name}`;
        const isOwnTable = member.items?.$ref !== undefined;
        return [`${here}${isNullable(member) ? "?" : ""}`, ...(isOwnTable ? [] : fieldsOf(listOrObject(member), here))];
      });
  };
  const listOrObject = (member: Schema): Schema => resolve(member).items ?? resolve(member);

  it.each(SPECIFIED)("$component has exactly the specified keys in order, nullable exactly where specified", (each) => {
    expect(fieldsOf(schemas[each.component] ?? {})).toEqual(each.fields);
  });

  it.each(SPECIFIED)("$component lists every specified key as required, at every depth", ({ component }) => {
    const optional = (schema: Schema): readonly string[] => {
      const inner = resolve(schema);
      const members = Object.entries(inner.properties ?? {}).filter(([, member]) => !member["x-extension"]);
      const missing = members.map(([name]) => name).filter((name) => !inner.required?.includes(name));
      return [...missing, ...members.flatMap(([, member]) => optional(listOrObject(member)))];
    };
    expect(optional(schemas[component] ?? {})).toEqual([]);
  });

  it("extensible enumerations are published as open, those of the specification as closed", () => {
    const open = (component: string, member: string) => {
      const schema = schemas[component]?.properties?.[member] ?? {};
      return (schema.items ?? schema)["x-extensible-enum"];
    };
    const closed = (component: string, member: string) => at(schemas[component], `properties.${member}.enum`);
    expect(open("CaseEvent", "severity")).toEqual(["none", "low", "medium", "high", "critical"]);
    expect(open("CaseEvent", "signal_type")).toHaveLength(15);
    expect(open("IntegrationPoint", "signals")).toEqual(open("CaseEvent", "signal_type"));
    expect(open("IntegrationPoint", "status")).toEqual(["active", "degraded", "disabled", "pending", "not_configured"]);
    expect(open("ThreatEvent", "source")).toHaveLength(21);
    expect(open("NhiItem", "nhi_class")).toContain("service_principal");
    expect(closed("Case", "threat_type")).toEqual(
      "data_exfiltration insider_threat privilege_escalation policy_violation account_compromise sabotage financial_fraud".split(
        " ",
      ),
    );
    expect(closed("DriftEvent", "time_period")).toEqual(["7d", "30d", "90d", "180d"]);
    expect(closed("NhiItem", "status")).toEqual(["active", "dormant"]);
    expect(closed("NhiDetail", "stewardship.properties.custody_kind")).toEqual(["human", "system", "ungoverned"]);
  });

  it("the published tables are the 21 of the specification", () => {
    const tables = schemas["ThreatEvent"]?.properties?.["source_table"]?.["x-extensible-enum"] ?? [];
    expect([...tables].sort()).toEqual(
      `AADProvisioningLogs AADUserRiskEvents Anomalies AuditLogs AzureActivity BehaviorAnalytics CloudAppEvents
       CommonSecurityLog EmailAttachmentInfo EmailEvents EmailPostDeliveryEvents EmailUrlInfo IdentityDirectoryEvents
       IdentityLogonEvents IdentityQueryEvents MicrosoftPurviewInformationProtection OfficeActivity SecurityEvent
       SigninLogs Syslog UrlClickEvents`.split(/\s+/),
    );
  });
});

describe("every key is present, in order", () => {
  const threat = () => aThreat({ tuid: randomUUID() });

  it("a case and its events have exactly the specified keys", async () => {
    await fresh();
    await givenCase(domain.db);
    const item = await read("/cases");
    expect(Object.keys(item)).toEqual(keysOf("Case"));
    expect(Object.keys((item["events"] as readonly Json[])[0] ?? {})).toEqual(keysOf("CaseEvent"));
    expect(at(item, "events.0.kind")).toBe("threat");
  });

  it("a threat event has exactly the specified keys", async () => {
    await fresh();
    await givenThreats(domain.db, [threat()]);
    const item = await read("/threats");
    expect(Object.keys(item)).toEqual(keysOf("ThreatEvent"));
    expect(item["kind"]).toBe("threat");
  });

  it("a user has exactly the specified keys, and the domain of the API key", async () => {
    await fresh();
    await givenUser(domain.db);
    const item = await read("/users");
    expect(Object.keys(item)).toEqual(keysOf("User"));
    expect(item["domain_id"]).toBe(domain.domainId);
  });

  it("an NHI list item has exactly the specified keys", async () => {
    await fresh();
    await givenNhi(domain.db, { archetype: "data_pipeline", archetypeLabel: "Data pipeline" });
    const item = await read("/nhi/personas");
    expect(Object.keys(item)).toEqual(keysOf("NhiItem"));
    for (const path of ["identity_type", "provider"]) {
      expect(Object.keys(item[path] as Json)).toEqual(keysOf("NhiItem", path));
    }
  });

  it("an integration point has exactly the specified keys, configured or not", async () => {
    await fresh();
    expect(Object.keys(await read("/integrations/okta"))).toEqual(keysOf("IntegrationPoint"));
    await givenConnector(domain.db);
    expect(Object.keys(await read("/integrations/okta"))).toEqual(keysOf("IntegrationPoint"));
  });

  it("a drift event has exactly the specified keys", async () => {
    await fresh();
    const { driftId } = await givenDrift(domain.db);
    const item = await read(`/drift/${driftId}`);
    expect(Object.keys(item)).toEqual(keysOf("DriftEvent"));
    expect(Object.keys(item["user"] as Json)).toEqual(keysOf("DriftEvent", "user"));
  });

  it("a verdict's result has exactly the specified keys", async () => {
    await fresh();
    const { caseId } = await givenCase(domain.db);
    const reply = await domain.ask(`/cases/${caseId}/verdict`, { method: "POST", payload: { outcome: "SAFE" } });
    expect(Object.keys(reply.body)).toEqual(keysOf("VerdictResult"));
    expect(reply.body).toMatchObject({ success: true, case_id: caseId, outcome: "SAFE", resolved: true });
  });

  it("a list has next_cursor first, always, and items, or data for threats", async () => {
    await fresh();
    for (const path of ["/cases", "/users", "/nhi/personas"]) {
      expect(Object.keys((await domain.ask(path)).body)).toEqual(["next_cursor", "items"]);
    }
    expect(Object.keys((await domain.ask("/threats")).body)).toEqual(["next_cursor", "data"]);
  });
});

describe("unknown is null, and known to be empty is an empty list", () => {
  it("a case about an NHI has no user and, until closed, no closed_at", async () => {
    await fresh();
    const event = aThreat({ userName: null, userEmail: null, platformEventId: null });
    await givenThreats(domain.db, [event]);
    await givenCase(domain.db, { userEmail: null, userName: null, eventIds: [event.eventId] });
    const item = await read("/cases");
    expect(item).toMatchObject({ user_email: null, user_name: null, closed_at: null });
    expect(at(item, "events.0")).toMatchObject({ user_name: null, user_email: null, platform_event_id: null });
  });

  it("a case without events has an empty list", async () => {
    await fresh();
    await givenCase(domain.db, { eventIds: [] });
    expect((await read("/cases"))["events"]).toEqual([]);
  });

  it("a threat can have no user and no table, and empty lists stay lists", async () => {
    await fresh();
    await givenThreats(domain.db, [
      aThreat({ tuid: null, userName: null, userEmail: null, sourceTable: null, subcategory: [], sourceEventIds: [] }),
    ]);
    expect(await read("/threats")).toMatchObject({
      tuid: null,
      user_name: null,
      user_email: null,
      source_table: null,
      subcategory: [],
      source_event_ids: [],
    });
  });

  it("a user can have no external id, name or group", async () => {
    await fresh();
    await givenUser(domain.db, { externalId: null, name: null, groupGuid: null, emailAddresses: [] });
    expect(await read("/users")).toMatchObject({
      external_id: null,
      name: null,
      group_guid: null,
      email_addresses: [],
    });
  });

  it("an NHI can have no steward, archetype, first_seen or last_seen", async () => {
    await fresh();
    const { nuid } = await givenNhi(domain.db, { firstSeen: null, lastSeen: null });
    const nothing = { archetype: null, archetype_label: null, first_seen: null, last_seen: null };
    expect(await read("/nhi/personas")).toMatchObject({ ...nothing, steward_upn: null });
    expect((await read(`/nhi/personas/${nuid}/detail`))["identity"]).toMatchObject(nothing);
  });

  it("a drift event can have no times and no known user", async () => {
    await fresh();
    const { driftId } = await givenDrift(domain.db, {
      periodStartAt: null,
      detectedAt: null,
      user: { name: null, email: null },
    });
    expect(await read(`/drift/${driftId}`)).toMatchObject({
      period_start_at: null,
      detected_at: null,
      user: { name: null, email: null },
    });
  });
});

describe("timestamps", () => {
  const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
  const timesIn = (value: unknown): readonly string[] =>
    Object.entries((value ?? {}) as Json).flatMap(([name, inside]) => {
      if (typeof inside === "string") return /(_at|_seen|_utc)$/.test(name) ? [inside] : [];
      return typeof inside === "object" ? timesIn(inside) : [];
    });

  it("times are UTC with milliseconds and Z, whatever the offset of the import", async () => {
    await fresh();
    const given = "2026-11-02T09:12:44+05:30";
    await importRecords(domain, {
      users: [userRecord(1, { created_at: given, updated_at: given })],
      threats: [threatRecord(1, { created_at: given })],
      cases: [
        caseRecord(1, {
          created_at: given,
          updated_at: given,
          closed_at: given,
          state: "closed",
          event_ids: [idOf(1)],
        }),
      ],
      personas: [{ tuid: idOf(1), persona_overview: "x", created_at: given, updated_at: given }],
      "persona-details": [personaDetailRecord(1, { generated_at: given })],
      nhi: [nhiRecord(1, { first_seen: given, last_seen: given })],
      "nhi-details": [nhiDetailRecord(1, { generated_at: given })],
      drift: [driftRecord(1, { detected_at: given, period_start_at: given })],
    });
    const paths = ["/users", "/threats", "/cases", `/personas/${idOf(1)}`, `/personas/${idOf(1)}/detail`];
    paths.push("/nhi/personas", `/nhi/personas/${idOf(1)}/detail`, `/drift/${idOf(1)}`, "/whoami");
    for (const path of paths) {
      const times = timesIn((await domain.ask(path)).body);
      expect(
        times.filter((time) => !UTC.test(time)),
        path,
      ).toEqual([]);
      expect([path, path === "/whoami" || times.includes("2026-11-02T03:42:44.000Z")]).toEqual([path, true]);
    }
  });

  it("times generated by the service have the same form, also in a 423", async () => {
    const waiting = await service.givenDomain({ ready: false });
    const times = timesIn((await waiting.ask("/cases")).body);
    expect(times).toHaveLength(2);
    expect(times.filter((time) => !UTC.test(time))).toEqual([]);
  });
});

describe("placeholders", () => {
  it("the overview of a known user without a persona has its four keys, three of them null", async () => {
    await fresh();
    const { tuid } = await givenUser(domain.db);
    const reply = await domain.ask(`/personas/${tuid}`);
    expect(reply.text).toBe(JSON.stringify({ tuid, persona_overview: null, created_at: null, updated_at: null }));
  });

  it("the detail of a known user without a persona has all keys, every section null, all coverage none", async () => {
    await fresh();
    const { tuid } = await givenUser(domain.db);
    const detail = await read(`/personas/${tuid}/detail`);
    const coverage = keysOf("PersonaDetail", "coverage");
    expect(Object.keys(detail)).toEqual(keysOf("PersonaDetail"));
    expect(detail).toMatchObject({ tuid, generated_at: null, contract_version: 1 });
    for (const section of coverage) expect([section, detail[section]]).toEqual([section, null]);
    expect(detail["coverage"]).toEqual(Object.fromEntries(coverage.map((section) => [section, "none"])));
  });

  it("generated_at is null if and only if there is no persona", async () => {
    await fresh();
    await importRecords(domain, { users: [userRecord(1), userRecord(2)], "persona-details": [personaDetailRecord(1)] });
    expect((await read(`/personas/${idOf(1)}/detail`))["generated_at"]).toBe("2026-11-02T09:12:44.000Z");
    expect((await read(`/personas/${idOf(2)}/detail`))["generated_at"]).toBeNull();
  });

  it("overview and detail are independent of each other", async () => {
    await fresh();
    const { tuid, createdAt } = await givenUser(domain.db);
    await givenPersona(domain.db, { tuid, personaOverview: "Pays people.", createdAt, updatedAt: createdAt });
    expect((await read(`/personas/${tuid}`))["persona_overview"]).toBe("Pays people.");
    expect((await read(`/personas/${tuid}/detail`))["generated_at"]).toBeNull();
  });

  it("404 only for an unknown user", async () => {
    await fresh();
    for (const path of [`/personas/${randomUUID()}`, `/personas/${randomUUID()}/detail`]) {
      expect((await domain.ask(path)).body).toMatchObject({ error: "user_not_found" });
    }
  });

  it("an NHI that is not analyzed has its identity from the directory and every other section null", async () => {
    await fresh();
    const nhi = await givenNhi(domain.db, { archetype: "data_pipeline", archetypeLabel: "Data pipeline" });
    const detail = await read(`/nhi/personas/${nhi.nuid}/detail`);
    expect(Object.keys(detail)).toEqual(keysOf("NhiDetail"));
    expect(Object.keys(detail["identity"] as Json)).toEqual(keysOf("NhiDetail", "identity"));
    expect(detail["identity"]).toMatchObject({
      display_name: nhi.displayName,
      nhi_class: nhi.nhiClass,
      nhi_class_label: nhi.nhiClassLabel,
      archetype: "data_pipeline",
      provider: nhi.provider,
      principal_id: nhi.principalId,
      app_id: nhi.appId,
      owning_tenant_id: null,
      vendor_first_party: null,
      creator_upn: null,
    });
    const filled = Object.keys(detail).filter((key) => detail[key] !== null);
    expect(filled).toEqual(["nuid", "contract_version", "identity"]);
  });

  it("a UUID in a path can be upper case; the response has it in lower case", async () => {
    await fresh();
    const { tuid } = await givenUser(domain.db);
    const { nuid } = await givenNhi(domain.db);
    for (const path of [`/personas/${tuid.toUpperCase()}`, `/personas/${tuid.toUpperCase()}/detail`]) {
      expect((await read(path))["tuid"]).toBe(tuid);
    }
    expect((await read(`/nhi/personas/${nuid.toUpperCase()}/detail`))["nuid"]).toBe(nuid);
  });
});
