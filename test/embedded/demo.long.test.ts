import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { ParapetError } from "../../src/client/client-error.ts";
import { ADMIN_BASE_PATH } from "../../src/contract/admin/admin-endpoint.ts";
import { BASE_PATH, publicEndpoints } from "../../src/contract/endpoints.ts";
import { SOURCE_TABLES } from "../../src/model/vocabulary.ts";
import { SCENARIOS } from "../../src/synth/scenarios/scenarios.ts";
import { createInstallation, type Installation, type Running } from "../support/installation.ts";

let installation: Installation;
beforeAll(async () => {
  installation = await createInstallation();
});
afterAll(() => installation.remove());

interface Welcome {
  readonly address: string;
  readonly base_url: string;
  readonly key: string;
  readonly administrator: { readonly email: string; readonly password: string };
}

/** Signs in to the console and returns the names of the domains that are shown there. */
async function signIn({ address, administrator }: Welcome): Promise<readonly string[] | number> {
  const reply = await fetch(`${address}${ADMIN_BASE_PATH}/session`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(administrator),
  });
  if (reply.status !== 200) return reply.status;
  return ((await reply.json()) as { domains: { name: string }[] }).domains.map(({ name }) => name);
}

const welcomeOf = (demo: Running): Welcome => JSON.parse(demo.stdout()) as Welcome;
// Without retries: the client would wait for a resource that is not ready, and none may be.
const clientOf = ({ base_url: baseUrl, key: apiKey }: Welcome): Client => createClient({ baseUrl, apiKey, retries: 0 });

async function collect<T>(walk: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of walk) items.push(item);
  return items;
}

const listCases = (client: Client) =>
  collect(client.walk("listCases", { page_size: 200, include: ["state", "verdict"] }));

/** Returns the error code of a refused request. */
const refusalOf = (request: Promise<unknown>): Promise<string> =>
  request.then(
    () => "answered",
    (error: unknown) => (error instanceof ParapetError ? error.error : String(error)),
  );

/** Calls every operation at least once, from the lists to the details. */
async function callEveryOperation(client: Client): Promise<Readonly<Record<keyof typeof publicEndpoints, unknown>>> {
  const cases = await listCases(client);
  const threats = await collect(client.walk("listThreats", { page_size: 200 }));
  const undecided = cases.find(({ state }) => state === "discover");
  const params = { case_id: undecided?.case_id ?? "" };
  const person = { tuid: threats.find(({ tuid }) => tuid !== null)?.tuid ?? "" };
  const nhis = await collect(client.walk("listNhi", { page_size: 200 }));
  const nhi = { nuid: nhis.find(({ nhi_class: nhiClass }) => nhiClass === "managed_identity")?.nuid ?? "" };
  const drifts = await collect(client.walk("listDrift", { page_size: 200 }));
  return {
    listCases: cases,
    listThreats: threats,
    listUsers: await collect(client.walk("listUsers", { page_size: 200 })),
    getCase: await client.getCase({ params }),
    submitVerdict: await client.submitVerdict({ params, body: { outcome: "ESCALATED" } }),
    getIntegration: await client.getIntegration({ params: { connector_type: "log_analytics" } }),
    whoami: await client.whoami({}),
    listNhi: nhis,
    getNhiDetail: await client.getNhiDetail({ params: nhi }),
    getPersona: await client.getPersona({ params: person }),
    getPersonaDetail: await client.getPersonaDetail({ params: person }),
    getDrift: await client.getDrift({ params: { drift_id: drifts[0]?.drift_id ?? "" } }),
    listNhiClusters: await collect(client.walk("listNhiClusters", {})),
    listDrift: drifts,
    listIntegrations: await collect(client.walk("listIntegrations", {})),
    getEvidence: await refusalOf(client.getEvidence({ params: { event_id: threats[0]?.event_id ?? "" } })),
  };
}

test("the demo computes threats and cases from its rows, in a folder of its own, and the next start serves them under a new key", async () => {
  const first = await installation.start(["demo", "--json"]);
  const before = welcomeOf(first);
  expect(before).toEqual({
    address: first.address,
    base_url: first.address + BASE_PATH,
    key: expect.stringMatching(/^ppt_/),
    administrator: { email: "admin@demo.example", password: expect.any(String) },
  });
  expect(await signIn(before)).toEqual(["demo"]);
  expect(first.stderr()).not.toContain("set-up code");
  expect(first.stderr()).toContain("Generating 120 days of logs");
  const client = clientOf(before);
  const seen = await callEveryOperation(client);
  expect(Object.keys(seen).sort()).toEqual(Object.keys(publicEndpoints).sort());
  expect(seen).toMatchObject({
    submitVerdict: { resolved: false },
    getIntegration: { connector_type: "log_analytics", status: "active" },
    getPersona: { persona_overview: expect.stringContaining(" is ") },
    getPersonaDetail: {
      overview: { summary: expect.any(String) },
      identity: { name: expect.any(String) },
      access: { entitlements: expect.any(Array) },
    },
    // The directory has the resource that the managed identity belongs to.
    getNhiDetail: { generated_at: expect.any(String), custody: { kind: "system", custodian: { kind: "resource" } } },
    getDrift: { drift_id: expect.any(String) },
    // Log rows are for keys that were given the scope for them; that of the demo was not.
    getEvidence: "insufficient_scope",
  });
  for (const list of ["listNhi", "listNhiClusters", "listDrift"] as const) {
    expect((seen[list] as unknown[]).length).toBeGreaterThan(0);
  }
  expect((seen.listUsers as unknown[]).length).toBeGreaterThanOrEqual(151);

  const threats = seen.listThreats as {
    source: keyof typeof SOURCE_TABLES;
    source_event_ids: string[];
    subcategory: string[];
  }[];
  expect(threats.length).toBeGreaterThan(200);
  expect(threats.filter((threat) => threat.source_event_ids.length === 0)).toEqual([]);
  expect(new Set(threats.map(({ source }) => source)).size).toBeGreaterThan(10);
  expect(threats.every(({ source }) => source in SOURCE_TABLES)).toBe(true);
  // A change of high severity is a threat too, so that a case can grow from it.
  expect(threats.flatMap(({ subcategory }) => subcategory)).toContain("drift_privilege_level");

  const cases = seen.listCases as { threat_type: string; state?: string }[];
  expect(cases.length).toBeGreaterThan(10);
  expect(new Set(cases.map(({ threat_type: type }) => type)).size).toBeGreaterThanOrEqual(5);
  expect(new Set(cases.map(({ state }) => state))).toEqual(
    new Set(["discover", "investigating", "enforced", "closed"]),
  );
  const kept = await listCases(client);
  const prepared = SCENARIOS.flatMap(({ verdict }) => verdict ?? []);
  const submitted = kept.flatMap(({ verdict }) => (verdict?.comments.length ? [verdict] : []));
  expect(submitted.map(({ outcome, comments }) => [outcome, ...comments]).sort()).toEqual(
    prepared.map(({ outcome, comment }) => [outcome, comment]).sort(),
  );
  first.signal("SIGINT");
  expect(await first.ended).toMatchObject({ code: 0 });

  expect(await readdir(installation.dataDir)).toEqual(["demo"]);

  const second = await installation.start(["demo", "--json"]);
  const after = welcomeOf(second);
  expect(second.stderr()).toBe("");
  expect(after.key).not.toBe(before.key);
  expect(await signIn(after)).toEqual(["demo"]);
  expect(await signIn({ ...after, administrator: before.administrator })).toBe(401);
  const old = await fetch(`${second.address}${BASE_PATH}/whoami`, { headers: { "x-api-key": before.key } });
  expect(old.status).toBe(401);
  expect(await listCases(clientOf(after))).toEqual(kept);
});
