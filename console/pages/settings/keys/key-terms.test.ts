import { describe, expect, it } from "vitest";
import { SCOPES } from "../../../../src/model/vocabulary.ts";
import { DEFAULT_EXPIRY, EXPIRY_OPTIONS, expiryOf } from "./key-expiry.ts";
import { ALL_SCOPES, SCOPE_TEXTS } from "./key-scopes.ts";
import { type ApiKey, keyWarnings } from "./key-warnings.ts";

const NOW = new Date("2026-11-02T10:00:00.000Z");
const day = (days: number): string => new Date(NOW.getTime() + days * 86_400_000).toISOString();

it("a key ends when its option says, or never", () => {
  expect(EXPIRY_OPTIONS.map(({ value }) => expiryOf(value, NOW))).toEqual([day(7), day(30), day(90), day(365), null]);
  expect(EXPIRY_OPTIONS.some(({ value }) => value === DEFAULT_EXPIRY)).toBe(true);
});

it("every scope has words, and only reading is usual", () => {
  expect([...ALL_SCOPES].sort()).toEqual([...SCOPES].sort());
  const usual = ALL_SCOPES.filter((scope) => SCOPE_TEXTS[scope].usual);
  expect(usual.every((scope) => scope.endsWith(":read") && scope !== "evidence:read")).toBe(true);
  expect(usual).toHaveLength(7);
});

describe("a key that works", () => {
  const sound = {
    state: "active",
    last_used_at: day(-1),
    created_at: day(-100),
    expires_at: day(30),
    allowed_addresses: ["192.0.2.0/24"],
  } as unknown as ApiKey;
  const warningsOf = (given: Partial<ApiKey>) => keyWarnings({ ...sound, ...given }, NOW);

  it.each([
    [{}, []],
    [{ last_used_at: day(-60) }, ["Unused for 60 days"]],
    [{ last_used_at: day(-59.9) }, []],
    [{ last_used_at: null }, ["Unused for 60 days"]],
    [{ last_used_at: null, created_at: day(-3) }, []],
    [{ expires_at: day(14) }, ["Expires soon"]],
    [{ expires_at: day(14.1) }, []],
    [{ expires_at: null }, ["Never expires"]],
    [{ allowed_addresses: [] }, ["Any address"]],
    [
      { expires_at: null, allowed_addresses: [], last_used_at: day(-70) },
      ["Unused for 60 days", "Never expires", "Any address"],
    ],
    [{ state: "revoked", expires_at: null }, []],
  ] as [Partial<ApiKey>, string[]][])("with %j has the warnings %j", (given, warnings) => {
    expect(warningsOf(given)).toEqual(warnings);
  });
});
