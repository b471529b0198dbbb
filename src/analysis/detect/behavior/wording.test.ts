import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../stateful-detector.ts";
import { toAmount, toCount, toDuration, toFileName, toName } from "./wording.ts";

test("numbers are grouped and nouns agree with them", () => {
  expect(toCount(1_234_567.4)).toBe("1,234,567");
  expect(toAmount(1, "file")).toBe("1 file");
  expect(toAmount(0, "different query")).toBe("0 different queries");
  expect(toAmount(2, "other person")).toBe("2 other people");
  expect(toAmount(1_200, "known address")).toBe("1,200 known addresses");
});

test("durations are rounded for reading", () => {
  expect(toDuration(40_000)).toBe("40 s");
  expect(toDuration(41 * MINUTE_MS)).toBe("41 min");
  expect(toDuration(59.9 * MINUTE_MS)).toBe("1 h");
  expect(toDuration(3 * HOUR_MS + 5 * MINUTE_MS)).toBe("3 h 5 min");
  expect(toDuration(26 * HOUR_MS)).toBe("26 h");
  expect(toDuration(3.5 * DAY_MS)).toBe("3 days");
});

test("values of rows are sanitized and shortened", () => {
  expect(toName("a\nb")).toBe("a b");
  expect(toName("x".repeat(500)).length).toBe(80);
  expect(toName(null)).toBe("unknown");
  expect(toFileName("https://ours.test/docs/plan.docx")).toBe("plan.docx");
  expect(toFileName("C:\\docs\\plan.docx")).toBe("plan.docx");
});
