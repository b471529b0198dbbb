import { expect, test } from "vitest";
import { aFinding, START } from "../../../test/support/case-findings.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { bestSequence } from "./sequence.ts";
import { STAGES } from "./stage.ts";
import type { WeighedPiece } from "./weigh-piece.ts";

test("the work of combining is bounded by the strongest pieces, however many there are", () => {
  let read = 0;
  const pieces = Array.from({ length: 10_000 }, (_, n): WeighedPiece => {
    const lead = aFinding({ at: START + n, detector: `d${n % 50}` });
    const stage = STAGES[n % STAGES.length] ?? "access";
    return {
      findings: [lead],
      lead,
      purpose: null,
      precision: 0.1,
      context: { factor: 1, reasons: [] },
      exemption: null,
      likelihood: 2 + (n % 7),
      isOfOther: false,
      isReceived: false,
      isReport: false,
      newAddress: null,
      get stage() {
        read += 1;
        return stage;
      },
    };
  });
  expect(bestSequence(pieces).pieces).toHaveLength(STAGES.length);
  expect(read).toBeLessThan((STAGES.length + 4) * CORRELATION.maxPieces ** 2);
});
