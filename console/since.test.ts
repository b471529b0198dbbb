import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { daysAgo, SINCE_OPTIONS } from "./since.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-02T10:59:59.999Z") }));
afterEach(() => void vi.useRealTimers());

it("a choice is that many days before the full hour", () => {
  expect(SINCE_OPTIONS.map(({ value }) => daysAgo(value))).toEqual([
    "2026-11-01T10:00:00.000Z",
    "2026-10-26T10:00:00.000Z",
    "2026-10-03T10:00:00.000Z",
    "2026-08-04T10:00:00.000Z",
  ]);
});

it("what is not offered is no choice", () => {
  expect([null, "", "2", "all"].map(daysAgo)).toEqual([undefined, undefined, undefined, undefined]);
});
