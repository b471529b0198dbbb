import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { lintDocument, NO_PROBLEMS } from "../../../test/support/lint-document.ts";
import { adminEndpoints } from "../admin/admin-endpoints.ts";
import { adminOpenApiDocument, adminOpenApiText } from "./admin-document.ts";
import type { Content, Operation } from "./document.ts";

const PUBLISHED = fileURLToPath(new URL("../../../docs/openapi-admin.json", import.meta.url));
const document = adminOpenApiDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, "admin");

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation as Operation] as const),
);

function examplesFit(content: Content | undefined): boolean {
  return Object.values(content ?? {}).every(({ schema, examples }) => {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"admin#/')) as object;
    return Object.values(examples).every(({ value }) => ajv.validate(absolute, value));
  });
}

describe("the document of the admin API", () => {
  test("the published file matches the contract; `npm run openapi` regenerates it", () => {
    expect(readFileSync(PUBLISHED, "utf8")).toBe(adminOpenApiText());
  });

  test("Redocly's recommended rules find nothing", async () => {
    expect(await lintDocument("docs/openapi-admin.json")).toMatchObject(NO_PROBLEMS);
  });

  test("every operation of the contract is in it, and every tag is described", () => {
    expect(operations).toHaveLength(Object.keys(adminEndpoints).length);
    expect(document.tags.filter(({ description }) => description === "")).toEqual([]);
  });

  test.each(operations)("%s: every example fits its schema", (_name, operation) => {
    expect(examplesFit(operation.requestBody?.content)).toBe(true);
    for (const { content } of Object.values(operation.responses)) expect(examplesFit(content)).toBe(true);
  });

  test.each(operations)("%s: every parameter is described", (_name, { parameters }) => {
    expect(parameters.filter(({ description }) => description === "")).toEqual([]);
  });
});
