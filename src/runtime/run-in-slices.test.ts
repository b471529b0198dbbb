import { expect, it } from "vitest";
import { runInSlices } from "./run-in-slices.ts";

it("others are served while work in steps goes on", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const result = await runInSlices(
    (function* () {
      // Ends only if the timer gets its turns meanwhile.
      while (turns < 3) yield;
      return "done";
    })(),
  );
  clearInterval(timer);
  expect(result).toBe("done");
});
