import fc from "fast-check";
import { expect, it } from "vitest";
import { compareText } from "./compare-text.ts";

it("orders texts as the bytes of UTF-8", () => {
  const anyText = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
    { examples: [["\ud83e\udd8a", "\uff5e"]] },
  );
});
