import { describe, expect, it } from "vitest";
import { domainSetting } from "./domain-setting.ts";

describe("the setting of a domain", () => {
  it("has the id between quotes", () => {
    expect(domainSetting("11111111-1111-4111-8111-11111111ABCD")).toBe(
      "set local parapet.domain_id = '11111111-1111-4111-8111-11111111ABCD'",
    );
  });

  it.each([
    "",
    "x",
    "'",
    "11111111-1111-4111-8111-111111111111'",
    "11111111-1111-4111-8111-111111111111\n",
    "'; drop table users --",
  ])("refuses %j, which is not a UUID", (id) => {
    expect(() => domainSetting(id)).toThrow("not a domain id");
  });
});
