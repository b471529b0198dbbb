import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { processBatch } from "../../src/pipeline/schedule/process-batch.ts";
import { newId } from "../../src/runtime/ids.ts";
import type { Database } from "../../src/store/database/database.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { addDomain } from "../../src/store/domains/domains.ts";
import { countPending } from "../../src/store/rows/pending-rows.ts";
import { openTestDatabase } from "../support/database.ts";
import { testDetectors } from "../support/detectors.ts";
import { type DeliveredRow, deliver, eventSet, forgetRows } from "../support/row-sets.ts";
import { OPEN_OPTIONS, runOnServer } from "../support/template.ts";

const PROGRAM = fileURLToPath(new URL("../support/pipeline-program.ts", import.meta.url));
const KILLS = inject("engine") === "postgres" ? 4 : 3;
const MAX_DELAY_MS = 60;
const NOW = new Date("2026-10-10T12:00:00.000Z");
const ROWS = 240;

const domainId = newId();
let place: { readonly databaseUrl: string | undefined; readonly dataDir: string };
let expected: readonly string[];

beforeAll(async () => {
  const { database, databaseUrl, dataDir } = await openTestDatabase();
  place = { databaseUrl, dataDir: dataDir ?? "unused" };
  await addDomain(database, { domainId, name: "northwind", createdAt: NOW });
  const db = database.forDomain(domainId);
  await deliver(db, signIns(), NOW);
  await drain(database);
  expected = await eventSet(db);
  await forgetRows(db);
  await deliver(db, signIns(), NOW);
  await database.close();
});

afterAll(async () => {
  if (!place.databaseUrl) await rm(dirname(place.dataDir), { recursive: true, force: true });
  else await runOnServer(`drop database ${new URL(place.databaseUrl).pathname.slice(1)} with (force)`);
});

/** Returns sign-ins of two users over several days: failed passwords, bursts, and first uses of applications. */
const signIns = (): readonly DeliveredRow[] =>
  Array.from({ length: ROWS }, (_, n) => ({
    table: "SigninLogs",
    columns: {
      TimeGenerated: new Date(
        NOW.getTime() - 20 * 86_400_000 + Math.floor(n / 8) * 43_200_000 + n * 1_000,
      ).toISOString(),
      UserPrincipalName: `person.${n % 2}@northwind.example`,
      AppDisplayName: `App ${n % 9}`,
      ResultType: n % 4 === 0 ? "50126" : "0",
      Id: `${n}`,
    },
  }));

async function drain(database: Database): Promise<void> {
  while ((await processBatch(database.forDomain(domainId), () => NOW, testDetectors)).rows > 0);
}

/** Starts the program and kills it (SIGKILL) shortly after it has processed some batches. */
async function killMidway(batches: number): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM], {
    env: {
      PATH: process.env["PATH"],
      TEST_DOMAIN: domainId,
      TEST_DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { TEST_DATABASE_URL: place.databaseUrl }),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  while (output.split("batch").length <= batches && child.exitCode === null) await sleep(5);
  await sleep(randomInt(MAX_DELAY_MS));
  child.kill("SIGKILL");
  await exited;
}

it(
  `every row is processed exactly once, however often the process is killed meanwhile (${KILLS} kills)`,
  async () => {
    for (let round = 0; round < KILLS; round++) await killMidway(1 + randomInt(4));
    const database = await openDatabase({ ...OPEN_OPTIONS, ...place });
    try {
      const db = database.forDomain(domainId);
      expect(await countPending(db, ROWS)).toBeGreaterThan(0);
      await drain(database);
      expect(await eventSet(db)).toEqual(expected);
    } finally {
      await database.close();
    }
  },
  60_000 + KILLS * 60_000,
);
