import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
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
    const lint = promisify(execFile)(
      `${REPOSITORY}/node_modules/.bin/redocly`,
      ["lint", "docs/openapi-ingest.json", "--extends", "recommended", "--format", "json"],
      {
        cwd: REPOSITORY,
        env: {
          // biome-ignore lint/style/noProcessEnv: the child needs the path to find node
          ...process.env,
          REDOCLY_TELEMETRY: "off",
          REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
        },
      },
    );
    const { stdout } = await lint.catch((error: { stdout: string }) => error);
    const report = JSON.parse(stdout) as { readonly totals: unknown; readonly problems: readonly unknown[] };
    expect(report.problems).toEqual([]);
  });

  test.each(operations)("%s: every example fits its schema, and refusals are explained", (_name, operation) => {
    expect(examplesFit(operation.requestBody?.content)).toBe(true);
    for (const { content } of Object.values(operation.responses)) expect(examplesFit(content)).toBe(true);
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(["200", "400", "401", "403", "404", "413", "415", "429", "503"]),
    );
  });
});
