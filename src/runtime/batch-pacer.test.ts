import { describe, expect, it } from "vitest";
import { createBatchPacer } from "./batch-pacer.ts";

const options = { targetMs: 50, min: 10, max: 1_000 };

describe("a batch pacer", () => {
  it("starts with the smallest batch and grows while batches take less than the target", () => {
    const pacer = createBatchPacer(options);
    expect(pacer.size()).toBe(10);
    for (let n = 0; n < 20; n++) pacer.record(pacer.size(), 1);
    expect(pacer.size()).toBe(1_000);
  });

  it("shrinks at once to what fits the target, and never below the smallest batch", () => {
    const pacer = createBatchPacer(options);
    for (let n = 0; n < 20; n++) pacer.record(pacer.size(), 1);
    pacer.record(1_000, 500);
    expect(pacer.size()).toBe(100);
    pacer.record(100, 60_000);
    expect(pacer.size()).toBe(10);
  });

  it("settles near the size that takes the target time", () => {
    const pacer = createBatchPacer(options);
    for (let n = 0; n < 30; n++) pacer.record(pacer.size(), pacer.size() * 0.4);
    expect(pacer.size()).toBe(125);
  });

  it("learns nothing from an empty batch", () => {
    const pacer = createBatchPacer(options);
    pacer.record(0, 5_000);
    expect(pacer.size()).toBe(10);
  });
});
