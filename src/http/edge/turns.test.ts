import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createTurns } from "./turns.ts";

it("work of one name runs one piece at a time, even after a failure; another name does not wait for it", async () => {
  const inTurn = createTurns();
  const events: string[] = [];
  const work = (name: string, ms: number) => async () => {
    events.push(`${name} begins`);
    await sleep(ms);
    events.push(`${name} ends`);
    if (name === "first") throw new Error("no use");
    return name;
  };
  const first = inTurn("one", work("first", 50));
  const second = inTurn("one", work("second", 1));
  const other = inTurn("two", work("other", 1));
  await expect(first).rejects.toThrow("no use");
  expect([await second, await other]).toEqual(["second", "other"]);
  expect(events.filter((event) => !event.startsWith("other"))).toEqual([
    "first begins",
    "first ends",
    "second begins",
    "second ends",
  ]);
  expect(events.indexOf("other ends")).toBeLessThan(events.indexOf("first ends"));
});
