import { catalog } from "../../src/connectors/catalog.ts";
import { importFolder } from "../../src/transfer/import-folder.ts";
import { TEST_ACTOR } from "./actor.ts";
import { createTestFolder, type WireRecord } from "./records.ts";
import type { TestDomain } from "./service.ts";

const AT = new Date("2026-11-02T10:00:00.000Z");

/** Imports records into a domain as an operator does, from a folder of files; keys are file names without extension. */
export async function importRecords(
  { db }: Pick<TestDomain, "db">,
  files: Readonly<Record<string, readonly WireRecord[]>>,
): Promise<void> {
  const folder = await createTestFolder();
  try {
    for (const [name, records] of Object.entries(files)) await folder.write(`${name}.ndjson`, records);
    const report = await importFolder({
      database: db,
      folder: folder.path,
      clock: () => AT,
      actor: TEST_ACTOR,
      knownConnectorTypes: new Set(catalog.map(({ connectorType }) => connectorType)),
    });
    if (!report.ok) throw new Error(`the records were refused: ${JSON.stringify(report)}`);
  } finally {
    await folder.remove();
  }
}
