import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { readVersions } from "../../src/store/domains/versions.ts";
import {
  givenItems,
  idsOf,
  inListOrder,
  LIST_ROUTES,
  type Placed,
  pageOf,
  removeItem,
  walk,
} from "../support/lists.ts";
import { startTestService, type TestDomain, type TestService } from "../support/service.ts";

let service: TestService;
let domain: TestDomain;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  domain = await service.givenDomain();
});

const EARLY = new Date("2026-10-01T00:00:00.000Z");
const LATE = new Date("2026-10-01T00:00:00.001Z");

/** Adds `count` items, most of them created in the same millisecond as others. */
const items = (count: number): readonly Placed[] =>
  Array.from({ length: count }, (_, index) => ({ id: randomUUID(), at: index % 3 === 0 ? LATE : EARLY }));

describe.each(LIST_ROUTES)("$path", (route) => {
  const { path } = route;
  const order = route.newestFirst ? "`created_at` descending, then id descending" : "id ascending";
  const ids = async (query = "") => idsOf(await domain.ask(`${path}${query}`), route);
  const cursorOf = async (query: string) => pageOf(await domain.ask(`${path}${query}`)).next_cursor;

  it(`the order is ${order}`, async () => {
    const given = items(12);
    await givenItems(domain.db, route, given);
    expect(await ids()).toEqual(inListOrder(route, given));
  });

  it("ids are ordered as UUIDs, byte by byte, whatever their version", async () => {
    const edge = [
      ...["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
      ...["0a000000-0000-1000-8000-000000000000", "a0000000-0000-1000-8000-000000000000"],
      ...["7fffffff-0000-4000-8000-000000000000", "80000000-0000-4000-8000-000000000000"],
      ...["018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b11", "018f2f6e-7c3a-7b51-9a54-0d6f3f1c2b12"],
    ].map((id) => ({ id, at: EARLY }));
    await givenItems(domain.db, route, edge);
    expect((await walk(domain, route, "page_size=1")).flat()).toEqual(inListOrder(route, edge));
  });

  it("an item that is saved again keeps its position", async () => {
    const given = items(6);
    await givenItems(domain.db, route, given);
    const before = await ids();
    await givenItems(domain.db, route, [...given].reverse());
    expect(await ids()).toEqual(before);
  });

  it("`next_cursor` is always present: null when nothing more exists", async () => {
    expect(pageOf(await domain.ask(path))).toHaveProperty("next_cursor", null);
    await givenItems(domain.db, route, items(3));
    expect(await cursorOf("?page_size=4")).toBe(null);
    expect(await cursorOf("?page_size=3")).toBe(null);
  });

  it("`next_cursor` is the identifier of the last item of the page when more results are available", async () => {
    const given = items(3);
    await givenItems(domain.db, route, given);
    const sorted = inListOrder(route, given);
    expect(await cursorOf("?page_size=2")).toBe(sorted[1]);
    expect(await cursorOf("?page_size=1")).toBe(sorted[0]);
  });

  it("the last page is never empty, even if it is full", async () => {
    await givenItems(domain.db, route, items(6));
    const sizes = async (size: number) => (await walk(domain, route, `page_size=${size}`)).map((page) => page.length);
    expect(await sizes(3)).toEqual([3, 3]);
    expect(await sizes(5)).toEqual([5, 1]);
    expect(await sizes(6)).toEqual([6]);
    expect(await sizes(1)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("any item of this domain is a cursor: the page continues after it", async () => {
    const given = items(8);
    await givenItems(domain.db, route, given);
    const sorted = inListOrder(route, given);
    for (const [index, id] of sorted.entries()) {
      expect(await ids(`?next_cursor=${id}`), `after ${index}`).toEqual(sorted.slice(index + 1));
    }
  });

  it("a cursor in upper case is the same position", async () => {
    const given = items(4);
    await givenItems(domain.db, route, given);
    const sorted = inListOrder(route, given);
    expect(await ids(`?next_cursor=${sorted[1]?.toUpperCase()}`)).toEqual(sorted.slice(2));
  });

  it("an item that does not match the filter is a valid cursor", async () => {
    const given = items(8);
    await givenItems(domain.db, route, given);
    const matching = new Set(given.filter((_, index) => index % 2 === 0).map(({ id }) => id));
    const sorted = inListOrder(route, given);
    for (const [index, id] of sorted.entries()) {
      const expected = sorted.slice(index + 1).filter((other) => matching.has(other));
      expect(await ids(`?${route.filter}&next_cursor=${id}`), `after ${index}`).toEqual(expected);
    }
  });

  it("an id that was never an item of this domain is 400 `invalid_cursor`, never the first page", async () => {
    await givenItems(domain.db, route, items(3));
    for (const query of [`next_cursor=${randomUUID()}`, `page_size=1&${route.filter}&next_cursor=${randomUUID()}`]) {
      const { status, body } = await domain.ask(`${path}?${query}`);
      expect([status, body["error"], body["param"]]).toEqual([400, "invalid_cursor", "next_cursor"]);
    }
  });

  it("the id of an item of another list is 400 `invalid_cursor`", async () => {
    await givenItems(domain.db, route, items(3));
    for (const other of LIST_ROUTES.filter((candidate) => candidate !== route)) {
      const [foreign] = items(1) as [Placed];
      await givenItems(domain.db, other, [foreign]);
      const { status, body } = await domain.ask(`${path}?next_cursor=${foreign.id}`);
      expect([status, body["error"]], other.path).toEqual([400, "invalid_cursor"]);
    }
  });

  it("an id of another domain gets the same response as an unknown id, byte for byte", async () => {
    const other = await service.givenDomain();
    const [foreign] = items(1) as [Placed];
    await givenItems(other.db, route, [foreign]);
    await givenItems(domain.db, route, items(2));
    const ask = async (cursor: string) => {
      const { status, headers, text, body } = await domain.ask(`${path}?next_cursor=${cursor}`);
      const requestId = headers["x-request-id"] as string;
      expect(body["request_id"]).toBe(requestId);
      // The request id, the date and the remaining limit differ in each response.
      const own = /^x-request-id$|^date$|ratelimit/;
      const shared = Object.entries(headers).filter(([name]) => !own.test(name));
      return { status, text: text.replace(requestId, ""), shared };
    };
    const unknown = await ask(randomUUID());
    expect(await ask(foreign.id)).toEqual(unknown);
    expect(unknown.status).toBe(400);
  });

  it("an id that exists in two domains is a position in the caller's domain", async () => {
    const other = await service.givenDomain();
    const given = items(4);
    await givenItems(domain.db, route, given);
    await givenItems(
      other.db,
      route,
      given.map(({ id }) => ({ id, at: new Date("2020-01-01T00:00:00.000Z") })),
    );
    const sorted = inListOrder(route, given);
    expect(await ids(`?next_cursor=${sorted[0]}`)).toEqual(sorted.slice(1));
  });

  it("a removed item is still a valid cursor and is no longer listed", async () => {
    const given = items(6);
    await givenItems(domain.db, route, given);
    const sorted = inListOrder(route, given);
    for (const [index, id] of sorted.entries()) {
      await removeItem(domain.db, route, id);
      expect(await ids(), `without ${index}`).toEqual(sorted.slice(index + 1));
      expect(await ids(`?next_cursor=${id}`), `after ${index}`).toEqual(sorted.slice(index + 1));
      expect(await ids(`?next_cursor=${sorted[0]}`), "after the first of the removed").toEqual(sorted.slice(index + 1));
    }
  });

  it("removing the item a cursor points to neither skips nor repeats other items", async () => {
    const given = items(9);
    await givenItems(domain.db, route, given);
    const sorted = inListOrder(route, given);
    const pages = await walk(domain, route, "page_size=2", (page) =>
      removeItem(domain.db, route, sorted[page * 2 + 1] as string),
    );
    expect(pages.flat()).toEqual(sorted);
  });

  it("a removed item of another domain is an unknown cursor", async () => {
    const other = await service.givenDomain();
    const [foreign] = items(1) as [Placed];
    await givenItems(other.db, route, [foreign]);
    await removeItem(other.db, route, foreign.id);
    const { status, body } = await domain.ask(`${path}?next_cursor=${foreign.id}`);
    expect([status, body["error"]]).toEqual([400, "invalid_cursor"]);
  });

  it("filtered pages have no gap or overlap", async () => {
    const given = items(15);
    await givenItems(domain.db, route, given);
    const matching = inListOrder(
      route,
      given.filter((_, index) => index % 2 === 0),
    );
    for (const size of [1, 3, 4, 8]) {
      const pages = await walk(domain, route, `${route.filter}&page_size=${size}`);
      expect(pages.flat()).toEqual(matching);
      expect(pages.length).toBe(Math.ceil(matching.length / size));
    }
  });

  it("`next_cursor` is null if no remaining item matches the filter", async () => {
    const given = [
      { id: "10000000-0000-4000-8000-000000000000", at: LATE },
      { id: "20000000-0000-4000-8000-000000000000", at: EARLY },
    ];
    await givenItems(domain.db, route, given);
    expect(await cursorOf(`?${route.filter}&page_size=1`)).toBe(null);
    expect(await cursorOf("?page_size=1")).toBe(given[0]?.id);
  });

  it("GET never changes state", async () => {
    const given = items(5);
    await givenItems(domain.db, route, given);
    const before = await readVersions(domain.db);
    const stored = await storedState(domain);
    const queries = ["", "?page_size=2", `?${route.filter}`, `?next_cursor=${given[0]?.id}`, "?page_size=0", "?x=1"];
    for (const query of queries) await domain.ask(`${path}${query}`);
    for (const query of queries) await domain.ask(`${path}${query}`, { method: "HEAD" });
    expect(await readVersions(domain.db)).toEqual(before);
    expect(await storedState(domain)).toEqual(stored);
  });

  it("the same request returns the same bytes and the same ETag", async () => {
    await givenItems(domain.db, route, items(5));
    const first = await domain.ask(`${path}?page_size=3`);
    const again = await domain.ask(`${path}?page_size=3`);
    expect([again.text, again.headers["etag"]]).toEqual([first.text, first.headers["etag"]]);
  });
});

/** Returns every table of the domain as text, except the last use of keys. */
async function storedState({ db }: TestDomain): Promise<Readonly<Record<string, unknown>>> {
  const tables = await db.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'domain_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity and $1::uuid is not null order by c.relname`,
  );
  expect(tables.length).toBeGreaterThan(15);
  const contents = tables.map(async ({ name }) => {
    const rows = await db.query<{ text: string }>(
      `select (to_jsonb(r) - 'last_used_at' - 'last_used_ip')::text as text from ${name} r where r.domain_id = $1 order by 1`,
    );
    return [name, rows.map(({ text }) => text)] as const;
  });
  return Object.fromEntries(await Promise.all(contents));
}
