// Writes the detection catalogue from the shipped rules and detectors; a test fails when the file is stale.
import { writeFileSync } from "node:fs";
import { readCatalogue } from "./catalogue/read-catalogue.ts";
import { renderCatalogue } from "./catalogue/render-catalogue.ts";

writeFileSync(new URL("../docs/detection-catalogue.md", import.meta.url), renderCatalogue(await readCatalogue()));
