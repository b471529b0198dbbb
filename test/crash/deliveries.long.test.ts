import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "../../src/actions/create-api-key.ts";
import { createDomain } from "../../src/actions/create-domain.ts";
import { INGEST_BASE_PATH } from "../../src/contract/ingest.ts";
import { systemClock } from "../../src/runtime/clock.ts";
import { openDatabase } from "../../src/store/database/open.ts";
import { TEST_ACTOR } from "../support/actor.ts";
import { openTestDatabase } from "../support/database.ts";
import { type ServerProgram, startServerProgram } from "../support/server-program.ts";
import { TEST_PEPPER } from "../support/service.ts";
import { storedRows } from "../support/stored-rows.ts";
import { OPEN_OPTIONS, runOnServer } from "../support/template.ts";

const CLIENTS = 3;
const ROWS_PER_DELIVERY = 20;
/** Numbers of responses after which the server is killed, with more deliveries in flight. */
const KILLED_AFTER = [2, 7];

let settings: Readonly<Record<string, string>>;
let place: { readonly databaseUrl: string | undefined; readonly dataDir: string };
let domainId: string;
let key: string;
let server: ServerProgram | undefined;

beforeAll(async () => {
  const { database, databaseUrl, dataDir } = await openTestDatabase();
  domainId = await createDomain({ database: database, clock: systemClock, actor: TEST_ACTOR }, "northwind");
  const ctx = {
    db: database.forDomain(domainId),
    clock: systemClock,
    actor: TEST_ACTOR,
  } as const;
  const wanted = { name: null, scopes: ["ingest:write"], expiresAt: null, allowedAddresses: [] } as const;
  key = (await createApiKey(ctx, TEST_PEPPER, wanted)).key;
  await database.close();
  place = { databaseUrl, dataDir: dataDir ?? "unused" };
  const where = databaseUrl ? { PARAPET_DATABASE_URL: databaseUrl } : { PARAPET_DATA_DIR: place.dataDir };
  settings = { ...where, PARAPET_SECRET: TEST_PEPPER };
});

afterAll(async () => {
  await server?.kill();
  if (!place.databaseUrl) await rm(dirname(place.dataDir), { recursive: true, force: true });
  else await runOnServer(`drop database ${new URL(place.databaseUrl).pathname.slice(1)} with (force)`);
});

/** Returns a body whose rows are in no other delivery. */
const bodyOf = (delivery: number): string =>
  Array.from({ length: ROWS_PER_DELIVERY }, (_, n) =>
    JSON.stringify({ TimeGenerated: "2026-11-02T09:00:00Z", HostName: "web-01", SyslogMessage: `${delivery}/${n}` }),
  ).join("\n");

/** Sends a delivery; resolves to whether it was acknowledged. */
async function deliver(address: string, delivery: number): Promise<boolean> {
  const headers = { "x-api-key": key, "content-type": "application/x-ndjson" };
  const url = `${address}${INGEST_BASE_PATH}/tables/Syslog`;
  try {
    const reply = await fetch(url, { method: "POST", headers, body: bodyOf(delivery) });
    return reply.ok && ((await reply.json()) as { readonly rejected: readonly unknown[] }).rejected.length === 0;
  } catch {
    return false;
  }
}

async function keptMessages(): Promise<readonly string[]> {
  const database = await openDatabase({ ...OPEN_OPTIONS, ...place });
  try {
    const rows = await storedRows(database.forDomain(domainId));
    return rows.map(({ text }) => (JSON.parse(text) as { readonly SyslogMessage: string }).SyslogMessage);
  } finally {
    await database.close();
  }
}

it("an acknowledged delivery survives kill -9 completely, and sending everything again creates no duplicates", async () => {
  let next = 0;
  const acknowledged = new Set<number>();
  for (const answers of KILLED_AFTER) {
    const running = await startServerProgram(settings);
    server = running;
    const before = acknowledged.size;
    let isKilled = false;
    const client = async (): Promise<void> => {
      while (!isKilled) {
        const delivery = next++;
        if (await deliver(running.address, delivery)) acknowledged.add(delivery);
      }
    };
    const clients = Array.from({ length: CLIENTS }, client);
    while (acknowledged.size - before < answers) await sleep(5);
    isKilled = true;
    await running.kill();
    await Promise.all(clients);
    const kept = await keptMessages();
    expect(new Set(kept).size).toBe(kept.length);
    // Every delivery is stored completely or not at all.
    const counts = countEach(kept.map((message) => Number(message.split("/")[0])));
    expect([...counts.values()].every((count) => count === ROWS_PER_DELIVERY)).toBe(true);
    expect([...acknowledged].filter((delivery) => !counts.has(delivery))).toEqual([]);
  }
  server = await startServerProgram(settings);
  for (let delivery = 0; delivery < next; delivery++) expect(await deliver(server.address, delivery)).toBe(true);
  await server.kill();
  expect((await keptMessages()).length).toBe(next * ROWS_PER_DELIVERY);
});

function countEach(values: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
