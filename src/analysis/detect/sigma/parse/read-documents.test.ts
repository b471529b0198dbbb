import { describe, expect, test } from "vitest";
import { readDocuments } from "./read-documents.ts";

const read = (text: string) => readDocuments({ path: "a.yml", text });

describe("the documents of a file", () => {
  test("have the line on which they start", () => {
    expect(read("title: A\n---\n# a comment\ntitle: B\n").map(({ line }) => line)).toEqual([1, 4]);
  });

  test("are refused with a key that occurs twice", () => {
    expect(() => read("title: A\ndetection:\n  s: 1\n  s: 2\n")).toThrow("the key 's' occurs twice in one map");
  });

  test("are read in linear time, however many keys a map has", () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`);
    expect(Object.keys(read(keys.join("\n"))[0]?.data ?? {})).toHaveLength(20_000);
  });
});
