import { expect, test } from "vitest";
import { subjectOf } from "./subject-of.ts";

test("a finding without an actor is about what its detector counts by", () => {
  expect(subjectOf("ip:203.0.113.9", { host: "web01" })).toBe("ip:203.0.113.9");
  expect(subjectOf("host:web01", {})).toBe("host:web01");
  expect(subjectOf("everybody", { address: "203.0.113.9" })).toBe("org:all");
});

test("otherwise it is about the machine, the address or the application in its row", () => {
  expect(subjectOf(null, { host: "WEB01", address: "203.0.113.9" })).toBe("host:web01");
  expect(subjectOf("SourceIP:10.0.0.7", { address: "10.0.0.7" })).toBe("ip:10.0.0.7");
  expect(subjectOf(null, { application: "Ledger" })).toBe("app:ledger");
  expect(subjectOf(null, {})).toBeNull();
});
