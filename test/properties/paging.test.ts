import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { givenMatching, inListOrder, LIST_ROUTES, type ListRoute, type Matching, walk } from "../support/lists.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { UNLIMITED } from "../support/unlimited.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: UNLIMITED });
});
afterAll(() => service.stop());

/** The embedded engine is ten times slower, so it gets fewer runs. */
const RUNS = inject("engine") === "postgres" ? 25 : 8;

const NOON = Date.UTC(2026, 9, 1, 12);

/** Items with few different times, so that most share theirs with others. */
const itemAt = (moments: fc.Arbitrary<number>): fc.Arbitrary<Matching> =>
  fc.record({
    id: fc.uuid(),
    at: moments.map((moment) => new Date(NOON + moment)),
    matches: fc.boolean(),
  });

interface Meanwhile {
  /** New items, older and newer than all others and in between. */
  readonly arriving: readonly Matching[];
  /** The initial items that are saved again, unchanged. */
  readonly touched: readonly number[];
  /** Whether the next page is requested before these writes are done. */
  readonly atOnce: boolean;
}

interface Walked {
  readonly initial: readonly Matching[];
  readonly pageSize: number;
  readonly filtered: boolean;
  readonly meanwhile: readonly Meanwhile[];
}

const walked: fc.Arbitrary<Walked> = fc.record({
  initial: fc.uniqueArray(itemAt(fc.nat({ max: 2 })), { selector: ({ id }) => id, minLength: 1, maxLength: 24 }),
  pageSize: fc.integer({ min: 1, max: 9 }),
  filtered: fc.boolean(),
  meanwhile: fc.array(
    fc.record({
      arriving: fc.uniqueArray(itemAt(fc.integer({ min: -2, max: 4 })), { selector: ({ id }) => id, maxLength: 4 }),
      touched: fc.array(fc.nat({ max: 23 }), { maxLength: 3 }),
      atOnce: fc.boolean(),
    }),
    { maxLength: 6 },
  ),
});

/** Pages through a list of a new domain during concurrent writes, and returns every id in order. */
async function walkWhileWriting(route: ListRoute, { initial, pageSize, filtered, meanwhile }: Walked) {
  const domain = await service.givenDomain();
  await givenMatching(domain.db, route, initial);
  const writing: Promise<void>[] = [];
  const between = async (page: number): Promise<void> => {
    const { arriving = [], touched = [], atOnce = false } = meanwhile[page] ?? {};
    const again = [...new Set(touched)].flatMap((index) => initial[index] ?? []);
    if (arriving.length + again.length === 0) return;
    const write = givenMatching(domain.db, route, [...arriving, ...again]);
    writing.push(write);
    if (!atOnce) await write;
  };
  const pages = await walk(domain, route, `page_size=${pageSize}${filtered ? `&${route.filter}` : ""}`, between);
  await Promise.all(writing);
  return pages;
}

/** New ids must be unique and must not exist yet. */
const hasDistinctIds = ({ initial, meanwhile }: Walked): boolean => {
  const ids = [...initial, ...meanwhile.flatMap(({ arriving }) => arriving)].map(({ id }) => id);
  return new Set(ids).size === ids.length;
};

describe.each(LIST_ROUTES)("$path", (route) => {
  it("paging through a list with the same filter returns every item that existed at the start exactly once, whatever is inserted in the meantime", async () => {
    await fc.assert(
      fc.asyncProperty(walked.filter(hasDistinctIds), async (given) => {
        const pages = await walkWhileWriting(route, given);
        const seen = pages.flat();
        const wanted = (item: Matching) => !given.filtered || item.matches;
        const expected = inListOrder(route, given.initial.filter(wanted));
        const atStart = new Set(expected);
        expect(seen.filter((id) => atStart.has(id))).toEqual(expected);
        expect(new Set(seen).size).toBe(seen.length);
        const everything = [...given.initial, ...given.meanwhile.flatMap(({ arriving }) => arriving)].filter(wanted);
        const possible = new Set(seen);
        expect(inListOrder(route, everything).filter((id) => possible.has(id))).toEqual(seen);
        expect(pages.slice(0, -1).every((page) => page.length === given.pageSize)).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
