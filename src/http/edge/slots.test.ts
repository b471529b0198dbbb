import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { createSlots } from "./slots.ts";

const LIMITS = { total: 5, perDomain: 3, open: 1, unknownCallers: 2, unsentBytes: 100 };
const REFUSED = /in flight/;

const response = (): ServerResponse => new EventEmitter() as unknown as ServerResponse;
const times = (count: number): readonly ServerResponse[] => Array.from({ length: count }, response);

it("a domain may hold its share of slots and no more, and another domain still gets one", () => {
  const slots = createSlots(LIMITS);
  for (const each of times(3)) slots.take(each, { domainId: "one" });
  expect(() => slots.take(response(), { domainId: "one" })).toThrow(REFUSED);
  slots.take(response(), { domainId: "other" });
});

it("callers of routes without a key and unknown callers hold at most their own shares", () => {
  const slots = createSlots(LIMITS);
  slots.take(response(), "open");
  expect(() => slots.take(response(), "open")).toThrow(REFUSED);
  for (const each of times(2)) slots.take(each, "unknown callers");
  expect(() => slots.take(response(), "unknown callers")).toThrow(REFUSED);
  slots.take(response(), { domainId: "one" });
});

it("all holders together hold at most the total", () => {
  const slots = createSlots(LIMITS);
  for (const each of times(3)) slots.take(each, { domainId: "one" });
  for (const each of times(2)) slots.take(each, { domainId: "two" });
  expect(() => slots.take(response(), { domainId: "three" })).toThrow(REFUSED);
});

it("a slot is released when its response closes, and a refused request holds none", () => {
  const slots = createSlots(LIMITS);
  for (let time = 0; time < 20; time++) {
    const held = response();
    slots.take(held, "open");
    const refused = response();
    expect(() => slots.take(refused, "open")).toThrow(REFUSED);
    refused.emit("close");
    held.emit("close");
  }
  slots.take(response(), "open");
});

it("the slot of a caller whose key is verified moves from one share to the other", () => {
  const slots = createSlots(LIMITS);
  for (const each of times(3)) {
    slots.take(each, "unknown callers");
    slots.take(each, { domainId: "one" });
  }
  const late = response();
  slots.take(late, "unknown callers");
  expect(() => slots.take(late, { domainId: "one" })).toThrow(REFUSED);
  late.emit("close");
  for (const each of times(2)) slots.take(each, "unknown callers");
});

it("work that continues after its client disconnected keeps the slot until it is done, even if it fails", async () => {
  const slots = createSlots(LIMITS);
  const left = response();
  slots.take(left, "open");
  const steps = new EventEmitter();
  const work = slots.during(left, () => new Promise((_resolve, reject) => steps.once("fail", reject)));
  left.emit("close");
  expect(() => slots.take(response(), "open")).toThrow(REFUSED);
  steps.emit("fail", new Error("no use"));
  await expect(work).rejects.toThrow("no use");
  slots.take(response(), "open");
});

it("the unread bytes of a holder's responses are bounded; a single response may have any size", () => {
  const slots = createSlots(LIMITS);
  const [first, second, third] = [response(), response(), response()];
  for (const each of [first, second]) slots.take(each, { domainId: "one" });
  slots.take(third, { domainId: "two" });
  slots.send(first, 1_000);
  expect(() => slots.send(second, 1)).toThrow(REFUSED);
  slots.send(third, 90);
  first.emit("close");
  slots.send(second, 100);
});
