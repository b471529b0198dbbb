import { describe, expect, it } from "vitest";
import { createTurnQueue, type TurnQueue } from "./turn-queue.ts";

function turn(queue: TurnQueue, isMore = false): string | undefined {
  const domainId = queue.take();
  if (domainId !== undefined) queue.end(domainId, isMore);
  return domainId;
}

describe("turns", () => {
  it("go to a domain with new work before those with a backlog", () => {
    const queue = createTurnQueue();
    queue.add("busy");
    expect(turn(queue, true)).toBe("busy");
    queue.add("busy");
    queue.add("quiet");
    expect([turn(queue), turn(queue), turn(queue)]).toEqual(["quiet", "busy", undefined]);
  });

  it("alternate between domains with a backlog", () => {
    const queue = createTurnQueue();
    for (const domainId of ["a", "b", "c"]) queue.add(domainId);
    const order = Array.from({ length: 7 }, () => turn(queue, true));
    expect(order).toEqual(["a", "b", "c", "a", "b", "c", "a"]);
  });

  it("reach a domain with a backlog however much new work others have", () => {
    const queue = createTurnQueue();
    queue.add("busy");
    turn(queue, true);
    const order = Array.from({ length: 10 }, (_, n) => {
      queue.add(`quiet ${n}`);
      return turn(queue);
    });
    expect(order.indexOf("busy")).toBeGreaterThan(0);
  });

  it("are never two at a time for one domain, and work added meanwhile is not lost", () => {
    const queue = createTurnQueue();
    queue.add("a");
    expect(queue.take()).toBe("a");
    queue.add("a");
    expect(queue.take()).toBeUndefined();
    queue.end("a", false);
    expect(queue.take()).toBe("a");
  });

  it("are those of the only domain until another one waits or has its turn", () => {
    const queue = createTurnQueue();
    queue.add("a");
    expect(queue.isOnlyOne()).toBe(true);
    queue.take();
    queue.add("a");
    expect(queue.isOnlyOne()).toBe(true);
    queue.add("b");
    expect(queue.isOnlyOne()).toBe(false);
    expect(queue.take()).toBe("b");
    expect(queue.isOnlyOne()).toBe(false);
    queue.end("b", true);
    expect(queue.isOnlyOne()).toBe(false);
    queue.end("a", false);
    expect(turn(queue)).toBe("a");
    expect(queue.isOnlyOne()).toBe(true);
  });
});
