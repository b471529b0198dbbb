import { expect, it } from "vitest";
import { runInSlices } from "./run-in-slices.ts";

it("others are served while work in steps goes on", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const result = await runInSlices(
    (function* () {
      for (const end = performance.now() + 100; performance.now() < end; ) yield;
      return "done";
    })(),
  );
  clearInterval(timer);
  expect(result).toBe("done");
  expect(turns).toBeGreaterThan(2);
});
