import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createRequestQueue } from "./request-queue.ts";

const busyMs = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

it("work runs immediately while a turn of the event loop has started little", async () => {
  const queue = createRequestQueue();
  const ran: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    queue("one", () => ran.push("first"));
    queue("two", () => ran.push("second"));
    expect(ran.splice(0)).toEqual(["first", "second"]);
    await nextTurn();
  }
});

it("a name with much work does not delay one that arrives later", async () => {
  const queue = createRequestQueue();
  const ran: string[] = [];
  const work = (name: string) => () => {
    busyMs(2);
    ran.push(name);
  };
  for (let count = 0; count < 200; count++) queue("flood", work("flood"));
  const begunAtOnce = ran.length;
  queue("other", work("other"));
  while (!ran.includes("other")) await nextTurn();
  expect(begunAtOnce).toBeLessThan(10);
  expect(ran.indexOf("other")).toBeLessThanOrEqual(begunAtOnce + 2);
  while (ran.length < 201) await nextTurn();
  queue("flood", work("last"));
  expect(ran.at(-1)).toBe("last");
});
