// Processes rows, a few at a time, and prints a line after each batch; a test kills it somewhere in the middle.
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { testDetectors } from "./detectors.ts";

const { TEST_DATABASE_URL: databaseUrl, TEST_DATA_DIR: dataDir = "", TEST_DOMAIN: domainId = "" } = process.env;
const database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 20_000, shared: false });
const db = database.forDomain(domainId);
const clock = (): Date => new Date("2026-10-10T12:00:00.000Z");
process.stdout.write("started\n");
while ((await processBatch(db, clock, testDetectors, { limit: 2 })).rows > 0) process.stdout.write("batch\n");
await database.close();
