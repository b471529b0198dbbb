import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inviteMember } from "../../src/actions/accounts/invite-member.ts";
import { issueSetupCode } from "../../src/actions/accounts/set-up.ts";
import type { AdminEndpoint } from "../../src/contract/admin/admin-endpoint.ts";
import { adminEndpoints } from "../../src/contract/admin/admin-endpoints.ts";
import { type AuditAction, actionsIn } from "../../src/model/audit.ts";
import { INSTALLATION_ID } from "../../src/model/installation.ts";
import { newId } from "../../src/runtime/ids.ts";
import { totpCode, totpStep } from "../../src/runtime/totp.ts";
import { setIdentity } from "../../src/store/accounts/accounts.ts";
import { findHead } from "../../src/store/audit/audit-entries.ts";
import type { DomainDb } from "../../src/store/database/database.ts";
import { markReady } from "../../src/store/domains/readiness.ts";
import { givenCase } from "../support/given.ts";
import { keyIdOf } from "../support/key-text.ts";
import { startTestProvider, type TestProvider } from "../support/oidc/test-provider.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount, givenMember, TEST_PASSWORD } from "../support/signed-in.ts";
import { type OktaVendor, startOkta } from "../support/vendors/okta.ts";

let provider: TestProvider;
let vendor: OktaVendor;
let service: TestService;
beforeAll(async () => {
  [provider, vendor] = [await startTestProvider(), await startOkta()];
  const parts = { identityProvider: provider.settings, connectorAddresses: ["127.0.0.1"] };
  service = await startTestService(parts);
  service.clock.now = new Date();
});
afterAll(async () => {
  await service.stop();
  await Promise.all([provider.stop(), vendor.close()]);
});

type Operation = keyof typeof adminEndpoints;

/** A domain, and somebody who may do everything in it. */
interface Given {
  readonly domain: TestDomain;
  readonly owner: Browser;
}

type Perform = () => Promise<TestReply>;

/** Brings the domain or the account into the state that an operation needs; returns how to perform it. */
type Prepare = (given: Given) => Promise<Perform>;

/** Operations that leave no entry, and why none is needed. */
const EXEMPT: Readonly<Partial<Record<Operation, string>>> = {
  refreshSession: "continues a session every few minutes and gives no right that its start did not give",
  joinWithOidc: "stores nothing: the attempt is in a cookie, and the sign-in that returns leaves its entries",
  testIntegration: "stores nothing",
  verifyAudit: "reads",
  verifyInstallationAudit: "reads",
};

/** Reads that change something after all. */
const CHANGING_READS: readonly Operation[] = ["finishOidc"];

const person = () => {
  const sub = newId();
  return { sub, email: `${sub}@staff.northwind.example`, email_verified: true };
};
const invite = async ({ domain }: Given) => {
  const request = { domainId: domain.domainId, email: `${newId()}@northwind.example`, role: "viewer" } as const;
  return inviteMember(accountContext(service), request, "owner");
};
const send = (browser: Browser, method: "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  browser.ask(path, { method, ...(payload && { payload }) });
const at = ({ domain }: Given, path: string) => `/domains/${domain.domainId}${path}`;
const accountIdOf = async (browser: Browser) =>
  ((await browser.ask("/session")).body as unknown as { account: { account_id: string } }).account.account_id;
const sessionIdsOf = async (browser: Browser) =>
  ((await browser.ask("/sessions")).body as unknown as { items: { session_id: string; is_current: boolean }[] }).items;

/** Enrolls an authenticator app as far as its secret; returns a code of it. */
const beginTotp = async ({ owner }: Given) => {
  const { secret } = (await send(owner, "POST", "/account/totp")).body as unknown as { secret: string };
  return totpCode(secret, totpStep(service.clock.now));
};
const configure = (given: Given) => {
  const { api_token: token = "", ...settings } = vendor.settings;
  const path = at(given, "/integrations/okta/setup");
  return send(given.owner, "PUT", path, { settings, secrets: { api_token: token } });
};
const RULE = "impossible_travel";
const makeException = (given: Given) => {
  const payload = { rule: RULE, entity: "maya.ito@northwind.example", reason: "Travels.", expires_at: null };
  return send(given.owner, "POST", at(given, "/rule-exceptions"), payload);
};
const caseOf = async ({ domain }: Given, fields: Parameters<typeof givenCase>[1] = {}) =>
  (await givenCase(domain.db, fields)).caseId;

/** How each operation is performed successfully. */
const CASES: Readonly<Partial<Record<Operation, Prepare>>> = {
  setUp: async () => {
    const code = await issueSetupCode(accountContext(service));
    const payload = { code, email: `${newId()}@northwind.example`, password: TEST_PASSWORD };
    return () => send(new Browser(service), "POST", "/set-up", payload);
  },
  signIn: async () => {
    const { email } = await givenAccount(service);
    return () => new Browser(service).signIn(email);
  },
  acceptInvitation: async (given) => {
    const { code } = await invite(given);
    return () => send(new Browser(service), "POST", "/invitation", { code, password: TEST_PASSWORD });
  },
  finishOidc: async () => {
    const browser = new Browser(service);
    const started = await browser.ask("/oidc/start");
    const response = await provider.authorize(String(started.headers["location"]), person());
    return () => browser.ask(`/oidc/callback?${response}`);
  },
  signOut:
    async ({ owner }) =>
    () =>
      send(owner, "DELETE", "/session"),
  reauthenticate: async ({ owner }) => {
    return () => send(owner, "POST", "/session/reauthenticate", { password: TEST_PASSWORD });
  },
  endSession: async () => {
    const { email } = await givenAccount(service);
    const [here, there] = [new Browser(service), new Browser(service)];
    for (const browser of [here, there]) await browser.signIn(email);
    const other = (await sessionIdsOf(here)).find(({ is_current }) => !is_current)?.session_id;
    return () => send(here, "DELETE", `/sessions/${other}`);
  },
  changePassword: async ({ owner }) => {
    const payload = { password: TEST_PASSWORD, new_password: "another sentence, as ordinary" };
    return () => send(owner, "PUT", "/account/password", payload);
  },
  unlinkIdentity: async ({ owner }) => {
    const linked = { issuer: provider.settings.issuer, subject: newId() };
    await setIdentity(service.database.forDomain(INSTALLATION_ID), await accountIdOf(owner), linked);
    return () => send(owner, "POST", "/account/identity/unlink", {});
  },
  beginTotp: async ({ owner }) => {
    return () => send(owner, "POST", "/account/totp");
  },
  confirmTotp: async (given) => {
    const code = await beginTotp(given);
    return () => send(given.owner, "POST", "/account/totp/confirm", { code });
  },
  removeTotp: async (given) => {
    await send(given.owner, "POST", "/account/totp/confirm", { code: await beginTotp(given) });
    return () => send(given.owner, "DELETE", "/account/totp");
  },
  submitVerdict: async (given) => {
    const caseId = await caseOf(given);
    return () => send(given.owner, "POST", at(given, `/cases/${caseId}/verdict`), { outcome: "SAFE" });
  },
  moveCase: async (given) => {
    const caseId = await caseOf(given);
    return () => send(given.owner, "POST", at(given, `/cases/${caseId}/transition`), { state: "investigating" });
  },
  reopenCase: async (given) => {
    const caseId = await caseOf(given, { state: "closed", closedAt: service.clock.now });
    return () => send(given.owner, "POST", at(given, `/cases/${caseId}/reopen`), {});
  },
  addCaseNote: async (given) => {
    const caseId = await caseOf(given);
    return () => send(given.owner, "POST", at(given, `/cases/${caseId}/notes`), { text: "Called her." });
  },
  configureIntegration: async (given) => () => configure(given),
  removeIntegration: async (given) => {
    await configure(given);
    return () => send(given.owner, "DELETE", at(given, "/integrations/okta/setup"));
  },
  setIntegrationEnabled: async (given) => {
    await configure(given);
    return () => send(given.owner, "PUT", at(given, "/integrations/okta/enabled"), { enabled: false });
  },
  pollIntegration: async (given) => {
    await configure(given);
    return () => send(given.owner, "POST", at(given, "/integrations/okta/poll"));
  },
  createKey: async (given) => {
    const payload = { name: "siem", scopes: ["cases:read"], expires_at: null };
    return () => send(given.owner, "POST", at(given, "/keys"), payload);
  },
  rotateKey: async (given) => {
    const path = at(given, `/keys/${keyIdOf(given.domain.key)}/rotate`);
    return () => send(given.owner, "POST", path, { overlap_seconds: 60 });
  },
  revokeKey: async (given) => () => send(given.owner, "DELETE", at(given, `/keys/${keyIdOf(given.domain.key)}`)),
  inviteMember: async (given) => {
    const payload = { email: `${newId()}@northwind.example`, role: "viewer" };
    return () => send(given.owner, "POST", at(given, "/members"), payload);
  },
  setMemberRole: async (given) => {
    const { accountId } = await invite(given);
    return () => send(given.owner, "PUT", at(given, `/members/${accountId}`), { role: "analyst" });
  },
  removeMember: async (given) => {
    const accountId = await accountIdOf(await givenMember(service, given.domain, "viewer"));
    return () => send(given.owner, "DELETE", at(given, `/members/${accountId}`));
  },
  forceReady: async (given) => () => send(given.owner, "POST", at(given, "/readiness/personas/force")),
  setRuleState: async (given) => {
    const payload = { state: "off", reason: "Everybody uses a VPN." };
    return () => send(given.owner, "PUT", at(given, `/rules/${RULE}/state`), payload);
  },
  makeException: async (given) => () => makeException(given),
  endException: async (given) => {
    const { exception_id: id } = (await makeException(given)).body;
    return () => send(given.owner, "DELETE", at(given, `/rule-exceptions/${id}`));
  },
};

const changing = (Object.entries(adminEndpoints) as [Operation, AdminEndpoint][])
  .filter(([name, { method }]) => !["GET", "HEAD"].includes(method) || CHANGING_READS.includes(name))
  .map(([name]) => name);

const lengthOf = async (db: DomainDb): Promise<number> => (await findHead(db))?.sequence ?? 0;

async function actionsOf(db: DomainDb): Promise<readonly AuditAction[]> {
  const sql = "select distinct action from audit_entries where domain_id = $1";
  return (await db.query<{ action: AuditAction }>(sql)).map(({ action }) => action);
}

describe("every operation of the admin API that is not a read", () => {
  it("either has a case here that performs it, or is exempt with a reason, and nothing else is listed", () => {
    const listed = [...Object.keys(CASES), ...Object.keys(EXEMPT)];
    expect(changing.filter((name) => !listed.includes(name))).toEqual([]);
    expect(listed.filter((name) => !changing.includes(name as Operation))).toEqual([]);
    expect(Object.keys(CASES).filter((name) => Object.hasOwn(EXEMPT, name))).toEqual([]);
  });

  it.each(Object.entries(CASES))(
    "%s leaves an entry in the log of its domain or of the installation",
    async (_name, prepare) => {
      const domain = await service.givenDomain({ ready: false });
      await domain.db.transaction((tx) => markReady(tx, ["cases"], service.clock.now));
      const owner = await givenMember(service, domain, "owner");
      const perform = await prepare({ domain, owner });
      const installation = service.database.forDomain(INSTALLATION_ID);
      const before = (await lengthOf(domain.db)) + (await lengthOf(installation));
      const reply = await perform();
      expect([reply.status, reply.text, reply.headers["location"] ?? ""]).toEqual([
        expect.toSatisfy((status: number) => status === 200 || status === 303),
        expect.any(String),
        expect.not.stringContaining("problem"),
      ]);
      expect((await lengthOf(domain.db)) + (await lengthOf(installation))).toBeGreaterThan(before);
      for (const [db, log] of [
        [domain.db, "domain"],
        [installation, "installation"],
      ] as const) {
        const others = [...new Set(await actionsOf(db))].filter((action) => !actionsIn(log).includes(action));
        expect(others, `actions that the filter of the log of the ${log} lacks`).toEqual([]);
      }
    },
  );
});
