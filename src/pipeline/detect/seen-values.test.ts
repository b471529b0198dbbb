import { expect, it } from "vitest";
import { DAY_MS, type RowHit } from "../../analysis/detect/stateful-detector.ts";
import { SeenValues } from "./seen-values.ts";

const MEMORY = { habit: "country", settledMs: 5 * DAY_MS } as const;

function aHit(day: number, key = "upn:ana@ours.test", value = "de"): RowHit {
  const at = day * DAY_MS;
  const actor = {
    kind: "user",
    key,
    keys: [key],
    subject: "ana",
    tuid: null,
    upn: null,
    name: null,
    email: null,
  } as const;
  const ref = { table: "SigninLogs", rowId: String(day), at } as const;
  return { group: "ana", value, at, ref, actor, platformEventId: null, count: 1 };
}

function stateOf(seen: SeenValues, hit: RowHit, scope = "d rare_country@1"): string {
  const { toStore, settled } = seen.newOf(scope, [hit], MEMORY);
  if (toStore.length > 0) return "stored";
  return settled.length > 0 ? "settled" : "repeated";
}

function afterDays(...days: readonly number[]): SeenValues {
  const seen = new SeenValues(100);
  for (const day of days) seen.add("d rare_country@1", aHit(day));
  return seen;
}

it("stores a value that the actor was not seen with on an earlier day within reach", () => {
  expect(stateOf(afterDays(), aHit(1))).toBe("stored");
  expect(stateOf(afterDays(1.5), aHit(6.5))).toBe("settled");
  expect(stateOf(afterDays(1.4), aHit(6.5))).toBe("stored");
});

it("ignores a value that was seen earlier on the same day, but not one that is the earliest now", () => {
  expect(stateOf(afterDays(3.5), aHit(3.6))).toBe("repeated");
  expect(stateOf(afterDays(3.5), aHit(3.4))).toBe("stored");
  expect(stateOf(afterDays(2, 3.5), aHit(3.4))).toBe("settled");
});

it("gives the same answer when earlier days are added last", () => {
  expect(stateOf(afterDays(3.5, 2), aHit(3.4))).toBe("settled");
  expect(stateOf(afterDays(3.5, 1, 2), aHit(2.5))).toBe("stored");
});

it("keeps actors, values, detectors and domains apart", () => {
  const seen = afterDays(1);
  expect(stateOf(seen, aHit(2))).toBe("settled");
  expect(stateOf(seen, aHit(2, "oid:ana"))).toBe("stored");
  expect(stateOf(seen, aHit(2, "upn:ana@ours.test", "ng"))).toBe("stored");
  expect(stateOf(seen, aHit(2), "other rare_country@1")).toBe("stored");
});

it("forgets only values that were not looked up for long", () => {
  const seen = new SeenValues(3);
  seen.add("d", aHit(1, "upn:a"));
  for (let n = 0; n < 20; n++) {
    seen.add("d", aHit(1, `upn:other${n}`));
    expect(stateOf(seen, aHit(2, "upn:a"), "d")).toBe("settled");
  }
  expect(stateOf(seen, aHit(2, "upn:other1"), "d")).toBe("stored");
});
