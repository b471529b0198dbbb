import { access, constants, stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { Redis } from "ioredis";
import type { Config } from "../config.ts";
import { listDomains } from "../store/domains.ts";
import { migrationState } from "../store/migrate.ts";
import { openDatabase } from "../store/open.ts";
import { type Command, messageOf, refuseWords } from "./command.ts";
import { VERSION } from "./version.ts";

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

const MIN_FREE_BYTES = 512 * 1_048_576;

export const doctorCommand: Command = {
  name: "doctor",
  summary: "Check settings, database, Redis and disk, and say what is wrong",
  usage: ["doctor"],
  options: {},
  examples: ["parapet doctor", "parapet doctor --json"],
  run: async (invocation) => {
    refuseWords(invocation);
    const { config, terminal, json } = invocation;
    const findings = [
      nodeVersion(),
      await attempt("data folder", () => dataFolder(config)),
      await attempt("database", () => databaseState(config)),
      ...(config.redisUrl ? [await attempt("redis", () => redisState(config.redisUrl ?? ""))] : []),
    ];
    if (json) terminal.out(JSON.stringify({ version: VERSION, findings }));
    else for (const { check, ok, detail } of findings) terminal.out(`${ok ? "ok  " : "FAIL"}  ${check}: ${detail}`);
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
};

async function attempt(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await work() };
  } catch (error) {
    return { check, ok: false, detail: error instanceof Error ? messageOf(error) : String(error) };
  }
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return { check: "node", ok, detail: `${process.versions.node}${ok ? "" : ", needs 20.19 or newer"}` };
}

async function dataFolder({ dataDir }: Config): Promise<string> {
  const folder = await nearestFolder(dataDir);
  if (!(await stat(folder)).isDirectory()) throw new Error(`'${folder}' is not a folder`);
  await access(folder, constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES) throw new Error(`${dataDir}: less than 512 MiB are free`);
  return `${dataDir} (${Math.floor((bavail * bsize) / 1_048_576).toLocaleString("en")} MiB free)`;
}

/** The data folder, or of the folders it will be made in the one that is there already. */
async function nearestFolder(path: string): Promise<string> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function databaseState({ databaseUrl, dataDir }: Config): Promise<string> {
  const database = await openDatabase({ databaseUrl, dataDir, statementTimeoutMs: 10_000, shared: true });
  try {
    const { applied, pending } = await migrationState(database);
    if (pending.length > 0 && applied.length > 0)
      throw new Error(`${pending.length} migrations wait; run parapet migrate`);
    if (pending.length > 0) return `${database.engine}, empty`;
    const domains = await listDomains(database.system);
    return `${database.engine}, ${applied.length} migrations applied, ${domains.length} domains`;
  } finally {
    await database.close();
  }
}

async function redisState(url: string): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 3_000,
    retryStrategy: () => null,
  });
  // connect() rejects with no more than that the connection is closed; the event says why.
  let reason: Error | undefined;
  redis.on("error", (error: Error) => {
    reason = error;
  });
  try {
    await redis.connect();
    await redis.ping();
    return "answers";
  } catch (error) {
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}
