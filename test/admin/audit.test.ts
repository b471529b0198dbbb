import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { disableAccount } from "../../src/actions/accounts/disable-account.ts";
import type { AdminEndpoint } from "../../src/contract/admin/admin-endpoint.ts";
import { adminEndpoints } from "../../src/contract/admin/admin-endpoints.ts";
import { ROLES } from "../../src/model/role.ts";
import { startTestService, type TestDomain, type TestReply, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount, givenMember, type TestAccount } from "../support/signed-in.ts";

let service: TestService;
let domain: TestDomain;
let operator: Browser;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  operator = new Browser(service);
  await operator.signIn((await givenAccount(service, true)).email);
});
afterAll(() => service.stop());

interface Item {
  readonly sequence: number;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string | null };
  readonly target: { readonly kind: string; readonly id: string; readonly name: string | null };
}

const itemsOf = ({ status, body }: TestReply): readonly Item[] => {
  expect(status).toBe(200);
  return body["items"] as unknown as readonly Item[];
};

/** Creates an account, signs in to it and disables it. */
async function givenHistory(): Promise<TestAccount> {
  const account = await givenAccount(service);
  await new Browser(service).signIn(account.email);
  await disableAccount(accountContext(service), account.accountId);
  return account;
}

describe("the log of the installation", () => {
  it("shows operators what happened to accounts and sessions, with the email addresses of the accounts", async () => {
    const { accountId, email } = await givenHistory();
    const [disabled, signedIn, created] = itemsOf(await operator.ask("/audit?page_size=3"));
    const account = { kind: "account", id: accountId, name: email };
    expect(disabled).toMatchObject({ action: "account.disable", target: account });
    expect(signedIn).toMatchObject({
      action: "session.start",
      actor: account,
      target: { kind: "session", name: null },
    });
    expect(created).toMatchObject({ action: "account.create", target: account });
  });

  it("is filtered by action and actor, and continued where a page ended", async () => {
    const { accountId } = await givenHistory();
    const byActor = itemsOf(await operator.ask(`/audit?actor_id=${accountId}`));
    expect(byActor.map(({ action }) => action)).toEqual(["session.start"]);
    const disabled = itemsOf(await operator.ask("/audit?action=account.disable"));
    expect(disabled.map(({ target }) => target.id)).toContain(accountId);
    const all = itemsOf(await operator.ask("/audit?page_size=200"));
    const [first] = itemsOf(await operator.ask("/audit?page_size=1"));
    const rest = itemsOf(await operator.ask(`/audit?page_size=200&before=${first?.sequence}`));
    expect([first, ...rest]).toEqual(all);
  });

  it("has no entry of a domain, and the log of a domain none of the installation", async () => {
    const own = itemsOf(await operator.ask(`/domains/${domain.domainId}/audit`)).map(({ action }) => action);
    const shared = itemsOf(await operator.ask("/audit?page_size=200")).map(({ action }) => action);
    expect(own).toContain("domain.create");
    expect(shared).not.toContain("domain.create");
    expect(own.filter((action) => /^(account|session)\./.test(action))).toEqual([]);
  });

  it("is verified for operators", async () => {
    const [newest] = itemsOf(await operator.ask("/audit?page_size=1"));
    const { status, body } = await operator.ask("/audit/verify", { method: "POST" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ entries: newest?.sequence, broken_at: null, reason: null });
  });
});

const forOperators = Object.values<AdminEndpoint>(adminEndpoints).filter(({ requires }) => requires === "operator");

describe("an operation for operators", () => {
  it("is the only way to the log of the installation: its id is no domain, not even for an operator", async () => {
    expect(forOperators.map(({ operationId }) => operationId)).toContain("listInstallationAudit");
    const path = "/domains/00000000-0000-0000-0000-000000000000/audit";
    expect((await operator.ask(path)).status).toBe(404);
  });

  it.each(ROLES)("is closed to the role %s of a domain", async (role) => {
    const member = await givenMember(service, domain, role);
    for (const { method, path } of forOperators) {
      const { status, body } = await member.ask(path, { method });
      expect([path, status, body["error"]]).toEqual([path, 403, "insufficient_role"]);
    }
  });

  it("is closed to everybody who is not signed in, and to every API key", async () => {
    for (const { method, path } of forOperators) {
      expect((await new Browser(service).ask(path, { method })).status).toBe(401);
      expect((await new Browser(service).ask(path, { method, key: domain.key })).status).toBe(401);
    }
  });
});

it("the log of a domain names the accounts that entries are about, also those that were removed", async () => {
  const owner = await givenMember(service, domain, "owner");
  const { accountId, email } = await givenAccount(service);
  await operator.ask(`/domains/${domain.domainId}/members`, { method: "POST", payload: { email, role: "viewer" } });
  await owner.ask(`/domains/${domain.domainId}/members/${accountId}`, { method: "DELETE" });
  const [removed] = itemsOf(await owner.ask(`/domains/${domain.domainId}/audit?page_size=1`));
  expect(removed).toMatchObject({ action: "member.remove", target: { kind: "account", id: accountId, name: email } });
});
