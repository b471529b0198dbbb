import { describe, expect, test } from "vitest";
import { aFinding, DAY, HOUR, START, shuffled } from "../../../test/support/case-findings.ts";
import { CORRELATION } from "./correlation-settings.ts";
import { bestSequence } from "./sequence.ts";
import type { WeighedPiece } from "./weigh-piece.ts";

const { most, others } = CORRELATION.combined;

/** A piece of evidence of a detector; `likelihood` is what it multiplies the odds by. */
function aPiece(
  detector: string,
  likelihood: number,
  fields: Partial<WeighedPiece> & { at?: number } = {},
): WeighedPiece {
  const { at = START, ...rest } = fields;
  const lead = aFinding({ detector, at });
  return {
    findings: [lead],
    lead,
    stage: "access",
    purpose: null,
    precision: 0.1,
    context: { factor: 1, reasons: [] },
    exemption: null,
    likelihood,
    isOfOther: false,
    isReceived: false,
    isReport: false,
    ...rest,
  };
}
const oddsOf = (...pieces: WeighedPiece[]) => bestSequence(pieces).odds;
const detectorsOf = (...pieces: WeighedPiece[]) => bestSequence(pieces).pieces.map(({ lead }) => lead.detector);

describe("bestSequence", () => {
  test("counts the strongest piece fully, and those of other detectors as a part", () => {
    const alone = oddsOf(aPiece("a", 8));
    expect(alone).toBeCloseTo(8 * CORRELATION.baseOdds);
    expect(oddsOf(aPiece("a", 8), aPiece("b", 4))).toBeCloseTo(alone * 4 ** others);
    expect(oddsOf(aPiece("b", 4), aPiece("a", 8))).toBeCloseTo(alone * 4 ** others);
  });

  test("counts each detector once, by its strongest piece", () => {
    const repeated = Array.from({ length: 50 }, (_, n) => aPiece("a", 8, { at: START + n * HOUR }));
    expect(oddsOf(...repeated)).toBe(oddsOf(aPiece("a", 8)));
    const others = [3, 5, 2].map((likelihood) => aPiece("b", likelihood));
    expect(oddsOf(...repeated, ...others)).toBeCloseTo(oddsOf(aPiece("a", 8), aPiece("b", 5)));
  });

  test("is not weakened by pieces that make an attack less probable", () => {
    expect(oddsOf(aPiece("a", 8), aPiece("b", 0.1), aPiece("c", 1))).toBe(oddsOf(aPiece("a", 8)));
    expect(detectorsOf(aPiece("a", 8), aPiece("b", 0.1))).toEqual(["a"]);
    expect(oddsOf(aPiece("a", 0.5))).toBeLessThan(CORRELATION.baseOdds);
  });

  test("combines a few pieces, the strongest, in order of time, however many there are", () => {
    const many = Array.from({ length: 2_000 }, (_, n) => aPiece(`d${n}`, 2 + n / 1_000, { at: START - n }));
    const { pieces, odds } = bestSequence(many);
    expect(pieces).toEqual(many.slice(-most).reverse());
    expect(odds).toBeCloseTo(oddsOf(...many.slice(-most)));
  });

  test("does not depend on the order of the pieces", () => {
    const pieces = Array.from({ length: 40 }, (_, n) => aPiece(`d${n % 9}`, 2 + (n % 4), { at: START + n * HOUR }));
    const expected = bestSequence(pieces);
    for (let seed = 0; seed < 10; seed++) expect(bestSequence(shuffled(pieces, seed))).toEqual(expected);
  });

  test("is none without pieces", () => {
    expect(bestSequence([])).toEqual({ pieces: [], odds: 0, progressions: [] });
  });
});

describe.each([
  ["an act of another on the account", { isOfOther: true }],
  ["a report of another product", { isReport: true }],
])("%s", (_, passive) => {
  test("adds to acts of the subject, and makes no sequence alone", () => {
    const own = aPiece("own", 4, { at: START + HOUR });
    expect(oddsOf(own, aPiece("passive", 20, passive))).toBeGreaterThan(oddsOf(own));
    expect(oddsOf(aPiece("passive", 20, passive), aPiece("another", 20, passive))).toBe(0);
  });
});

test("an act of another adds only to what the subject does in the days after it", () => {
  const reset = aPiece("reset", 20, { isOfOther: true });
  const own = (at: number) => aPiece("own", 4, { at });
  const alone = oddsOf(own(START));
  expect(oddsOf(reset, own(START + CORRELATION.ofOthersMs))).toBeGreaterThan(alone);
  expect(oddsOf(reset, own(START + CORRELATION.ofOthersMs + 1))).toBe(alone);
  expect(oddsOf(reset, own(START - CORRELATION.clockMs))).toBeGreaterThan(alone);
  expect(oddsOf(reset, own(START - CORRELATION.clockMs - 1))).toBe(alone);
});

test("acts of which one prepares the other count more than both, and doing the first earlier too hides nothing", () => {
  const collected = (at: number) => aPiece("collected", 6, { at, purpose: "collection" });
  const moved = aPiece("moved", 6, { at: START + HOUR, purpose: "movement" });
  const plain = oddsOf(aPiece("collected", 6), aPiece("moved", 6));
  const together = oddsOf(collected(START), moved);
  expect(together).toBeGreaterThan(plain);
  expect(oddsOf(collected(START - 2 * DAY), collected(START - DAY), collected(START), moved)).toBe(together);
  expect(bestSequence([collected(START), moved]).progressions).toMatchObject([{ from: "collection", to: "movement" }]);
});
