import { expect, it } from "vitest";
import { howHeld, RADIUS_TONES, TIERS, toneFor } from "./access-words.ts";

it.each([
  ["direct", "Assigned directly"],
  ["owner", "As owner"],
  ["pim_eligible", "Must be activated first"],
  ["pim_active", "Activated for a time"],
  ["group:finance_team", "Through the group finance team"],
  ["group:a:b", "Through the group a:b"],
  ["app_role:Ledger", "Role in Ledger"],
  ["azure:prod", "On the prod"],
  ["owner:mailer", "As owner of mailer"],
  ["grant:Teams", "Granted for Teams"],
  ["something:else", "something:else"],
  ["unknown", "unknown"],
])("an entitlement held by way of %s is described as: %s", (source, words) => {
  expect(howHeld(source)).toBe(words);
});

it("a tone is that of the value; one that is not known has none", () => {
  expect(Object.keys(RADIUS_TONES).map((radius) => toneFor(RADIUS_TONES, radius))).toEqual([
    "good",
    "low",
    "medium",
    "high",
    "critical",
  ]);
  expect([toneFor(RADIUS_TONES, "huge"), toneFor(RADIUS_TONES, "toString")]).toEqual(["neutral", "neutral"]);
});

it("a lower tier is more severe", () => {
  expect(Object.values(TIERS).map(({ word, tone }) => [word, tone])).toEqual([
    ["Tier 0", "critical"],
    ["Tier 1", "high"],
    ["Tier 2", "neutral"],
  ]);
});
