import { describe, expect, it } from "vitest";
import { DeliveryMemory } from "./delivery-memory.ts";

const LIMITS = { domainBytes: 100, totalBytes: 200, freeBytes: 10, waitMs: 50 };

const isGranted = (grown: Promise<void>): Promise<boolean> =>
  grown.then(
    () => true,
    () => false,
  );

describe("the memory of deliveries", () => {
  it("is bounded for each domain, and released memory goes to the delivery that has waited longest", async () => {
    const memory = new DeliveryMemory(LIMITS);
    const [first, second, third] = [memory.open("a"), memory.open("a"), memory.open("a")];
    await first.grow(70);
    await second.grow(40);
    const waiting = third.grow(60);
    first.release();
    expect(await isGranted(waiting)).toBe(true);
    expect(await isGranted(memory.open("a").grow(40))).toBe(false);
  });

  it("of one domain does not reduce that of others, and the first bytes of a delivery are always granted", async () => {
    const memory = new DeliveryMemory(LIMITS);
    await memory.open("a").grow(110);
    expect(await isGranted(memory.open("a").grow(11))).toBe(false);
    expect(await isGranted(memory.open("a").grow(10))).toBe(true);
    expect(await isGranted(memory.open("b").grow(100))).toBe(true);
    expect(await isGranted(memory.open("c").grow(20))).toBe(true);
  });

  it("is always granted to the oldest delivery, so that deliveries cannot deadlock", async () => {
    const memory = new DeliveryMemory(LIMITS);
    const [oldest, younger] = [memory.open("a"), memory.open("a")];
    await oldest.grow(60);
    await younger.grow(60);
    const waiting = younger.grow(60);
    expect(await isGranted(oldest.grow(300))).toBe(true);
    oldest.release();
    expect(await isGranted(waiting)).toBe(true);
  });
});
