import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONNECTOR_CATEGORIES, catalog } from "../../src/connectors/catalog.ts";
import type { ConnectorRecord } from "../../src/model/connector.ts";
import { SIGNALS } from "../../src/model/vocabulary.ts";
import { givenConnector } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

const AT = new Date("2026-11-01T08:00:00.000Z");

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function statusOf(fields: Partial<ConnectorRecord>): Promise<unknown> {
  domain = await service.givenDomain();
  await givenConnector(domain.db, fields);
  return (await domain.ask("/integrations/okta")).body["status"];
}

describe("I: status, first match wins", () => {
  const enabled = { enabled: true, lastSuccessAt: AT, consecutiveFailures: 0 };
  const rules: readonly (readonly [string, Partial<ConnectorRecord>, string])[] = [
    ["enabled and polled successfully", enabled, "active"],
    ["enabled, never successful", { ...enabled, lastSuccessAt: null }, "pending"],
    ["enabled, 1 failure after a success", { ...enabled, consecutiveFailures: 1 }, "active"],
    ["enabled, 2 failures after a success", { ...enabled, consecutiveFailures: 2 }, "active"],
    ["enabled, 3 failures after a success", { ...enabled, consecutiveFailures: 3 }, "degraded"],
    ["enabled, 1,000 failures after a success", { ...enabled, consecutiveFailures: 1_000 }, "degraded"],
    ["enabled, never successful, 2 failures", { ...enabled, lastSuccessAt: null, consecutiveFailures: 2 }, "pending"],
    ["enabled, never successful, 3 failures", { ...enabled, lastSuccessAt: null, consecutiveFailures: 3 }, "degraded"],
    ["disabled after a success", { ...enabled, enabled: false }, "disabled"],
    ["disabled, never successful", { ...enabled, enabled: false, lastSuccessAt: null }, "disabled"],
    ["disabled with 3 failures", { ...enabled, enabled: false, consecutiveFailures: 3 }, "disabled"],
  ];

  it.each(rules)("I: %s", async (_name, record, status) => {
    expect(await statusOf(record)).toBe(status);
  });

  it("I: no record is not_configured: 200 with configured false, enabled false and no times", async () => {
    domain = await service.givenDomain();
    const reply = await domain.ask("/integrations/okta");
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      connector_type: "okta",
      configured: false,
      enabled: false,
      status: "not_configured",
      created_at: null,
      updated_at: null,
    });
  });

  it("Resources: configured is true when a record exists, enabled only while it is", async () => {
    await statusOf({ enabled: false });
    expect((await domain.ask("/integrations/okta")).body).toMatchObject({
      configured: true,
      enabled: false,
      created_at: AT.toISOString(),
      updated_at: AT.toISOString(),
    });
  });

  it("I: one success resets the counter", async () => {
    expect(await statusOf({ consecutiveFailures: 7 })).toBe("degraded");
    await givenConnector(domain.db, { consecutiveFailures: 0, lastSuccessAt: service.clock.now });
    expect((await domain.ask("/integrations/okta")).body["status"]).toBe("active");
  });

  it("I: re-enabling resets the counter and keeps the last success", async () => {
    expect(await statusOf({ enabled: false, consecutiveFailures: 7, lastSuccessAt: AT })).toBe("disabled");
    await givenConnector(domain.db, { enabled: true, consecutiveFailures: 0, lastSuccessAt: AT });
    expect((await domain.ask("/integrations/okta")).body).toMatchObject({ enabled: true, status: "active" });
  });

  it("I: a record of one type says nothing about another", async () => {
    await statusOf({ connectorType: "okta" });
    expect((await domain.ask("/integrations/syslog")).body).toMatchObject({ configured: false });
  });
});

describe("I: the catalog", () => {
  it("I: every type of the catalog answers, whether or not the domain has set it up", async () => {
    domain = await service.givenDomain();
    for (const type of catalog) {
      const { status, body } = await domain.ask(`/integrations/${type.connectorType}`);
      expect([type.connectorType, status]).toEqual([type.connectorType, 200]);
      expect(body).toMatchObject({
        connector_type: type.connectorType,
        display_name: type.displayName,
        category: type.category,
        description: type.description,
        signals: type.signals,
        status: "not_configured",
      });
    }
  });

  it("Resources: every type contributes to specified signals and has a known category", () => {
    for (const { connectorType, signals, category } of catalog) {
      expect([connectorType, signals.filter((signal) => !SIGNALS.includes(signal))]).toEqual([connectorType, []]);
      expect(CONNECTOR_CATEGORIES).toContain(category);
    }
  });

  it("I: every signal of the specification has a connector that contributes to it", () => {
    const covered = new Set(catalog.flatMap(({ signals }) => [...signals]));
    expect(SIGNALS.filter((signal) => !covered.has(signal))).toEqual([]);
  });

  it("E: a type that is not in the catalog is 404", async () => {
    domain = await service.givenDomain();
    const unknown = ["nope", "OKTA", "okta%20", "__proto__", "constructor", "ok%2Fta", "%E2%98%83", "x".repeat(128)];
    for (const type of unknown) {
      const { status, body } = await domain.ask(`/integrations/${type}`);
      expect([type, status, body["error"]]).toEqual([type, 404, "integration_not_found"]);
    }
  });

  it("E: an id longer than any type's is 400, and no id at all is no route", async () => {
    domain = await service.givenDomain();
    expect((await domain.ask(`/integrations/${"x".repeat(129)}`)).body).toMatchObject({
      error: "invalid_parameter",
      param: "connector_type",
    });
    expect((await domain.ask("/integrations")).body).toMatchObject({ error: "route_not_found" });
  });

  it("E: a record of a type that the catalog has lost is 404 as well", async () => {
    domain = await service.givenDomain();
    await givenConnector(domain.db, { connectorType: "retired_type" });
    expect((await domain.ask("/integrations/retired_type")).status).toBe(404);
  });
});
