// Writes the detection catalog from the shipped rules and detectors; a test fails when the file is stale.
import { writeFileSync } from "node:fs";
import { readCatalog } from "./catalog/read-catalog.ts";
import { renderCatalog } from "./catalog/render-catalog.ts";

writeFileSync(new URL("../docs/detection-catalog.md", import.meta.url), renderCatalog(await readCatalog()));
