import { expect, test } from "vitest";
import { createRecentDomains } from "./recent-domains.ts";

test("a domain is listed until it had no work for the given time, the latest first", () => {
  let now = 0;
  const recent = createRecentDomains(10, () => now);
  for (const domain of ["a", "b", "c"]) {
    recent.add(domain);
    now += 3;
  }
  recent.add("a");
  expect(recent.list(10)).toEqual(["a", "c", "b"]);
  expect(recent.list(2)).toEqual(["a", "c"]);
  now = 13;
  expect(recent.list(10)).toEqual(["a", "c"]);
  now = 19;
  expect(recent.list(10)).toEqual([]);
});
