import { ADMIN_BASE_PATH } from "../../src/contract/admin/admin-endpoint.ts";
import { BASE_PATH } from "../../src/contract/endpoints.ts";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { adminOpenApiDocument } from "../../src/contract/openapi/admin-document.ts";
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

/**
 * Operations that are not fuzzed, because a generated request that succeeds ends the session which all others need, or
 * computes a password hash of a tenth of a second. The tests of the admin API send hostile values to them.
 */
const NOT_FUZZED: ReadonlySet<string> = new Set([
  "setUp",
  "signIn",
  "acceptInvitation",
  "refreshSession",
  "signOut",
  "reauthenticate",
  "endSession",
  "changePassword",
  "beginTotp",
  "confirmTotp",
  "removeTotp",
]);

const adminOperations = operationsOf(adminOpenApiDocument(), ADMIN_BASE_PATH);

/** All operations of the documents, except those that cannot be fuzzed. */
export const OPERATIONS: readonly FuzzedOperation[] = [
  ...operationsOf(openApiDocument(), BASE_PATH),
  ...operationsOf(ingestOpenApiDocument(), INGEST_BASE_PATH),
  ...adminOperations.filter(({ operation }) => !NOT_FUZZED.has(operation.operationId)),
];
