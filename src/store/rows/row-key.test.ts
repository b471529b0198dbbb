import fc from "fast-check";
import { expect, it } from "vitest";
import { dayOf, derivedRowId, keyOfDerivedId, rowKeyOf } from "./row-key.ts";

it("the key of a row is the first half of its derived id", () => {
  fc.assert(
    fc.property(fc.uuid(), fc.uuid(), (domainId, contentKey) => {
      const derived = keyOfDerivedId(derivedRowId(domainId, "SigninLogs", contentKey));
      expect(rowKeyOf(domainId, "SigninLogs", contentKey)).toBe(derived);
    }),
  );
});

it("the same content has different keys in two domains and in two tables", () => {
  const [one, other] = ["00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  const keys = [rowKeyOf(one, "SigninLogs", one), rowKeyOf(other, "SigninLogs", one), rowKeyOf(one, "Syslog", one)];
  expect(new Set(keys).size).toBe(3);
});

it("a day is that of UTC, also before 1970", () => {
  expect([0, 86_399_999, 86_400_000, -1].map(dayOf)).toEqual([0, 0, 1, -1]);
});
