// Writes the OpenAPI document that ships with the service; a test fails when the file is stale.
import { writeFileSync } from "node:fs";
import { openApiText } from "../src/contract/openapi.ts";

writeFileSync(new URL("../docs/openapi.json", import.meta.url), openApiText());
