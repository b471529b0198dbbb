import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readCatalog } from "../../scripts/catalog/read-catalog.ts";
import { renderCatalog } from "../../scripts/catalog/render-catalog.ts";

const entries = await readCatalog();

it("the detection catalog is the one that scripts/write-catalog.ts writes", () => {
  const file = readFileSync(new URL("../../docs/detection-catalog.md", import.meta.url), "utf8");
  expect(file === renderCatalog(entries)).toBe(true);
});

it("the detection catalog gives the reason and the false positives of every detector", () => {
  expect(entries.length).toBeGreaterThan(150);
  const silent = entries.filter(({ why, falsePositives }) => why === "" || falsePositives.join("") === "");
  expect(silent.map(({ facts }) => facts.slug)).toEqual([]);
});

it("the detection catalog states what silences each behavior and what does not", () => {
  const open = entries.filter(({ kind, silencing }) => kind === "behavior" && !(silencing?.by && silencing.notBy));
  expect(open.map(({ facts }) => facts.slug)).toEqual([]);
});

it("the detection catalog lists every detector", () => {
  const page = renderCatalog(entries);
  expect(entries.filter(({ facts }) => !page.includes(`\`${facts.slug}\` ·`)).map(({ facts }) => facts.slug)).toEqual(
    [],
  );
});
