import { catalog } from "../../src/connectors/catalog.ts";
import type { DomainHandle } from "../../src/store/database/database.ts";
import { type ImportReport, type ImportRequest, importFolder } from "../../src/transfer/import-folder.ts";
import { TEST_ACTOR } from "./actor.ts";
import { createTestFolder, type WireRecord } from "./records.ts";
import type { TestDomain } from "./service.ts";

const AT = new Date("2026-11-02T10:00:00.000Z");
const CONNECTOR_TYPES = new Set(catalog.map(({ connectorType }) => connectorType));

/** Imports the files of a folder into a domain; `more` replaces parts of the request. */
export const importFrom = (
  { path }: { readonly path: string },
  database: DomainHandle,
  more: Partial<ImportRequest> = {},
): Promise<ImportReport> =>
  importFolder({
    database,
    folder: path,
    clock: () => AT,
    actor: TEST_ACTOR,
    knownConnectorTypes: CONNECTOR_TYPES,
    ...more,
  });

/** Imports records into a domain as an operator does, from a folder of files; keys are file names without extension. */
export async function importRecords(
  { db }: Pick<TestDomain, "db">,
  files: Readonly<Record<string, readonly WireRecord[]>>,
): Promise<void> {
  const folder = await createTestFolder();
  try {
    for (const [name, records] of Object.entries(files)) await folder.write(`${name}.ndjson`, records);
    const report = await importFrom(folder, db);
    if (!report.ok) throw new Error(`the records were refused: ${JSON.stringify(report)}`);
  } finally {
    await folder.remove();
  }
}
