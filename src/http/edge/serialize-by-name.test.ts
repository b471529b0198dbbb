import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { createSerializer } from "./serialize-by-name.ts";

it("work that would wait behind more than the allowed number of pieces is refused at once", async () => {
  const serialize = createSerializer(2);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const accepted = [1, 2, 3].map((n) => serialize("one", () => held.then(() => n)));
  await expect(serialize("one", async () => 4)).rejects.toMatchObject({ code: "unavailable" });
  expect(await serialize("two", async () => 5)).toBe(5);
  release();
  expect(await Promise.all(accepted)).toEqual([1, 2, 3]);
  expect(await serialize("one", async () => 6)).toBe(6);
});

it("work of one name runs one piece at a time, even after a failure; another name does not wait for it", async () => {
  const serialize = createSerializer();
  const events: string[] = [];
  const work = (name: string, ms: number) => async () => {
    events.push(`${name} begins`);
    await sleep(ms);
    events.push(`${name} ends`);
    if (name === "first") throw new Error("no use");
    return name;
  };
  const first = serialize("one", work("first", 50));
  const second = serialize("one", work("second", 1));
  const other = serialize("two", work("other", 1));
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
