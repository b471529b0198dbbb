import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { markReady } from "../../src/store/domains/readiness.ts";
import { saveNhiClusters } from "../../src/store/people/nhi-clusters.ts";
import { aCluster } from "../support/given-clusters.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

async function idsIn(domain: TestDomain, query = ""): Promise<readonly string[]> {
  const { status, body } = await domain.ask(`/nhi/clusters${query}`);
  expect(status).toBe(200);
  return (body["items"] as unknown as readonly { cluster_id: string }[]).map(({ cluster_id }) => cluster_id);
}

async function givenClusters(count: number): Promise<{ readonly domain: TestDomain; readonly ids: readonly string[] }> {
  const domain = await service.givenDomain();
  const clusters = Array.from({ length: count }, () => aCluster());
  await domain.db.transaction(async (tx) => {
    await saveNhiClusters(tx, clusters, service.clock.now);
    await markReady(tx, ["nhi-clusters"], service.clock.now);
  });
  return { domain, ids: clusters.map(({ clusterId }) => clusterId).sort() };
}

it("GET /nhi/clusters lists clusters by ascending id, page by page", async () => {
  const { domain, ids } = await givenClusters(5);
  expect(await idsIn(domain)).toEqual(ids);
  expect(await idsIn(domain, `?page_size=2&next_cursor=${ids[1]}`)).toEqual(ids.slice(2, 4));
  const unknown = await domain.ask(`/nhi/clusters?next_cursor=${randomUUID()}`);
  expect([unknown.status, unknown.body["error"]]).toEqual([400, "invalid_cursor"]);
});

it("a cluster that no longer exists is left out, and its id stays a position", async () => {
  const { domain, ids } = await givenClusters(3);
  const kept = aCluster({ clusterId: ids[2] ?? "" });
  await domain.db.transaction((tx) => saveNhiClusters(tx, [kept], service.clock.now));
  expect(await idsIn(domain)).toEqual([ids[2]]);
  expect(await idsIn(domain, `?next_cursor=${ids[0]}`)).toEqual([ids[2]]);
});
