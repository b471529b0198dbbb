import { expect, it } from "vitest";
import { createOneAtATime } from "./one-at-a-time.ts";

it("work of one name is refused while it runs, and accepted again after it has ended or failed", async () => {
  const alone = createOneAtATime();
  let fail = (_error: Error): void => undefined;
  const running = alone("one", () => new Promise((_resolve, reject) => (fail = reject)));
  await expect(alone("one", async () => 1)).rejects.toMatchObject({ code: "unavailable" });
  expect(await alone("two", async () => 2)).toBe(2);
  fail(new Error("no use"));
  await expect(running).rejects.toThrow("no use");
  expect(await alone("one", async () => 3)).toBe(3);
});
