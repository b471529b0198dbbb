import { expect, test } from "vitest";
import { kmBetween } from "./geo.ts";

const BERLIN = { lat: 52.52, lon: 13.405 };

test("distances are great-circle distances", () => {
  expect(kmBetween(BERLIN, { lat: 48.857, lon: 2.352 })).toBeCloseTo(878, -1);
  expect(kmBetween({ lat: 0, lon: 179.5 }, { lat: 0, lon: -179.5 })).toBeCloseTo(111, 0);
  expect(kmBetween({ lat: 90, lon: 0 }, { lat: -90, lon: 77 })).toBeCloseTo(20_015, 0);
  expect(kmBetween(BERLIN, BERLIN)).toBe(0);
});
