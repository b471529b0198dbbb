import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readCatalogue } from "../../scripts/catalogue/read-catalogue.ts";
import { renderCatalogue } from "../../scripts/catalogue/render-catalogue.ts";

const entries = await readCatalogue();

it("the detection catalogue is the one that scripts/write-catalogue.ts writes", () => {
  const file = readFileSync(new URL("../../docs/detection-catalogue.md", import.meta.url), "utf8");
  expect(file === renderCatalogue(entries)).toBe(true);
});

it("the detection catalogue tells of every detector why it looks and what else looks like it", () => {
  const silent = entries.filter(({ why, falsePositives }) => why === "" || falsePositives.join("") === "");
  expect(silent.map(({ facts }) => facts.slug)).toEqual([]);
});

it("the detection catalogue has a place for every detector", () => {
  const page = renderCatalogue(entries);
  expect(entries.filter(({ facts }) => !page.includes(`\`${facts.slug}\` ·`)).map(({ facts }) => facts.slug)).toEqual(
    [],
  );
});
