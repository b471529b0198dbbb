// Writes the tables of README.md and docs/operate.md that derive from the code; a test fails when one is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { DOCUMENT_TABLES, replaceTable } from "./tables/document-tables.ts";

for (const { path, name, render } of DOCUMENT_TABLES) {
  const file = new URL(`../${path}`, import.meta.url);
  writeFileSync(file, replaceTable(readFileSync(file, "utf8"), name, render()));
}
