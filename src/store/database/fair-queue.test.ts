import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FairQueue, type FairQueueOptions, type Leave, QueueRefusal, type Urgency } from "./fair-queue.ts";

const OPTIONS: FairQueueOptions = {
  places: 1,
  placesPerLane: 1,
  placesInBackground: 1,
  maxWaitingPerLane: 100,
  maxWaiting: 1_000,
  maxWaitMs: 10_000,
};

/** Creates a queue with its own clock that records the order of admission. */
function given(options: Partial<FairQueueOptions> = {}) {
  const clock = { ms: 0 };
  const queue = new FairQueue({ ...OPTIONS, ...options }, () => clock.ms);
  const admitted: string[] = [];
  const inside: { readonly name: string; readonly leave: Leave }[] = [];
  const ask = async (name: string, urgency: Urgency = "request"): Promise<void> => {
    const leave = await queue.enter(name, urgency);
    admitted.push(name);
    inside.push({ name, leave });
  };
  /** Enters without awaiting the result: the member may still be waiting when the test ends. */
  const send = (name: string, urgency?: Urgency): void => void ask(name, urgency).catch(() => undefined);
  /** Advances the clock and lets the member that was admitted first leave. */
  const pass = async (ms: number): Promise<void> => {
    clock.ms += ms;
    inside.shift()?.leave();
    await nextTurn();
  };
  return { queue, admitted, inside, ask, send, pass };
}

const countOf = (list: readonly string[], name: string) => list.filter((other) => other === name).length;

describe("one place", () => {
  it("is granted at once when it is free", async () => {
    const { ask, admitted } = given();
    await ask("a");
    expect(admitted).toEqual(["a"]);
  });

  it("goes to a new lane before the next of many members of a lane that has used it", async () => {
    const { pass, admitted, send } = given();
    for (let n = 0; n < 20; n++) send("busy");
    await nextTurn();
    await pass(100);
    send("late");
    await pass(100);
    await pass(100);
    expect(admitted.slice(0, 4)).toEqual(["busy", "busy", "late", "busy"]);
  });

  it("is shared by time, not by turns: a lane with short stays is served more often", async () => {
    const { pass, inside, admitted, send } = given();
    for (let n = 0; n < 80; n++) for (const name of ["long", "short"]) send(name);
    await nextTurn();
    for (let n = 0; n < 60; n++) await pass(inside[0]?.name === "long" ? 50 : 5);
    expect(countOf(admitted, "short")).toBeGreaterThan(8 * countOf(admitted, "long"));
    expect(countOf(admitted, "long")).toBeGreaterThanOrEqual(5);
  });

  it("goes to another lane before the one that used it last, even if nobody was waiting in between", async () => {
    const { ask, pass, admitted, send } = given();
    await ask("long");
    await pass(100);
    send("check", "check");
    await nextTurn();
    send("long");
    send("short");
    await pass(1);
    expect(admitted).toEqual(["long", "check", "short"]);
  });

  it("is not withheld for long from a lane that used it for an hour beside another one", async () => {
    const { pass, admitted, send } = given();
    for (const name of ["long", "short"]) send(name);
    await nextTurn();
    for (const ms of [3_600_000, 1]) await pass(ms);
    for (let n = 0; n < 30; n++) send("short");
    send("long");
    await nextTurn();
    for (let n = 0; n < 15; n++) await pass(100);
    expect(admitted.slice(2)).toContain("long");
  });

  it("goes to requests before background work, and background work still gets its share", async () => {
    const { pass, admitted, send } = given();
    for (let n = 0; n < 60; n++) {
      send("batch", "background");
      send("page");
    }
    await nextTurn();
    for (let n = 0; n < 50; n++) await pass(10);
    expect(countOf(admitted, "batch")).toBeGreaterThanOrEqual(8);
    expect(countOf(admitted, "page")).toBeGreaterThanOrEqual(35);
  });

  it("goes to the analysis least often, and the analysis still gets its share", async () => {
    const { pass, admitted, send } = given();
    for (let n = 0; n < 60; n++) {
      send("analysis", "analysis");
      send("batch", "background");
      send("page");
    }
    await nextTurn();
    for (let n = 0; n < 50; n++) await pass(10);
    expect(countOf(admitted, "analysis")).toBeGreaterThanOrEqual(2);
    expect(countOf(admitted, "batch")).toBeGreaterThan(countOf(admitted, "analysis"));
    expect(countOf(admitted, "page")).toBeGreaterThanOrEqual(30);
  });

  it("passes from background work to a waiting request before other background work", async () => {
    const { pass, admitted, send } = given();
    for (const name of ["w1", "w2", "w3", "w4"]) send(name, "background");
    await nextTurn();
    send("page");
    await pass(50);
    expect(admitted).toEqual(["w1", "page"]);
  });
});

describe("a lane that always has members waiting", () => {
  it("is not passed over for lanes that come and go", async () => {
    const { pass, inside, admitted, send } = given();
    for (let n = 0; n < 40; n++) send("steady");
    await nextTurn();
    for (let n = 0; n < 60; n++) {
      // Each of these enters after the previous one has left.
      send(n % 2 === 0 ? "a" : "b");
      await pass(inside[0]?.name === "steady" ? 20 : 10);
    }
    expect(countOf(admitted, "steady")).toBeGreaterThanOrEqual(12);
  });

  it("has its checks admitted before the requests of many other lanes", async () => {
    const { pass, admitted, send } = given();
    for (let n = 0; n < 30; n++) send(`domain ${n}`);
    await nextTurn();
    for (let n = 0; n < 10; n++) send(`checked ${n}`, "check");
    for (let n = 0; n < 10; n++) await pass(5);
    expect(admitted.filter((name) => name.startsWith("checked")).length).toBeGreaterThanOrEqual(8);
  });
});

describe("bounds", () => {
  it("one lane never holds more than its share of the places, so that another lane finds one free", async () => {
    const { ask, admitted, send } = given({ places: 10, placesPerLane: 5, placesInBackground: 5 });
    for (let n = 0; n < 40; n++) send("busy");
    await nextTurn();
    expect(countOf(admitted, "busy")).toBe(5);
    await ask("other");
    expect(admitted.at(-1)).toBe("other");
  });

  it("background work of many lanes leaves places for requests", async () => {
    const { ask, admitted, send } = given({ places: 10, placesPerLane: 5, placesInBackground: 6 });
    for (let n = 0; n < 40; n++) send(`domain ${n}`, "background");
    await nextTurn();
    expect(admitted).toHaveLength(6);
    await ask("page");
    expect(admitted.at(-1)).toBe("page");
  });

  it("a lane with too many waiting members is refused, while another one is not", async () => {
    const { ask, queue, send } = given({ maxWaitingPerLane: 3 });
    for (let n = 0; n < 4; n++) send("busy");
    await expect(ask("busy")).rejects.toThrow(QueueRefusal);
    send("other");
    await nextTurn();
    expect(queue.waiting).toBe(4);
  });

  it("the total number of waiting members is limited, whatever their lane", async () => {
    const { ask, send } = given({ maxWaiting: 3 });
    for (let n = 0; n < 4; n++) send(`lane ${n}`);
    await expect(ask("one more")).rejects.toThrow(QueueRefusal);
  });

  it("a member that has waited too long is refused, and the place goes to the next", async () => {
    const { ask, pass, admitted, queue, send } = given({ maxWaitMs: 20 });
    await ask("first");
    await expect(ask("late")).rejects.toThrow(QueueRefusal);
    expect(queue.waiting).toBe(0);
    send("next");
    await pass(1);
    expect(admitted).toEqual(["first", "next"]);
  });

  it("leaving twice releases one place", async () => {
    const { queue } = given();
    const leave = await queue.enter("a", "request");
    const waiting = [queue.enter("b", "request"), queue.enter("c", "request").catch(() => undefined)];
    leave();
    leave();
    await waiting[0];
    expect(queue.waiting).toBe(1);
  });
});

it("every waiting member is admitted, never more at once than there are places, whatever the order and the stays", async () => {
  const visits = fc.array(
    fc.record({
      lane: fc.constantFrom("a", "b", "c", "d"),
      urgency: fc.constantFrom<Urgency>("check", "request", "background", "analysis"),
      stayMs: fc.integer({ min: 0, max: 200 }),
    }),
    { minLength: 1, maxLength: 60 },
  );
  const sizes = fc.record({ places: fc.integer({ min: 1, max: 4 }), placesPerLane: fc.integer({ min: 1, max: 4 }) });
  await fc.assert(
    fc.asyncProperty(visits, sizes, async (given_, { places, placesPerLane }) => {
      const { queue, admitted, inside, pass, send } = given({ places, placesPerLane, placesInBackground: places });
      for (const { lane, urgency } of given_) send(lane, urgency);
      for (const { stayMs } of given_) {
        await nextTurn();
        expect(inside.length).toBeLessThanOrEqual(places);
        expect(inside.length).toBeGreaterThan(0);
        await pass(stayMs);
      }
      expect([admitted.length, queue.waiting, inside.length]).toEqual([given_.length, 0, 0]);
    }),
    { numRuns: 50 },
  );
});
