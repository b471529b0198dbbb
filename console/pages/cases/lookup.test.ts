import { expect, it } from "vitest";
import { lookupOf } from "./lookup.ts";

it("a row is found by its id, however the id is written", () => {
  expect(lookupOf("SigninLogs", "row-1")).toBe('SigninLogs | where _ItemId == "row-1"');
  expect(lookupOf("Syslog", 'a"b\\c')).toBe('Syslog | where _ItemId == "a\\"b\\\\c"');
});
