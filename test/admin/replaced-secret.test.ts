import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inviteOperator } from "../../src/actions/accounts/invite-member.ts";
import { issueSetupCode } from "../../src/actions/accounts/set-up.ts";
import { createApiKey } from "../../src/actions/create-api-key.ts";
import { replaceSecret } from "../../src/actions/replace-secret.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { newId } from "../../src/runtime/ids.ts";
import { adoptSecret, beginReplacement, compareSecret } from "../../src/store/installation/secret-fingerprint.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount, givenMember, TEST_PASSWORD } from "../support/signed-in.ts";
import { type OktaVendor, startOkta } from "../support/vendors/okta.ts";

const OTHER = "another secret, of thirty-two characters and more";

let service: TestService;
let vendor: OktaVendor;
let domain: TestDomain;
let owner: Browser;
let invited: string;
let keyId: string;
beforeAll(async () => {
  vendor = await startOkta();
  service = await startTestService({ connectorAddresses: ["127.0.0.1"] });
  const ctx = accountContext(service);
  expect(await adoptSecret(service.database, TEST_PEPPER, service.clock.now)).toBe("same");
  domain = await service.givenDomain();
  owner = await givenMember(service, domain, "owner");
  invited = (await inviteOperator(ctx, { email: `${newId()}@northwind.example` })).code ?? "";
  const key = await createApiKey({ ...ctx, db: domain.db }, TEST_PEPPER, { name: "siem", expiresAt: null });
  keyId = key.keyId;
});
afterAll(async () => {
  await vendor.close();
  await service.stop();
});

/** Everything that is stored under the secret. */
async function stored(): Promise<unknown> {
  const accounts = service.database.forDomain(INSTALLATION_ID);
  return {
    keys: await domain.db.query("select key_id from api_keys where domain_id = $1 order by key_id"),
    connectors: await domain.db.query("select sealed_secrets from connector_settings where domain_id = $1"),
    sessions: await accounts.query(
      "select session_id, refresh_digest from account_sessions where domain_id = $1 order by session_id",
    ),
    codes: await accounts.query("select digest from account_codes where domain_id = $1 order by digest"),
    factors: await accounts.query("select totp_secret from accounts where domain_id = $1 order by account_id"),
  };
}

describe("a server whose secret is being replaced", { shuffle: false }, () => {
  it("issues no key, session, code, authenticator or connector secret, and answers 503 instead", async () => {
    const { email } = await givenAccount(service);
    await beginReplacement(service.database, service.clock.now);
    const before = await stored();
    const at = `/domains/${domain.domainId}`;
    const { api_token: token = "", ...settings } = vendor.settings;
    const requests: readonly (readonly [method: "POST" | "PUT", path: string, payload: object])[] = [
      ["POST", "/session", { email, password: TEST_PASSWORD }],
      ["POST", "/session/refresh", {}],
      ["POST", "/session/reauthenticate", { password: TEST_PASSWORD }],
      ["POST", "/account/totp", {}],
      ["POST", "/invitation", { code: invited, password: "a sentence that nobody guesses" }],
      ["POST", `${at}/keys`, { name: "new", scopes: ["cases:read"], expires_at: null }],
      ["POST", `${at}/keys/${keyId}/rotate`, { overlap_seconds: 0, expires_at: null }],
      ["PUT", `${at}/integrations/okta/setup`, { settings, secrets: { api_token: token } }],
      ["POST", `${at}/members`, { email: "new@northwind.example", role: "viewer" }],
    ];
    for (const [method, path, payload] of requests) {
      const { status, body, headers } = await owner.ask(path, {
        method,
        ...(Object.keys(payload).length > 0 && { payload }),
      });
      expect([path, status, body["error"], headers["retry-after"]]).toEqual([path, 503, "unavailable", "1"]);
    }
    await expect(issueSetupCode(accountContext(service))).rejects.toMatchObject({ code: "unavailable" });
    expect(await stored()).toEqual(before);
  });

  it("belongs to nobody's secret until the replacement was repeated, also after an interruption", async () => {
    const ctx = accountContext(service);
    expect(await compareSecret(service.database, TEST_PEPPER)).toBe("replacing");
    expect(await compareSecret(service.database, OTHER)).toBe("replacing");
    expect(await adoptSecret(service.database, OTHER, service.clock.now)).toBe("replacing");
    const { domains } = await replaceSecret(ctx, OTHER);
    expect(domains).toMatchObject([{ domain: domain.name, revokedKeys: 2 }]);
    expect(await compareSecret(service.database, OTHER)).toBe("same");
    expect(await compareSecret(service.database, TEST_PEPPER)).toBe("other");
    // Nothing is recorded under the earlier secret, also no refusal.
    expect((await new Browser(service).signIn("nobody@northwind.example")).status).toBe(503);
    expect((await domain.ask("/whoami")).status).toBe(401);
  });
});

it("a key that is being created when the replacement begins is revoked by it, and none is created afterwards", async () => {
  const own = await startTestService();
  const { database, clock } = own;
  const ctx = { database, clock: () => clock.now, actor: TEST_ACTOR };
  await adoptSecret(database, TEST_PEPPER, clock.now);
  const { db } = await own.givenDomain();
  const create = () => createApiKey({ ...ctx, db }, TEST_PEPPER, { name: null, expiresAt: null });
  const attempts = Array.from({ length: 8 }, create);
  const replacing = replaceSecret(ctx, OTHER);
  const later = Array.from({ length: 8 }, create);
  const last = replacing.then(create);
  const outcomes = await Promise.allSettled([...attempts, ...later, last]);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "unavailable" });
  }
  expect(outcomes.at(-1)?.status).toBe("rejected");
  expect(await db.query("select key_id from api_keys where domain_id = $1 and revoked_at is null")).toEqual([]);
  await own.stop();
});
