import { Redis } from "ioredis";
import type { Command } from "../command.ts";
import { checkDatabase, SECRET_CHECK } from "../doctor/check-database.ts";
import { checkFiles, SECRET_FILE_CHECK } from "../doctor/check-files.ts";
import { attempt, type Finding } from "../doctor/finding.ts";
import { exitCode } from "../exit-codes.ts";
import { VERSION } from "../version.ts";

export const command: Command = {
  examples: ["parapet doctor", "parapet doctor --json"],
  run: async ({ config, terminal, json }) => {
    const findings = [nodeVersion()];
    terminal.progress("Checking files");
    findings.push(...(await checkFiles(config.dataDir)));
    terminal.progress("Checking the database");
    const isSecretUsable = findings.every(({ check, ok }) => ok || check !== SECRET_FILE_CHECK);
    findings.push(...(await checkDatabase(config, isSecretUsable)));
    if (config.redisUrl) {
      terminal.progress("Checking Redis");
      findings.push(await attempt("redis", () => redisState(config.redisUrl ?? "")));
    }
    terminal.progress("");
    if (json) terminal.data(JSON.stringify({ version: VERSION, findings }));
    else for (const finding of findings) terminal.out(`${wordFor(finding)}  ${finding.check}: ${finding.detail}`);
    const refused = findings.filter(({ check, ok }) => !ok && [SECRET_CHECK, SECRET_FILE_CHECK].includes(check));
    if (refused.length > 0) return exitCode("config");
    return findings.every(({ ok }) => ok) ? 0 : 1;
  },
};

function wordFor({ ok, warning }: Finding): string {
  if (!ok) return "FAIL";
  return warning ? "warn" : "ok  ";
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return { check: "node", ok, detail: `${process.versions.node}${ok ? "" : ", needs 20.19 or newer"}` };
}

async function redisState(url: string): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    connectTimeout: 3_000,
    retryStrategy: () => null,
  });
  // connect() rejects only with "connection is closed"; the event carries the reason.
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
