// Writes the OpenAPI documents that ship with the service; a test fails when a file is stale.
import { writeFileSync } from "node:fs";
import { ingestOpenApiText } from "../src/contract/openapi/ingest-document.ts";
import { openApiText } from "../src/contract/openapi/public-document.ts";

writeFileSync(new URL("../docs/openapi.json", import.meta.url), openApiText());
writeFileSync(new URL("../docs/openapi-ingest.json", import.meta.url), ingestOpenApiText());
