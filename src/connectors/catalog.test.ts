import { describe, expect, test } from "vitest";
import { CONNECTOR_CATEGORIES, SIGNALS } from "../model/vocabulary.ts";
import { catalog, findConnectorType } from "./catalog.ts";

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const ONE_SENTENCE = /^[A-Z][^.!?\n]*\.$/;

describe("the catalog", () => {
  test("offers between 40 and 60 connector types", () => {
    expect(catalog.length).toBeGreaterThanOrEqual(40);
    expect(catalog.length).toBeLessThanOrEqual(60);
  });

  test("gives every connector type an identifier and a display name of its own", () => {
    expect(new Set(catalog.map((type) => type.connectorType)).size).toBe(catalog.length);
    expect(new Set(catalog.map((type) => type.displayName)).size).toBe(catalog.length);
  });

  test("describes no two connector types in the same words", () => {
    expect(new Set(catalog.map((type) => type.description)).size).toBe(catalog.length);
  });

  test.each(SIGNALS)("covers the signal %s by at least two connector types", (signal) => {
    const contributing = catalog.filter((type) => type.signals.includes(signal));
    expect(contributing.length).toBeGreaterThanOrEqual(2);
  });

  test.each(CONNECTOR_CATEGORIES)("has at least two connector types in the category %s", (category) => {
    expect(catalog.filter((type) => type.category === category).length).toBeGreaterThanOrEqual(2);
  });

  test("names its categories in snake_case, each once", () => {
    expect(CONNECTOR_CATEGORIES.filter((category) => !SNAKE_CASE.test(category))).toEqual([]);
    expect(new Set(CONNECTOR_CATEGORIES).size).toBe(CONNECTOR_CATEGORIES.length);
  });
});

describe.each(catalog)("connector type $connectorType", (type) => {
  test("has a snake_case identifier", () => {
    expect(type.connectorType).toMatch(SNAKE_CASE);
  });

  test("is described by one sentence of 20 to 160 characters that ends with a full stop", () => {
    expect(type.description).toMatch(ONE_SENTENCE);
    expect(type.description.length).toBeGreaterThanOrEqual(20);
    expect(type.description.length).toBeLessThanOrEqual(160);
  });

  test("names at least one signal, each known and only once", () => {
    expect(type.signals.length).toBeGreaterThanOrEqual(1);
    expect(SIGNALS).toEqual(expect.arrayContaining([...type.signals]));
    expect(new Set(type.signals).size).toBe(type.signals.length);
  });
});

describe("findConnectorType", () => {
  test("finds every connector type of the catalog by its identifier", () => {
    expect(catalog.map((type) => findConnectorType(type.connectorType))).toEqual(catalog);
  });

  test.each(["log_analytics", "entra_directory", "okta", "file_drop"])("knows %s, which other code names", (id) => {
    expect(findConnectorType(id)?.connectorType).toBe(id);
  });

  test.each(["", "OKTA", "unheard_of", "constructor", "__proto__"])("finds nothing for '%s'", (id) => {
    expect(findConnectorType(id)).toBeUndefined();
  });
});
