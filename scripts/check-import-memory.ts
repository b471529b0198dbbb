// Imports a generated file of threats and prints the memory and time it took:
//   node --import tsx scripts/check-import-memory.ts [threats] [PostgreSQL URL of an empty database]
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../src/runtime/clock.ts";
import { newId } from "../src/runtime/ids.ts";
import { migrate } from "../src/store/database/migrate.ts";
import { openDatabase } from "../src/store/database/open.ts";
import { addDomain } from "../src/store/domains/domains.ts";
import { exportFolder } from "../src/transfer/export-folder.ts";
import { importFolder } from "../src/transfer/import-folder.ts";
import { rebuildDomain } from "../src/transfer/rebuild.ts";

const threats = Number(process.argv[2] ?? 200_000);
const databaseUrl = process.argv[3];
const MIB = 1024 * 1024;

const folder = await mkdtemp(join(tmpdir(), "ppt-import-"));
const database = await openDatabase({
  databaseUrl,
  dataDir: join(folder, "data"),
  statementTimeoutMs: 60_000,
  shared: false,
});
try {
  await writeThreats(join(folder, "threats.ndjson"));
  await migrate(database, systemClock);
  const domainId = newId();
  await addDomain(database, { domainId, name: domainId, createdAt: systemClock() });
  const db = database.forDomain(domainId);
  const request = {
    database: db,
    folder,
    clock: systemClock,
    actor: { kind: "operator", id: "check", origin: "check" } as const,
    knownConnectorTypes: new Set<string>(),
  };
  const importing = () => importFolder(request);
  console.log(`${threats} threats on the ${database.engine} engine`);
  for (const [name, work] of [
    ["import", importing],
    ["import again", importing],
    // Without statistics the planner sorts what it could walk, and an export takes quadratic time.
    ["analyze", () => database.exclusively((run) => run("analyze"))],
    ["export", () => exportFolder({ database: db, folder: join(folder, "export") })],
    ["rebuild", () => rebuildDomain(db, request.clock)],
  ] as const) {
    await measure(name, work);
  }
} finally {
  await database.close();
  await rm(folder, { recursive: true, force: true });
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  const before = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  let peak = { rss: 0, heap: 0 };
  const sampler = setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage();
    peak = { rss: Math.max(peak.rss, rss), heap: Math.max(peak.heap, heapUsed) };
  }, 50);
  const outcome = await work();
  clearInterval(sampler);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  const cpuSeconds = ((cpu.user + cpu.system) / 1_000_000).toFixed(1);
  const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
  console.log(
    `${name}: ${seconds.toFixed(1)} s, ${cpuSeconds} s of processor, ${Math.round(threats / seconds)} rows/s, RSS ${mib(before)} before,`,
    `${mib(peak.rss)} at most, JavaScript heap ${mib(peak.heap)} at most; ${JSON.stringify(outcome)}`,
  );
}

async function writeThreats(path: string): Promise<void> {
  const stream = createWriteStream(path);
  for (let index = 0; index < threats; index++) {
    const id = index.toString(16).padStart(12, "0");
    const record = {
      event_id: `018f2f6e-7c3a-7b51-9a54-${id}`,
      tuid: `2b6e8f0a-1c3d-4e5f-8a9b-${(index % 5_000).toString(16).padStart(12, "0")}`,
      severity: ["low", "medium", "high"][index % 3],
      category: ["initial_access"],
      subcategory: ["rare_country", "T1078"],
      signal_type: "core_iam",
      title: "First sign-in from a new country",
      summary: `Person ${index % 5_000} signed in from a country for the first time in 90 days; event ${index}.`,
      source: "entra_signin",
      source_table: "SigninLogs",
      source_event_ids: [`0f6d2a54-3c1e-4b7a-9d20-${id}`],
      user_name: `Person ${index % 5_000}`,
      user_email: `person${index % 5_000}@northwind.example`,
      platform_event_id: `5f6bc1de-0c41-4c1c-b0f1-${id}`,
      created_at: new Date(1_790_000_000_000 + index * 1_000).toISOString(),
    };
    if (!stream.write(`${JSON.stringify(record)}\n`)) await once(stream, "drain");
  }
  stream.end();
  await once(stream, "finish");
}
