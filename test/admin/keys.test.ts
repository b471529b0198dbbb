import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeMember } from "../../src/actions/accounts/change-members.ts";
import { disableAccount, enableAccount } from "../../src/actions/accounts/disable-account.ts";
import { createApiKey } from "../../src/actions/create-api-key.ts";
import { updateDomain } from "../../src/actions/update-domain.ts";
import type { AuditActor } from "../../src/model/audit.ts";
import { newId } from "../../src/runtime/ids.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { runCommand } from "../support/run-command.ts";
import { startTestService, TEST_PEPPER, type TestDomain, type TestService } from "../support/service.ts";
import { accountContext, Browser, givenAccount, givenMember } from "../support/signed-in.ts";

let service: TestService;
let domain: TestDomain;
let admin: Browser;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  admin = await givenMember(service, domain, "admin");
});
afterAll(() => service.stop());

const DAY_MS = 86_400_000;

interface IssuedKey {
  readonly key_id: string;
  readonly key: string;
  readonly expires_at: string | null;
}

interface ListedKey {
  readonly key_id: string;
  readonly expires_at: string | null;
  readonly creator_name: string | null;
  readonly creator_state: string | null;
  readonly last_used_at: string | null;
  readonly last_used_ip: string | null;
}

const keysPath = (rest = "") => `/domains/${domain.domainId}/keys${rest}`;

async function create(browser: Browser, expiresAt: string | null = null): Promise<IssuedKey> {
  const payload = { name: "siem", scopes: ["cases:read"], expires_at: expiresAt };
  const reply = await browser.ask(keysPath(), { method: "POST", payload });
  expect(reply.status).toBe(200);
  return reply.body as unknown as IssuedKey;
}

async function find(keyId: string): Promise<ListedKey | undefined> {
  const { items } = (await admin.ask(keysPath())).body as unknown as { items: readonly ListedKey[] };
  return items.find(({ key_id }) => key_id === keyId);
}

it("shows the first request of a new key as soon as it was made", async () => {
  const { key, key_id: keyId } = await create(admin);
  expect(await find(keyId)).toMatchObject({ last_used_at: null, last_used_ip: null });
  expect((await domain.ask("/whoami", { key, address: "192.0.2.7" })).status).toBe(200);
  expect(await find(keyId)).toMatchObject({ last_used_at: service.clock.now.toISOString(), last_used_ip: "192.0.2.7" });
});

describe("a key whose creator lost access", () => {
  const accountIdOf = async (browser: Browser) =>
    ((await browser.ask("/session")).body as unknown as { account: { account_id: string } }).account.account_id;
  const ctx = () => ({ db: domain.db, clock: () => service.clock.now, actor: TEST_ACTOR });
  const stateOf = async ({ key_id }: IssuedKey) => (await find(key_id))?.creator_state;

  it("is marked while the account is disabled, and works on", async () => {
    const creator = await givenMember(service, domain, "admin");
    const accountId = await accountIdOf(creator);
    const key = await create(creator);
    expect(await stateOf(key)).toBe("active");
    await disableAccount(accountContext(service), accountId);
    expect(await stateOf(key)).toBe("disabled");
    expect((await domain.ask("/whoami", { key: key.key })).status).toBe(200);
    await enableAccount(accountContext(service), accountId);
    expect(await stateOf(key)).toBe("active");
  });

  it("is marked when the account is no longer a member, with the email address, and works on", async () => {
    const creator = await givenMember(service, domain, "admin");
    const key = await create(creator);
    const { account } = (await creator.ask("/session")).body as unknown as { account: { email: string } };
    await removeMember(accountContext(service), domain.domainId, await accountIdOf(creator));
    expect(await find(key.key_id)).toMatchObject({ creator_state: "removed", creator_name: account.email });
    expect((await domain.ask("/whoami", { key: key.key })).status).toBe(200);
  });

  it("is not marked if the account is an operator, who is a member of no domain", async () => {
    const operator = new Browser(service);
    await operator.signIn((await givenAccount(service, true)).email);
    expect(await stateOf(await create(operator))).toBe("active");
  });

  it("is marked on the command line too", async () => {
    const creator = await givenMember(service, domain, "admin");
    const { key_id: keyId } = await create(creator);
    await removeMember(accountContext(service), domain.domainId, await accountIdOf(creator));
    const list = async (...more: readonly string[]) => {
      const environment = { PARAPET_DATABASE_URL: service.databaseUrl, PARAPET_DATA_DIR: service.dataDir };
      return (await runCommand(["key", "list", "--domain", domain.name, ...more], environment)).stdout;
    };
    const own = (await find(keyId))?.creator_name;
    const listed = JSON.parse(await list("--json")) as readonly ListedKey[];
    const expected = { creator_state: "removed", creator_name: own };
    expect(listed.find(({ key_id }) => key_id === keyId)).toMatchObject(expected);
    expect((await list()).split("\n").find((line) => line.startsWith(keyId))).toMatch(
      new RegExp(`cases:read {2}its creator ${own} has no role in the domain any more$`),
    );
  });

  it.each([
    ["an account that does not exist any more", { kind: "account", id: newId() }, "removed"],
    ["an account under an id that is none", { kind: "account", id: "unknown" }, "removed"],
    ["the command line", { kind: "operator", id: "maya" }, null],
  ] as const)("is distinguished from one made by %s", async (_who, author, state) => {
    const actor: AuditActor = { ...author, origin: "cli@host" };
    const issued = await createApiKey({ ...ctx(), actor }, TEST_PEPPER, { name: null, expiresAt: null });
    expect(await find(issued.keyId)).toMatchObject({ creator_state: state, creator_name: null });
  });
});

describe("the successor of a rotated key", () => {
  const inDays = (days: number) => new Date(service.clock.now.getTime() + days * DAY_MS).toISOString();
  const rotate = async ({ key_id }: IssuedKey, change: object = {}) => {
    const payload = { overlap_seconds: 3_600, ...change };
    return admin.ask(keysPath(`/${key_id}/rotate`), { method: "POST", payload });
  };
  const successorOf = async (key: IssuedKey, change: object = {}) =>
    (await rotate(key, change)).body as unknown as IssuedKey;
  const pass = (ms: number) => {
    service.clock.now = new Date(service.clock.now.getTime() + ms);
  };

  it("lives as long as the old key was to, from now", async () => {
    const old = await create(admin, inDays(30));
    pass(60_000);
    const successor = await successorOf(old);
    expect(successor.expires_at).toBe(inDays(30));
    expect((await find(successor.key_id))?.expires_at).toBe(inDays(30));
  });

  it("never expires if the old key never did, unless the domain has forbidden that since", async () => {
    const [first, second] = [await create(admin), await create(admin)];
    expect((await successorOf(first)).expires_at).toBeNull();
    const ctx = { db: domain.db, clock: () => service.clock.now, actor: TEST_ACTOR };
    await updateDomain(ctx, { keysMayNeverExpire: false });
    expect((await rotate(second)).body).toMatchObject({ error: "invalid_request" });
    expect((await successorOf(second, { expires_at: inDays(7) })).expires_at).toBe(inDays(7));
    await updateDomain(ctx, { keysMayNeverExpire: true });
  });

  it("expires as given, also never", async () => {
    const old = await create(admin, inDays(30));
    expect((await successorOf(old, { expires_at: inDays(7) })).expires_at).toBe(inDays(7));
    expect((await successorOf(old, { expires_at: null })).expires_at).toBeNull();
    expect((await rotate(old, { expires_at: inDays(-1) })).status).toBe(400);
  });

  it.each([
    ["a lifetime", 30],
    ["no end", null],
  ])(
    "of a key that is rotated again during its overlap has the lifetime that the key was given: %s",
    async (_, days) => {
      const old = await create(admin, days === null ? null : inDays(days));
      await successorOf(old);
      expect((await find(old.key_id))?.expires_at).toBe(inDays(1 / 24));
      expect((await successorOf(old)).expires_at).toBe(days === null ? null : inDays(days));
    },
  );

  it("of a key that was to live for thousands of years has an expiry that can be written", async () => {
    const old = await create(admin, "9999-12-31T23:59:59.999Z");
    pass(60_000);
    expect((await successorOf(old)).expires_at).toBe("9999-12-31T23:59:59.999Z");
  });
});
