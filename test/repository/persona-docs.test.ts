import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { NhiDetail } from "../../src/contract/nhi.ts";
import { PersonaDetail, PersonaOverview } from "../../src/contract/personas.ts";

const text = readFileSync(new URL("../../docs/personas.md", import.meta.url), "utf8");

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

/** Returns the names of all properties of a schema, at any depth. */
function namesIn({ properties = {}, anyOf = [], items }: Schema): readonly string[] {
  return [
    ...Object.entries(properties).flatMap(([name, schema]) => [name, ...namesIn(schema)]),
    ...[...anyOf, ...(items ? [items] : [])].flatMap(namesIn),
  ];
}

/** Returns the first column of the table under a heading. */
function describedUnder(heading: string): ReadonlySet<string> {
  const start = text.indexOf(`\n### ${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const end = text.indexOf("\n#", start + 5);
  const section = text.slice(start, end < 0 ? undefined : end);
  return new Set([...section.matchAll(/`([a-z_0-9]+)`/g)].map(([, name = ""]) => name));
}

const sectionsOf = (schema: Schema): readonly string[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, section]) => (namesIn(section).length > 0 ? [name] : []));

const schemaOf = (schema: Schema, name: string): Schema => schema.properties?.[name] ?? {};
const headingOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

describe("docs/personas.md describes every field of", () => {
  it("the persona overview", () => {
    for (const name of namesIn(PersonaOverview as Schema)) expect(text).toContain(`\`${name}\``);
  });

  it.each(sectionsOf(PersonaDetail as Schema).filter((name) => name !== "coverage"))("the user section %s", (name) => {
    const described = describedUnder(headingOf(name));
    expect(namesIn(schemaOf(PersonaDetail as Schema, name)).filter((field) => !described.has(field))).toEqual([]);
  });

  it("the user persona", () => {
    const described = describedUnder("Top level");
    expect(Object.keys(PersonaDetail.properties).filter((field) => !described.has(field))).toEqual([]);
  });

  it.each(sectionsOf(NhiDetail as Schema))("the NHI section %s", (name) => {
    const described = describedUnder(`NHI: ${name}`);
    expect(namesIn(schemaOf(NhiDetail as Schema, name)).filter((field) => !described.has(field))).toEqual([]);
  });
});
