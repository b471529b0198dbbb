// Runs the whole suite on the embedded database, and on PostgreSQL, with Redis and in Chromium if they are installed.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findChromium } from "./browser/find-chromium.ts";
import { readAttackTable } from "./services/attack-table.ts";
import { startCitus } from "./services/citus.ts";
import { runNode, watchInterruption } from "./services/interruptible-run.ts";
import { startPostgres } from "./services/postgres.ts";
import { startRedis } from "./services/redis.ts";
import type { Missing, Service } from "./services/server-process.ts";
import { createTestFolder, type TestFolder } from "./services/test-folder.ts";
import { NOTHING_RAN, readTally, type Tally } from "./services/test-report.ts";

type Database = "embedded" | "postgres" | "citus";

interface Request {
  readonly databases: readonly Database[];
  readonly filters: readonly string[];
}

interface Outcome {
  readonly tally: Tally;
  readonly exitCode: number;
  readonly skippedServices: readonly string[];
}

interface Offer {
  readonly databaseUrl: string | undefined;
  /** The servers that hold the rows of a distributed database. */
  readonly workerUrls: readonly string[];
  readonly redisUrl: string | undefined;
  readonly skippedServices: readonly string[];
}

const REPOSITORY = fileURLToPath(new URL("..", import.meta.url));
const SKIPPED_TESTS_NAMED = 20;
const CITUS = "Citus";
/** They run once, on PostgreSQL if it is there. */
const CONSOLE_PROJECTS = ["--project", "console", "--project", "console-pages"];
/** Settings of the tests themselves, which are passed on from the caller. */
const TEST_SETTINGS: readonly string[] = ["PARAPET_TEST_KILLS", "PARAPET_FUZZ_REQUESTS", "PARAPET_FUZZ_SEED"];

const startedAt = Date.now();
const interruption = watchInterruption();
const outcome = await testEverything(readArguments(process.argv.slice(2)));
process.exitCode = interruption.exitCode() || (concludeWithoutCitus(outcome) ?? conclude(outcome));

function readArguments(args: readonly string[]): Request {
  const filters = args.filter((arg) => !["--embedded", "--postgres", "--citus"].includes(arg));
  if (args.includes("--citus")) return { databases: ["citus"], filters };
  if (args.includes("--embedded") && !args.includes("--postgres")) return { databases: ["embedded"], filters };
  if (args.includes("--postgres") && !args.includes("--embedded")) return { databases: ["postgres"], filters };
  return { databases: ["embedded", "postgres"], filters };
}

async function testEverything(request: Request): Promise<Outcome> {
  if (!(await buildProgram())) {
    console.log("The build failed, so nothing was tested.");
    return { tally: NOTHING_RAN, exitCode: 1, skippedServices: [] };
  }

  const folder = createTestFolder();
  const running: Service[] = [];
  try {
    const offer = await startServices(request, folder, running);
    return { ...(await runSuite(request, folder, offer)), skippedServices: offer.skippedServices };
  } catch (error) {
    console.log(error);
    return { tally: NOTHING_RAN, exitCode: 1, skippedServices: [] };
  } finally {
    await Promise.all(running.map((service) => service.stop()));
    folder.remove();
  }
}

/** Builds the program that the tests run, unless PARAPET_TEST_BUILT is 1; returns whether it succeeded. */
async function buildProgram(): Promise<boolean> {
  if (process.env["PARAPET_TEST_BUILT"] === "1") return true;
  const build = { args: [join(REPOSITORY, "scripts/build.mjs"), "--if-stale"], cwd: REPOSITORY, env: process.env };
  return (await runNode(build, interruption)) === 0;
}

/** Adds each server to `running` as soon as it runs, so that the caller can stop it when the next one fails to start. */
async function startServices({ databases }: Request, folder: TestFolder, running: Service[]): Promise<Offer> {
  const skippedServices: string[] = [];
  const keep = (name: string, service: Service | Missing): string | undefined => {
    if ("missing" in service) {
      skippedServices.push(`${name} (${service.missing})`);
      return undefined;
    }
    running.push(service);
    return service.url;
  };
  if (databases.includes("citus")) {
    const cluster = await startCitus(folder.path);
    const workerUrls = "workers" in cluster ? cluster.workers : [];
    const databaseUrl = keep(CITUS, cluster);
    return { databaseUrl, workerUrls, redisUrl: keep("Redis", await startRedis(folder.path)), skippedServices };
  }
  const notWanted: Missing = { missing: "--embedded was given" };
  const databaseUrl = keep("PostgreSQL", databases.includes("postgres") ? await startPostgres(folder.path) : notWanted);
  const redisUrl = keep("Redis", await startRedis(folder.path));
  if (!findChromium()) skippedServices.push("the console in a browser (no chromium found; install it)");
  if (!databases.includes("embedded")) skippedServices.push("the embedded database (--postgres was given)");
  return { databaseUrl, workerUrls: [], redisUrl, skippedServices };
}

async function runSuite(
  { databases, filters }: Request,
  folder: TestFolder,
  offer: Offer,
): Promise<{ readonly tally: Tally; readonly exitCode: number }> {
  const projects = databases.filter((database) => database === "embedded" || offer.databaseUrl);
  if (projects.length === 0) return { tally: NOTHING_RAN, exitCode: 1 };
  const report = join(folder.path, "report.json");
  const args = [
    join(REPOSITORY, "node_modules/vitest/vitest.mjs"),
    "run",
    ...projects.flatMap(projectsOf),
    ...(findChromium() ? browserProjectOf(projects) : []),
    ...(projects.includes("citus") ? [] : CONSOLE_PROJECTS),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...filters,
  ];
  const exitCode = await runNode({ args, cwd: REPOSITORY, env: testEnvironment(folder, offer) }, interruption);
  const table = readAttackTable(attackReportOf(folder));
  if (table) console.log(`\n${table}\n`);
  return { tally: readTally(report), exitCode };
}

function projectsOf(database: Database): readonly string[] {
  return database === "citus" ? ["--project", "citus"] : ["--project", database, "--project", `attacks-${database}`];
}

/** Returns the project of the browser: a run on both databases uses it on PostgreSQL. */
function browserProjectOf(databases: readonly Database[]): readonly string[] {
  const database = (["postgres", "embedded"] as const).find((each) => databases.includes(each));
  return database ? ["--project", `e2e-${database}`] : [];
}

/** Returns the file to which attacks append their measurements. */
function attackReportOf(folder: TestFolder): string {
  return join(folder.path, "attacks.jsonl");
}

/** Returns the environment of the tests: without the caller's Parapet settings, with temporary files in the test folder. */
function testEnvironment(folder: TestFolder, { databaseUrl, workerUrls, redisUrl }: Offer): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("PARAPET_") || TEST_SETTINGS.includes(name),
  );
  return {
    ...Object.fromEntries(inherited),
    TMPDIR: folder.scratch,
    PARAPET_TEST_ATTACK_REPORT: attackReportOf(folder),
    ...(databaseUrl ? { PARAPET_TEST_DATABASE_URL: databaseUrl } : {}),
    ...(workerUrls.length > 0 ? { PARAPET_TEST_WORKER_URLS: workerUrls.join(",") } : {}),
    ...(redisUrl ? { PARAPET_TEST_REDIS_URL: redisUrl } : {}),
  };
}

/** Reports that the run on a distributed database was skipped, and returns the exit code; undefined if it was not. */
function concludeWithoutCitus({ skippedServices }: Outcome): number | undefined {
  const skipped = skippedServices.find((each) => each.startsWith(CITUS));
  if (!skipped) return undefined;
  console.log(`skipped: every test, because there is no cluster to run on: ${skipped}`);
  return process.env["PARAPET_TEST_REQUIRE_ALL"] === "1" ? 1 : 0;
}

/** Prints what was skipped and the totals; returns the exit code. */
function conclude({ tally, exitCode, skippedServices }: Outcome): number {
  const ranNothing = tally.passed + tally.failed === 0;
  const brokeOutsideTests = exitCode !== 0 && tally.failed === 0 && !ranNothing;
  const failed = tally.failed + (brokeOutsideTests ? 1 : 0);
  if (brokeOutsideTests) console.log("The run itself failed outside any test (see above); it counts as one failure.");
  if (ranNothing) console.log("No test ran.");

  for (const skipped of skippedServices) console.log(`skipped: ${skipped}`);
  for (const name of tally.skippedTests.slice(0, SKIPPED_TESTS_NAMED)) console.log(`skipped: test "${name}"`);
  const unnamed = tally.skippedTests.length - SKIPPED_TESTS_NAMED;
  if (unnamed > 0) console.log(`skipped: ${unnamed} more tests`);

  const skippedAny = skippedServices.length + tally.skippedTests.length > 0;
  const skippedTooMuch = skippedAny && process.env["PARAPET_TEST_REQUIRE_ALL"] === "1";
  if (skippedTooMuch) console.log("PARAPET_TEST_REQUIRE_ALL is set, so skipping fails the run.");

  console.log(`test run took ${Math.round((Date.now() - startedAt) / 1_000)} s`);
  const skippedCount = tally.skippedTests.length > 0 ? `, ${tally.skippedTests.length} skipped` : "";
  console.log(`${tally.passed} passed, ${failed} failed${skippedCount}`);
  return exitCode !== 0 || failed > 0 || ranNothing || skippedTooMuch ? 1 : 0;
}
