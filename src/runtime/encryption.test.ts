import { expect, test } from "vitest";
import { createSealer } from "./encryption.ts";

const SECRET = "a secret for tests, thirty-two characters and more";
const sealer = createSealer(SECRET, "tests");

test("what was sealed opens at its place, and no two sealed texts are alike", () => {
  const sealed = sealer.seal("väri-käse 🔑", "here");
  expect(sealed).not.toContain("käse");
  expect(sealer.open(sealed, "here")).toBe("väri-käse 🔑");
  expect(sealer.seal("väri-käse 🔑", "here")).not.toBe(sealed);
});

test("it opens at no other place, for no other purpose and under no other secret", () => {
  const sealed = sealer.seal("text", "here");
  expect(sealer.open(sealed, "there")).toBeUndefined();
  expect(createSealer(SECRET, "other tests").open(sealed, "here")).toBeUndefined();
  expect(createSealer(`${SECRET}.`, "tests").open(sealed, "here")).toBeUndefined();
});

test("a changed or cut text does not open", () => {
  const sealed = sealer.seal("a text of some length", "here");
  const last = sealed.at(-2) === "A" ? "B" : "A";
  expect(sealer.open(sealed.slice(0, -2) + last + sealed.slice(-1), "here")).toBeUndefined();
  expect(sealer.open(sealed.slice(0, 20), "here")).toBeUndefined();
  expect(sealer.open("", "here")).toBeUndefined();
  expect(sealer.open(`v9.${sealed.slice(3)}`, "here")).toBeUndefined();
});
