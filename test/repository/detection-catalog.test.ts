import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readCatalog } from "../../scripts/catalog/read-catalog.ts";
import { renderCatalog } from "../../scripts/catalog/render-catalog.ts";

const catalog = await readCatalog();
const { entries, mappings } = catalog;

it("the detection catalog is the one that scripts/write-catalog.ts writes", () => {
  const file = readFileSync(new URL("../../docs/detection-catalog.md", import.meta.url), "utf8");
  expect(file === renderCatalog(catalog)).toBe(true);
});

it("the detection catalog gives the reason and the false positives of every detector", () => {
  expect(entries.length).toBeGreaterThan(150);
  const silent = entries.filter(({ why, falsePositives }) => why === "" || falsePositives.join("") === "");
  expect(silent.map(({ facts }) => facts.slug)).toEqual([]);
});

it("the detection catalog states what silences each detector and what does not", () => {
  const open = entries.filter(({ silencing: { by, notBy } }) => by === "" || notBy === "");
  expect(open.map(({ facts }) => facts.slug)).toEqual([]);
});

it("the detection catalog lists every detector", () => {
  const page = renderCatalog(catalog);
  expect(entries.filter(({ facts }) => !page.includes(`\`${facts.slug}\` ·`)).map(({ facts }) => facts.slug)).toEqual(
    [],
  );
});

it("the detection catalog names the rows that a rule excludes and the events that replace its own", () => {
  const silencing = (slug: string) => entries.find(({ facts }) => facts.slug === slug)?.silencing.by ?? "";
  expect(entries.some(({ silencing: { by } }) => by.includes("in the row"))).toBe(true);
  const replaced = entries.flatMap(({ facts }) => facts.supersedes ?? []);
  expect(
    [...new Set(replaced)]
      .filter((slug) => entries.some(({ facts, kind }) => facts.slug === slug && kind !== "behavior"))
      .filter((slug) => !silencing(slug).includes("at least as severe")),
  ).toEqual([]);
});

it("the detection catalog lists every mapping with its log source and what its rows lack", () => {
  expect(mappings.length).toBeGreaterThan(30);
  const page = renderCatalog(catalog);
  expect(mappings.filter(({ title }) => !page.includes(`| ${title} | `)).map(({ title }) => title)).toEqual([]);
  const created = mappings.find(({ title }) => title === "Windows process creation (4688)");
  expect(created).toMatchObject({ sources: ["windows/process_creation"], table: "SecurityEvent" });
  expect(created?.condition).toEqual(["`EventID` `4688`"]);
  expect(created?.fields).toContain("ParentImage");
  expect(created?.absent).toContain("OriginalFileName");
});
