import { expect, it } from "vitest";
import { findingOf, type Threat } from "./threat.ts";

it("a finding is its names in words, without the techniques", () => {
  const event = {
    subcategory: ["rare_country", "T1078", "new_device", "T1078.004", "T10", "xT1078"],
  } as unknown as Threat;
  expect(findingOf(event)).toEqual({
    names: "Rare country, New device, T10, XT1078",
    techniques: ["T1078", "T1078.004"],
  });
});
