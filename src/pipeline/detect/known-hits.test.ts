import { describe, expect, it } from "vitest";
import { foldByKey } from "../../analysis/detect/periods.ts";
import type { RowHit } from "../../analysis/detect/stateful-detector.ts";
import type { HitMemory } from "./hit-memory.ts";
import { createKnownHits, type KnownHits } from "./known-hits.ts";

const HOUR: HitMemory = {
  name: "test@1",
  tables: new Set(["SigninLogs"]),
  foldMs: 3_600_000,
  hitsOf: () => [],
  ignoresCounts: true,
  isGated: false,
  readers: [],
  keptMs: 24 * 3_600_000,
};

function aHit(at: number, value = "v"): RowHit {
  const ref = { table: "SigninLogs", rowId: `row-${at}`, at } as const;
  return { group: "g", value, at, ref, actor: null, platformEventId: null, count: 1 };
}

/** Returns the times of the hits to store, and keeps them if `isKept`. */
function store(
  known: KnownHits,
  hits: readonly RowHit[],
  { memory = HOUR, domain = "d", isKept = true, now = 0 } = {},
) {
  const transaction = known.begin(domain, new Date(now));
  const fresh = transaction.newOf(memory, foldByKey(memory, hits));
  if (isKept) transaction.keep();
  return fresh.toStore.map(({ at }) => at);
}

describe("known hits", () => {
  it("are not stored again, unless they are earlier or as early", () => {
    const known = createKnownHits();
    expect(store(known, [aHit(5)])).toEqual([5]);
    expect(store(known, [aHit(6)])).toEqual([]);
    expect(store(known, [aHit(5)])).toEqual([5]);
    expect(store(known, [aHit(4)])).toEqual([4]);
    expect(store(known, [aHit(5)])).toEqual([]);
  });

  it("are identified by domain, memory, group, value and slot", () => {
    const known = createKnownHits();
    store(known, [aHit(5)]);
    expect(store(known, [aHit(6)], { domain: "other" })).toEqual([6]);
    expect(store(known, [aHit(6)], { memory: { ...HOUR, name: "test@2" } })).toEqual([6]);
    expect(store(known, [{ ...aHit(6), group: "h" }, aHit(7, "w"), aHit(3_600_000)])).toEqual([6, 7, 3_600_000]);
  });

  it("are only those of committed transactions", () => {
    const known = createKnownHits();
    expect(store(known, [aHit(5)], { isKept: false })).toEqual([5]);
    expect(store(known, [aHit(6)])).toEqual([6]);
  });

  it("are never those of a memory that counts or does not fold", () => {
    const known = createKnownHits();
    for (const memory of [
      { ...HOUR, ignoresCounts: false },
      { ...HOUR, foldMs: 0 },
    ]) {
      store(known, [aHit(5)], { memory });
      expect(store(known, [aHit(6)], { memory })).toEqual([6]);
    }
  });

  it("are bounded in number, the latest stay", () => {
    const known = createKnownHits(10);
    for (let n = 0; n < 100; n++) {
      store(known, [aHit(1, `v${n}`)]);
      // Used again and again, this one stays.
      store(known, [aHit(n + 2, "often")]);
    }
    expect(store(known, [aHit(2, "v0")])).toEqual([2]);
    expect(store(known, [aHit(2, "v99"), aHit(200, "often")])).toEqual([]);
  });

  it("are stored again when they are so old that they may have expired", () => {
    const known = createKnownHits();
    store(known, [aHit(5)]);
    expect(store(known, [aHit(6)], { now: 22 * 3_600_000 })).toEqual([]);
    expect(store(known, [aHit(6)], { now: 24 * 3_600_000 })).toEqual([6]);
  });
});

describe("known actors", () => {
  const anActor = (keptUntil: number, key = "k") => ({ key, packed: "p", keptUntil });

  /** Returns until when actors have to be kept that are to be stored. */
  function storeActor(known: KnownHits, keptUntil: number, { domain = "d", isKept = true } = {}) {
    const transaction = known.begin(domain, new Date(0));
    const fresh = transaction.newActorsOf([anActor(keptUntil)]);
    if (isKept) transaction.keep();
    return fresh.map((actor) => actor.keptUntil);
  }

  it("are stored again only to be kept for longer", () => {
    const known = createKnownHits();
    expect(storeActor(known, 8)).toEqual([8]);
    expect(storeActor(known, 8)).toEqual([]);
    expect(storeActor(known, 16)).toEqual([16]);
    expect(storeActor(known, 8)).toEqual([]);
  });

  it("are only those of the domain and of committed transactions", () => {
    const known = createKnownHits();
    expect(storeActor(known, 8, { isKept: false })).toEqual([8]);
    expect(storeActor(known, 8)).toEqual([8]);
    expect(storeActor(known, 8, { domain: "other" })).toEqual([8]);
  });
});
