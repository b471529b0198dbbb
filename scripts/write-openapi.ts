// Writes what is generated from the contract: the OpenAPI documents, the client's types and the console's operations. A test fails if a file is stale.
import { writeFileSync } from "node:fs";
import { adminEndpoints } from "../src/contract/admin/admin-endpoints.ts";
import { adminOpenApiText } from "../src/contract/openapi/admin-document.ts";
import { ingestOpenApiText } from "../src/contract/openapi/ingest-document.ts";
import { openApiDocument, openApiText } from "../src/contract/openapi/public-document.ts";
import { renderClientOperations, renderClientTypes } from "./client/render-client-types.ts";
import { renderConsoleOperations } from "./console/render-operations.ts";

const write = (path: string, text: string): void => writeFileSync(new URL(`../${path}`, import.meta.url), text);

write("docs/openapi.json", openApiText());
write("docs/openapi-ingest.json", ingestOpenApiText());
write("docs/openapi-admin.json", adminOpenApiText());
write("src/client/api-types.ts", renderClientTypes(openApiDocument()));
write("src/client/operations.ts", renderClientOperations(openApiDocument()));
write("console/api/operations.ts", renderConsoleOperations(adminEndpoints));
