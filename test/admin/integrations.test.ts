import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { composePollParts } from "../../src/compose/poll-parts.ts";
import { PULL_CONNECTORS } from "../../src/connectors/pull-connectors.ts";
import { secretNames } from "../../src/connectors/read-settings.ts";
import { pollConnector } from "../../src/pipeline/poll/poll-connector.ts";
import { newId } from "../../src/runtime/ids.ts";
import { addConnectorPoll, POLLS_KEPT } from "../../src/store/connectors/connector-polls.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../support/service.ts";
import { Browser, givenAccount, givenMember } from "../support/signed-in.ts";
import { API_TOKEN, type OktaVendor, startOkta } from "../support/vendors/okta.ts";

const LOCAL = ["127.0.0.1"];

let service: TestService;
let domain: TestDomain;
let admin: Browser;
let vendor: OktaVendor;
beforeAll(async () => {
  service = await startTestService({ connectorAddresses: LOCAL });
  vendor = await startOkta();
});
beforeEach(async () => {
  domain = await service.givenDomain();
  admin = await givenMember(service, domain, "admin");
});
afterAll(async () => {
  await vendor.close();
  await service.stop();
});

const at = (path: string, type = "okta") => `/domains/${domain.domainId}/integrations/${type}/${path}`;

function configure(change: Readonly<Record<string, string>> = {}) {
  const { api_token: token = "", ...settings } = { ...vendor.settings, ...change };
  return admin.ask(at("setup"), { method: "PUT", payload: { settings, secrets: { api_token: token } } });
}

const steps = (body: unknown) =>
  Object.fromEntries(
    (body as { steps: { step: string; state: string }[] }).steps.map(({ step, state }) => [step, state]),
  );

describe("an integration", () => {
  it("is set up with secrets that are stored encrypted and never returned", async () => {
    expect((await admin.ask(at("setup"))).body).toMatchObject({
      status: "not_configured",
      secrets_set: [],
      settings: {},
    });
    const reply = await configure();
    expect(reply.body).toMatchObject({ status: "pending", enabled: true, secrets_set: ["api_token"] });
    const again = await admin.ask(at("setup"));
    for (const { text } of [reply, again]) expect(text).not.toContain(API_TOKEN);
    const stored = await domain.db.query("select * from connector_settings where domain_id = $1");
    expect(JSON.stringify(stored)).not.toContain(API_TOKEN);
    const kept = await admin.ask(at("setup"), { method: "PUT", payload: { settings: {} } });
    expect(kept.body).toMatchObject({ settings: { org_url: vendor.settings["org_url"] }, secrets_set: ["api_token"] });
  });

  it("refuses unknown and wrong settings with the reason, without quoting a secret", async () => {
    const wrong = await admin.ask(at("setup"), { method: "PUT", payload: { settings: { nope: "x" } } });
    expect([wrong.status, wrong.body["error"]]).toEqual([400, "invalid_request"]);
    expect(wrong.text).toContain("nope");
    const url = await configure({ org_url: "ftp://x" });
    expect(url.status).toBe(400);
    expect(url.text).not.toContain(API_TOKEN);
    expect((await admin.ask(at("setup", "nothing"))).status).toBe(404);
    const pushed = await admin.ask(at("setup", "duo"), { method: "PUT", payload: { settings: {} } });
    expect(pushed.body).toMatchObject({ error: "invalid_request" });
  });

  it("takes a private key in several lines as it is pasted, and says which settings have several lines", async () => {
    const { private_key: pem = "", ...settings } = vendor.appSettings;
    for (const key of [pem, pem.replaceAll("\n", "\r\n"), pem.replaceAll("\n", "\\n"), pem.replaceAll("\n", " ")]) {
      const payload = { settings, secrets: { private_key: key } };
      expect((await admin.ask(at("setup"), { method: "PUT", payload })).status).toBe(200);
      expect((await admin.ask(at("test"), { method: "POST" })).body).toMatchObject({ ok: true });
    }
    const { fields } = (await admin.ask(at("setup"))).body as unknown as {
      fields: { name: string; is_multiline: boolean }[];
    };
    expect(fields.filter(({ is_multiline }) => is_multiline).map(({ name }) => name)).toEqual(["private_key"]);
  });

  it("never sends a stored secret to an address that it was not entered for", async () => {
    const own = await startOkta();
    try {
      await configure();
      const move = (secrets: Readonly<Record<string, string>>) =>
        admin.ask(at("setup"), {
          method: "PUT",
          payload: { settings: { org_url: String(own.settings["org_url"]) }, secrets },
        });
      const refused = await move({});
      expect([refused.status, refused.body["error"]]).toEqual([400, "invalid_request"]);
      expect(refused.text).toContain("Enter the secret 'api_token' again");
      expect(refused.text).not.toContain(API_TOKEN);
      expect((await admin.ask(at("setup"))).body).toMatchObject({ settings: { org_url: vendor.settings["org_url"] } });
      expect((await move({ api_token: "another-token" })).status).toBe(200);
      expect((await move({})).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it("sends secrets without encryption only to addresses that an operator allowed", async () => {
    for (const url of ["http://192.0.2.1", "http://127.0.0.2:9", "http://[::1]:9"]) {
      const refused = await configure({ org_url: url });
      expect([refused.status, refused.body["error"]]).toEqual([400, "invalid_request"]);
      expect(refused.text).toContain("would be reached without encryption; use https");
    }
    expect((await configure({ org_url: "http://127.0.0.1:9" })).status).toBe(200);
  });

  it("records which secrets were given and which were removed, not those that stay", async () => {
    await configure();
    await admin.ask(at("setup"), { method: "PUT", payload: { settings: { backfill_days: "7" } } });
    const { private_key: pem = "", ...settings } = vendor.appSettings;
    const secrets = { api_token: "", private_key: pem };
    expect((await admin.ask(at("setup"), { method: "PUT", payload: { settings, secrets } })).body).toMatchObject({
      secrets_set: ["private_key"],
    });
    const { items } = (await admin.ask(`/domains/${domain.domainId}/audit?action=connector.configure`))
      .body as unknown as {
      items: { after: object }[];
    };
    expect(items.map(({ after }) => after).reverse()).toMatchObject([
      { secrets_set: ["api_token"] },
      { secrets_set: [], settings: { backfill_days: "7" } },
      { secrets_set: ["private_key"], secrets_removed: ["api_token"] },
    ]);
  });

  it("that sends secrets somewhere declares every address that it sends them to", () => {
    for (const { settings } of PULL_CONNECTORS.filter((connector) => secretNames(connector).length > 0)) {
      const addresses = Object.entries(settings).filter(([name]) => /url|endpoint|host/.test(name));
      expect(addresses.length).toBeGreaterThan(0);
      expect(addresses.filter(([, setting]) => !setting.isDestination)).toEqual([]);
    }
  });

  it("is set up only by somebody who has entered the password lately", async () => {
    service.clock.now = new Date(service.clock.now.getTime() + 11 * 60_000);
    await admin.ask("/session/refresh", { method: "POST" });
    expect((await configure()).body).toMatchObject({ error: "reauthentication_required" });
  });

  it("that reads files of the server is set up only by an operator", async () => {
    const payload = { settings: { folder: "/etc" } };
    const refused = await admin.ask(at("setup", "file_drop"), { method: "PUT", payload });
    expect([refused.status, refused.body["error"]]).toEqual([403, "insufficient_role"]);
    const operator = new Browser(service);
    await operator.signIn((await givenAccount(service, true)).email);
    expect((await operator.ask(at("setup", "file_drop"), { method: "PUT", payload })).status).toBe(200);
  });

  it("is tested step by step, and nothing is stored", async () => {
    await configure();
    const passed = await admin.ask(at("test"), { method: "POST" });
    expect(passed.body).toMatchObject({ ok: true });
    expect(new Set(Object.values(steps(passed.body)))).toEqual(new Set(["passed"]));
    await configure({ api_token: "wrong-token-of-nobody" });
    const refused = await admin.ask(at("test"), { method: "POST" });
    expect(refused.text).not.toContain("wrong-token-of-nobody");
    expect(refused.body["ok"]).toBe(false);
    expect(steps(refused.body)).toEqual({
      settings: "passed",
      address: "passed",
      connection: "passed",
      sign_in: "failed",
      permission: "skipped",
      first_row: "skipped",
    });
    await configure({ org_url: "https://127.0.0.2:9" });
    expect(steps((await admin.ask(at("test"), { method: "POST" })).body)).toMatchObject({ address: "failed" });
    expect(await domain.db.query("select 1 from connector_polls where domain_id = $1")).toEqual([]);
  });

  it("is tested once at a time, so that slow sources do not add up", async () => {
    const waiting: ServerResponse[] = [];
    const slow = createServer((_request, response) => waiting.push(response));
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = slow.address() as AddressInfo;
      await configure({ org_url: `http://127.0.0.1:${port}` });
      const first = admin.ask(at("test"), { method: "POST" });
      await expect.poll(() => waiting.length).toBe(1);
      expect((await admin.ask(at("test"), { method: "POST" })).body).toMatchObject({ error: "unavailable" });
      waiting[0]?.writeHead(401).end();
      await expect.poll(() => waiting.length).toBe(2);
      waiting[1]?.writeHead(401).end();
      expect((await first).body).toMatchObject({ ok: false });
    } finally {
      slow.closeAllConnections();
      slow.close();
    }
  });

  it("is disabled, enabled, polled when somebody asks, and removed", async () => {
    await configure();
    const enable = (enabled: boolean) => admin.ask(at("enabled"), { method: "PUT", payload: { enabled } });
    await enable(false);
    expect((await admin.ask(at("setup"))).body).toMatchObject({ enabled: false, status: "disabled" });
    expect((await admin.ask(at("poll"), { method: "POST" })).body).toMatchObject({ error: "invalid_request" });
    await enable(true);
    await domain.db.execute("update connector_settings set next_poll_at = '2030-01-01' where domain_id = $1");
    expect((await admin.ask(at("poll"), { method: "POST" })).status).toBe(200);
    expect((await admin.ask(at("setup"))).body["next_poll_at"]).toBe(service.clock.now.toISOString());
    expect((await admin.ask(at("setup"), { method: "DELETE" })).status).toBe(200);
    expect((await admin.ask(at("setup"))).body).toMatchObject({ status: "not_configured" });
    expect((await admin.ask(at("setup"), { method: "DELETE" })).body).toMatchObject({ error: "integration_not_found" });
  });

  it("shows how its last polls ended, and keeps a limited number of them", async () => {
    await configure();
    const parts = composePollParts({ clock: () => service.clock.now, pepper: TEST_PEPPER, addresses: LOCAL });
    await pollConnector(parts, domain.db, "okta", { outOfTurn: true });
    await configure({ api_token: "wrong-token-of-nobody" });
    service.clock.now = new Date(service.clock.now.getTime() + 1_000);
    await pollConnector(parts, domain.db, "okta", { outOfTurn: true });
    const { body, text } = await admin.ask(at("polls"));
    expect(body["items"]).toMatchObject([
      { problem: expect.stringContaining("bad_credentials") },
      { problem: null, pages: expect.any(Number) },
    ]);
    expect(text).not.toContain("wrong-token-of-nobody");
    const times = { startedAt: service.clock.now, endedAt: service.clock.now };
    const counts = { pages: 1, accepted: 0, duplicates: 0, rejected: 0, problem: null };
    for (let index = 0; index < POLLS_KEPT; index++) {
      await addConnectorPoll(domain.db, { connectorType: "okta", pollId: newId(), ...times, ...counts });
    }
    expect((await admin.ask(at("polls"))).body["items"]).toHaveLength(POLLS_KEPT);
    const kept = await domain.db.query("select 1 from connector_polls where domain_id = $1");
    expect(kept).toHaveLength(POLLS_KEPT);
  });
});
