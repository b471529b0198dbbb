import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { StoreSlots } from "./store-slots.ts";

it("a domain stores two deliveries at a time, in the order of arrival, and no other domain waits for it", async () => {
  const slots = new StoreSlots();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const store = (domain: string, name: string) =>
    slots.use(domain, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const all = ["a1", "a2", "a3", "a4"].map((name) => store("a", name));
  const other = store("b", "b1");
  await sleep(1);
  expect(started).toEqual(["a1", "a2", "b1"]);
  ends.get("a2")?.();
  await sleep(1);
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of ["a1", "a3", "b1"]) ends.get(name)?.();
  await sleep(1);
  ends.get("a4")?.();
  await Promise.all([...all, other]);
  expect(started.at(-1)).toBe("a4");
});
