import { mkdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { groupBy } from "../../../src/analysis/access/directory-model.ts";
import { readLabeledFolder } from "../../../src/cli/evaluate/read-folder.ts";
import { createDomainKey, type Installation, startBenchServer } from "./bench-server.ts";
import { databaseBytes } from "./database-size.ts";
import { type Body, sendRows } from "./send-rows.ts";

/** What the rows of a folder occupy. */
export interface GivenSize {
  readonly rows: number;
  readonly textBytes: number;
  readonly diskBytes: number;
}

const BODY_ROWS = 1_000;
const POLL_MS = 250;
/** When nothing was processed for so long, all new rows were: rows that a folder has twice are stored once. */
const QUIET_MS = 15_000;

/** Delivers the rows of a folder of `<Table>.ndjson[.gz]` and returns what they add to an empty database. */
export async function measureGivenRows(
  installation: Installation & { readonly databaseUrl: string },
  folder: string,
): Promise<GivenSize> {
  const { rows } = await readLabeledFolder(folder);
  mkdirSync(installation.dataDir, { recursive: true });
  const key = createDomainKey(installation);
  const server = await startBenchServer(installation);
  try {
    const before = await databaseBytes(installation.databaseUrl);
    await sendRows({ port: server.port, key }, bodiesOfRows(rows));
    let [processed, changedAt] = [0, performance.now()];
    while (performance.now() - changedAt < QUIET_MS) {
      await sleep(POLL_MS);
      const now = (await server.progress()).processed;
      if (now > processed) [processed, changedAt] = [now, performance.now()];
    }
    const diskBytes = (await databaseBytes(installation.databaseUrl)) - before;
    const textBytes = rows.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    return { rows: rows.length, textBytes, diskBytes };
  } finally {
    await server.stop();
  }
}

function* bodiesOfRows(
  rows: readonly { readonly table: string; readonly text: string }[],
): Generator<Body, void, void> {
  for (const [table, ofTable] of groupBy(rows, ({ table }) => table)) {
    for (let from = 0; from < ofTable.length; from += BODY_ROWS) {
      const texts = ofTable.slice(from, from + BODY_ROWS).map(({ text }) => text);
      yield { table, text: texts.join("\n") };
    }
  }
}

/** Returns the size of a folder as a line. */
export const renderGivenRows = (folder: string, { rows, textBytes, diskBytes }: GivenSize): string =>
  `${folder}: ${rows} rows, ${textBytes} bytes of text, ${diskBytes} on disk, bytes/raw=${(diskBytes / textBytes).toFixed(2)}`;
