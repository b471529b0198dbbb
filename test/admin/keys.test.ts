import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";
import { type Browser, givenMember } from "../support/signed-in.ts";

let service: TestService;
let domain: TestDomain;
let admin: Browser;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  admin = await givenMember(service, domain, "admin");
}, 120_000);
afterAll(() => service.stop());

interface ListedKey {
  readonly key_id: string;
  readonly last_used_at: string | null;
  readonly last_used_ip: string | null;
}

it("shows the first request of a new key as soon as it was made", async () => {
  const path = `/domains/${domain.domainId}/keys`;
  const payload = { name: "siem", scopes: ["cases:read"], expires_at: null };
  const { key, key_id } = (await admin.ask(path, { method: "POST", payload })).body as unknown as {
    key: string;
    key_id: string;
  };
  const listed = async (): Promise<ListedKey | undefined> =>
    ((await admin.ask(path)).body as unknown as { items: ListedKey[] }).items.find((item) => item.key_id === key_id);
  expect(await listed()).toMatchObject({ last_used_at: null, last_used_ip: null });
  expect((await domain.ask("/whoami", { key, address: "192.0.2.7" })).status).toBe(200);
  expect(await listed()).toMatchObject({ last_used_at: service.clock.now.toISOString(), last_used_ip: "192.0.2.7" });
});
