import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { BASE_PATH, publicEndpoints } from "../../src/contract/endpoints.ts";
import { createInstallation, type Installation, type Running } from "../support/installation.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.remove());

interface Welcome {
  readonly address: string;
  readonly base_url: string;
  readonly key: string;
}

const welcomeOf = (demo: Running): Welcome => JSON.parse(demo.stdout()) as Welcome;

async function collect<T>(walk: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of walk) items.push(item);
  return items;
}

const caseIdsOf = async (client: Client): Promise<readonly string[]> =>
  (await collect(client.walk("listCases", { page_size: 200 }))).map(({ case_id: caseId }) => caseId).sort();

/** Goes from the lists to the details, as a person who looks around does; every operation once at least. */
async function lookAround(client: Client): Promise<Readonly<Record<keyof typeof publicEndpoints, unknown>>> {
  const cases = await collect(client.walk("listCases", { state: "discover", page_size: 200 }));
  const threats = await collect(client.walk("listThreats", { page_size: 200 }));
  const users = await collect(client.walk("listUsers", { page_size: 200 }));
  const identities = await collect(client.walk("listNhi", { page_size: 200 }));
  const params = { case_id: cases[0]?.case_id ?? "" };
  const person = { tuid: threats.find(({ tuid }) => tuid !== null)?.tuid ?? "" };
  const details = await Promise.all(
    identities
      .filter(({ has_persona: hasPersona }) => hasPersona)
      .map(({ nuid }) => client.getNhiDetail({ params: { nuid } })),
  );
  const driftId = /"drift_id":"([^"]+)"/.exec(JSON.stringify(details))?.[1] ?? "";
  return {
    listCases: cases,
    listThreats: threats,
    listUsers: users,
    listNhi: identities,
    getCase: await client.getCase({ params }),
    submitVerdict: await client.submitVerdict({ params, body: { outcome: "ESCALATED" } }),
    getPersona: await client.getPersona({ params: person }),
    getPersonaDetail: await client.getPersonaDetail({ params: person }),
    getNhiDetail: details[0],
    getIntegration: await client.getIntegration({ params: { connector_type: "okta" } }),
    getDrift: await client.getDrift({ params: { drift_id: driftId } }),
    whoami: await client.whoami({}),
  };
}

test("the demo's key opens all twelve operations, and the next start has the same data and another key", async () => {
  const first = await installation.start(["demo", "--json"]);
  const before = welcomeOf(first);
  expect(before).toEqual({
    address: first.address,
    base_url: first.address + BASE_PATH,
    key: expect.stringMatching(/^ppt_/),
  });
  expect(first.stderr()).toContain("Making an organization");
  const client = createClient({ baseUrl: before.base_url, apiKey: before.key });
  const seen = await lookAround(client);
  expect(Object.keys(seen).sort()).toEqual(Object.keys(publicEndpoints).sort());
  expect(seen).toMatchObject({ submitVerdict: { resolved: false }, getIntegration: { connector_type: "okta" } });
  expect((seen.listUsers as unknown[]).length).toBeGreaterThan(200);
  expect((seen.listNhi as unknown[]).length).toBeGreaterThan(100);
  const caseIds = await caseIdsOf(client);
  expect(caseIds.length).toBeGreaterThan(10);
  first.signal("SIGINT");
  expect(await first.ended).toMatchObject({ code: 0 });

  const second = await installation.start(["demo", "--json"]);
  const after = welcomeOf(second);
  expect(second.stderr()).toBe("");
  expect(after.key).not.toBe(before.key);
  const old = await fetch(`${second.address}${BASE_PATH}/whoami`, { headers: { "x-api-key": before.key } });
  expect(old.status).toBe(401);
  expect(await caseIdsOf(createClient({ baseUrl: after.address, apiKey: after.key }))).toEqual(caseIds);
});
