import { afterAll, beforeAll, expect, it } from "vitest";
import { catalog } from "../../src/connectors/catalog.ts";
import { CONNECTOR_CATEGORIES, INTEGRATION_STATUSES, SIGNALS } from "../../src/model/vocabulary.ts";
import { givenConnector } from "../support/given.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

const TYPES = catalog.map(({ connectorType }) => connectorType).sort();

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService();
  domain = await service.givenDomain();
  await givenConnector(domain.db, { connectorType: "okta", lastSuccessAt: service.clock.now });
  await givenConnector(domain.db, { connectorType: "github", lastSuccessAt: null, consecutiveFailures: 3 });
  await givenConnector(domain.db, { connectorType: "retired_type" });
});
afterAll(() => service.stop());

interface Item {
  readonly connector_type: string;
  readonly category: string;
  readonly signals: readonly string[];
  readonly status: string;
}

async function list(query = ""): Promise<{ readonly items: readonly Item[]; readonly next_cursor: string | null }> {
  const { status, body } = await domain.ask(`/integrations?page_size=200${query}`);
  expect(status).toBe(200);
  return body as never;
}
const typesOf = (items: readonly Item[]): readonly string[] => items.map(({ connector_type }) => connector_type);

it("GET /integrations lists every type of the catalog once, by connector_type, ascending", async () => {
  const { items, next_cursor } = await list();
  expect(typesOf(items)).toEqual(TYPES);
  expect(next_cursor).toBeNull();
});

it("an item is exactly what GET /integrations/{connector_type} returns", async () => {
  for (const item of (await list()).items) {
    expect((await domain.ask(`/integrations/${item.connector_type}`)).body).toEqual(item);
  }
});

it("`status` returns only integrations with that status, and the statuses divide the catalog", async () => {
  expect(typesOf((await list("&status=active")).items)).toEqual(["okta"]);
  expect(typesOf((await list("&status=degraded")).items)).toEqual(["github"]);
  const all = await Promise.all(INTEGRATION_STATUSES.map((status) => list(`&status=${status}`)));
  expect(all.flatMap(({ items }) => typesOf(items)).sort()).toEqual(TYPES);
});

it("`category` and `signal` return only integrations of that category and signal", async () => {
  const whole = (await list()).items;
  for (const category of CONNECTOR_CATEGORIES) {
    const expected = whole.filter((item) => item.category === category);
    expect((await list(`&category=${category}`)).items).toEqual(expected);
  }
  for (const signal of SIGNALS) {
    const expected = whole.filter((item) => item.signals.includes(signal));
    expect((await list(`&signal=${signal}`)).items).toEqual(expected);
  }
  const mfa = whole.filter(({ category, signals }) => category === "identity_provider" && signals.includes("mfa"));
  expect((await list("&category=identity_provider&signal=mfa&status=active")).items).toEqual(
    mfa.filter(({ connector_type }) => connector_type === "okta"),
  );
});

it.each(["status=broken", "category=robots", "signal=vibes"])("%s is 400 with the allowed values", async (query) => {
  const { status, body } = await domain.ask(`/integrations?${query}`);
  expect([status, body["error"], body["param"]]).toEqual([400, "invalid_parameter", query.split("=")[0]]);
  expect((body["allowed"] as unknown as readonly string[]).length).toBeGreaterThan(3);
});

it.each(["", "&status=not_configured"])("pages have no gap or overlap: %s", async (query) => {
  const seen: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const at: string = cursor === "" ? "" : `&next_cursor=${cursor}`;
    const { body } = await domain.ask(`/integrations?page_size=7${query}${at}`);
    const items = body["items"] as unknown as readonly Item[];
    expect(items.length).toBeGreaterThan(0);
    seen.push(...typesOf(items));
    cursor = body["next_cursor"] as unknown as string | null;
    expect([null, items.at(-1)?.connector_type]).toContain(cursor);
  }
  expect(seen).toEqual(typesOf((await list(query)).items));
});

it("a type that does not match the filter is a valid cursor", async () => {
  const after = (await list("&status=active&next_cursor=github")).items;
  expect(typesOf(after)).toEqual(["okta"]);
});

it.each(["nope", "retired_type", "OKTA", "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11", "x".repeat(129)])(
  "the cursor %s is 400 invalid_cursor",
  async (cursor) => {
    const { status, body } = await domain.ask(`/integrations?next_cursor=${cursor}`);
    expect([status, body["error"]]).toEqual([400, "invalid_cursor"]);
  },
);

it("the list is 304 until a connector of the domain changes", async () => {
  const own = await service.givenDomain();
  const etag = String((await own.ask("/integrations")).headers["etag"]);
  const again = () => own.ask("/integrations", { headers: { "if-none-match": etag } });
  expect((await again()).status).toBe(304);
  await givenConnector(own.db, { connectorType: "okta" });
  expect((await again()).status).toBe(200);
});
