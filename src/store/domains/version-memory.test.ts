import { expect, it } from "vitest";
import { createVersionMemory, type Versions } from "./version-memory.ts";

const read = (versions: Versions) => async () => versions;

it("returns what was read, until the domain or all domains are dropped", async () => {
  const memory = createVersionMemory();
  expect(memory.find("a")).toBeUndefined();
  await memory.read("a", read({ users: "1" }));
  await memory.read("b", read({ users: "7" }));
  memory.forget("a");
  expect([memory.find("a"), memory.find("b")]).toEqual([undefined, { users: "7" }]);
  memory.forgetAll();
  expect(memory.find("b")).toBeUndefined();
});

it("merges the versions that a commit has set with those it holds", async () => {
  const memory = createVersionMemory();
  memory.raise("a", { users: "2" });
  expect(memory.find("a")).toBeUndefined();
  await memory.read("a", read({ users: "2", cases: "5" }));
  memory.raise("a", { cases: "6" });
  expect(memory.find("a")).toEqual({ users: "2", cases: "6" });
});

it.each([
  ["raised", (memory: ReturnType<typeof createVersionMemory>) => memory.raise("a", { users: "2" })],
  ["dropped", (memory: ReturnType<typeof createVersionMemory>) => memory.forget("a")],
  ["dropped with all others", (memory: ReturnType<typeof createVersionMemory>) => memory.forgetAll()],
])("does not cache a read during which the domain was %s", async (_name, change) => {
  const memory = createVersionMemory();
  await memory.read("a", async () => {
    change(memory);
    return { users: "1" };
  });
  expect(memory.find("a")).toBeUndefined();
});

it("caches a read during which another domain has changed", async () => {
  const memory = createVersionMemory();
  await memory.read("a", async () => {
    memory.raise("b", { users: "2" });
    return { users: "1" };
  });
  expect(memory.find("a")).toEqual({ users: "1" });
});

it("caches neither a failed read nor a domain that has no versions yet", async () => {
  const memory = createVersionMemory();
  await expect(memory.read("a", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  await memory.read("b", read({}));
  expect([memory.find("a"), memory.find("b")]).toEqual([undefined, undefined]);
});
