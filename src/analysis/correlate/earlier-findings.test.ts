import { describe, expect, test } from "vitest";
import { TODAY } from "../../../test/support/case-findings.ts";
import { earlierFindings, NOTHING_EARLIER } from "./earlier-findings.ts";

const own = (ago: number, object = "", findings = 1) => ({ detector: "d", day: TODAY - ago, object, findings });

describe("earlierFindings", () => {
  test("counts other subjects by the day on which a detector first found something about them", () => {
    const earlier = earlierFindings(
      [5, 1, 0, -2].map((ago) => ({ detector: "d", day: TODAY - ago })),
      [],
    );
    expect(earlier.othersBefore("d", TODAY)).toBe(2);
    expect(earlier.othersBefore("d", TODAY - 4)).toBe(1);
    expect(earlier.othersBefore("another", TODAY)).toBe(0);
  });

  test("counts each earlier day of the subject once, whatever was found on it, and days with an object apart", () => {
    const earlier = earlierFindings([], [own(3, "a"), own(3, "b"), own(2, "a"), own(0, "a")]);
    expect(earlier.ownDays("d", TODAY)).toBe(2);
    expect(earlier.objectDays("d", "a", TODAY)).toBe(2);
    expect(earlier.objectDays("d", "b", TODAY)).toBe(1);
    expect(earlier.objectDays("d", "c", TODAY)).toBe(0);
  });

  test("adds what was found on one day about several objects", () => {
    const earlier = earlierFindings([], [own(3, "a", 4), own(3, "b", 3), own(2, "a", 5), own(0, "a", 90)]);
    expect(earlier.mostOnOneDay("d", TODAY)).toBe(7);
    expect(earlier.mostOnOneDay("d", TODAY - 3)).toBe(0);
  });

  test("what happened on the day itself or later changes nothing", () => {
    const later = earlierFindings([{ detector: "d", day: TODAY }], [own(0, "a", 9), own(-1, "a", 9)]);
    for (const earlier of [later, NOTHING_EARLIER]) {
      const counts = [earlier.othersBefore("d", TODAY), earlier.ownDays("d", TODAY), earlier.mostOnOneDay("d", TODAY)];
      expect(counts).toEqual([0, 0, 0]);
      expect(earlier.objectDays("d", "a", TODAY)).toBe(0);
    }
  });
});
