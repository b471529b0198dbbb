import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configureConnector } from "../../src/actions/configure-connector.ts";
import { enableConnector } from "../../src/actions/enable-connector.ts";
import { catalog } from "../../src/connectors/catalog.ts";
import { findPullConnector } from "../../src/connectors/pull-connectors.ts";
import type { ConnectorRecord } from "../../src/model/connector.ts";
import { CONNECTOR_CATEGORIES, SIGNALS } from "../../src/model/vocabulary.ts";
import { pollConnector } from "../../src/pipeline/poll/poll-connector.ts";
import { createSealer } from "../../src/runtime/encryption.ts";
import { SEALING_PURPOSE } from "../../src/store/connectors/connector-settings.ts";
import { findConnector } from "../../src/store/connectors/connectors.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { connectorRequest } from "../support/connector-request.ts";
import { givenConnector } from "../support/given.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../support/service.ts";
import { API_TOKEN, startOkta } from "../support/vendors/okta.ts";
import { createStillWorld } from "../support/vendors/vendor-server.ts";

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

const sealer = createSealer(TEST_PEPPER, SEALING_PURPOSE);
const context = () => ({ db: domain.db, clock: () => service.clock.now, actor: TEST_ACTOR });
const statusNow = async () => (await domain.ask("/integrations/okta")).body["status"];

describe("the status of an integration", () => {
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

  it.each(rules)("%s", async (_name, record, status) => {
    expect(await statusOf(record)).toBe(status);
  });

  it("no record is not_configured: 200 with configured false, enabled false and no times", async () => {
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

  it("configured is true if a record exists, enabled only while it is enabled", async () => {
    await statusOf({ enabled: false });
    expect((await domain.ask("/integrations/okta")).body).toMatchObject({
      configured: true,
      enabled: false,
      created_at: AT.toISOString(),
      updated_at: AT.toISOString(),
    });
  });

  it("one successful poll resets the failure count", async () => {
    domain = await service.givenDomain();
    const vendor = await startOkta();
    try {
      const world = createStillWorld(service.clock.now.toISOString());
      const parts = { ...world, sealer, findConnector: findPullConnector };
      const settings = { org_url: vendor.address, backfill_days: "1" };
      const request = connectorRequest("okta", settings, { api_token: API_TOKEN });
      await configureConnector(context(), TEST_PEPPER, request);
      const poll = () => pollConnector(parts, domain.db, "okta", { outOfTurn: true });
      for (let failure = 0; failure < 3; failure++) {
        vendor.disturb("/api/v1/users", { status: 403 });
        expect(await poll()).toMatchObject({ ok: false });
      }
      expect(await statusNow()).toBe("degraded");
      expect(await poll()).toMatchObject({ ok: true });
      expect(await statusNow()).toBe("active");
      vendor.disturb("/api/v1/users", { status: 403 });
      expect(await poll()).toMatchObject({ ok: false });
      expect(await statusNow()).toBe("active");
    } finally {
      await vendor.close();
    }
  });

  it("re-enabling resets the failure count and keeps the last success", async () => {
    expect(await statusOf({ enabled: false, consecutiveFailures: 7, lastSuccessAt: AT })).toBe("disabled");
    await enableConnector(context(), "okta", true);
    expect(await findConnector(domain.db, "okta")).toMatchObject({ consecutiveFailures: 0, lastSuccessAt: AT });
    expect(await statusNow()).toBe("active");
  });

  it("a record of one type does not affect another type", async () => {
    await statusOf({ connectorType: "okta" });
    expect((await domain.ask("/integrations/syslog")).body).toMatchObject({ configured: false });
  });
});

describe("the catalog", () => {
  it("every type of the catalog is 200, whether or not the domain has set it up", async () => {
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

  it("every type has specified signals and a known category", () => {
    for (const { connectorType, signals, category } of catalog) {
      expect([connectorType, signals.filter((signal) => !SIGNALS.includes(signal))]).toEqual([connectorType, []]);
      expect(CONNECTOR_CATEGORIES).toContain(category);
    }
  });

  it("every specified signal is provided by a connector", () => {
    const covered = new Set(catalog.flatMap(({ signals }) => [...signals]));
    expect(SIGNALS.filter((signal) => !covered.has(signal))).toEqual([]);
  });

  it("a type that is not in the catalog is 404", async () => {
    domain = await service.givenDomain();
    const unknown = ["nope", "OKTA", "okta%20", "__proto__", "constructor", "ok%2Fta", "%E2%98%83", "x".repeat(128)];
    for (const type of unknown) {
      const { status, body } = await domain.ask(`/integrations/${type}`);
      expect([type, status, body["error"]]).toEqual([type, 404, "integration_not_found"]);
    }
  });

  it("a 404 names up to five similar types, the most similar first", async () => {
    domain = await service.givenDomain();
    const typo = (await domain.ask("/integrations/OKAT")).body;
    expect(typo).toMatchObject({ error: "integration_not_found", suggestions: ["okta"] });
    expect(typo["message"]).toContain("did you mean okta?");
    const many = (await domain.ask("/integrations/microsoft")).body["suggestions"] as unknown as readonly string[];
    expect(many).toContain("microsoft_teams");
    expect(many.length).toBeGreaterThan(1);
    expect(many.length).toBeLessThanOrEqual(5);
    expect(many.filter((type) => !catalog.some(({ connectorType }) => connectorType === type))).toEqual([]);
    const none = (await domain.ask("/integrations/%E2%98%83")).body;
    expect(none).toMatchObject({ suggestions: [] });
    expect(none["message"]).toContain("GET /integrations");
  });

  it("an overlong type is 400", async () => {
    domain = await service.givenDomain();
    expect((await domain.ask(`/integrations/${"x".repeat(129)}`)).body).toMatchObject({
      error: "invalid_parameter",
      param: "connector_type",
    });
  });

  it("a record of a type that is no longer in the catalog is 404", async () => {
    domain = await service.givenDomain();
    await givenConnector(domain.db, { connectorType: "retired_type" });
    expect((await domain.ask("/integrations/retired_type")).status).toBe(404);
  });
});
