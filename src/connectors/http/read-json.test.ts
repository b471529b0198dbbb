import { expect, test } from "vitest";
import { readJsonArray, readJsonObject } from "./read-json.ts";

const reply = (text: string) => ({ status: 200, headers: {}, body: Buffer.from(text) });

test("an integer beyond the safe range becomes a string, and nothing else changes", async () => {
  const text =
    '{"a":12345678901234567890,"b":"12345678901234567890","c":-98765432109876543,"d":1234567890123456,"e":1.5}';
  expect(await readJsonObject("x", reply(text))).toEqual({
    a: "12345678901234567890",
    b: "12345678901234567890",
    c: "-98765432109876543",
    d: 1234567890123456,
    e: 1.5,
  });
});

test("a string that contains quotes and a long number is unchanged", async () => {
  const value = { a: 'he wrote \\"12345678901234567890\\" \\', b: ["x".repeat(3_000_000)] };
  expect(await readJsonObject("x", reply(JSON.stringify(value)))).toEqual(value);
});

test("a response of another JSON type is malformed", async () => {
  for (const text of ["", "[", "null", "7", "[]"])
    await expect(readJsonObject("x", reply(text))).rejects.toThrow(/x responded/);
  for (const text of ["{}", "[1]", "[[]]", "[null]"])
    await expect(readJsonArray("x", reply(text))).rejects.toThrow(/x responded/);
});
