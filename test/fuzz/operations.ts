import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import type { OpenApiDocument, Operation, Schema } from "../../src/contract/openapi/document.ts";
import { ingestOpenApiDocument } from "../../src/contract/openapi/ingest-document.ts";
import { openApiDocument } from "../../src/contract/openapi/public-document.ts";

/** One operation of an OpenAPI document. */
export interface FuzzedOperation {
  readonly method: string;
  readonly basePath: string;
  /** With parameters as `{name}`. */
  readonly path: string;
  readonly operation: Operation;
  /** Follows a reference into the document. */
  readonly resolve: (schema: Schema) => Schema;
}

function operationsOf(document: OpenApiDocument, basePath: string): readonly FuzzedOperation[] {
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.replace("#/components/schemas/", "");
    return name === undefined ? schema : (document.components.schemas[name] ?? {});
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      basePath,
      path,
      operation,
      resolve,
    })),
  );
}

/** All operations of both documents. */
export const OPERATIONS: readonly FuzzedOperation[] = [
  ...operationsOf(openApiDocument(), BASE_PATH),
  ...operationsOf(ingestOpenApiDocument(), INGEST_BASE_PATH),
];
