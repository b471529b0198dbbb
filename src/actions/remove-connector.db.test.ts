import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { TEST_ACTOR } from "../../test/support/actor.ts";
import { connectorRequest } from "../../test/support/connector-request.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../../test/support/service.ts";
import { storedRows } from "../../test/support/stored-rows.ts";
import { createStillWorld } from "../../test/support/vendors/vendor-server.ts";
import type { Connector } from "../connectors/connector.ts";
import { pageOf } from "../connectors/pulled-page.ts";
import { ingestRows } from "../ingest/rows/ingest-rows.ts";
import { pollConnector } from "../pipeline/poll/poll-connector.ts";
import { createSealer } from "../runtime/encryption.ts";
import { findConnectorSettings, SEALING_PURPOSE } from "../store/connectors/connector-settings.ts";
import { configureConnector } from "./configure-connector.ts";
import { removeConnector } from "./remove-connector.ts";

const sealer = createSealer(TEST_PEPPER, SEALING_PURPOSE);
const world = createStillWorld("2026-11-15T12:00:00.000Z");
const ROW = JSON.stringify({ TimeGenerated: "2026-11-15T11:00:00.000Z", Id: "row-1" });
let service: TestService;
let domain: TestDomain;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  domain = await service.givenDomain();
});

const contextOf = ({ db }: TestDomain) => ({
  db,
  clock: world.clock,
  actor: TEST_ACTOR,
});
const configure = (of: TestDomain) =>
  configureConnector(
    contextOf(of),
    TEST_PEPPER,
    connectorRequest("okta", { org_url: "https://northwind.okta.com" }, { api_token: "a token" }),
  );
const push = () =>
  ingestRows(domain.db, world.clock, {
    table: "SigninLogs",
    lines: [{ line: 1, text: ROW }],
    connectorType: "okta",
  });
const integration = async (of: TestDomain = domain) => (await of.ask("/integrations/okta")).body;

test("a removed connector is reported as not configured, its secrets are deleted and its rows stay", async () => {
  const untouched = await integration();
  await configure(domain);
  await push();
  expect(await integration()).toMatchObject({ configured: true, status: "active" });
  await removeConnector(contextOf(domain), "okta");
  expect(await integration()).toEqual(untouched);
  expect(untouched).toMatchObject({ configured: false, enabled: false, status: "not_configured", created_at: null });
  expect(await findConnectorSettings(domain.db, "okta")).toBeUndefined();
  expect(await push()).toMatchObject({ accepted: 0, duplicates: 1 });
});

test("a push connector can be removed and is created again by its next delivery", async () => {
  await push();
  await removeConnector(contextOf(domain), "okta");
  expect(await integration()).toMatchObject({ status: "not_configured" });
  await push();
  expect(await integration()).toMatchObject({ configured: true, status: "active" });
});

test("removing a connector that the domain does not have is refused, even if another domain has it", async () => {
  const other = await service.givenDomain();
  await configure(other);
  await expect(removeConnector(contextOf(domain), "okta")).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("parapet connector list"),
  });
  expect(await integration(other)).toMatchObject({ configured: true });
});

test("a poll in progress when its connector is removed stores nothing more and does not restore it", async () => {
  await configure(domain);
  const findConnector = (connectorType: string): Connector => ({
    connectorType,
    settings: { org_url: { meaning: "" }, api_token: { meaning: "", secret: true } },
    identity: [],
    pollEveryMs: 1,
    open: () => ({
      pull: async function* () {
        await removeConnector(contextOf(domain), "okta");
        yield pageOf(null, { rows: { SigninLogs: [ROW] } });
      },
      close: () => undefined,
    }),
  });
  expect(await pollConnector({ ...world, sealer, findConnector }, domain.db, "okta")).toBeUndefined();
  expect(await integration()).toMatchObject({ status: "not_configured" });
  expect(await storedRows(domain.db)).toEqual([]);
});
