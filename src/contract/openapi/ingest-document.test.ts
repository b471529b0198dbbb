import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { lintDocument, NO_PROBLEMS } from "../../../test/support/lint-document.ts";
import type { Content, Operation } from "./document.ts";
import { ingestOpenApiDocument, ingestOpenApiText } from "./ingest-document.ts";

const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));
const document = ingestOpenApiDocument();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, "ingest");

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation as Operation] as const),
);

function examplesFit(content: Content | undefined): boolean {
  return Object.values(content ?? {}).every(({ schema, examples }) => {
    const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"ingest#/')) as object;
    return Object.values(examples).every(({ value }) => ajv.validate(absolute, value));
  });
}

describe("the document of the ingest API", () => {
  test("the published file matches the contract; `npm run openapi` regenerates it", () => {
    expect(readFileSync(`${REPOSITORY}/docs/openapi-ingest.json`, "utf8")).toBe(ingestOpenApiText());
  });

  test("Redocly's recommended rules find nothing", async () => {
    expect(await lintDocument("docs/openapi-ingest.json")).toMatchObject(NO_PROBLEMS);
  });

  test.each(operations)("%s: every example fits its schema, and refusals are explained", (_name, operation) => {
    expect(examplesFit(operation.requestBody?.content)).toBe(true);
    for (const { content } of Object.values(operation.responses)) expect(examplesFit(content)).toBe(true);
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(["200", "400", "401", "403", "404", "413", "415", "429", "503"]),
    );
  });
});
