import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../stateful-detector.ts";
import { toDuration, toFileName, toName } from "./wording.ts";

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
