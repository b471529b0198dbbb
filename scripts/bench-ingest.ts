// Measures what the activity of identities adds to the cost of ingest, as a ratio within one run, on both databases.
import { join } from "node:path";
import { createDetectorSource } from "../src/pipeline/rules/detector-source.ts";
import { benchIngestRatio } from "./bench/ingest/ingest-ratio.ts";
import { stopServersWhenInterrupted } from "./services/interruptible-run.ts";
import { startPostgres } from "./services/postgres.ts";
import { createTestFolder } from "./services/test-folder.ts";

const rounds = Number(process.argv[2] ?? 9);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`give a whole number of rounds, not ${process.argv[2]}`);

stopServersWhenInterrupted();
const folder = createTestFolder();
const postgres = await startPostgres(folder.path);
try {
  const log = { warn: (facts: object, message: string) => console.log(message, JSON.stringify(facts)) };
  const detectors = await createDetectorSource({ folder: undefined, log }).detectorsFor({ name: "bench" });
  await benchIngestRatio({ databaseUrl: undefined, dataDir: join(folder.path, "embedded") }, detectors, rounds);
  if ("missing" in postgres) console.log(`skipped: PostgreSQL (${postgres.missing})`);
  else await benchIngestRatio({ databaseUrl: postgres.url, dataDir: join(folder.path, "postgres") }, detectors, rounds);
} finally {
  if ("stop" in postgres) await postgres.stop();
  folder.remove();
}
