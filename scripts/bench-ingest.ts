// Measures what the activity of identities adds to the cost of ingest, as a ratio within one run, on both databases.
import { join } from "node:path";
import { createDetectorSource } from "../src/pipeline/rules/detector-source.ts";
import { benchIngestRatio } from "./bench/ingest/ingest-ratio.ts";
import { stopServersWhenInterrupted } from "./services/interruptible-run.ts";
import { startPostgres } from "./services/postgres.ts";
import { createTestFolder } from "./services/test-folder.ts";

const [given = "9", engine = "embedded,postgres"] = process.argv.slice(2);
const rounds = Number(given);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`give a whole number of rounds, not ${given}`);

stopServersWhenInterrupted();
const folder = createTestFolder();
const log = { warn: (facts: object, message: string) => console.log(message, JSON.stringify(facts)) };
const detectors = await createDetectorSource({ folder: undefined, log }).detectorsFor({ name: "bench" });
const measure = (name: string, databaseUrl?: string): Promise<unknown> =>
  benchIngestRatio({ databaseUrl, dataDir: join(folder.path, name) }, detectors, rounds);
try {
  if (engine.includes("embedded")) await measure("embedded");
  if (engine.includes("postgres")) await measureOnPostgres();
} finally {
  folder.remove();
}

async function measureOnPostgres(): Promise<void> {
  const postgres = await startPostgres(folder.path);
  if ("missing" in postgres) {
    console.log(`skipped: PostgreSQL (${postgres.missing})`);
    return;
  }
  try {
    await measure("postgres", postgres.url);
  } finally {
    await postgres.stop();
  }
}
