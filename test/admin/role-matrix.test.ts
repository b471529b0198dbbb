import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AdminEndpoint } from "../../src/contract/admin/admin-endpoint.ts";
import { adminEndpoints } from "../../src/contract/admin/admin-endpoints.ts";
import { mayDo, RIGHTS, type Right, ROLES, type Role } from "../../src/model/role.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { Browser, givenAccount, givenMember } from "../support/signed-in.ts";

let service: TestService;
let domain: TestDomain;
let other: TestDomain;
const members = new Map<Role, Browser>();
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  other = await service.givenDomain();
  for (const role of ROLES) members.set(role, await givenMember(service, domain, role));
});
afterAll(() => service.stop());

const ID = "018f2f6e-0000-7000-8000-00000000dead";
const endpoints: readonly AdminEndpoint[] = Object.values(adminEndpoints);
const inDomain = endpoints.filter(({ requires }) => Object.hasOwn(RIGHTS, requires));

/** Returns the path of an operation with ids that do not exist, except that of the domain. */
const pathOf = ({ path }: AdminEndpoint, domainId: string) =>
  path
    .replace(":domain_id", domainId)
    .replace(":resource", "personas")
    .replace(":key_id", "aaaaaaaa")
    .replace(":connector_type", "nothing")
    .replace(/:\w+/g, ID);

/** Sends a request that is invalid beyond its path, so that it changes nothing where it is allowed. */
const probe = (browser: Browser, endpoint: AdminEndpoint, domainId = domain.domainId) =>
  browser.ask(pathOf(endpoint, domainId), {
    method: endpoint.method,
    ...(endpoint.body && { payload: { unexpected: true } }),
  });

describe.each(inDomain.map((endpoint) => [endpoint.operationId, endpoint] as const))("%s", (_id, endpoint) => {
  it.each(ROLES)("is open to exactly the roles of the matrix: %s", async (role) => {
    const reply = await probe(members.get(role) as Browser, endpoint);
    if (mayDo(role, endpoint.requires as Right)) {
      expect([401, 403]).not.toContain(reply.status);
    } else {
      expect(reply.status).toBe(403);
      expect(reply.body).toMatchObject({ error: "insufficient_role", required_right: endpoint.requires });
    }
  });

  it("answers the same for a foreign domain as for one that does not exist", async () => {
    const owner = members.get("owner") as Browser;
    const [foreign, missing] = [await probe(owner, endpoint, other.domainId), await probe(owner, endpoint, ID)];
    for (const reply of [foreign, missing]) {
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ error: "domain_not_found", message: "There is no such domain." });
    }
  });

  it("is closed to everybody who is not signed in", async () => {
    const reply = await probe(new Browser(service), endpoint);
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ error: "invalid_session" });
  });
});

describe("an operator", () => {
  it("has the rights of an owner in every domain", async () => {
    const operator = new Browser(service);
    await operator.signIn((await givenAccount(service, true)).email);
    for (const endpoint of inDomain) {
      for (const { domainId } of [domain, other]) {
        const { status, body } = await probe(operator, endpoint, domainId);
        expect([endpoint.operationId, status === 401 || status === 403, body["error"] === "domain_not_found"]).toEqual([
          endpoint.operationId,
          false,
          false,
        ]);
      }
    }
  });
});

describe("a role", () => {
  it("takes effect with the next request after it was changed", async () => {
    const owner = members.get("owner") as Browser;
    const analyst = await givenMember(service, domain, "analyst");
    const { account } = (await analyst.ask("/session")).body as unknown as { account: { account_id: string } };
    const member = `/domains/${domain.domainId}/members/${account.account_id}`;
    const keys = `/domains/${domain.domainId}/keys`;
    expect((await analyst.ask(keys)).status).toBe(403);
    expect((await owner.ask(member, { method: "PUT", payload: { role: "admin" } })).status).toBe(200);
    expect((await analyst.ask(keys)).status).toBe(200);
    expect((await owner.ask(member, { method: "DELETE" })).status).toBe(200);
    expect((await analyst.ask(keys)).status).toBe(404);
  });

  it("of the last owner cannot be given away or removed", async () => {
    const owner = members.get("owner") as Browser;
    const { account } = (await owner.ask("/session")).body as unknown as { account: { account_id: string } };
    const own = `/domains/${domain.domainId}/members/${account.account_id}`;
    expect((await owner.ask(own, { method: "PUT", payload: { role: "viewer" } })).body["error"]).toBe("last_owner");
    expect((await owner.ask(own, { method: "DELETE" })).body["error"]).toBe("last_owner");
  });
});
