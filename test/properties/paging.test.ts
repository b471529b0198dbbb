import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { RATE_LIMITS } from "../../src/http/allowance.ts";
import { givenMatching, inListOrder, LIST_ROUTES, type ListRoute, type Matching, walk } from "../support/lists.ts";
import { startTestService, type TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ limits: { ...RATE_LIMITS, read: 100_000 } });
});
afterAll(() => service.stop());

/** The embedded engine is ten times slower, and the walk is the same. */
const RUNS = inject("engine") === "postgres" ? 25 : 8;

const NOON = Date.UTC(2026, 9, 1, 12);

/** Items of few moments, so that most share theirs with others. */
const itemAt = (moments: fc.Arbitrary<number>): fc.Arbitrary<Matching> =>
  fc.record({
    id: fc.uuid(),
    at: moments.map((moment) => new Date(NOON + moment)),
    matches: fc.boolean(),
  });

interface Meanwhile {
  /** New items, older and newer than all others and in between. */
  readonly arriving: readonly Matching[];
  /** Which of the first items are saved again, unchanged. */
  readonly touched: readonly number[];
  /** Whether the next page is asked for before these writes are done. */
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

/** Walks a list of a fresh domain while others write to it, and answers every id in the order it came. */
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

/** An id that arrives must not be one that is there, nor arrive twice. */
const hasDistinctIds = ({ initial, meanwhile }: Walked): boolean => {
  const ids = [...initial, ...meanwhile.flatMap(({ arriving }) => arriving)].map(({ id }) => id);
  return new Set(ids).size === ids.length;
};

describe.each(LIST_ROUTES)("$path", (route) => {
  it("B: a full walk with a constant filter returns every item that existed at its start exactly once, whatever is inserted meanwhile", async () => {
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
  }, 120_000);
});
