import { expect, test } from "vitest";
import { readDocuments } from "../../analysis/detect/sigma/parse/read-documents.ts";
import { packRules, unpackRules } from "./parsed-rules.ts";
import { readRulesFolder, SHIPPED_RULES } from "./rules-folder.ts";
import { asShipped } from "./rules-layout.ts";
import { readShippedRules } from "./shipped-rules.ts";

const text = "title: A rule\ndetection:\n  selection: { EventID: 0x10, Level: 4 }\n  condition: selection\n";

test("the documents that the build has parsed are those of the files", async () => {
  const parsed = (await readRulesFolder(SHIPPED_RULES)).sources.map(asShipped);
  expect((await readShippedRules()).map(readDocuments)).toEqual(parsed.map(readDocuments));
});

test("numbers are kept as they were written", () => {
  const packed = packRules([{ path: "a.yml", text }]);
  const source = { path: "a.yml", text };
  unpackRules([source], packed);
  expect(readDocuments(source)).toStrictEqual(readDocuments({ path: "a.yml", text }));
});

test("files of the same text keep their own paths", () => {
  const sources = ["a.yml", "b.yml"].map((path) => ({ path, text }));
  const copies = sources.map((source) => ({ ...source }));
  unpackRules(copies, packRules(sources));
  expect(copies.flatMap(readDocuments).map(({ path }) => path)).toEqual(["a.yml", "b.yml"]);
});

test("a file that has changed since the build is parsed again", () => {
  const source = { path: "a.yml", text: text.replace("A rule", "Another rule") };
  unpackRules([source], packRules([{ path: "a.yml", text }]));
  expect(readDocuments(source)[0]?.data["title"]).toBe("Another rule");
});
