import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, inject, it } from "vitest";
import { createApiKey } from "../../../src/actions/create-api-key.ts";
import { createDomain } from "../../../src/actions/create-domain.ts";
import { READINESS_RESOURCES, SCOPES } from "../../../src/model/vocabulary.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import type { Database, DomainHandle } from "../../../src/store/database/database.ts";
import { markReady } from "../../../src/store/domains/readiness.ts";
import { TEST_ACTOR } from "../../support/actor.ts";
import { openTestDatabase } from "../../support/database.ts";
import { givenCase, givenUser } from "../../support/given.ts";
import { type ServerProgram, startServerProgram } from "../../support/server-program.ts";
import { TEST_PEPPER } from "../../support/service.ts";
import { runOnServer } from "../../support/template.ts";
import { type Bystander, type Sample, startBystander } from "./bystander.ts";

/** What an attack is given: a real server, and the keys of the attacker's domain. */
export interface Target {
  readonly port: number;
  readonly pid: number;
  /** Keys of the attacker's domain, each with every scope. */
  readonly keys: readonly string[];
  readonly domainId: string;
  readonly domainName: string;
  /** Where the server's database is: one of the two is set. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string | undefined;
}

export interface AttackOptions {
  /** Stores what the attack needs in the attacker's domain before the server starts. */
  readonly prepare?: (db: DomainHandle, database: Database) => Promise<void>;
  /** Whether the attack leaves so much behind, in memory or in the queue, that the next one would be measured with it. */
  readonly needsOwnServer?: boolean;
  /** Settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
  /** How much the server's memory may grow over what it was when calm; see SECURITY.md. */
  readonly maxGrowthMb?: number;
  /** Extra milliseconds that the bystander may wait; see SECURITY.md. */
  readonly maxExtraMs?: number;
  readonly timeoutMs?: number;
}

/** What the bystander measured, and the state of the server afterwards. */
export interface AttackReport {
  readonly attack: string;
  readonly engine: "embedded" | "postgres";
  /** The bystander's 99th percentile before the attack, in milliseconds. */
  readonly calmP99: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Requests of the bystander that were not answered 200. */
  readonly refused: number;
  readonly requests: number;
  readonly peakMb: number;
  readonly growthMb: number;
  /** The share of the processor time that other machines on the same host took during the attack; to explain slow runs. */
  readonly stolen: number;
  readonly recovered: boolean;
}

const BYSTANDER_KEYS = 4;
const ATTACKER_KEYS = 4;
const WARM_UP_MS = 1_000;
const CALM_MS = 1_500;
/** The fewest requests of the calm phase that give a usable percentile. */
const CALM_SAMPLES = 15;
/** A server that takes longer without an attack is still starting, or the machine is busy with something else. */
const CALM_P99_MS = 150;
const SETTLED_WITHIN_MS = 30_000;
const SETTLE_MS = 500;
const RECOVERY_MS = 5_000;
const RETRY = { count: 2, delay: 30_000 };
/** While the host gives more of the processor to other machines, a failed attack says nothing about the server. */
const MAX_STOLEN = 0.1;
export const MAX_EXTRA_MS = 250;
export const MAX_GROWTH_MB = 256;

/**
 * Runs an attack against a server while a bystander of another domain reads and delivers. Passes if every request of the
 * bystander is answered, its 99th percentile rises by less than 250 ms, and the server recovers. Retried twice, each time
 * after a pause; one that fails while the host is busy is skipped as not measured. The attacks of a file share a server, each with a domain of its
 * own; one that prepares the database or the settings, needs its own, or comes after one that failed, gets a new server.
 */
export function attackTest(name: string, options: AttackOptions, attack: (target: Target) => Promise<void>): void {
  const { timeoutMs = 120_000, maxExtraMs = MAX_EXTRA_MS, maxGrowthMb = MAX_GROWTH_MB } = options;
  afterAll(closeShared);
  it(name, { timeout: timeoutMs, retry: RETRY }, async ({ skip }) => {
    const arena = await arenaFor(options);
    const before = await processorTime();
    try {
      const report = { attack: name, engine: inject("engine"), ...(await runAttack(arena, attack)) };
      await record(report);
      expect(report).toMatchObject({ refused: 0, recovered: true });
      expect(report.p99 - report.calmP99).toBeLessThan(maxExtraMs);
      expect(report.growthMb).toBeLessThan(maxGrowthMb);
    } catch (error) {
      await close(arena);
      const stolen = stolenShare(before, await processorTime());
      if (stolen > MAX_STOLEN) skip(`not measured: the host gave ${Math.round(stolen * 100)} % of the processor away`);
      throw error;
    }
    if (arena !== shared) await close(arena);
  });
}

/** A server with the bystander, and the domains for attackers that are not used yet. */
interface Arena {
  readonly server: ServerProgram;
  readonly bystander: Bystander;
  readonly attackers: Pick<Target, "domainId" | "domainName" | "keys">[];
  /** The server's memory before the first attack; undefined until it is known. */
  calmMb: number | undefined;
  readonly databaseUrl: string | undefined;
  readonly dataDir: string | undefined;
}

const SHARED_ATTACKERS = 8;
let shared: Arena | undefined;

async function arenaFor(options: AttackOptions): Promise<Arena> {
  if (options.prepare || options.env || options.needsOwnServer) return openArena(1, options);
  if (shared?.attackers.length === 0) await close(shared);
  shared ??= await openArena(SHARED_ATTACKERS, options);
  return shared;
}

async function closeShared(): Promise<void> {
  if (shared) await close(shared);
}

async function openArena(attackerCount: number, { prepare, env = {} }: AttackOptions): Promise<Arena> {
  const { database, databaseUrl, dataDir } = await openTestDatabase();
  const victim = await givenDomain(database, "bystander", BYSTANDER_KEYS);
  const attackers: Arena["attackers"] = [];
  for (let n = 0; n < attackerCount; n++) attackers.push(await givenDomain(database, `attacker-${n}`, ATTACKER_KEYS));
  for (const { domainId } of attackers) await prepare?.(database.forDomain(domainId), database);
  await database.close();
  const where = databaseUrl ? { PARAPET_DATABASE_URL: databaseUrl } : { PARAPET_DATA_DIR: dataDir ?? "" };
  try {
    const server = await startServerProgram({ ...where, PARAPET_SECRET: TEST_PEPPER, ...env });
    const bystander = startBystander(Number(new URL(server.address).port), victim.keys);
    await sleep(WARM_UP_MS);
    return { server, bystander, attackers, calmMb: undefined, databaseUrl, dataDir };
  } catch (error) {
    await removeDatabase({ databaseUrl, dataDir });
    throw error;
  }
}

async function close(arena: Arena): Promise<void> {
  if (arena === shared) shared = undefined;
  await arena.bystander.stop();
  await arena.server.kill();
  await removeDatabase(arena);
}

async function removeDatabase({ databaseUrl, dataDir }: Pick<Arena, "databaseUrl" | "dataDir">): Promise<void> {
  if (databaseUrl) await runOnServer(`drop database ${new URL(databaseUrl).pathname.slice(1)} with (force)`);
  else if (dataDir) await rm(dirname(dataDir), { recursive: true, force: true, maxRetries: 5 });
}

async function runAttack(
  arena: Arena,
  attack: (target: Target) => Promise<void>,
): Promise<Omit<AttackReport, "attack" | "engine">> {
  const { bystander, databaseUrl, dataDir } = arena;
  const { pid, address } = arena.server;
  const attacker = arena.attackers.shift();
  if (!attacker) throw new Error("every domain for an attacker is used");
  const calm = await measureCalm(bystander);
  arena.calmMb ??= await memoryMb(pid, "VmRSS");
  await forgetPeak(pid);
  const before = await processorTime();
  await attack({ port: Number(new URL(address).port), pid, ...attacker, databaseUrl, dataDir });
  await sleep(SETTLE_MS);
  const during = await bystander.collect();
  const stolen = stolenShare(before, await processorTime());
  const recovered = await isRecovered(bystander, quantile(calm, 0.99));
  const peakMb = await memoryMb(pid, "VmHWM");
  return { ...summarize(calm, during), peakMb, growthMb: peakMb - arena.calmMb, stolen, recovered };
}

/** Returns the bystander's samples before the attack, once the server has compiled its rules and answers steadily. */
async function measureCalm(bystander: Bystander): Promise<readonly Sample[]> {
  for (const deadline = Date.now() + SETTLED_WITHIN_MS; Date.now() < deadline; ) {
    await bystander.collect();
    await sleep(CALM_MS);
    const samples = await bystander.collect();
    const isServed = samples.length >= CALM_SAMPLES && samples.every(({ status }) => status === 200);
    if (isServed && quantile(samples, 0.99) < CALM_P99_MS) return samples;
  }
  throw new Error("the bystander was not served steadily before the attack: there is nothing to compare with");
}

async function givenDomain(database: Database, name: string, keyCount: number) {
  const domainId = await createDomain({ database: database, clock: systemClock, actor: TEST_ACTOR }, name);
  const db = database.forDomain(domainId);
  const ctx = { db, clock: systemClock, actor: TEST_ACTOR } as const;
  const wanted = { name: null, scopes: SCOPES, expiresAt: null, allowedAddresses: [] };
  const keys: string[] = [];
  for (let n = 0; n < keyCount; n++) keys.push((await createApiKey(ctx, TEST_PEPPER, wanted)).key);
  await givenUser(db);
  await givenCase(db);
  await db.transaction((tx) => markReady(tx, READINESS_RESOURCES, systemClock()));
  return { domainId, domainName: name, keys };
}

function summarize(calm: readonly Sample[], during: readonly Sample[]) {
  return {
    calmP99: quantile(calm, 0.99),
    p50: quantile(during, 0.5),
    p99: quantile(during, 0.99),
    max: quantile(during, 1),
    refused: during.filter(({ status }) => status !== 200).length,
    requests: during.length,
  };
}

function quantile(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY);
}

/** Whether the bystander's latency returns to the calm level within 5 s. */
async function isRecovered(bystander: Bystander, calmP99: number): Promise<boolean> {
  for (const deadline = Date.now() + RECOVERY_MS; Date.now() < deadline; ) {
    await sleep(500);
    const samples = await bystander.collect();
    const isServed = samples.length > 0 && samples.every(({ status }) => status === 200);
    if (isServed && quantile(samples, 1) <= calmP99 + MAX_EXTRA_MS) return true;
  }
  return false;
}

interface ProcessorTime {
  readonly used: number;
  /** What programs of this machine could have used while the host served other machines. */
  readonly stolen: number;
}

/** Returns the processor time since the start of the machine, in ticks, on Linux; 0 elsewhere. */
async function processorTime(): Promise<ProcessorTime> {
  const text = await readFile("/proc/stat", "utf8").catch(() => "");
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, stolen = 0] = (/^cpu +(.*)$/m.exec(text)?.[1] ?? "")
    .split(" ")
    .map(Number);
  return { used: user + nice + system + irq + softirq, stolen };
}

function stolenShare(before: ProcessorTime, after: ProcessorTime): number {
  const stolen = after.stolen - before.stolen;
  return stolen > 0 ? stolen / (stolen + after.used - before.used) : 0;
}

/** Returns a memory figure of the process on Linux; 0 elsewhere. */
async function memoryMb(pid: number, field: "VmRSS" | "VmHWM"): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) / 1_024);
}

/** Makes the peak of the memory start again from the present value on Linux. */
const forgetPeak = (pid: number): Promise<void> => writeFile(`/proc/${pid}/clear_refs`, "5").catch(() => undefined);

/** Appends the report to the table that the test command prints at the end. */
async function record(report: AttackReport): Promise<void> {
  const file = process.env["PARAPET_TEST_ATTACK_REPORT"];
  if (file) await appendFile(file, `${JSON.stringify(report)}\n`);
}
